/** A stored object that does not open: altered, swapped, cut or gone. Answered as 500 and logged as an alarm. */
export class TamperAlarm extends Error {}

/** A stored object that this version cannot open, as another one sealed it. Answered as 500; nothing was tampered with. */
export class UnknownFormat extends Error {}

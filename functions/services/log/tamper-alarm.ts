/** A stored object that does not open: altered, swapped, cut or gone. Answered as 500 and logged as an alarm. */
export class TamperAlarm extends Error {}

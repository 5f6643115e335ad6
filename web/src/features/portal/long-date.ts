import { once, toDate } from '../../lib/text/format.ts';

const day = once(() => new Intl.DateTimeFormat('en-GB', { year: 'numeric', month: 'long', day: 'numeric' }));

/** Formats an ISO time or a date as clients write it: "21 November 2025". For dates without a specified format. */
export const formatLongDate = (value: string) => day().format(toDate(value));

/** Writes the short dates above a client's notes in the portal's format. */
export const withLongDates = (notes: string) =>
  notes.replace(/^\d{1,2} [A-Z][a-z]{2} \d{4}(?=, \d{2}:\d{2}$)/gm, formatLongDate);

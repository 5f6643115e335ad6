import { sayLongDay } from '#shared/rules/say-date.ts';

/** Writes the short dates above a client's notes in the portal's format. */
export const withLongDates = (notes: string) =>
  notes.replace(/^\d{1,2} [A-Z][a-z]{2} \d{4}(?=, \d{2}:\d{2}$)/gm, (day) => sayLongDay(new Date(`${day} UTC`)));

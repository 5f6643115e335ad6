import * as z from 'zod/mini';

/**
 * Whole pounds, plain or in English groups of three. Rejects "12.000" and "12,50", which are other amounts in other
 * countries.
 */
const POUNDS = /^£?\s*(?:\d+|\d{1,3}(?:,\d{3})+|\d{1,3}(?:\s\d{3})+)(?:\.00?)?$/;

/** Parses typed pounds: `null` if blank, `NaN` if they are no whole amount. */
export const typedPounds = z.transform((typed): number | null | undefined => {
  const text = String(typed)
    .replace(/\p{Cf}/gu, '')
    .trim();
  if (!text) return null;
  return POUNDS.test(text) ? Number(text.replace(/[£,\s]/g, '')) : Number.NaN;
});

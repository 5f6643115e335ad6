export const NO_CODE = 'Enter the 6 digits from the email';

// Digits next to a letter are part of a phrase; next to other digits, of a longer number.
const DIGITS = /(?<![\da-z]|\d[\s-])\d(?:[\s-]?\d){5}(?![\da-z]|[\s-]\d)/i;
const CODE_OR_PHRASE = /^(\d{6}|[0-9A-Z]{8})$/;

/** Returns the six digits or eight characters in a text, with any spacing; `undefined` if there are none. */
export function deviceCodeIn(typed: string): string | undefined {
  const found = (DIGITS.exec(typed)?.[0] ?? typed).replace(/[\s-]/g, '').toUpperCase();
  return CODE_OR_PHRASE.test(found) ? found : undefined;
}

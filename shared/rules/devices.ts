/** Minutes for which a code that was mailed to confirm a device counts. */
export const CODE_MINUTES = 15;

export const NO_CODE = 'Enter the 6 digits from the email';

// Beside a letter, digits are part of a phrase; beside other digits of a longer number.
const DIGITS = /(?<![\da-z]|\d[\s-])\d(?:[\s-]?\d){5}(?![\da-z]|[\s-]\d)/i;
const CODE_OR_PHRASE = /^(\d{6}|[0-9A-Z]{8})$/;

/** Returns the six digits or eight characters in a text, however they are spaced; `undefined` for anything else. */
export function deviceCodeIn(typed: string): string | undefined {
  const found = (DIGITS.exec(typed)?.[0] ?? typed).replace(/[\s-]/g, '').toUpperCase();
  return CODE_OR_PHRASE.test(found) ? found : undefined;
}

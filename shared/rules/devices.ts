/** Minutes for which a code that was mailed to confirm a device counts. */
export const CODE_MINUTES = 15;

/** What is answered to who types neither a code nor a phrase. */
export const NO_CODE = 'Enter the 6 digits from the email';

// Beside a letter, digits are part of a phrase; beside other digits of a longer number.
const DIGITS = /(?<![\da-z]|\d[\s-])\d(?:[\s-]?\d){5}(?![\da-z]|[\s-]\d)/i;
const CODE_OR_PHRASE = /^(\d{6}|[0-9A-Z]{8})$/;

/**
 * What a client types to confirm a device: six digits, however they are spaced and with whatever words they were pasted, or
 * the eight characters that its adviser gave over the phone. `undefined` for anything else.
 */
export function deviceCodeIn(typed: string): string | undefined {
  const found = (DIGITS.exec(typed)?.[0] ?? typed).replace(/[\s-]/g, '').toUpperCase();
  return CODE_OR_PHRASE.test(found) ? found : undefined;
}

/** Digits and their usual separators; anything else ends a number: an extension, a second number, a word. */
const NUMBER = /\+?[\s(]*\d[\d\s().\p{Pd}]*/gu;
/** The zero that is only dialled within the country: "+44 (0)20". */
const NATIONAL_ZERO = /(?<=\d.*)\(\s*0\s*\)/;
const NOT_DIALLED = /(?!^\+)\D/g;
/** A trunk zero without brackets, which is wrong for code 44: "+44 020". */
const AFTER_44 = /(?<=^(\+|00)44)0/;
/** Shorter numbers are incomplete or internal, longer ones are two numbers in one. */
const DIALLED = /^([+0]\d{7,16}|[1-9]\d{4,14})$/;

/** Returns the `tel:` link of the first number in a text; undefined if it has none. */
export function phoneLink(text: string | null): string | undefined {
  const number = (text?.replace(/\p{Cf}/gu, '').match(NUMBER) ?? [])
    .map((found) => found.replace(NATIONAL_ZERO, '').replace(NOT_DIALLED, '').replace(AFTER_44, ''))
    .find((digits) => DIALLED.test(digits));
  return number && `tel:${number}`;
}

/** Returns the `mailto:` link of an address, which may contain "#", "%" and "?" before its last @. */
export const mailLink = (address: string) => `mailto:${encodeURIComponent(address).replace(/%40(?!.*%40)/, '@')}`;

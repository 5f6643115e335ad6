const EXTENSION = /(?:ext|x)[\s.\d].*$/i;
/** The zero that is only dialled within the country: "+44 (0)20". */
const NATIONAL_ZERO = /(\+[\d\s]*)\(0\)/;
const NOT_DIALLED = /(?!^\+)\D/g;

/** The address that a phone dials, from a number as people write it. */
export const phoneLink = (number: string) =>
  `tel:${number.trim().replace(EXTENSION, '').replace(NATIONAL_ZERO, '$1').replace(NOT_DIALLED, '')}`;

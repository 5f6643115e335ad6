import { wordsInUse } from './words.ts';

// Of what Chakra knows of styles, the part that some code names: a name that is written nowhere is never asked for.

type Words = ReadonlySet<string>;

/** `hover: [ … ]` of `defineConditions`, which is written `_hover`. */
const CONDITION = /^ {2}(\w+): (?:".*"|\[\n(?: {4}.*\n)+ {2}\]),?\n/gm;
/** `padding: { values: "spacing", shorthand: ["p"] }` of `utilities`. */
const UTILITY = /^ {4}(\w+): \{(?: .* |\n(?: {5,}.*\n)+ {4})\},?\n/gm;
const SHORTHANDS = /shorthand: \[([^\]]*)\]/;
const PROPERTIES = /(?<=cssPropertiesStr = ")[^"]*/;

/** Chakra's conditions and utilities without those that nothing names. */
export function presetInUse(code: string, words: Words = wordsInUse()): string {
  const namesOf = (name: string, utility: string) => [name, ...(SHORTHANDS.exec(utility)?.[1]?.match(/\w+/g) ?? [])];
  return code
    .replace(CONDITION, (whole, name: string) => (words.has(`_${name}`) ? whole : ''))
    .replace(UTILITY, (whole, name: string) => (namesOf(name, whole).some((each) => words.has(each)) ? whole : ''));
}

/** The list of CSS's properties without those that nothing names. */
export const propertiesInUse = (code: string, words: Words = wordsInUse()): string =>
  code.replace(PROPERTIES, (names) =>
    names
      .split(',')
      .filter((name) => words.has(name))
      .join(),
  );

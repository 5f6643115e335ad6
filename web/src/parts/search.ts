/** Letters that Unicode does not decompose, by their usual transcription. */
const LETTERS: Readonly<Record<string, string>> = {
  æ: 'ae',
  œ: 'oe',
  ß: 'ss',
  þ: 'th',
  ð: 'd',
  đ: 'd',
  ħ: 'h',
  ı: 'i',
  ł: 'l',
  ø: 'o',
  ς: 'σ',
};
const PERHAPS_THERE = /[ß-œς]/g;
/** Accents, apostrophes and all other signs except those of email addresses; also invisible characters. */
const DROPPED = /[\u02b0-\u036f]|[^\p{L}\p{M}\p{N}\p{Pd}\s.,;@]/gu;
/** Spaces, dashes and commas, and the full stop that ends a word. */
const GAPS = /(?:[\s\p{Pd},;]|\.(?!\S))+/gu;

/**
 * Normalises text for search, sorting and confirmations: no case, accents or apostrophes, words separated by one space.
 * "O’Brien-Łukasz" becomes "obrien lukasz".
 */
export const fold = (text: string) =>
  text
    // NFKD would decompose it to a space and an accent.
    .replaceAll('´', '')
    .normalize('NFKD')
    .toLowerCase()
    .replace(DROPPED, '')
    .replace(PERHAPS_THERE, (letter) => LETTERS[letter] ?? letter)
    .replace(GAPS, ' ')
    .trim();

/** Normalises the texts of an item for `searchFor`, without spaces: "vandenberg" finds "van den Berg". */
export const searchable = (...texts: readonly string[]) =>
  texts.map((text) => fold(text).replaceAll(' ', '')).join('\n');

/** Returns a test for searchable texts that have each typed word, in any order. */
export function searchFor(typed: string): (text: string) => boolean {
  const words = fold(typed).split(' ');
  return (text) => words.every((word) => text.includes(word));
}

export function sortByName<T>(items: readonly T[], nameOf: (item: T) => string): T[] {
  const { compare } = new Intl.Collator('en-GB', { numeric: true });
  return items
    .map((item) => ({ item, name: fold(nameOf(item)) }))
    .sort((a, b) => compare(a.name, b.name))
    .map(({ item }) => item);
}

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

const LOOKS_LIKE_PHONE = /^[\d\s+().\p{Pd}\p{Cf}]+$/u;
const LEAST_DIGITS = 3;

/** Normalises a British phone number for comparison: "+44 (0)20" and "0044 20" become "020". */
const digitsOf = (phone: string) =>
  phone
    .replace('(0)', '')
    .replace(/[^\d+]/g, '')
    .replace(/^(\+|00)44/, '0')
    .replace('+', '');

/** Part of a client that a search looks at. */
interface SearchedClient {
  name: string;
  email: string;
  phone?: string | null;
  people?: readonly { name: string; email: string }[];
}

/** Characters of a word by which a client is found: enough to tell them apart. */
const MOST_OF_WORD = 60;
const MOST_WORDS = 12;

/**
 * Returns the words that a search by beginnings compares. Each counts to the end of the name, so "Jo van den Berg" has
 * "jovandenberg", "vandenberg", "denberg" and "berg".
 */
export function searchStarts(name: string): string[] {
  const text = fold(name);
  const found = [...text.matchAll(/(?<=^| )\S/gu)].map(({ index }) => text.slice(index).replaceAll(' ', ''));
  return [...new Set(found.map((word) => word.slice(0, MOST_OF_WORD)))].slice(0, MOST_WORDS);
}

function fieldsOf({ name, email, phone, people = [] }: SearchedClient) {
  const asOne = searchable(name);
  const others = people.flatMap((person) => [person.name, person.email]);
  const text = `${asOne}\n${searchable(email, ...others)}`;
  return { name: fold(name), asOne, text, digits: digitsOf(phone ?? '') };
}

const known = new WeakMap<SearchedClient, ReturnType<typeof fieldsOf>>();

/** Returns the normalised fields of a client, cached per client object. */
export function searchedFields(client: SearchedClient) {
  const fields = known.get(client) ?? fieldsOf(client);
  known.set(client, fields);
  return fields;
}

const typedDigits = (typed: string) => {
  const digits = LOOKS_LIKE_PHONE.test(typed) ? digitsOf(typed) : '';
  return digits.length >= LEAST_DIGITS ? digits : undefined;
};

/** Returns the longest typed word, to compare with {@link searchStarts}; blank for an email address or phone number. */
export const searchStart = (typed: string): string =>
  typed.includes('@') || typedDigits(typed) !== undefined
    ? ''
    : fold(typed)
        .split(' ')
        .reduce((longest, word) => (word.length > longest.length ? word : longest), '')
        .slice(0, MOST_OF_WORD);

/**
 * Returns a test for clients; undefined if nothing was typed. It looks for each word in names and email addresses of all
 * people, and for digits in the phone number.
 */
export function searchClient(typed: string): ((client: SearchedClient) => boolean) | undefined {
  const wanted = fold(typed);
  if (!wanted) return undefined;
  const isFound = searchFor(wanted);
  const digits = typedDigits(typed);
  return (client) => {
    const { text, digits: own } = searchedFields(client);
    return isFound(text) || (digits !== undefined && own.includes(digits));
  };
}

export function searchClients<C extends SearchedClient>(clients: readonly C[], typed: string): readonly C[] {
  const isFound = searchClient(typed);
  return isFound ? clients.filter(isFound) : clients;
}

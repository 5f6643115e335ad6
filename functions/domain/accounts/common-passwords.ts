import { mayHold } from './bloom-filter.ts';

/** Signs and digits that people type instead of letters. */
const LETTERS: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'i',
  '!': 'i',
  '|': 'i',
  '3': 'e',
  '€': 'e',
  '4': 'a',
  '@': 'a',
  '5': 's',
  $: 's',
  '7': 't',
  '+': 't',
  '8': 'b',
};
/** Words of this product that are tried first on it, and are not on the list. */
const OWN_WORDS = ['onboarding', 'portal', 'adviser', 'advisor'];
/** Shorter words are parts of too many good passwords. */
const LEAST_WORD = 4;
const ENDING = /[^\p{L}]+$/u;
const ROWS = ['abcdefghijklmnopqrstuvwxyz', '01234567890', 'qwertyuiop', 'asdfghjkl', 'zxcvbnm'];
const RUNS = [...ROWS, ...ROWS.map((row) => [...row].reverse().join(''))];

const unmasked = (text: string, one: string) =>
  [...text].map((sign) => (sign === '1' ? one : (LETTERS[sign] ?? sign))).join('');

/** Returns a password with signs read as letters, each with and without what follows its last letter. */
function readings(password: string): string[] {
  const text = password.toLowerCase();
  const word = text.replace(ENDING, '');
  const words = word.length < LEAST_WORD ? [] : [word, unmasked(word, 'i'), unmasked(word, 'l')];
  return [...new Set([text, unmasked(text, 'i'), unmasked(text, 'l'), ...words])];
}

/** Returns true if a password is one character repeated, or a run of the alphabet, the digits or a row of keys. */
export function isRun(password: string): boolean {
  const text = password.toLowerCase();
  return (
    new Set(text).size <= 1 ||
    [text, text.replace(ENDING, '')].some((run) => run.length >= LEAST_WORD && RUNS.some((row) => row.includes(run)))
  );
}

/**
 * Returns true if a password is a common one, also with signs for letters or figures after it; one in some 2 000 others seems
 * to be. Loads the list with the first password.
 */
export async function isCommon(password: string): Promise<boolean> {
  const { default: filter } = await import('./common-password-filter.ts');
  return readings(password).some((reading) => OWN_WORDS.includes(reading) || mayHold(filter, reading));
}

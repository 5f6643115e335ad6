import { PASSWORD_MIN } from '#shared/rules/limits.ts';
import { ADVISER_MESSAGES } from '#shared/rules/people.ts';
import { invalid } from '../../services/errors.ts';
import type { Settings } from '../../services/settings.ts';
import { mayHold } from './bloom-filter.ts';

/** Shorter parts of a name occur in too many words. */
const LEAST_LETTERS = 4;
const NO_LETTERS = /[^\p{L}\p{M}]+/u;

const folded = (text: string) => text.normalize('NFKC').toLowerCase();
const partsOf = (text: string) => folded(text).split(NO_LETTERS);

/** Returns true if a password contains a name, or a part of one, with at least four letters. */
function holdsAny(password: string, names: readonly string[]): boolean {
  const [text, letters] = [folded(password), partsOf(password).join('')];
  return names.some((name) => {
    const parts = partsOf(name);
    const asOne = parts.join('');
    const isHeld = (part: string) => part.length >= LEAST_LETTERS && text.includes(part);
    return parts.some(isHeld) || (asOne.length >= LEAST_LETTERS && letters.includes(asOne));
  });
}

interface Holder {
  name: string;
  email: string;
}

/** Throws 400 for a password that is short, common, a run or contains a name, if the settings refuse these. */
export async function checkNewPassword(
  field: 'password' | 'newPassword' | 'new',
  password: string,
  { name, email }: Holder,
  { staff, firm }: Pick<Settings, 'staff' | 'firm'>,
): Promise<void> {
  if (!staff.refuseCommonPasswords) return;
  if (password.length < PASSWORD_MIN.own) throw invalid(field, ADVISER_MESSAGES.shortPassword);
  const [beforeAt = ''] = email.split('@', 1);
  if (holdsAny(password, [name, beforeAt, firm.name]) || (await isCommon(password)))
    throw invalid(field, ADVISER_MESSAGES.commonPassword);
  if (isRun(password)) throw invalid(field, ADVISER_MESSAGES.simplePassword);
}

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
const OWN_WORDS = ['onboarding', 'portal', 'adviser', 'advisor'];
/** Shorter words are parts of too many good passwords. */
const LEAST_WORD = 4;
const ENDING = /[^\p{L}]+$/u;
const ROWS = ['abcdefghijklmnopqrstuvwxyz', '01234567890', 'qwertyuiop', 'asdfghjkl', 'zxcvbnm'];
const RUNS = [...ROWS, ...ROWS.map((row) => [...row].reverse().join(''))];

const unmasked = (text: string, digitOne: string) =>
  [...text].map((sign) => (sign === '1' ? digitOne : (LETTERS[sign] ?? sign))).join('');

/** Returns a text in lower case, without accents and full-width forms. */
const plain = (text: string) => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();

/** Returns the repeated unit of a text, such as "abc" of "abcabcab"; the text itself if nothing repeats. */
function repeated(text: string): string {
  const length = [...text].findIndex((_, size) => size > 0 && text.startsWith(text.slice(size)));
  return length > 0 && length <= text.length / 2 ? text.slice(0, length) : text;
}

/** Returns the only word of a text, ignoring digits and other characters; blank if there are several. */
function onlyWord(text: string): string {
  const words = new Set(text.split(NO_LETTERS).filter(Boolean));
  const [word = ''] = words;
  return words.size === 1 ? word : '';
}

/** Returns the spellings to look up: password, repeated unit and only word, also with replaced letters restored. */
function readings(password: string): string[] {
  const text = repeated(plain(password));
  const words = [text.replace(ENDING, ''), onlyWord(text)].filter((word) => word.length >= LEAST_WORD);
  return [
    ...new Set(
      [plain(password), text, ...words].flatMap((spelling) => [
        spelling,
        unmasked(spelling, 'i'),
        unmasked(spelling, 'l'),
      ]),
    ),
  ];
}

/** Returns true for one or two different characters, a short repeated unit, or a run of letters, digits or keys. */
function isRun(password: string): boolean {
  const text = plain(password);
  return (
    new Set(text).size <= 2 ||
    repeated(text).length < LEAST_WORD ||
    [text, text.replace(ENDING, '')].some((run) => run.length >= LEAST_WORD && RUNS.some((row) => row.includes(run)))
  );
}

/** Returns true for a common password, also disguised. Wrong for 1 in 2,000, because it looks up several spellings. */
export async function isCommon(password: string): Promise<boolean> {
  const { default: filter } = await import('./common-password-filter.ts');
  return readings(password).some((reading) => OWN_WORDS.includes(reading) || mayHold(filter, reading));
}

import { refused } from './refusals.ts';

/** Tokens of one upload: two seconds of reading on one core. A table of 32 MB with a formula in each cell has two million. */
const MAX_TOKENS = 3_000_000;
/** Unpacked bytes of one upload: about three seconds. */
const MAX_UNPACKED = 512 * 1024 * 1024;
const MAX_RATIO = 100;
const MAX_FILES = 1000;
const MAX_FILES_OF_ALL = 10_000;
/** Groups, fields or values that are open at a time. Programs nest a few dozen. */
export const MAX_OPEN = 1000;

/** Work that one upload may cause, counted before it is done. Throws 400 if it is used up. */
export class Budget {
  readonly spent = { tokens: 0, bytes: 0, files: 0 };
  readonly #mostBytes: number;

  /** `size` is the length of the upload in bytes. */
  constructor(size: number) {
    this.#mostBytes = size * MAX_RATIO;
  }

  /** Counts a token of XML, rich text or a mail. */
  token(): void {
    this.spent.tokens += 1;
    if (this.spent.tokens > MAX_TOKENS) throw refused('hidden');
  }

  /** Counts unpacked bytes. */
  unpack(bytes: number): void {
    this.spent.bytes += bytes;
    if (this.spent.bytes > this.#mostBytes) throw refused('bomb');
    if (this.spent.bytes > MAX_UNPACKED) throw refused('hidden');
  }

  /** Counts one more file of an archive that has had `before`. */
  file(before: number): void {
    this.spent.files += 1;
    if (before >= MAX_FILES || this.spent.files > MAX_FILES_OF_ALL) throw refused('crowded');
  }
}

/** Throws 400 for more open groups than {@link MAX_OPEN}. */
export function checkOpen(count: number): void {
  if (count > MAX_OPEN) throw refused('hidden');
}

import { HOUR_SECONDS } from './time.ts';
/** Returns "1 document" or "2 documents", for nouns with a plural in s. */
export const countOf = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`;

/** Returns "1 task is still open" or "2 tasks are still open"; undefined for none. */
export const stillLeft = (count: number, noun: string, state: string) =>
  count > 0 ? `${countOf(count, noun)} ${count === 1 ? 'is' : 'are'} still ${state}` : undefined;

/** Returns "1,000" for whole numbers. Not by `Intl`, as reading a locale's data delays the first screen by 17 ms. */
export const grouped = (count: number) => String(count).replace(/\B(?=(\d{3})+$)/g, ',');

/** Returns "a", "a and b" or "a, b and c". */
export const listOf = (words: readonly string[]) =>
  [words.slice(0, -1).join(', '), words.at(-1) ?? ''].filter((part) => part !== '').join(' and ');

/** Formats seconds as whole minutes, or as whole hours from an hour and a half. */
export const timeOf = (seconds: number) =>
  seconds < 1.5 * HOUR_SECONDS
    ? countOf(Math.ceil(seconds / 60), 'minute')
    : countOf(Math.ceil(seconds / HOUR_SECONDS), 'hour');

/** "1 document", "2 documents": how many of what, by a noun whose plural ends in s. */
export const countOf = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`;

/** "a", "a and b", "a, b and c". */
export const listOf = (words: readonly string[]) =>
  [words.slice(0, -1).join(', '), words.at(-1) ?? ''].filter((part) => part !== '').join(' and ');

const HOUR = 60 * 60;
/** A time to wait in words, from seconds: whole minutes, from an hour and a half on whole hours. */
export const timeOf = (seconds: number) =>
  seconds < 1.5 * HOUR ? countOf(Math.ceil(seconds / 60), 'minute') : countOf(Math.ceil(seconds / HOUR), 'hour');

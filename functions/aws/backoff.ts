import { setTimeout as wait } from 'node:timers/promises';

/** Waits before the nth repetition (from 1): longer each time, by chance, so that those who met do not meet again. */
export const backoff = (nth: number): Promise<void> => wait(Math.random() * 40 * 2 ** nth);

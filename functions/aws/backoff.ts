import { setTimeout as wait } from 'node:timers/promises';

/**
 * Exponential backoff with full jitter before retry n (1-based), so that requests that collided do not collide again.
 */
export const backoff = (nth: number): Promise<void> => wait(Math.random() * 40 * 2 ** nth);

import { MINUTE_MS } from '#shared/rules/time.ts';

const QUARTER_MS = 15 * MINUTE_MS;

/** Runs the tick each quarter of an hour; returns a function that stops it. Overlapping ticks are harmless. */
export function driveTick(tick: () => Promise<unknown>): () => void {
  let timer: NodeJS.Timeout;
  const wait = () => {
    timer = setTimeout(fire, QUARTER_MS - (Date.now() % QUARTER_MS));
  };
  const fire = () => {
    tick().catch((error: unknown) => console.error(`The tick failed: ${error}`));
    wait();
  };
  wait();
  return () => clearTimeout(timer);
}

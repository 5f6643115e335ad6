const QUARTER_MS = 15 * 60_000;

/**
 * Runs the tick at the beginning of each quarter of an hour, for an emulator that fires no schedule. A tick that both run does no
 * harm. Returns what stops it.
 */
export function driveTick(tick: () => Promise<unknown>): () => void {
  let timer: NodeJS.Timeout;
  const wait = () => {
    timer = setTimeout(run, QUARTER_MS - (Date.now() % QUARTER_MS));
  };
  const run = () => {
    tick().catch((error: unknown) => console.error(`The tick failed: ${error}`));
    wait();
  };
  wait();
  return () => clearTimeout(timer);
}

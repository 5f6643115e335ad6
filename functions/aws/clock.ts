import { get, type Key } from './table.ts';

/** Key of the test clock, which only local runs with TEST_CLOCK=1 use. */
export const CLOCK: Key = { pk: 'CLOCK', sk: 'CLOCK' };

export interface ClockItem extends Key {
  at: string;
  setAt: string;
}

export async function currentTime(): Promise<Date> {
  const now = new Date();
  if (process.env.TEST_CLOCK !== '1') return now;
  const clock = await get<ClockItem>(CLOCK);
  return clock ? new Date(Date.parse(clock.at) + now.getTime() - Date.parse(clock.setAt)) : now;
}

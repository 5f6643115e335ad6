import { CLOCK, type ClockItem } from '#functions/aws/clock.ts';
import { put, remove } from '#functions/aws/table.ts';

/** Sets the time of this process, which was started with TEST_CLOCK=1; it runs on from there. The deployed functions know nothing of it. */
export async function setTime(at: Date): Promise<void> {
  const item: ClockItem = { ...CLOCK, at: at.toISOString(), setAt: new Date().toISOString() };
  await put({ ...item });
}

/** Gives this process the real time again. */
export const realTime = () => remove(CLOCK);

import { expect, test, vi } from 'vitest';
import { Conflict, retried } from '#functions/aws/retry.ts';

test('a lasting conflict is thrown after twelve attempts, also if one retry is within another', async () => {
  const chance = vi.spyOn(Math, 'random').mockReturnValue(0);
  const act = vi.fn(() => Promise.reject(new Conflict()));
  await expect(retried(() => retried(act))).rejects.toBeInstanceOf(Conflict);
  expect(act).toHaveBeenCalledTimes(12);
  chance.mockRestore();
});

test('pauses between attempts grow to two seconds and take under 15 in all', async () => {
  vi.resetModules();
  const pauses: number[] = [];
  vi.doMock('node:timers/promises', () => ({ setTimeout: async (pause: number) => void pauses.push(pause) }));
  const chance = vi.spyOn(Math, 'random').mockReturnValue(1);
  const retry = await import('#functions/aws/retry.ts');
  await retry.retried(() => Promise.reject(new retry.Conflict())).catch(() => undefined);
  chance.mockRestore();
  expect(pauses).toEqual([80, 160, 320, 640, 1280, ...Array(6).fill(2000)]);
  expect(pauses.reduce((sum, pause) => sum + pause)).toBeLessThan(15_000);
});

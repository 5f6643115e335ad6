import { expect, test } from 'vitest';
import { eachPart } from '../../web/src/lib/large-files/parts.ts';

test('parts are handled two at a time, and none after a failure', async () => {
  const begun: PromiseWithResolvers<void>[] = [];
  const all = eachPart([0, 1, 2, 3, 4], (index) => {
    begun[index] = Promise.withResolvers();
    return begun[index].promise;
  });
  expect(begun).toHaveLength(2);
  begun[1]?.resolve();
  await begun[1]?.promise;
  expect(begun).toHaveLength(3);
  begun[0]?.reject(new Error('lost'));
  await expect(all).rejects.toThrow('lost');
  begun[2]?.resolve();
  await begun[2]?.promise;
  expect(begun).toHaveLength(3);
});

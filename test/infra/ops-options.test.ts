import { expect, test } from 'vitest';
import { ops } from '#infra/ops/ops.ts';
import { printed } from '../support/operator.ts';

test.each([
  [['unlock', '--email', ''], '--email is empty: check that its variable is set.'],
  [['verify', '--client', ''], '--client is empty'],
  [['export', '--client', 'c'], '"export" also needs --out.'],
  [['restore', '--all'], '"restore" also needs --from and --at.'],
])('the command %j reports the missing option in one line, without the whole help', async (args, sentence) => {
  const { code, output } = await printed(() => ops(args));
  expect([code, output]).toEqual([1, expect.stringContaining(sentence)]);
  expect(output.trim().split('\n')).toHaveLength(1);
});

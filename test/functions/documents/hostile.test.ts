import { expect, test } from 'vitest';
import { Budget } from '#functions/domain/documents/files/budget.ts';
import { checkFile } from '#functions/domain/documents/files/check.ts';
import { REFUSALS } from '#shared/rules/refusals.ts';
import { hostileFiles } from '../../support/files/hostile.ts';

const MB = 1024 * 1024;

/** Files that open more groups, fields or archives than any program. */
const REFUSED = /^(open fields|(groups|fields|templates) of rich text|gzip in gzip$)/;

test.each(hostileFiles())(
  'one megabyte with too many $about costs counted work in proportion',
  async ({ about, name, make }) => {
    const bytes = make(MB);
    const budget = new Budget(bytes.length);
    const answer = await checkFile(name, bytes, budget).then(
      () => 'accepted',
      ({ message }: Error) => message,
    );
    if (REFUSED.test(about)) expect(answer).toBe(REFUSALS.hidden);
    // A token has a byte at least, and is read once in its element and once in its attribute.
    expect(budget.spent.tokens).toBeLessThanOrEqual(2 * MB);
    expect(budget.spent.bytes).toBeLessThanOrEqual(2 * MB);
    // The first one too many is counted.
    expect(budget.spent.files).toBeLessThanOrEqual(1001);
  },
);

test('a file of more than three million tokens is rejected', async () => {
  const { name, make } = hostileFiles().find(({ about }) => about === 'small elements') ?? expect.fail();
  await expect(checkFile(name, make(31 * MB))).rejects.toThrow(REFUSALS.hidden);
});

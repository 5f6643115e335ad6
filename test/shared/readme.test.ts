import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { roundsTable } from '../api/rounds-table.ts';
import { withoutPadding } from '../support/markdown.ts';

test('the README shows the rounds that the tests count', async () => {
  expect(withoutPadding(await readFile('README.md', 'utf8'))).toContain(withoutPadding(roundsTable()));
});

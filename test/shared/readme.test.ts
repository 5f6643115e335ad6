import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { roundsTable } from '../api/requests/rounds-table.ts';
import { withoutPadding } from '../support/markdown.ts';

test('the architecture page shows the rounds that the tests count', async () => {
  expect(withoutPadding(await readFile('docs/architecture.md', 'utf8'))).toContain(withoutPadding(roundsTable()));
});

test('the README is for someone in a hurry: 90 lines at most, and its links lead somewhere', async () => {
  const page = await readFile('README.md', 'utf8');
  expect(page.trimEnd().split('\n').length).toBeLessThanOrEqual(90);
  const links = [...page.matchAll(/\]\((?!http)([^)#]+)/g)].map(([, to = '']) => to);
  expect(links.filter((to) => !existsSync(to))).toEqual([]);
});

import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const sources = globSync(['functions/**/*.ts', 'infra/**/*.ts'], { exclude: ['infra/{ops,local}/**'] });

test('no function scans the table, and none may', () => {
  expect(sources.length).toBeGreaterThan(40);
  const scanning = sources.filter((file) => /\bScan(Command)?\b|dynamodb:(Scan|\*)/.test(readFileSync(file, 'utf8')));
  expect(scanning).toEqual([]);
});

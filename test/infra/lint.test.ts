import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { expect, test } from 'vitest';
import { DEPLOYMENTS } from '#infra/lint/variants.ts';

test('the linted deployments cover every setting', () => {
  const settings = Object.keys(parseEnv(readFileSync('infra/settings/example.env', 'utf8')));
  const taken = new Set(Object.values(DEPLOYMENTS).flatMap(({ file }) => Object.keys(file)));
  expect(settings.filter((name) => !taken.has(name))).toEqual([]);
});

test.each(['.cfnlintrc.yaml', '.checkov.yaml'])('every check disabled in %s has a reason in a sentence', (file) => {
  const lines = readFileSync(file, 'utf8').split('\n');
  const skipped = lines.flatMap((line, at) => (/^ +- (W|E|CKV_)/.test(line) ? [lines[at - 1]] : []));
  expect(skipped).not.toEqual([]);
  for (const reason of skipped) expect(reason).toMatch(/^ +# [A-Z].{20,}\.$/);
});

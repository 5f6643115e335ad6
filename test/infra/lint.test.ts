import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { expect, test } from 'vitest';
import { DEPLOYMENTS } from '#infra/lint/variants.ts';

test('the linted deployments change every setting of the example', () => {
  const example = Object.entries(parseEnv(readFileSync('infra/settings/example.env', 'utf8')));
  const files: Record<string, string>[] = Object.values(DEPLOYMENTS).map(({ file }) => file);
  const unchanged = example.filter(([name, value]) => files.every((file) => file[name] === value));
  // Only the text of ARNs and endpoints depends on the region.
  expect(unchanged.map(([name]) => name)).toEqual(['AWS_REGION']);
});

test.each(['.cfnlintrc.yaml', '.checkov.yaml'])('every check disabled in %s has a reason in a sentence', (file) => {
  const lines = readFileSync(file, 'utf8').split('\n');
  const skipped = lines.flatMap((line, at) => (/^ +- (W|E|CKV_)/.test(line) ? [lines[at - 1]] : []));
  expect(skipped).not.toEqual([]);
  for (const reason of skipped) expect(reason).toMatch(/^ +# [A-Z].{20,}\.$/);
});

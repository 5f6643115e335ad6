import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { costPage, ratio } from '../bench/costs.ts';
import { withoutPadding } from '../support/markdown.ts';

test('the cost page says what the counted calls cost', () => {
  expect(withoutPadding(readFileSync('docs/costs.md', 'utf8'))).toBe(withoutPadding(costPage()));
});

test('a read costs little more than API Gateway asks for passing it on', () => {
  expect(ratio('GET /api/clients/{id}')).toBeLessThanOrEqual(1.2);
  expect(ratio('GET /api/clients')).toBeLessThanOrEqual(1.25);
});

import { expect, test } from 'vitest';
import { guides } from '../docs.ts';
import { withoutPadding } from '../support/markdown.ts';

test.each(guides())('the generated parts of $file are up to date', ({ page, wanted }) => {
  expect(withoutPadding(page) === withoutPadding(wanted), 'Out of date: run `npm run docs`').toBe(true);
});

import { expect, test } from 'vitest';
import { previewOf } from '#functions/domain/inbox/notice-page.ts';

test.each([
  ['Can we talk on Friday?', 'Can we talk on Friday?'],
  ['\n Dear Ruth,\nI have a question.', 'Dear Ruth,…'],
  ['x'.repeat(161), `${'x'.repeat(160)}…`],
  ['\u{1F600}'.repeat(161), `${'\u{1F600}'.repeat(160)}…`],
])('the preview of %j is its first line, cut to 160 characters', (content, preview) => {
  expect(previewOf(content)).toBe(preview);
});

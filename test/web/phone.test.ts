import { expect, test } from 'vitest';
import { phoneLink } from '../../web/src/features/portal/phone.ts';

test.each([
  ['020 7946 0000', 'tel:02079460000'],
  [' (020) 7946-0000 ', 'tel:02079460000'],
  ['+44 20 7946 0000', 'tel:+442079460000'],
  ['+44 (0)20 7946 0000', 'tel:+442079460000'],
  ['0800 123 456 ext. 12', 'tel:0800123456'],
  ['0800 123 456 x12', 'tel:0800123456'],
])('%s is dialled as %s', (number, link) => {
  expect(phoneLink(number)).toBe(link);
});

import { expect, test } from 'vitest';
import { markedAfter } from '../../web/src/ui/overlay/menu-keys.ts';

const ENTRIES = [{ label: 'Assign Task…' }, { label: 'Email Portal Link' }, { label: 'Copy Portal Link' }];
const [FIRST, MIDDLE, LAST] = ['Assign-Task-', 'Email-Portal-Link', 'Copy-Portal-Link'];

test.each([
  ['ArrowDown', null, FIRST],
  ['ArrowDown', FIRST, MIDDLE],
  ['ArrowDown', LAST, LAST],
  ['ArrowUp', null, LAST],
  ['ArrowUp', LAST, MIDDLE],
  ['ArrowUp', FIRST, FIRST],
  ['Home', LAST, FIRST],
  ['End', FIRST, LAST],
  ['c', null, LAST],
  ['A', LAST, FIRST],
  ['e', MIDDLE, MIDDLE],
  ['x', MIDDLE, undefined],
  ['Enter', FIRST, undefined],
  ['Tab', FIRST, undefined],
] as const)('the key %s moves the highlight from %s to %s', (key, marked, next) =>
  expect(markedAfter(key, ENTRIES, marked)).toBe(next),
);

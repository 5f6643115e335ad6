import { expect, test } from 'vitest';
import { markedAfter } from '../../web/src/ui/menu-keys.ts';

const ENTRIES = [{ label: 'Assign task…' }, { label: 'Email portal link' }, { label: 'Copy portal link' }];
const [FIRST, MIDDLE, LAST] = ['Assign-task-', 'Email-portal-link', 'Copy-portal-link'];

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
] as const)('%s from %s marks %s', (key, marked, next) => expect(markedAfter(key, ENTRIES, marked)).toBe(next));

import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { registration } from '#shared/contract/advisers.ts';
import { clientChange } from '#shared/contract/clients.ts';
import { newPlan } from '#shared/contract/journey.ts';
import { newTask } from '#shared/contract/tasks.ts';
import { charactersLeft } from '../../web/src/ui/form/characters-left.ts';
import { limitOf } from '../../web/src/ui/overlay/form-dialog.tsx';

test.each([
  [9000, undefined],
  [9001, { text: '900 characters left', isOver: false }],
  [9899, { text: '100 characters left', isOver: false }],
  [9901, { text: '99 characters left', isOver: false }],
  [9999, { text: '1 character left', isOver: false }],
  [10_000, { text: '0 characters left', isOver: false }],
  [10_001, { text: '1 character too many: at most 10,000 fit', isOver: true }],
  [12_345, { text: '2,345 characters too many: at most 10,000 fit', isOver: true }],
])('counts the remaining characters correctly after %i of 10,000', (length, said) => {
  expect(charactersLeft('a'.repeat(length), 10_000)).toEqual(said);
});

test('shows no remaining characters for a field without a limit', () =>
  expect(charactersLeft('a'.repeat(99_999), undefined)).toBeUndefined());

test.each([
  ['a task’s title', newTask, 'title', 200],
  ['a task’s description', newTask, 'description', 10_000],
  ['a client’s notes', clientChange, 'description', 10_000],
  ['a link', clientChange, 'pipedriveLink', 2000],
  ['an address', registration, 'email', 254],
  ['a plan’s provider', newPlan, 'provider', 200],
  ['a role', registration, 'role', undefined],
  ['a password', registration, 'password', undefined],
  ['a number', newPlan, 'approxValuation', undefined],
  ['an unknown field', newTask, 'other', undefined],
  ['a schema without fields', z.string(), 'title', undefined],
])('takes the limit of %s from its schema', (_, schema, field, limit) => {
  expect(limitOf(schema, field)).toBe(limit);
});

import { expect, test } from 'vitest';
import { afterWords, byWords } from '../../web/src/app/palette/items.ts';

const TARGETS = [
  { label: 'Add Client', words: 'new create' },
  { label: 'Logout', words: 'log out sign out' },
  { label: 'Clients: Urgent', words: 'filter' },
  { label: 'New Year', words: 'password' },
];

test.each([
  ['add client', ['Add Client']],
  ['client add', ['Add Client']],
  ['log out', ['Logout']],
  ['URGENT', ['Clients: Urgent']],
  ['new', ['New Year', 'Add Client']],
  ['pass', ['New Year']],
  ['ass', []],
])('a search for “%s” matches labels and keywords, labels first', (text, found) =>
  expect(byWords(TARGETS, text).map(({ label }) => label)).toEqual(found),
);

test.each([
  ['assign mia', 'mia'],
  ['Assign Task to Mia Wood', 'mia wood'],
  ['task', ''],
  ['to mia', undefined],
  ['mia', undefined],
])('extracts from the command “%s” the name %o', (text, name) => expect(afterWords('assign task to', text)).toBe(name));

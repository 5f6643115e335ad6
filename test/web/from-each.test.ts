import { expect, test } from 'vitest';
import { shortNames, titlesFor } from '../../web/src/parts/request/from-each.ts';

test.each([
  [
    ['Sarah Smith', 'Rob Smith'],
    ['Sarah', 'Rob'],
  ],
  [
    ['Sarah & Rob Smith', 'Rob Smith'],
    ['Sarah', 'Rob'],
  ],
  [
    ['Mrs Sarah Smith', 'Dr. Rob Smith'],
    ['Sarah', 'Rob'],
  ],
  [
    ['Alex Smith', 'alex Jones', 'Rob Smith'],
    ['Alex Smith', 'alex Jones', 'Rob'],
  ],
  [
    ['Mr', ' Cher '],
    ['Mr', 'Cher'],
  ],
])('%j are told apart as %j', (names, short) => expect(shortNames(names)).toEqual(short));

test('a line that is asked of each person names them', () =>
  expect(titlesFor('Passport', ['Sarah', 'Rob'])).toEqual(['Passport (Sarah)', 'Passport (Rob)']));

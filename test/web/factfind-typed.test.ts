import { describe, expect, test } from 'vitest';
import { SECTIONS } from '#shared/rules/factfind-questions.ts';
import type { Question } from '#shared/rules/factfind-shape.ts';
import { readTyped, type Typed, typedOf, withChoice } from '../../web/src/parts/factfind/typed.ts';

function questionAt(section: string, id: string): Question {
  const found = SECTIONS.find((one) => one.id === section)?.questions.find((one) => one.id === id);
  if (!found) throw new Error(`No question ${section}.${id}`);
  return found;
}

const PAY = questionAt('work', 'pay');
const SINCE = questionAt('you', 'since');
const PENSIONS = questionAt('pensions', 'pensions');
const HELD = questionAt('know', 'held');
const POUNDS = 'Must be a whole number of pounds, 0 or more';

describe('the text of a field', () => {
  test.each<[string, Question, Typed | undefined, unknown]>([
    ['pounds with a comma', PAY, '£1,200', 1200],
    ['pounds with spaces and empty pence', PAY, ' 1 200.00', 1200],
    ['an age', questionAt('work', 'stop'), '67', 67],
    ['a line with spaces around it', questionAt('you', 'name'), ' Mia ', 'Mia'],
    ['a month', SINCE, '2019-05', '2019-05'],
    ['a month without parts', SINCE, '-', undefined],
    ['spaces', questionAt('you', 'name'), '  ', undefined],
    ['no', questionAt('you', 'us'), false, false],
    ['no choice', HELD, [], undefined],
    ['choices', HELD, ['funds'], ['funds']],
    [
      'a row with blank fields',
      PENSIONS,
      [{ id: 'abcdefgh', with: 'Aviva', worth: '' }],
      [{ id: 'abcdefgh', with: 'Aviva' }],
    ],
    ['a blank row, which does not say “none”', PENSIONS, [{ id: 'abcdefgh' }], undefined],
    ['none of a list', PENSIONS, [], []],
  ])('reads %s', (_, question, typed, value) => {
    expect(readTyped(question, typed)).toEqual({ value });
  });

  test.each<[string, Question, Typed, Record<string, string>]>([
    ['pence', PAY, '12.50', { '': POUNDS }],
    ['words for pounds', PAY, 'about 1000', { '': POUNDS }],
    ['a month without its year', SINCE, '-05', { '': 'Choose the month, and write the year with four digits' }],
    ['a date without its year', questionAt('you', 'born'), '?', { '': 'Must be a date' }],
    ['a wrong field of a row', PENSIONS, [{ id: 'abcdefgh', with: 'Aviva', worth: 'x' }], { 'abcdefgh.worth': POUNDS }],
  ])('is refused for %s', (_, question, typed, errors) => {
    expect(readTyped(question, typed)).toEqual({ errors });
  });

  test('the text of a stored answer reads as the same answer', () => {
    const rows = [{ id: 'abcdefgh', with: 'Aviva', worth: 12_000 }];
    expect(readTyped(PENSIONS, typedOf(rows))).toEqual({ value: rows });
    expect(readTyped(PENSIONS, typedOf([]))).toEqual({ value: [] });
    expect(readTyped(PAY, typedOf(0))).toEqual({ value: 0 });
  });
});

test('“None” and the other options exclude each other', () => {
  expect(withChoice(['funds', 'shares'], 'none', true)).toEqual(['none']);
  expect(withChoice(['none'], 'funds', true)).toEqual(['funds']);
  expect(withChoice(['funds', 'shares'], 'funds', false)).toEqual(['shares']);
});

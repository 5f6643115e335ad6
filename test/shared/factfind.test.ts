import { describe, expect, test } from 'vitest';
import { type Answers, askedIn, pagesOf, progressOf, sectionAt, sectionsOf, stateOf } from '#shared/rules/factfind.ts';
import {
  type Given,
  isAnswered,
  isSameAnswer,
  problemOf,
  sayAnswer,
  type Value,
} from '#shared/rules/factfind-answers.ts';
import { SECTIONS } from '#shared/rules/factfind-questions.ts';
import { type Question, SECTION_IDS } from '#shared/rules/factfind-shape.ts';

const TODAY = '2026-12-01';
const ONE = { sections: SECTION_IDS, people: [1] };
const TWO = { sections: SECTION_IDS, people: [1, 2] };

const isGiven = (value: Value | Given): value is Given => typeof value === 'object' && !Array.isArray(value);

/** Answers from values by section and question: `{ 'you.us': true }`; of person 2, `{ 'you.2.us': true }`. */
function answersOf(values: Record<string, Value | Given>): Answers {
  const answers: Record<string, Record<string, Given>> = {};
  for (const [path, value] of Object.entries(values)) {
    const dot = path.lastIndexOf('.');
    const given = isGiven(value) ? value : { v: value };
    const section = path.slice(0, dot);
    answers[section] = { ...answers[section], [path.slice(dot + 1)]: given };
  }
  return answers;
}

const askedAt = (key: string, answers: Answers, form: Parameters<typeof sectionAt>[0] = ONE, today = TODAY) => {
  const at = sectionAt(form, key);
  return at ? askedIn(at, form, answers, today).map(({ id }) => id) : [];
};

const questions = SECTIONS.flatMap(({ id, questions }) =>
  questions.map((question) => ({ path: `${id}.${question.id}`, question })),
);
const questionAt = (path: string): Question => {
  const found = questions.find((one) => one.path === path);
  if (!found) throw new Error(`No question ${path}`);
  return found.question;
};

describe('list of questions', () => {
  test('has 77 questions in 12 sections, each with an id of its own', () => {
    expect(SECTIONS.map(({ id }) => id)).toEqual(SECTION_IDS);
    expect(new Set(questions.map(({ path }) => path)).size).toBe(77);
    expect(questions).toHaveLength(77);
  });

  test('keeps every text within 120 characters', () => {
    const texts = questions.flatMap(({ question: { text, help = '', fields = [], options = {} } }) => [
      text,
      help,
      ...fields.flatMap((field) => [field.text, ...Object.values(field.options ?? {})]),
      ...Object.values(options),
    ]);
    expect(texts.filter((text) => text.length > 120 || /['"]/.test(text))).toEqual([]);
  });

  test('gives options to choices alone, and rows with fields to lists alone', () => {
    for (const { path, question } of questions) {
      const { type, options, fields = [], row } = question;
      expect([path, options !== undefined]).toEqual([path, type === 'one' || type === 'some']);
      expect([path, fields.length > 0, row !== undefined]).toEqual([path, type === 'list', type === 'list']);
      expect(new Set(['id', ...fields.map(({ id }) => id)]).size, path).toBe(fields.length + 1);
      for (const field of fields) expect(field.options !== undefined, path).toBe(field.type === 'one');
    }
  });

  test('orders the pages of each section', () => {
    for (const { questions: asked } of SECTIONS) {
      const letters = asked.map(({ page }) => page);
      expect(letters).toEqual(letters.toSorted());
    }
  });

  test('makes conditions depend on earlier questions only', () => {
    const named = { under3years: ['since'], mortgaged: ['type', 'property'], alone: [] };
    for (const [place, { path, question }] of questions.entries()) {
      const section = path.split('.')[0];
      const keys = (question.when ?? []).flatMap((one) => (typeof one === 'string' ? named[one] : [one.key]));
      const paths = keys.map((key) => (key.includes('.') ? key : `${section}.${key}`));
      const earlier = questions.slice(0, place).map((one) => one.path);
      expect(earlier).toEqual(expect.arrayContaining(paths));
    }
  });
});

const WORKING = { 'work.status': 'self' };
const RETIRED = { 'work.status': 'retired' };
const ROW = [{ id: 'abcd1234', what: 'Flat' }];

/** Answers with which a question is asked, and answers with which it is not. */
const CONDITIONS: Record<string, [on: Record<string, Value | Given>, off: Record<string, Value | Given>]> = {
  'you.before': [{ 'you.since': '2023-12' }, { 'you.since': '2023-11' }],
  'you.where': [{ 'you.us': true }, { 'you.us': false }],
  'family.partner': [{ 'family.status': 'married' }, { 'family.status': 'divorced' }],
  'family.dependants': [{ 'family.children': true }, { 'family.children': { s: 'talk' } }],
  'family.past': [{ 'family.status': 'divorced' }, { 'family.status': 'single' }],
  'family.pastHow': [{ 'family.past': true }, { 'family.past': true, 'family.status': 'single' }],
  'work.job': [WORKING, RETIRED],
  'work.since': [WORKING, {}],
  'work.pay': [{ 'work.status': 'director' }, WORKING],
  'work.extra': [{ 'work.status': 'employed' }, { 'work.status': 'director' }],
  'work.profit': [WORKING, { 'work.status': 'employed' }],
  'work.dividends': [{ 'work.status': 'director' }, WORKING],
  'work.benefits': [{ 'work.status': 'employed' }, WORKING],
  'work.stop': [{ 'work.status': { s: 'unknown' } }, RETIRED],
  'work.changeHow': [{ 'work.change': true }, { 'work.change': false }],
  'spending.month': [{ 'spending.way': 'month' }, { 'spending.way': 'groups' }],
  'spending.home': [{ 'spending.way': 'groups' }, { 'spending.way': 'month' }],
  'spending.living': [{ 'spending.way': 'groups' }, {}],
  'spending.travel': [{ 'spending.way': 'groups' }, {}],
  'spending.people': [{ 'spending.way': 'groups' }, {}],
  'spending.leisure': [{ 'spending.way': 'groups' }, {}],
  'home.worth': [{ 'home.type': 'outright' }, { 'home.type': 'rented' }],
  'home.mortgages': [{ 'home.property': ROW }, { 'home.type': 'outright', 'home.property': [] }],
  'pensions.state': [{}, RETIRED],
  'cover.months': [WORKING, RETIRED],
  'wills.willWhen': [{ 'wills.will': true }, {}],
  'goals.later': [{ 'work.stop': 60 }, { 'work.stop': 60, ...RETIRED }],
  'goals.income': [{ 'work.stop': { s: 'unknown' } }, {}],
  'know.chose': [{}, { 'know.years': 'never' }],
  'know.fell': [{ 'know.years': 'over10' }, { 'know.years': 'never' }],
};

describe('conditions', () => {
  test('every conditional question is tested', () => {
    const conditional = questions.filter(({ question }) => question.when).map(({ path }) => path);
    expect(Object.keys(CONDITIONS)).toEqual(conditional);
  });

  test.each(Object.entries(CONDITIONS))('show %s, hide it, and show it again with its answer', (path, [on, off]) => {
    const [section = '', id = ''] = path.split('.');
    const own = { [path]: { s: 'talk' } } as const;
    const [shown, hidden] = [answersOf({ ...own, ...on }), answersOf({ ...own, ...off })];
    expect(askedAt(section, shown)).toContain(id);
    expect(askedAt(section, hidden)).not.toContain(id);
    expect(askedAt(section, shown)).toContain(id);
    expect([shown[section]?.[id], hidden[section]?.[id]]).toEqual([{ s: 'talk' }, { s: 'talk' }]);
  });

  test('mortgages of the home and of other property are asked for', () =>
    expect(askedAt('home', answersOf({ 'home.type': 'mortgage' }))).toContain('mortgages'));

  test('the partner’s name is asked for only if the partner is not on the form', () =>
    expect(askedAt('family', answersOf({ 'family.status': 'married' }), TWO)).not.toContain('partner'));

  test('a condition depends on answers of the same person', () => {
    const answers = answersOf({ 'work.status': 'retired', 'work.2.status': 'employed' });
    expect(askedAt('pensions', answers, TWO)).not.toContain('state');
    expect(askedAt('pensions.2', answers, TWO)).toContain('state');
    expect(askedAt('cover.2', answers, TWO)).toContain('months');
  });

  test('a condition of a common section is met by the answer of any person on the form', () => {
    const answers = answersOf({ 'work.2.stop': 60 });
    expect(askedAt('goals', answers, TWO)).toContain('later');
    expect(askedAt('goals', answers, ONE)).not.toContain('later');
  });

  test('a condition on a section outside the form is met', () => {
    const form = { sections: ['pensions', 'cover', 'goals'] as const, people: [1] };
    const answers = answersOf(RETIRED);
    expect(askedAt('pensions', answers, form)).toContain('state');
    expect(askedAt('cover', answers, form)).toContain('months');
    expect(askedAt('goals', answers, form)).toContain('later');
  });
});

describe('sections', () => {
  test('sections that ask each person follow one another', () =>
    expect(sectionsOf({ sections: ['work', 'you', 'family'], people: [1, 3] }).map(({ key }) => key)).toEqual([
      'you',
      'you.3',
      'family',
      'work',
      'work.3',
    ]));

  test.each(['you.2', 'wills', 'unknown'])('do not include %s if the form does not', (key) =>
    expect(sectionAt({ sections: ['you'], people: [1] }, key)).toBeUndefined(),
  );

  test('pages contain no hidden questions', () => {
    const at = sectionAt(ONE, 'spending');
    const pages = at ? pagesOf(at, ONE, answersOf({ 'spending.way': 'month' }), TODAY) : [];
    expect(pages.map(({ page, questions }) => [page, ...questions.map(({ id }) => id)])).toEqual([
      ['a', 'way', 'month'],
      ['c', 'left'],
      ['d', 'big'],
    ]);
  });

  test.each<[string, Record<string, Value | Given>]>([
    ['none', {}],
    ['started', { 'wills.will': true, 'wills.power': 'no', 'wills.trust': 'No' }],
    ['done', { 'wills.will': false, 'wills.power': { s: 'unknown' }, 'wills.trust': { s: 'talk' } }],
  ])('are “%s” by their asked questions', (state, values) => {
    const at = sectionAt(ONE, 'wills');
    expect(at && stateOf(at, ONE, answersOf(values), TODAY)).toBe(state);
  });

  test('progress counts sections of each person', () => {
    const answers = answersOf({ 'more.helper': 'No', 'more.else': 'No', 'wills.2.will': { s: 'talk' } });
    expect(progressOf(ONE, answers, TODAY)).toEqual({ done: 1, of: 12 });
    expect(progressOf(TWO, answers, TODAY)).toEqual({ done: 1, of: 18 });
  });
});

const row = (fields: object, id = 'abcd1234') => ({ id, ...fields });
const POUNDS = 'Must be a whole number of pounds, 0 or more';
const CHOOSE = 'Choose one of the answers';

test.each<[string, unknown[]]>([
  ['you.name', ['Zoë', 'a'.repeat(200)]],
  ['you.address', ['1 High Street\nLeeds', 'a'.repeat(1000)]],
  ['you.us', [true, false]],
  ['family.status', ['single']],
  ['work.benefits', [['none'], ['life', 'car']]],
  ['work.pay', [0, 1_000_000_000]],
  ['work.stop', [60]],
  ['you.born', ['1926-02-28', '2024-02-29']],
  ['you.since', ['2026-12']],
  ['pensions.pensions', [[], [row({})], [row({ with: 'Aviva', kind: 'final', worth: 0 }), row({}, 'ABCD-_34')]]],
])('%s accepts answers of its type', (path, values) =>
  expect(values.map((value) => problemOf(questionAt(path), value))).toEqual(values.map(() => undefined)),
);

test.each<[string, unknown, string]>([
  ['you.name', 'a'.repeat(201), 'At most 200 characters'],
  ['you.name', 'a\nb', 'Must be on one line'],
  ['you.name', ' \u200b', 'Must not be empty'],
  ['you.name', '\ud800', 'Must be text'],
  ['you.address', 'a'.repeat(1001), 'At most 1,000 characters'],
  ['you.address', ['1 High Street'], 'Must be text'],
  ['you.us', 'true', CHOOSE],
  ['family.status', 'toString', CHOOSE],
  ['work.benefits', 'life', CHOOSE],
  ['work.benefits', [], CHOOSE],
  ['work.benefits', ['life', 'life'], CHOOSE],
  ['work.benefits', ['none', 'life'], 'Choose “None of these” or other answers'],
  ['work.pay', 1.5, POUNDS],
  ['work.pay', -1, POUNDS],
  ['work.pay', Number.NaN, POUNDS],
  ['work.pay', '1200', POUNDS],
  ['work.pay', 1_000_000_001, 'At most £1,000,000,000'],
  ['work.stop', 121, 'Must be a whole number from 0 to 120'],
  ['you.born', '2026-02-30', 'Must be a date'],
  ['you.born', '2026-12-01T00:00Z', 'Must be a date'],
  ['you.born', '0198-01-01', 'Must be a date'],
  ['you.since', '2026-13', 'Must be a month'],
  ['you.since', ['2026-12'], 'Must be a month'],
  ['pensions.pensions', {}, 'Must be a list'],
  ['pensions.pensions', Array.from({ length: 21 }, () => row({})), 'At most 20 rows'],
])('%s refuses %j', (path, value, text) => expect(problemOf(questionAt(path), value)).toEqual({ text }));

test.each<[unknown, object]>([
  [null, { text: 'Must be a row' }],
  [{ id: 'short' }, { text: 'Must be 8 characters', field: 'id' }],
  [row({ worth: '1' }), { text: POUNDS, field: 'worth' }],
  [row({ kind: 'own', employer: -1 }), { text: POUNDS, field: 'employer' }],
  [row({ provider: 'Aviva' }), { text: 'Unknown field', field: 'provider' }],
  [JSON.parse('{"id":"abcd1234","__proto__":"x"}'), { text: 'Unknown field', field: '__proto__' }],
  [row({}, 'row00001'), { text: 'Must differ from row to row', field: 'id' }],
])('a list names the row and the field for which it refuses %j', (wrong, problem) =>
  expect(problemOf(questionAt('pensions.pensions'), [row({}, 'row00001'), wrong])).toEqual({ ...problem, row: 1 }),
);

test.each<[string, Given | undefined, string]>([
  ['you.name', { v: 'Sarah Smith' }, 'Sarah Smith'],
  ['you.us', { v: true }, 'Yes'],
  ['you.us', { v: false }, 'No'],
  ['family.status', { v: 'married' }, 'Married or in a civil partnership'],
  ['work.benefits', { v: ['life', 'car'] }, 'Life cover, Company car'],
  ['work.pay', { v: 1200 }, '£1,200'],
  ['work.stop', { v: 60 }, '60'],
  ['you.born', { v: '2026-12-03' }, '3 December 2026'],
  ['you.since', { v: '2026-12' }, 'December 2026'],
  ['pensions.pensions', { v: [] }, 'None'],
  [
    'pensions.pensions',
    { v: [row({ with: 'Aviva', worth: 120_000, kind: 'final' }), row({ mine: 0 })] },
    'Aviva · Final salary · £120,000\n£0 a month from me',
  ],
  ['home.mortgages', { v: [row({ lender: '$&', ends: '2040-05' })] }, '$& · ends May 2040'],
  ['you.name', { s: 'unknown' }, 'Doesn’t know'],
  ['you.name', { s: 'talk' }, 'Would rather talk about it'],
  ['you.name', {}, 'No answer'],
  ['you.name', undefined, 'No answer'],
])('%s says %j in words', (path, given, words) => {
  expect(sayAnswer(questionAt(path), given)).toBe(words);
  expect(isAnswered(given)).toBe(words !== 'No answer');
});

test('answers are the same in any order of fields and choices, but not of rows', () => {
  const [first, second] = [
    { id: 'abcdefgh', with: 'Aviva', worth: 12 },
    { worth: 12, with: 'Aviva', id: 'abcdefgh' },
  ];
  expect(isSameAnswer({ v: [first] }, { v: [second] })).toBe(true);
  expect(isSameAnswer({ v: ['funds', 'shares'] }, { v: ['shares', 'funds'] })).toBe(true);
  expect(isSameAnswer({ v: [first, { id: 'ijklmnop' }] }, { v: [{ id: 'ijklmnop' }, first] })).toBe(false);
  expect(isSameAnswer({ v: [] }, undefined)).toBe(false);
  expect(isSameAnswer({ s: 'talk' }, { s: 'unknown' })).toBe(false);
});

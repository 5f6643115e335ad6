import { describe, expect, test } from 'vitest';
import { LOA_LIMITS } from '#shared/rules/limits.ts';
import {
  allowedSteps,
  LOA_STATES,
  type LoaState,
  type LoaStep,
  loaFactsOf,
  nextChaseAfter,
  paceOf,
  refusedStep,
  type StoredStep,
  stateAfter,
  tailOf,
  USUAL_GAPS,
} from '#shared/rules/loas.ts';
import { providerKey } from '#shared/rules/provider-key.ts';
import { workingDaysBetween } from '#shared/rules/working-days.ts';

/** State after each step, in the order of the states; `-` if it is refused. */
const TABLE: Record<LoaStep, string> = {
  sent: 'sent - - - - sent -',
  acknowledged: '- acknowledged - - - - -',
  chased: '- sent acknowledged part - - -',
  part: '- part part part - - -',
  received: '- received received received - - -',
  rejected: '- rejected rejected rejected - - -',
  closed: 'closed closed closed closed - closed -',
};

test.each(Object.entries(TABLE) as [LoaStep, string][])('the step %s leads to: %s', (step, row) => {
  expect(LOA_STATES.map((state) => stateAfter(step, state) ?? '-').join(' ')).toBe(row);
});

test.each<[LoaState, string]>([
  ['to_send', 'sent closed'],
  ['part', 'chased part received rejected closed'],
  ['received', ''],
])('a letter that is %s allows: %s', (state, steps) => {
  expect(allowedSteps(state).join(' ')).toBe(steps);
});

test('a refusal names the state and the step', () => {
  expect(refusedStep('acknowledged', 'to_send')).toBe('A letter that is to be sent cannot be confirmed yet');
  expect(refusedStep('chased', 'received')).toBe('A letter that was answered cannot be chased');
});

const step = (name: LoaStep, on: string, more: Partial<StoredStep> = {}): StoredStep => ({
  step: name,
  on,
  at: `${on}T09:00:00.000Z`,
  by: 'Sam',
  ...more,
});

describe('the facts of a letter', () => {
  const sent = step('sent', '2026-11-02', { nextChase: '2026-11-09', typical: { from: 8, to: 21 } });

  test('follow its steps, up to the answer', () => {
    const steps = [sent, step('acknowledged', '2026-11-03', { nextChase: '2026-11-10' }), step('chased', '2026-11-10')];
    expect(loaFactsOf([])).toEqual({ state: 'to_send', chases: 0 });
    expect(loaFactsOf(steps.slice(0, 2))).toMatchObject({
      state: 'acknowledged',
      ackOn: '2026-11-03',
      nextChase: '2026-11-10',
    });
    const answered = loaFactsOf([
      ...steps,
      step('part', '2026-11-12', { gaps: ['charges'] }),
      step('received', '2026-11-16'),
    ]);
    expect(answered).toEqual({
      state: 'received',
      sentOn: '2026-11-02',
      ackOn: '2026-11-03',
      endedOn: '2026-11-16',
      gaps: ['charges'],
      typical: { from: 8, to: 21 },
      chases: 1,
    });
  });

  test('begin again when a returned letter is sent again', () => {
    const again = step('sent', '2026-11-20', { nextChase: '2026-11-27' });
    const facts = loaFactsOf([
      sent,
      step('chased', '2026-11-05'),
      step('rejected', '2026-11-10', { why: 'age' }),
      again,
    ]);
    expect(facts).toEqual({ state: 'sent', sentOn: '2026-11-20', nextChase: '2026-11-27', chases: 0 });
  });
});

const RULES = { firstChase: 5, chaseEvery: 3 };
test.each<[string, string | undefined, LoaStep, Partial<StoredStep>?]>([
  ['the fifth working day after sending over Christmas', '2027-01-05', 'sent'],
  ['the third working day after a chase over Christmas', '2026-12-31', 'chased'],
  ['the working day after a promised bank holiday', '2026-12-29', 'chased', { promisedOn: '2026-12-28' }],
  ['no day after the answer', undefined, 'received'],
])('the next chase is %s: %s', (_, day, name, more) => {
  expect(nextChaseAfter({ step: name, on: '2026-12-24', ...more }, RULES, [])).toBe(day);
});

test.each<[string, string, string, number]>([
  ['over Easter', '2026-04-02', '2026-04-08', 2],
  ['over Christmas and New Year', '2026-12-24', '2027-01-05', 5],
  ['over the change to summer time', '2027-03-25', '2027-03-30', 1],
  ['over the change to winter time', '2026-10-23', '2026-10-27', 2],
  ['from a Saturday', '2026-11-28', '2026-11-30', 1],
  ['on the same day', '2026-11-27', '2026-11-27', 0],
])('working days are counted %s: %s to %s', (_, from, to, days) => {
  expect(workingDaysBetween(from, to, [])).toBe(days);
});

test('working days leave out the firm’s closed days', () => {
  expect(workingDaysBetween('2026-11-23', '2026-11-27', ['2026-11-25'])).toBe(3);
});

test.each<[number, string]>([
  [7, 'in time'],
  [8, 'slow'],
  [21, 'very slow'],
])('a wait of %i days is %s for a provider that needs 8 to 21', (days, pace) => {
  expect(paceOf(days, { from: 8, to: 21 })).toBe(pace);
});

test('a wait for a provider without figures is slow from 10 days on, very slow from 20', () => {
  expect([9, 10, 19, 20].map((days) => paceOf(days))).toEqual(['in time', 'slow', 'slow', 'very slow']);
});

test.each([
  ['12345678', '5678'],
  ['AB 12 34 56 78', '5678'],
  ['1234567', null],
])('the tail of plan number %s is %s', (number, tail) => {
  expect(tailOf(number)).toBe(tail);
});

test('every usual gap can be stored', () => {
  expect(USUAL_GAPS.length).toBeLessThanOrEqual(LOA_LIMITS.gaps);
  expect(USUAL_GAPS.filter((gap) => gap.length > LOA_LIMITS.gap)).toEqual([]);
});

test.each([
  [
    'scottish-widows',
    [
      'Scottish Widows',
      'SCOTTISH WIDOWS LTD.',
      'Scottish  Widows Limited',
      'Scottish-Widows plc',
      ' scottish widows (uk)',
    ],
  ],
  ['legal-and-general', ['Legal & General', 'Legal and General', 'Legal&General UK Ltd', 'LEGAL AND GENERAL PLC']],
  ['standard-life', ['Standard Life', 'Standard Life plc', 'Standard Life UK Limited']],
  ['m-and-g', ['M&G', 'M & G plc', 'm and g']],
  ['st-jamess-place', ['St. James’s Place', "St James's Place plc"]],
  ['cymdeithas-adeiladu', ['Cymdeithas Adeiladu', 'Cymdeithâs Adeiladu Ltd']],
  ['royal-london', ['Royal London', 'ＲＯＹＡＬ London']],
  ['and', ['&']],
  ['limited', ['Limited']],
  ['', ['!?', '  ']],
])('%s is the key of its spellings', (key, spellings) => {
  expect(spellings.map(providerKey)).toEqual(spellings.map(() => key));
});

test('the key of a name in other letters is a valid id', () => {
  expect(providerKey('Łódź 安盛')).toMatch(/^[a-z0-9-]+$/);
});

test('a key is cut after 100 characters, and long names keep different keys', () => {
  const long = '险'.repeat(200);
  const keys = [long, `${long}x`, 'p'.repeat(101), 'p'.repeat(102)].map(providerKey);
  expect(new Set(keys).size).toBe(4);
  for (const key of keys) expect(key).toMatch(/^[a-z0-9]{100}-[a-z0-9]{1,13}$/);
  expect(providerKey('p'.repeat(100))).toBe('p'.repeat(100));
});

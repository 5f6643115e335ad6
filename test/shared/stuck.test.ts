import { describe, expect, test } from 'vitest';
import { type StuckFacts, type StuckLetter, type StuckTask, stuckOf } from '#shared/rules/chase/stuck.ts';

const RULES = { stuckAfter: 15, quietAfter: 10 };
const TODAY = '2026-12-10';
const calendar = { today: TODAY, closed: [] };
const task = (more: Partial<StuckTask> = {}): StuckTask => ({
  id: 'task',
  title: 'Submit the transfer',
  responsibility: 'adviser',
  ...more,
});
const letter = (more: Partial<StuckLetter> = {}): StuckLetter => ({
  id: 'letter',
  provider: 'Aviva',
  state: 'sent',
  days: 23,
  ...more,
});
const facts = (more: Partial<StuckFacts> = {}): StuckFacts => ({
  completed: false,
  stageSince: '2026-10-01T09:00:00Z',
  lastUpdate: '2026-10-01T09:00:00Z',
  stuckSince: null,
  unread: 0,
  reminders: 0,
  lastVisit: null,
  tasks: [],
  submitted: [],
  open: [],
  letters: [],
  ...more,
});

// Each row adds something that comes before all rows below it.
const ROWS: [
  reason: string,
  Partial<StuckFacts>,
  waitingFor: string,
  text: string,
  about: string | null,
  ref?: string,
][] = [
  ['help', { stuckSince: '2026-12-03T10:00:00Z' }, 'you', 'Asked for help on 3 December', 'messages'],
  [
    'review',
    {
      submitted: [
        { id: 'late', since: '2026-12-02T10:00:00Z' },
        { id: 'first', since: '2026-12-01T10:00:00Z' },
      ],
    },
    'you',
    '2 documents to review, the first since 1 December',
    'request',
    'first',
  ],
  ['unread', { unread: 1 }, 'you', '1 message not read', 'messages'],
  [
    'own',
    { tasks: [task({ due: '2026-12-01' })] },
    'you',
    '“Submit the transfer” was due on 1 December',
    'task',
    'task',
  ],
  [
    'provider',
    { letters: [letter(), letter({ days: 3 }), letter({ state: 'part', days: 1 })] },
    'provider',
    'Aviva: 23 working days and 2 more',
    'loa',
    'letter',
  ],
  [
    'client',
    {
      open: [{ id: 'a' }, { id: 'b' }],
      tasks: [task({ id: 'own', responsibility: 'client' })],
      reminders: 3,
      lastVisit: '2026-11-26T10:00:00Z',
    },
    'client',
    '2 documents and 1 task; 3 reminders since the last visit, 14 days ago',
    'request',
    'a',
  ],
  [
    'later',
    { tasks: [task({ due: '2026-12-12' })] },
    'you',
    '“Submit the transfer” is due on 12 December',
    'task',
    'task',
  ],
  [
    'later',
    { letters: [letter({ state: 'to_send', days: null })] },
    'you',
    'The letter to Aviva is not sent',
    'loa',
    'letter',
  ],
  ['nobody', {}, 'nobody', 'Nobody has anything to do. Assign a task, or ask for something', null],
];

describe('the reason of a stuck client', () => {
  test.each(ROWS)('is %s if it has this', (reason, more, waitingFor, text, about, ref) => {
    const expected = { reason, waitingFor, text, about, ...(ref && { ref }) };
    expect(stuckOf(facts(more), RULES, calendar)).toMatchObject(expected);
  });

  test('is the first of several', () => {
    const all = ROWS.toReversed().map(([, more]) => more);
    let known: Partial<StuckFacts> = {};
    const reasons = all.map((more) => {
      const tasks = [...(known.tasks ?? []), ...(more.tasks ?? [])];
      const letters = [...(known.letters ?? []), ...(more.letters ?? [])];
      known = { ...known, ...more, tasks, letters };
      return stuckOf(facts(known), RULES, calendar)?.reason;
    });
    expect(reasons).toEqual(['nobody', 'later', 'later', 'client', 'provider', 'own', 'unread', 'review', 'help']);
  });
});

describe('a client is stuck', () => {
  const moving = { stageSince: '2026-12-09T09:00:00Z', lastUpdate: '2026-12-09T09:00:00Z' };
  test.each<[string, Partial<StuckFacts>, boolean]>([
    ['in a stage for 16 working days', { ...moving, stageSince: '2026-11-18T09:00:00Z' }, true],
    ['not in a stage for 15', { ...moving, stageSince: '2026-11-19T09:00:00Z' }, false],
    ['quiet for 11 working days', { ...moving, lastUpdate: '2026-11-25T09:00:00Z' }, true],
    ['not quiet for 10', { ...moving, lastUpdate: '2026-11-26T09:00:00Z' }, false],
    ['waiting for help for 2 working days', { ...moving, stuckSince: '2026-12-08T09:00:00Z' }, true],
    ['not if help was asked for a day ago', { ...moving, stuckSince: '2026-12-09T09:00:00Z' }, false],
    ['quiet without any stage', { stageSince: null }, true],
    ['never after completion', { completed: true }, false],
    ['not in a stage that a clock set back has yet to start', { ...moving, stageSince: '2027-03-01T09:00:00Z' }, false],
  ])('%s', (_, more, isStuck) => {
    expect(stuckOf(facts(more), RULES, calendar) !== undefined).toBe(isStuck);
  });

  test.each([
    ['2027-01-05', '2026-12-17T09:00:00Z', 10],
    ['2027-04-06', '2027-03-24T09:00:00Z', 7],
  ])('by working days on %s, without holidays', (today, lastUpdate, quietDays) => {
    const found = stuckOf(facts({ lastUpdate }), RULES, { today, closed: [] });
    expect(found?.quietDays).toBe(quietDays);
    expect(stuckOf(facts({ lastUpdate }), RULES, { today, closed: [today] })?.quietDays).toBe(quietDays - 1);
  });
});

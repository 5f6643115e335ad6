import { describe, expect, test } from 'vitest';
import type { OpenKind } from '#shared/rules/open-kinds.ts';
import type { OpenItem } from '#shared/rules/open-work.ts';
import { type StuckFacts, stuckOf } from '#shared/rules/stuck.ts';

const RULES = { stuckAfter: 15, quietAfter: 10 };
const calendar = { today: '2026-12-10', closed: [] };
const LONG_AGO = '2026-10-01T09:00:00Z';
const facts = (more: Partial<StuckFacts> = {}): StuckFacts => ({
  completed: false,
  stageSince: LONG_AGO,
  lastUpdate: LONG_AGO,
  helpSince: null,
  reminders: 0,
  lastVisit: null,
  ...more,
});
const item = (kind: OpenKind, more: Partial<OpenItem> = {}): OpenItem => ({
  kind,
  title: 'Aviva',
  since: '2026-12-01T10:00:00Z',
  due: null,
  ref: 'c.1',
  count: 1,
  ...more,
});
const reasonOf = (items: readonly OpenItem[], more: Partial<StuckFacts> = {}) =>
  stuckOf(facts(more), items, RULES, calendar);

describe('the reason of a stuck client', () => {
  test.each<[text: string, items: readonly OpenItem[], waitingFor: readonly string[], facts?: Partial<StuckFacts>]>([
    ['Asked for help on 1 December', [item('help'), item('task')], ['adviser']],
    ['2 documents to review, the first since 1 December', [item('review'), item('review')], ['adviser']],
    ['1 document to review, since 1 December', [item('review'), item('letter')], ['adviser', 'provider']],
    ['1 unread message', [item('message')], ['adviser']],
    ['“Call” is 9 days late', [item('task', { title: 'Call', due: '2026-12-01' })], ['adviser']],
    ['“Call” is due in 2 days', [item('task', { title: 'Call', due: '2026-12-12' })], ['adviser']],
    ['“Call” is open', [item('task', { title: 'Call' })], ['adviser']],
    ['Aviva: 7 working days and 1 more', [item('letter'), item('letter')], ['provider']],
    ['Send the letter to Aviva', [item('to-send')], ['adviser']],
    [
      '2 documents and 1 task; 3 reminders since the last visit, 14 days ago',
      [item('client-task'), item('request'), item('request')],
      ['client'],
      { reminders: 3, lastVisit: '2026-11-26T10:00:00Z' },
    ],
    ['1 task; last visit 14 days ago', [item('client-task')], ['client'], { lastVisit: '2026-11-26T10:00:00Z' }],
    ['1 document; 1 reminder since the last visit', [item('request')], ['client'], { reminders: 1 }],
  ])('is “%s”, by the first open item', (text, items, waitingFor, more) => {
    const [first] = items;
    expect(reasonOf(items, more)).toMatchObject({ text, waitingFor, reason: first?.kind, ref: 'c.1' });
  });

  test('is that nobody has anything to do, if nothing is open', () => {
    const text = 'Nobody has anything to do. Assign a task, or ask for something';
    expect(reasonOf([])).toMatchObject({ text, waitingFor: [], reason: null, ref: null });
  });
});

test.each<[string, Partial<StuckFacts>, boolean]>([
  ['15 working days in a stage', { stageSince: '2026-11-19T09:00:00Z', lastUpdate: '2026-12-09T09:00:00Z' }, false],
  ['16 working days in a stage', { stageSince: '2026-11-18T09:00:00Z', lastUpdate: '2026-12-09T09:00:00Z' }, true],
  ['10 quiet working days', { stageSince: null, lastUpdate: '2026-11-26T09:00:00Z' }, false],
  ['11 quiet working days', { stageSince: null, lastUpdate: '2026-11-25T09:00:00Z' }, true],
  [
    'a call for help of yesterday',
    { stageSince: null, lastUpdate: '2026-12-09T09:00:00Z', helpSince: '2026-12-09T09:00:00Z' },
    false,
  ],
  [
    'a call for help of two working days ago',
    { stageSince: null, lastUpdate: '2026-12-09T09:00:00Z', helpSince: '2026-12-08T09:00:00Z' },
    true,
  ],
  ['a completed journey', { completed: true }, false],
])('with %s, a client is stuck: %s', (_, more, isStuck) => {
  expect(reasonOf([], more) !== undefined).toBe(isStuck);
});

test.each([
  ['2027-01-05', '2026-12-17T09:00:00Z', 10],
  ['2027-04-06', '2027-03-24T09:00:00Z', 7],
])('counts working days on %s without holidays', (today, lastUpdate, quietDays) => {
  const quiet = (closed: string[]) => stuckOf(facts({ lastUpdate }), [], RULES, { today, closed })?.quietDays;
  expect([quiet([]), quiet([today])]).toEqual([quietDays, quietDays - 1]);
});

import { describe, expect, test } from 'vitest';
import { whoOf } from '#shared/rules/open-kinds.ts';
import {
  countsIn,
  countsOf,
  type OpenFacts,
  type OpenLetter,
  type OpenRequest,
  type OpenTask,
  openWork,
  sayDue,
  sayOpen,
  waitingFor,
} from '#shared/rules/open-work.ts';
import { nextStep } from '../../web/src/features/portal/tasks/next-step.ts';
import { numbers } from '../support/numbers.ts';

const today = '2026-12-10';
const calendar = { today, closed: [] };
const at = (day: string) => `${day}T10:00:00.000Z`;

const NOTHING: OpenFacts = {
  id: 'c',
  completed: false,
  helpSince: null,
  unread: 0,
  unreadSince: null,
  booked: undefined,
  mailProblem: null,
  hasVisited: true,
  tasks: [],
  requests: [],
  letters: [],
  files: [],
};
const facts = (more: Partial<OpenFacts>): OpenFacts => ({ ...NOTHING, ...more });
const task = (more: Partial<OpenTask> = {}): OpenTask => ({
  id: 'c.t',
  title: 'Call',
  responsibility: 'adviser',
  status: 'pending',
  dueDate: null,
  createdAt: at('2026-11-01'),
  ...more,
});
const request = (more: Partial<OpenRequest> = {}): OpenRequest => ({
  id: 'c.r',
  title: 'Passport',
  state: 'open',
  dueDate: null,
  askedAt: at('2026-11-02'),
  submittedAt: null,
  ...more,
});
const letter = (more: Partial<OpenLetter> = {}): OpenLetter => ({
  id: 'c.l',
  provider: 'Aviva',
  state: 'sent',
  sentOn: '2026-11-20',
  nextChase: '2026-12-14',
  ...more,
});

// Most urgent first: each row adds something that comes before all rows below it.
const ROWS: readonly [kind: string, who: string, text: string, Partial<OpenFacts>][] = [
  ['help', 'adviser', 'Asked for help', { helpSince: at('2026-12-09') }],
  ['meeting', '', 'First Meeting at 10:30', { booked: { '1.1': '2026-12-10T10:30:00.000Z' } }],
  ['task', 'adviser', 'Call', { tasks: [task({ dueDate: '2026-12-08' })] }],
  ['message', 'adviser', '2 unread messages', { unread: 2, unreadSince: at('2026-12-01') }],
  [
    'review',
    'adviser',
    '1 document to review',
    { requests: [request({ state: 'submitted', submittedAt: at('2026-12-02') })] },
  ],
  ['chase', 'adviser, provider', 'Chase Aviva', { letters: [letter({ nextChase: today })] }],
  ['bounced', 'adviser', 'Emails are not delivered', { mailProblem: 'bounced' }],
  ['file', '', '1 new file', { files: [{ id: 'c.d', since: at('2026-12-03') }] }],
  ['letter', 'provider', 'Answer of Aviva', { letters: [letter()] }],
  ['request', 'client', '1 document', { requests: [request({ dueDate: '2026-12-11' })] }],
  ['client-task', 'client', '1 task', { tasks: [task({ responsibility: 'client', dueDate: '2026-12-12' })] }],
  ['task', 'adviser', 'Call', { tasks: [task({ dueDate: '2026-12-11' })] }],
  ['to-send', 'adviser', 'Send the letter to Aviva', { letters: [letter({ state: 'to_send' })] }],
];

describe('open work', () => {
  test.each(ROWS)('lists %s, for %s: “%s”', (kind, who, text, more) => {
    const items = openWork(facts(more), calendar);
    expect(items[0]).toMatchObject({ kind });
    expect(waitingFor(countsOf(items)).join(', ')).toBe(who);
    expect(sayOpen(items.filter((open) => open.kind === kind))).toBe(text);
  });

  test.each([
    ['Fact-find', 'Fact-find to review', 0],
    ['2 documents and the fact-find', '2 documents and the fact-find to review', 2],
  ])('names a fact-find beside documents: “%s”', (asked, toReview, documents) => {
    const all = [request({ kind: 'facts' }), ...Array.from({ length: documents }, () => request())];
    const submitted = all.map((one): OpenRequest => ({ ...one, state: 'submitted', submittedAt: at('2026-12-02') }));
    expect(sayOpen(openWork(facts({ requests: all }), calendar))).toBe(asked);
    expect(sayOpen(openWork(facts({ requests: submitted }), calendar))).toBe(toReview);
  });

  test('is in a fixed order, whatever else is open', () => {
    const found = ROWS.map(([, , , more]) => more);
    const together = facts({
      ...Object.assign({}, ...found),
      unreadSince: null,
      tasks: found.flatMap(({ tasks = [] }) => tasks),
      requests: found.flatMap(({ requests = [] }) => requests),
      letters: [letter({ nextChase: today })],
    });
    expect(openWork(together, calendar).map(({ kind }) => kind)).toEqual([
      ...['help', 'meeting', 'task', 'review', 'chase', 'bounced', 'file'],
      ...['letter', 'request', 'client-task', 'task'],
    ]);
  });

  test.each<[string, Partial<OpenFacts>]>([
    ['a completed task', { tasks: [task({ status: 'completed' })] }],
    ['an accepted or waived request', { requests: [request({ state: 'approved' }), request({ state: 'waived' })] }],
    [
      'a letter that was answered or is not needed',
      { letters: [letter({ state: 'received' }), letter({ state: 'closed' })] },
    ],
    ['a meeting on another day', { booked: { '1.1': '2026-12-11T10:30:00.000Z' } }],
  ])('does not contain %s', (_, more) => {
    expect(openWork(facts(more), calendar)).toEqual([]);
  });

  test('contains the unopened portal only while something is open for the client', () => {
    expect(openWork(facts({ hasVisited: false }), calendar)).toEqual([]);
    const kinds = openWork(facts({ hasVisited: false, requests: [request()] }), calendar).map(({ kind }) => kind);
    expect(kinds).toEqual(['request', 'unopened']);
  });

  test('keeps only what a person asked of the adviser once the journey is completed', () => {
    const left = ROWS.filter(([, , , more]) => openWork(facts({ ...more, completed: true }), calendar).length > 0);
    expect(left.map(([kind]) => kind)).toEqual(['help', 'task', 'message', 'review', 'file', 'task']);
  });

  test('waits for the same people by its items as by the counters of the client’s summary', () => {
    const below = numbers(72);
    const some = <T>(make: () => T) => Array.from({ length: below(3) }, make);
    const day = () => `2026-12-${String(5 + below(10)).padStart(2, '0')}`;
    for (let i = 0; i < 300; i += 1) {
      const unread = below(3);
      const client = facts({
        completed: below(4) === 0,
        helpSince: below(4) === 0 ? at('2026-12-01') : null,
        unread,
        unreadSince: unread > 0 ? at('2026-12-02') : null,
        mailProblem: below(4) === 0 ? 'bounced' : null,
        hasVisited: below(2) === 0,
        tasks: some(() => task({ responsibility: below(2) ? 'adviser' : 'client', dueDate: below(2) ? day() : null })),
        requests: some(() => request({ state: below(2) ? 'open' : 'submitted' })),
        letters: some(() => letter({ ...(below(2) ? { state: 'sent', nextChase: day() } : { state: 'to_send' }) })),
      });
      const count = (found: readonly unknown[]) => found.length;
      const summary = {
        ...client,
        openAdviserTasks: count(client.tasks.filter(({ responsibility }) => responsibility === 'adviser')),
        openClientTasks: count(client.tasks.filter(({ responsibility }) => responsibility === 'client')),
        openRequests: count(client.requests.filter(({ state }) => state === 'open')),
        requestsToReview: count(client.requests.filter(({ state }) => state === 'submitted')),
        chaseDays: client.letters.map(({ state, nextChase }) => (state === 'sent' ? (nextChase ?? '') : '')),
      };
      const items = openWork(client, calendar);
      const [byItems, bySummary] = [countsOf(items), countsIn(summary, calendar)];
      expect(waitingFor(bySummary)).toEqual(waitingFor(byItems));
      expect(bySummary).toMatchObject(
        Object.fromEntries(Object.entries(byItems).filter(([kind]) => kind !== 'unopened')),
      );
    }
  });
});

test('the portal’s next step is the client’s most urgent open item', () => {
  const below = numbers(73);
  const day = () => (below(3) ? `2026-12-0${1 + below(4)}` : null);
  for (let i = 0; i < 100; i += 1) {
    const tasks = Array.from({ length: below(4) }, (_, n) =>
      task({ id: `c.t${n}`, responsibility: 'client', dueDate: day(), createdAt: at(`2026-11-1${n}`) }),
    );
    const requests = Array.from({ length: below(4) }, (_, n) =>
      request({ id: `c.r${n}`, dueDate: day(), askedAt: at(`2026-11-1${n}`), state: below(4) ? 'open' : 'submitted' }),
    );
    const [first] = openWork(facts({ tasks, requests }), calendar).filter((open) => whoOf(open) === 'client');
    const asked = requests.map((one) => ({ ...one, createdAt: one.askedAt }));
    const portal = { client: { completed: false, currentStage: 'Research' }, stages: [], tasks, requests: asked };
    const step = nextStep(portal as unknown as Parameters<typeof nextStep>[0]);
    const shown = step.kind === 'task' ? step.task.id : step.kind === 'request' ? step.request.id : undefined;
    expect(shown).toBe(first?.ref ?? undefined);
  }
});

test.each([
  ['2026-12-07', '3 days late'],
  ['2026-12-09', '1 day late'],
  [today, 'due today'],
  ['2026-12-12', 'due in 2 days'],
  ['2026-12-24', 'due in 14 days'],
  ['2026-12-25', 'due on 25 December'],
])('a day, %s, is “%s”', (due, text) => {
  expect(sayDue(due, today)).toBe(text);
});

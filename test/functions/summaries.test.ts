import { expect, test } from 'vitest';
import { type AdviserSummary, adviserKey, toListedAdviser } from '#functions/domain/accounts/account.ts';
import {
  type ClientRow,
  clientIndexKeys,
  clientKey,
  toFacts,
  toListedClient,
} from '#functions/domain/clients/client.ts';
import { workIn } from '#functions/domain/open-work/open-work.ts';
import { factsOf, thingsIn } from '#functions/domain/reminders/facts.ts';
import { type TaskItem, toTask } from '#functions/domain/tasks/task.ts';
import { childItemKey, newChildKey, newId, PREFIX } from '#functions/services/keys/keys.ts';
import type { Settings } from '#functions/services/settings.ts';
import { DEFAULTS } from '#shared/settings.ts';

const id = newId();
const at = '2027-01-04T09:00:00.000Z';

/** Wraps an object, and collects the names of the fields that are read. */
function watched<T extends object>(summary: T): { summary: T; read: Set<string> } {
  const read = new Set<string>();
  const get = (target: T, name: string | symbol) => {
    read.add(String(name));
    return Reflect.get(target, name);
  };
  return { summary: new Proxy(summary, { get }), read };
}

const client: Required<ClientRow['summary']> = {
  name: 'Ann',
  email: 'ann@clients.example',
  phone: '020 7946 0000',
  description: 'Likes tea',
  status: 'urgent',
  completedAt: at,
  links: { cashcalcLink: 'https://cashcalc.example' },
  lastUpdate: at,
  top: { 1: 'c' },
  since: {},
  booked: { '1.1': at },
  openAdviserTasks: 1,
  openClientTasks: 2,
  unread: 1,
  helpSince: at,
  unreadSince: at,
  openRequests: 1,
  submittedRequests: 1,
  factfind: { state: 'approved', on: '2027-01-04' },
  letters: { abc: '2027-01-08' },
  visitedAt: at,
  advice: { initial: 1500 },
  portalSuspended: true,
  mailProblem: 'bounced',
  reminders: { pausedUntil: '2027-02-01' },
  reminded: { n: 1, total: 2, on: '2027-01-04', since: '2027-01-01' },
  people: [{ number: 2, name: 'Rob', email: 'rob@clients.example', kind: 'second', stoppedAt: at }],
};
const task: Required<TaskItem['summary']> = {
  stageId: `${id}.1`,
  title: 'Send passport',
  description: 'A copy',
  assignedBy: id,
  status: 'completed',
  responsibility: 'client',
  dueDate: '2027-01-05',
  adviserNotes: 'soon',
  clientNotes: 'done',
  completedAt: at,
  askedAt: at,
  clientName: 'Ann',
  clientCompleted: true,
};
const adviser: Required<AdviserSummary> = {
  name: 'Bob',
  email: 'bob@advisers.example',
  role: 'admin',
  invited: true,
  secondFactor: true,
  lastSignInAt: at,
  works: [{ id, name: 'Sam' }],
};

test.each<[string, object, (summary: never) => unknown]>([
  [
    'a client',
    client,
    (summary) => {
      const row = { ...clientKey(id), ...clientIndexKeys(id, id, at), summary };
      toFacts(row);
      factsOf(row, { open: [], mailedAt: undefined }, { ...DEFAULTS, since: {} } as Settings);
      workIn([row], { today: at.slice(0, 10), closed: [] });
      toListedClient(row, 'Bob', { today: at.slice(0, 10), closed: [] });
    },
  ],
  [
    'a task',
    task,
    (summary) => {
      const item = { ...childItemKey(PREFIX.task, id, newChildKey(new Date(at))), summary };
      toTask(item);
      thingsIn(item, { since: {} });
    },
  ],
  ['an adviser', adviser, (summary) => toListedAdviser({ ...adviserKey(id), summary }, 3)],
])('the summary of %s contains exactly the fields that lists, filters and directory read', (_, stored, list) => {
  const { summary, read } = watched(stored);
  list(summary as never);
  expect([...read].sort()).toEqual(Object.keys(summary).sort());
});

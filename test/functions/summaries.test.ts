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
function watched<T extends object>(summary: T): { card: T; read: Set<string> } {
  const read = new Set<string>();
  const get = (target: T, name: string | symbol) => {
    read.add(String(name));
    return Reflect.get(target, name);
  };
  return { card: new Proxy(summary, { get }), read };
}

const client: Required<ClientRow['card']> = {
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
  stuckSince: at,
  unreadSince: at,
  openRequests: 1,
  submittedRequests: 1,
  letters: { abc: '2027-01-08' },
  visitedAt: at,
  advice: { initial: 1500 },
  portalSuspended: true,
  mailProblem: 'bounced',
  reminders: { pausedUntil: '2027-02-01' },
  reminded: { n: 1, total: 2, on: '2027-01-04', since: '2027-01-01' },
};
const task: Required<TaskItem['card']> = {
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
};
const adviser: Required<AdviserSummary> = {
  name: 'Bob',
  email: 'bob@advisers.example',
  role: 'admin',
  invited: true,
  secondFactor: true,
  clients: 3,
  lastSignInAt: at,
};

test.each<[string, object, (card: never) => unknown]>([
  [
    'a client',
    client,
    (card) => {
      const row = { ...clientKey(id), ...clientIndexKeys(id, id, at), card };
      toFacts(row);
      factsOf(row, { open: [], mailedAt: undefined }, { ...DEFAULTS, since: {} } as Settings);
      workIn([row], { today: at.slice(0, 10), closed: [] });
      toListedClient(row, 'Bob', { today: at.slice(0, 10), closed: [] });
    },
  ],
  [
    'a task',
    task,
    (card) => {
      const item = { ...childItemKey(PREFIX.task, id, newChildKey(new Date(at))), card };
      toTask(item);
      thingsIn(item, { since: {} });
    },
  ],
  ['an adviser', adviser, (card) => toListedAdviser({ ...adviserKey(id), card })],
])('the summary of %s contains exactly the fields that lists, filters and directory read', (_, summary, list) => {
  const { card, read } = watched(summary);
  list(card as never);
  expect([...read].sort()).toEqual(Object.keys(summary).sort());
});

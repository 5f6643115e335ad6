import { describe, expect, test } from 'vitest';
import type { Staff } from '#functions/domain/accounts/session.ts';
import { newClientItem } from '#functions/domain/clients/client-creation.ts';
import { toPortal } from '#functions/domain/portal/portal-page.ts';
import { ownPending, pendingPage } from '#functions/domain/tasks/pending.ts';
import { type TaskItem, type TaskRow, taskIndexKeys, taskPage, taskRange } from '#functions/domain/tasks/task.ts';
import { childItemKey, newChildKey, newId, PREFIX } from '#functions/services/keys/keys.ts';
import { DEFAULTS } from '#shared/settings.ts';

const [clientId, adviserId] = [newId(), newId()];
const START = Date.parse('2027-01-04T09:00:00.000Z');
const LONG = '漢'.repeat(10_000);

const client = newClientItem(clientId, adviserId, { name: 'Mia Wood', email: 'mia@clients.example' }, new Date(START));

function task(nth: number, more: Partial<TaskItem['summary']> = {}): TaskItem {
  const key = newChildKey(new Date(START + nth));
  const summary = { title: `Task ${nth}`, assignedBy: adviserId, status: 'pending', responsibility: 'client' } as const;
  const whole = { ...summary, ...more };
  const index = taskIndexKeys(whole, key, adviserId);
  return { ...childItemKey(PREFIX.task, clientId, key), v: 1, ...(index.gpk !== undefined && index), summary: whole };
}
const tasks = (size: number, more: Partial<TaskItem['summary']> = {}) =>
  Array.from({ length: size }, (_, nth) => task(nth, more));
const titles = (shown: readonly { title: string }[]) => shown.map(({ title }) => title);
const bytes = (value: unknown) => Buffer.byteLength(JSON.stringify(value));
const queryOf = (next: string | undefined) => Object.fromEntries(new URL(next ?? '', 'https://x.example').searchParams);

const adviser = { kind: 'adviser', id: adviserId, name: 'Ruth Amari', works: [] as Staff['works'] } as Staff;
const byDue = (all: TaskItem[]) => (all as TaskRow[]).toSorted((a, b) => (a.gsk < b.gsk ? -1 : 1));
const ofPage = async (all: TaskItem[], page: { limit?: number; responsibility?: 'adviser' | 'client'; q?: string }) =>
  pendingPage(adviser, { rows: byDue(all).slice(0, (page.limit ?? 1000) + 1), next: undefined }, page);

describe('a page of tasks', () => {
  test('ends at its limit, and the next page continues there', async () => {
    const found = tasks(3).reverse();
    const { items: shown, next } = taskPage(found, { limit: 2 });
    expect(titles(shown)).toEqual(['Task 2', 'Task 1']);
    expect(taskRange({ limit: 2, cursor: queryOf(next).cursor }).before).toBe(found[1]?.sk);
    expect(taskPage(found, { limit: 3 }).next).toBeUndefined();

    const due = [task(1, { dueDate: '2027-02-01' }), task(2), task(3, { dueDate: '2027-01-05' })];
    const first = await ofPage(due, { limit: 2 });
    expect(titles(first.items)).toEqual(['Task 3', 'Task 1']);
    expect(Buffer.from(queryOf(first.next).cursor ?? '', 'base64url').toString()).toBe(due[0]?.gsk);
  });

  test('ends at 1,000 tasks', async () => {
    expect(taskPage(tasks(1001), {}).items).toHaveLength(1000);
    expect((await ofPage(tasks(1001), {})).items).toHaveLength(1000);
  });

  test('ends before it exceeds 4 MB', async () => {
    const { items: shown, next } = taskPage(tasks(230, { description: LONG }), {});
    expect(bytes(shown)).toBeLessThanOrEqual(4_000_000);
    expect(queryOf(next)).toMatchObject({ limit: '1000', cursor: expect.any(String) });
  });

  test('may show fewer than it reads, and continues behind them', async () => {
    const all = [task(1), task(2, { responsibility: 'adviser' }), task(3, { clientName: 'Zoë Grün' })];
    const page = await ofPage(all, { limit: 2, responsibility: 'adviser' });
    expect([titles(page.items), queryOf(page.next)]).toMatchObject([['Task 2'], { responsibility: 'adviser' }]);
    expect(titles((await ofPage(all, { q: 'grun' })).items)).toEqual(['Task 3']);
  });

  test.each(['x', 'VEFTSyM5OTk5', ''])('rejects a forged cursor: %j', async (cursor) => {
    expect(() => taskRange({ cursor })).toThrow('Unknown cursor');
    const cursors = { cursor: cursor === 'VEFTSyM5OTk5' ? 'Q0xJRU5UIzE' : cursor };
    await expect(ownPending(adviserId, cursors)).rejects.toThrow('Unknown cursor');
  });
});

describe('the tasks in the portal', () => {
  const shownOf = (file: TaskItem[]) =>
    toPortal(
      client,
      [client, ...file],
      { name: 'Ruth Amari', away: null },
      {
        firm: { name: 'Harbour', phone: null, hours: null },
        legal: DEFAULTS.legal,
        documents: { maxMb: 50 },
        reminders: { requests: false, tasks: false },
      } as never,
      { now: new Date(START), key: null, person: null },
    ).tasks;

  test('are all open tasks and the 200 completed last', () => {
    const done = tasks(250).map((item, nth) => {
      const completedAt = new Date(START + 250 - nth).toISOString();
      return { ...item, summary: { ...item.summary, status: 'completed' as const, completedAt } };
    });
    const shown = shownOf([...done, task(300)]);
    expect(shown).toHaveLength(201);
    expect(titles(shown).slice(0, 2)).toEqual(['Task 300', 'Task 199']);
  });

  test('are at most 4 MB', () => {
    expect(bytes(shownOf(tasks(230, { description: LONG })))).toBeLessThanOrEqual(4_000_000);
  });
});

import { expect, test } from 'vitest';
import { countClients, type DashboardStats } from '#shared/rules/clients.ts';
import { clientOf } from '../../support/acts.ts';
import { demoAdmin, newAdviser } from '../../support/builders.ts';
import { disperse, manyAdvisers, manyClients } from '../../support/people/crowd.ts';
import { readsOf } from '../../support/reads.ts';
import { clientCountsOf } from '../../support/recount.ts';

const STATS = 'GET /api/dashboard/stats';
const PENDING = 'GET /api/tasks/pending-count';
const admin = await demoAdmin();

test('the numbers of advisers follow each change of a client at once, and equal a recount', async () => {
  const [ann, bob] = [await newAdviser(), await newAdviser()];
  const before: DashboardStats = (await admin.call(STATS)).body;
  const expectCounts = async (own: Partial<DashboardStats>) => {
    const wanted = { ...countClients([]), ...own };
    const whole = Object.entries(wanted).map(([name, n]) => [name, n + before[name as keyof DashboardStats]]);
    const { stored, counted } = await clientCountsOf(ann.id);
    expect(stored).toEqual(counted);
    expect((await ann.call(STATS)).body).toEqual(wanted);
    expect((await admin.call(STATS)).body).toEqual(Object.fromEntries(whole));
    const { body } = await ann.call(PENDING);
    expect(body.count).toBe(wanted.pendingAdviserActions + wanted.pendingClientActions);
  };
  const client = await clientOf(ann);
  const active = { totalClients: 1, activeJourneys: 1 };
  await expectCounts({ ...active, onTargetClients: 1 });
  await client.change({ status: 'urgent', name: 'Renamed' });
  await expectCounts({ ...active, urgentClients: 1 });
  const { body: task } = await client.addTask({});
  await client.addTask({ responsibility: 'adviser' });
  await expectCounts({ ...active, urgentClients: 1, pendingAdviserActions: 1, pendingClientActions: 1 });
  await client.setTask(task.id, { responsibility: 'adviser' });
  await expectCounts({ ...active, urgentClients: 1, pendingAdviserActions: 2 });
  await client.setTask(task.id, { status: 'completed' });
  await client.change({ completed: true });
  await expectCounts({ totalClients: 1, pendingAdviserActions: 1 });
  await client.change({ completed: false, status: 'overdue' });
  await expectCounts({ ...active, overdueClients: 1, pendingAdviserActions: 1 });

  await client.change({ adviserId: bob.id, status: 'on_target' }, admin);
  const { stored, counted } = await clientCountsOf(bob.id);
  expect([stored, counted]).toMatchObject([counted, { ...active, onTargetClients: 1, pendingAdviserActions: 1 }]);
  const numbers = (await admin.call('GET /api/advisers')).body as { id: string; clients: number }[];
  const clientsOf = ({ id }: { id: string }) => numbers.find((person) => person.id === id)?.clients;
  expect([clientsOf(ann), clientsOf(bob)]).toEqual([0, 1]);
  await client.by('DELETE /api/clients/{id}', {}, bob);
  await expectCounts({});
});

test.each([50, 500, 3000])('an adviser of %i clients gets the numbers by one small item', async (size) => {
  const ann = await newAdviser();
  const ids = await manyClients(ann, size);
  for (const name of [STATS, PENDING] as const) {
    const { reads } = await readsOf(ann, name);
    // Account and session are the other two.
    expect({ name, ...reads }).toMatchObject({ name, rounds: 1, items: 3, units: 3 });
  }
  expect((await ann.call(STATS)).body.totalClients).toBe(size);
  await disperse(ann, ids);
});

test('an admin of 200 advisers gets the numbers of the firm by one query of 15 units', async () => {
  const leave = await manyAdvisers(200, 250, new Date().toISOString());
  for (const name of [STATS, PENDING] as const) {
    const { reads } = await readsOf(admin, name);
    expect([name, reads.rounds, reads.units <= 18]).toEqual([name, 2, true]);
  }
  const { totalClients } = (await admin.call(STATS)).body as DashboardStats;
  expect(totalClients).toBeGreaterThanOrEqual(50_000);
  await leave();
});

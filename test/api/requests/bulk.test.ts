import { expect, test } from 'vitest';
import { query } from '#functions/aws/table.ts';
import { FIRM_FIGURES, type FigureItem, figureName, figuresOf } from '#functions/domain/figures/figure.ts';
import { newAdviser, newClient } from '../../support/builders.ts';
import { callHandler } from '../../support/handlers.ts';
import { SOON } from '../../support/inbox.ts';
import { manyClients } from '../../support/people/crowd.ts';
import { clientCountsOf, expectCounted } from '../../support/recount.ts';

// Concurrent transactions on one item conflict on the stack in memory, as in DynamoDB (infra/local/memory/table.ts).

const AT_ONCE = 50;

const inAll = <T>(size: number, act: (i: number) => Promise<T>) =>
  Promise.all(Array.from({ length: size }, (_, i) => act(i)));
const statusesOf = (answers: { status: number }[]) => answers.map(({ status }) => status);

async function additionsOf(owner: string): Promise<number> {
  const items = await query<FigureItem>(figuresOf(owner), '');
  return items.filter((item) => figureName(item).endsWith('#added')).reduce((sum, { n }) => sum + n, 0);
}

test('50 clients that one adviser creates at once are all created and counted', async () => {
  const ann = await newAdviser();
  const before = await additionsOf(FIRM_FIGURES);
  const answers = await inAll(AT_ONCE, (i) =>
    callHandler(ann, 'POST /api/clients', { body: { name: `Client ${i}`, email: `client${i}@bulk.example` } }),
  );
  expect(statusesOf(answers)).toEqual(Array(AT_ONCE).fill(201));
  const { stored, counted } = await clientCountsOf(ann.id);
  expect([stored, counted.totalClients]).toEqual([counted, AT_ONCE]);
  await expect.poll(() => additionsOf(ann.id), SOON).toBe(AT_ONCE);
  expect(await additionsOf(FIRM_FIGURES)).toBe(before + AT_ONCE);
});

test('50 clients of one adviser whose status changes at once are all changed and counted', async () => {
  const ann = await newAdviser();
  const ids = await manyClients(ann, AT_ONCE);
  const answers = await Promise.all(
    ids.map((id) => callHandler(ann, 'PATCH /api/clients/{id}', { params: { id }, body: { status: 'urgent' } })),
  );
  expect(statusesOf(answers)).toEqual(Array(AT_ONCE).fill(200));
  const { stored, counted } = await clientCountsOf(ann.id);
  expect([stored, counted.urgentClients]).toEqual([counted, AT_ONCE]);
});

test('25 tasks that are added to one client at once are all added and counted', async () => {
  const ann = await newAdviser();
  const { id } = await newClient(ann);
  const answers = await inAll(25, (i) =>
    callHandler(ann, 'POST /api/clients/{id}/tasks', { params: { id }, body: { title: `Task ${i}` } }),
  );
  expect(statusesOf(answers)).toEqual(Array(25).fill(201));
  await expectCounted(id);
});

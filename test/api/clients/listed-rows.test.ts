import { beforeEach, describe, expect, test } from 'vitest';
import { remove } from '#functions/aws/table.ts';
import { summaryPaths } from '#functions/aws/table-index.ts';
import { ROWS_AT_ONCE } from '#functions/domain/clients/listed-rows.ts';
import { applyMigrations, PROGRESS } from '#functions/domain/migrations/migrate.ts';
import { MIGRATIONS } from '#functions/domain/migrations/migrations.ts';
import { type ClientDesk, clientOf } from '../../support/acts.ts';
import { changeStored } from '../../support/aws.ts';
import { newAdviser, type Person } from '../../support/builders.ts';
import { inDays } from '../../support/days.ts';
import { meanwhile, withFault } from '../../support/faults/faults.ts';
import { killAtEveryCall } from '../../support/faults/killed.ts';
import { calling } from '../../support/handlers.ts';
import { lettersOf } from '../../support/loas.ts';
import { tasksFor } from '../../support/people/crowd.ts';
import { expectCurrentRows, listOf, partitionOf } from '../../support/recount.ts';

let ann: Person;
let desk: ClientDesk;
let letters: ReturnType<typeof lettersOf>;

const patch = (body: object) => calling(ann, 'PATCH /api/clients/{id}', { params: { id: desk.id }, body });
const shownNames = async (person: Person) =>
  (await listOf(person.id)).flatMap(({ summary }) => (summary as { clientName?: string }).clientName ?? []);
const read = async (name: 'GET /api/loas/board' | 'GET /api/requests/review' | 'GET /api/tasks/pending') =>
  (await ann.call(name)).body as { clientName: string }[];

async function setting(): Promise<void> {
  ann = await newAdviser();
  desk = await clientOf(ann, { name: 'Mia Wood' });
  letters = lettersOf(ann, desk.id);
}

async function openWork() {
  const params = { id: desk.id };
  const task = (await ann.call('POST /api/clients/{id}/tasks', { params, body: { title: 'Call' } })).body;
  await ann.call('POST /api/clients/{id}/requests', { params, body: { items: [{ title: 'P60' }] } });
  const loa = await letters.made('Aviva', { sent: { on: inDays(-10), how: 'post' } });
  return { task, loa };
}

describe('what lists show of a client', () => {
  beforeEach(setting);

  test('is the new name in every row once the client is renamed', async () => {
    await openWork();
    await patch({ name: 'Mia Reyes' })();
    expect(await shownNames(ann)).toEqual(Array.from({ length: 3 }, () => 'Mia Reyes'));
    expect((await read('GET /api/loas/board')).map(({ clientName }) => clientName)).toEqual(['Mia Reyes']);
    await expectCurrentRows(desk.id);
  });

  test('is the present name of an item that comes back to the lists', async () => {
    const { task, loa } = await openWork();
    const set = (status: string) => ann.call('PATCH /api/tasks/{id}', { params: { id: task.id }, body: { status } });
    await set('completed');
    await letters.step(loa, 'closed');
    await patch({ name: 'Mia Reyes' })();
    await set('pending');
    await letters.step(loa, 'undo');
    expect(await shownNames(ann)).toEqual(Array.from({ length: 3 }, () => 'Mia Reyes'));
    await expectCurrentRows(desk.id);
  });

  test('is right for a task that is created while the client is renamed', async () => {
    const params = { id: desk.id };
    const create = calling(ann, 'POST /api/clients/{id}/tasks', { params, body: { title: 'Call' } });
    const rename = async () => void (await patch({ name: 'Mia Reyes' })());
    const { result } = await withFault(meanwhile('TransactWriteItems', rename), create);
    expect(result.status).toBe(201);
    expect(await shownNames(ann)).toEqual(['Mia Reyes']);
  });

  test.each([
    ['renamed', { name: 'Mia Reyes' }],
    ['completed', { completed: true }],
  ])(
    'is brought up to date by the next read after a client with many rows was %s and the function killed',
    async (_, body) => {
      await killAtEveryCall(
        async () => {
          await setting();
          await tasksFor(ann, desk.id, ROWS_AT_ONCE + 10);
        },
        () => patch(body),
        async () => {
          await ann.call('GET /api/clients/{id}/tasks', { params: { id: desk.id } });
          await expectCurrentRows(desk.id);
        },
        [200],
      );
    },
  );

  test('is filled in by the migration of rows from before', async () => {
    await openWork();
    const blank = summaryPaths({ clientName: undefined, version: undefined, last: undefined });
    for (const { sk, gsk, ...item } of await partitionOf(desk.id))
      if (gsk !== undefined && sk !== 'CLIENT') await changeStored({ ...item, sk }, blank);
    const items = await partitionOf(desk.id);
    expect(await shownNames(ann)).toEqual([]);
    await remove(PROGRESS);
    await applyMigrations(async () => ({ items, next: undefined }), MIGRATIONS.slice(0, 1));
    expect(await shownNames(ann)).toEqual(Array.from({ length: 3 }, () => 'Mia Wood'));
    await expectCurrentRows(desk.id);
  });
});

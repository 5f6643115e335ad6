import { describe, expect, test } from 'vitest';
import { ROWS_AT_ONCE } from '#functions/domain/clients/listed-rows.ts';
import type { Answered } from '../../support/api.ts';
import { demoAdmin, newAdviser, newClient, upload } from '../../support/builders.ts';
import { inDays } from '../../support/days.ts';
import { interleaved } from '../../support/faults/interleaved.ts';
import { inTurn } from '../../support/faults/raced-client.ts';
import { calling } from '../../support/handlers.ts';
import { tasksFor } from '../../support/people/crowd.ts';
import { clientCountsOf, expectCounted, listOf } from '../../support/recount.ts';

const [admin, adviser] = await Promise.all([demoAdmin(), newAdviser()]);
const { id, token } = await newClient(adviser);

const as = (caller: object, name: Parameters<typeof calling>[1], about: string, body?: object) =>
  calling(caller, name, { params: { id: about }, body });
const ring = <T>(fields: readonly T[]) =>
  fields.map((field, i) => [field, fields[(i + 1) % fields.length] as T] as const);

let count = 0;
const fresh = (field: string, was: unknown): unknown => {
  count += 1;
  if (field === 'status') return was === 'urgent' ? 'overdue' : 'urgent';
  if (field === 'completed') return !was;
  if (field === 'email') return `mail${count}@clients.example`;
  if (field.endsWith('Link')) return `https://tool.example/${count}`;
  return `${field} ${count}`;
};

const fields = ['name', 'email', 'phone', 'description', 'status', 'completed', 'cashcalcLink', 'pipedriveLink'];

test.each(ring(fields))('concurrent changes of a client keep both %s and %s', async (first, other) => {
  const change = (body: object) => as(adviser, 'PATCH /api/clients/{id}', id, body);
  const read = async () => (await as(adviser, 'GET /api/clients/{id}', id)()).body;
  await interleaved(
    async () => {
      const client = await read();
      return { [first]: fresh(first, client[first]), [other]: fresh(other, client[other]) };
    },
    (given) => change({ [first]: given[first] }),
    (given) => change({ [other]: given[other] }),
    async (given, answers) => {
      expect([answers.first.status, answers.other.status]).toEqual([200, 200]);
      const now = await read();
      expect(now).toMatchObject(given);
      expect([answers.first.body, answers.other.body], 'the last answer shows both changes').toContainEqual(now);
    },
  );
});

test('the newest audit entry is the change that won, and lastUpdate is its time', async () => {
  const set = (status: string) => as(adviser, 'PATCH /api/clients/{id}', id, { status });
  await interleaved(
    set('on_target'),
    () => set('overdue'),
    () => set('urgent'),
    async () => {
      const { status, lastUpdate } = (await as(adviser, 'GET /api/clients/{id}', id)()).body;
      const [newest] = (await as(adviser, 'GET /api/clients/{id}/activity', id)()).body;
      expect(newest).toMatchObject({ summary: `Set the status to ${status}`, at: lastUpdate });
    },
  );
});

describe('a change of a task', () => {
  const set = (taskId: string, body: object, caller: object = adviser) =>
    as(caller, 'PATCH /api/tasks/{id}', taskId, body);
  const add = async (body: object) => (await as(adviser, 'POST /api/clients/{id}/tasks', id, body)()).body.id as string;
  const read = async (taskId: string) =>
    (await as(adviser, 'GET /api/clients/{id}/tasks', id)()).body.find((task: { id: string }) => task.id === taskId);

  test.each(
    ring([
      { title: 'New' },
      { description: 'New' },
      { status: 'completed' },
      { dueDate: inDays(7) },
      { responsibility: 'adviser' },
      { adviserNotes: 'New' },
      { stageId: '1.1' },
    ]),
  )('to %j keeps a concurrent change to %j', async (first, other) => {
    const sent = (body: object) => ('stageId' in body ? { stageId: `${id}.1.1` } : body);
    await interleaved(
      () => add({ title: 'Old' }),
      (taskId) => set(taskId, sent(first)),
      (taskId) => set(taskId, sent(other)),
      async (taskId) => {
        expect(await read(taskId)).toMatchObject({ ...sent(first), ...sent(other) });
        await expectCounted(id);
      },
    );
  });

  test('keeps the time of a completion made meanwhile', async () => {
    await interleaved(
      async () => {
        const taskId = await add({ title: 'Old' });
        await set(taskId, { status: 'completed' })();
        return taskId;
      },
      (taskId) => set(taskId, { adviserNotes: 'New' }),
      (taskId) => inTurn(set(taskId, { status: 'pending' }), set(taskId, { status: 'completed' })),
      async (taskId, { other }) => {
        expect(await read(taskId)).toMatchObject({ completedAt: other.body.completedAt, adviserNotes: 'New' });
      },
    );
  });
});

test('two concurrent reassignments take all open tasks to the client’s final adviser', async () => {
  const [ann, bob, cat] = await Promise.all([newAdviser(), newAdviser(), newAdviser()]);
  const size = ROWS_AT_ONCE + 10;
  await interleaved(
    async () => {
      const made = await newClient(ann);
      await tasksFor(ann, made.id, size);
      return made.id;
    },
    (made) => as(admin, 'PATCH /api/clients/{id}', made, { adviserId: bob.id }),
    (made) => as(admin, 'PATCH /api/clients/{id}', made, { adviserId: cat.id }),
    async (made, answers) => {
      expect([answers.first.status, answers.other.status]).toEqual([200, 200]);
      const { adviserId } = (await as(admin, 'GET /api/clients/{id}', made)()).body;
      for (const person of [ann, bob, cat]) {
        const here = (await listOf(person.id)).filter(({ pk }) => pk === `CLIENT#${made}`);
        expect([person.name, here.length]).toEqual([person.name, person.id === adviserId ? size + 1 : 0]);
        const clients = await clientCountsOf(person.id);
        expect(clients.stored).toEqual(clients.counted);
      }
    },
  );
});

describe('a signature never points to a deleted document', () => {
  const documents = async () => {
    const made = await newClient(adviser);
    const older = await upload(adviser, made.id, 'older', 'older.txt', `${made.id}.1.4`);
    const newer = await upload(adviser, made.id, 'newer', 'newer.txt', `${made.id}.1.4`);
    return { made, older, newer };
  };
  type Given = Awaited<ReturnType<typeof documents>>;
  const signing = ({ made }: Given) => {
    const sent = { params: { stageId: `${made.id}.1.4` }, body: { status: 'completed' } };
    return calling(adviser, 'PATCH /api/stages/{stageId}', sent);
  };
  const deleting = ({ newer }: Given) => as(adviser, 'DELETE /api/documents/{id}', newer.id);
  const check = async ({ made, older }: Given, answers: { first: Answered; other: Answered }) => {
    expect([answers.first.status, answers.other.status].sort()).toEqual([200, 204]);
    const { body } = await calling({}, 'GET /api/portal/{token}', { params: { token: made.token } })();
    expect(body.documents.map((document: { id: string }) => document.id)).toEqual([older.id]);
    expect(body.cesdSignature.signed).toBe(true);
    expect([null, older.id]).toContain(body.cesdSignature.documentId);
  };

  test.each([
    ['it is deleted while the stage is completed', signing, deleting],
    ['the stage is completed during its deletion', deleting, signing],
  ])('if %s', async (_, one, other) => {
    await interleaved(documents, one, other, check);
  });
});

test('a message that was seen stays read if an earlier read finishes later', async () => {
  const own = { token };
  const send = (content: string) => as(own, 'POST /api/clients/{id}/messages', id, { content });
  const read = (caller: object) => as(caller, 'GET /api/clients/{id}/messages', id);
  await interleaved(
    send('first'),
    () => read(adviser),
    () => inTurn(send('second'), read(adviser)),
    async () => {
      const { body } = await read(own)();
      expect(body.filter((message: { read: boolean }) => !message.read)).toEqual([]);
    },
  );
});

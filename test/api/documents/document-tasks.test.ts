import { beforeEach, describe, expect, test } from 'vitest';
import type { Document } from '#shared/contract/documents.ts';
import type { Task } from '#shared/contract/tasks.ts';
import { clientOf } from '../../support/acts.ts';
import type { Caller } from '../../support/api.ts';
import { fileForm, newAdviser, newClient, upload } from '../../support/builders.ts';
import { interleaved } from '../../support/faults/interleaved.ts';
import { killAtEveryCall } from '../../support/faults/killed.ts';
import { calling } from '../../support/handlers.ts';
import { inboxOf, SOON } from '../../support/inbox.ts';
import { documentsFor } from '../../support/people/crowd.ts';
import { expectCounted } from '../../support/recount.ts';

let task: Task;
const adviser = await newAdviser();
const { own, params } = await clientOf(adviser);
beforeEach(async () => {
  task = await newTask();
});

const newTask = async (given: object = {}): Promise<Task> => {
  const body = { title: 'Send your payslips', stageId: `${params.id}.2.1`, ...given };
  return (await adviser.call('POST /api/clients/{id}/tasks', { params, body })).body;
};
function formFor(taskId: string, fields: Record<string, string> = {}): FormData {
  const form = fileForm('a photo', 'photo.txt');
  for (const [name, value] of Object.entries({ taskId, ...fields })) form.append(name, value);
  return form;
}
const sending = (caller: Caller, taskId = task.id, fields?: Record<string, string>) =>
  calling(caller, 'POST /api/clients/{id}/documents', { params, form: formFor(taskId, fields) });
const send = (...sent: Parameters<typeof sending>) => sending(...sent)();
const removing = ({ id }: Task) => calling(adviser, 'DELETE /api/tasks/{id}', { params: { id } });
const remove = (gone: Task) => removing(gone)();
const listed = async (id: string): Promise<Document | undefined> =>
  (await adviser.call('GET /api/clients/{id}/documents', { params })).body.find((one: Document) => one.id === id);
const inPortal = async (id: string): Promise<Document | undefined> => {
  const { body } = await own.call('GET /api/portal/{token}', { params: { token: own.token ?? '' } });
  return body.documents.find((one: Document) => one.id === id);
};

test.each<[string, () => Caller]>([
  ['the client', () => own],
  ['the adviser', () => adviser],
])('a document that %s uploads for a task refers to it and gets its stage', async (_, caller) => {
  const { status, body } = await send(caller());
  expect([status, body]).toEqual([201, expect.objectContaining({ taskId: task.id, stageId: task.stageId })]);
  expect([await listed(body.id), await inPortal(body.id)]).toEqual([body, body]);
  const [{ action, summary }] = (await adviser.call('GET /api/clients/{id}/activity', { params })).body;
  expect([action, summary]).toEqual(['document-uploaded', 'Uploaded photo.txt for “Send your payslips”']);
});

test('a document without a task has no reference, and a moved one keeps its task', async () => {
  expect((await upload(adviser, params.id, 'x')).taskId).toBeNull();
  const { body } = await send(own);
  const moved = await adviser.call('PATCH /api/documents/{id}', { params: { id: body.id }, body: { stageId: null } });
  expect(moved.body).toMatchObject({ taskId: task.id, stageId: null });
});

test('the notice of a client’s upload for a task names the task and refers to it', async () => {
  await send(own);
  const notice = { kind: 'task-document', text: 'Uploaded photo.txt for “Send your payslips”', ref: task.id };
  await expect.poll(() => inboxOf(adviser), SOON).toContainEqual(expect.objectContaining(notice));
});

test.each<[string, () => Promise<[string, Record<string, string>?]>]>([
  ['a task of another client', async () => [task.id.replace(params.id, (await newClient(adviser)).id)]],
  ['a deleted task', async () => [`${params.id}.unknown`]],
  ['a malformed task id', async () => ['x']],
  ['a task and a stage', async () => [task.id, { stageId: `${params.id}.2.1` }]],
  ['a task with an unknown field', async () => [task.id, { title: 'x' }]],
])('rejects an upload for %s', async (_, sent) => {
  const { status, body } = await send(adviser, ...(await sent()));
  expect([status, Object.keys(body.fields)]).toEqual([400, [expect.stringMatching(/^(taskId|stageId|title)$/)]]);
});

test('a client can neither upload for an adviser’s task nor see that a document belongs to one', async () => {
  task = await newTask({ responsibility: 'adviser' });
  expect((await send(own)).status).toBe(400);
  const { body } = await send(adviser);
  expect([body.taskId, (await inPortal(body.id))?.taskId]).toEqual([task.id, null]);
});

describe('a deleted task', () => {
  const isDetached = async (document: Document) => {
    await expect.poll(async () => (await listed(document.id))?.taskId, SOON).toBeNull();
    await expectCounted(params.id);
  };

  test('is no longer referred to by its documents, which stay on their stage', async () => {
    const { body: other } = await send(own, (await newTask()).id);
    const { body } = await send(own);
    expect((await remove(task)).status).toBe(204);
    expect(await listed(body.id)).toEqual({ ...body, taskId: null });
    expect((await listed(other.id))?.taskId).toBe(other.taskId);
  });

  test('is detached from more documents than fit into one transaction', async () => {
    const { id } = await newClient(adviser);
    const body = { title: 'Send your payslips' };
    const { body: other } = await adviser.call('POST /api/clients/{id}/tasks', { params: { id }, body });
    await documentsFor(adviser, id, 110, other.id);
    expect((await remove(other)).status).toBe(204);
    const { body: documents } = await adviser.call('GET /api/clients/{id}/documents', { params: { id } });
    expect(new Set(documents.map(({ taskId }: Document) => taskId))).toEqual(new Set([null]));
  });

  test('is detached even if its deletion is killed at any step', async () => {
    const prepare = async () => {
      task = await newTask();
      return { task, document: (await send(own)).body as Document };
    };
    await killAtEveryCall(
      prepare,
      (given) => removing(given.task),
      ({ document }) => isDetached(document),
      [204, 404],
    );
  });

  test('leaves a concurrent upload without a task, or refused', async () => {
    await interleaved(
      newTask,
      (given) => sending(own, given.id),
      removing,
      async (_, { first, other }) => {
        expect([[201, 400], other.status]).toEqual([expect.arrayContaining([first.status]), 204]);
        if (first.status === 201) await isDetached(first.body);
      },
    );
  });
});

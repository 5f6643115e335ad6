import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { clientKey } from '#functions/domain/clients/client.ts';
import type { CallName } from '#shared/contract/api.ts';
import type { Task } from '#shared/contract/tasks.ts';
import { DOCUMENTS_FULL } from '#shared/rules/documents.ts';
import { MAX_DOCUMENTS, MAX_TASKS } from '#shared/rules/limits.ts';
import { TASKS_FULL } from '#shared/rules/tasks.ts';
import type { Sent } from '../../support/api.ts';
import { changeStored, stored } from '../../support/aws.ts';
import { fileForm, newAdviser, newClient, type Person } from '../../support/builders.ts';
import { interleaved } from '../../support/faults/interleaved.ts';
import { callHandler } from '../../support/handlers.ts';
import { documentsFor, tasksFor } from '../../support/people/crowd.ts';
import { expectCounted as counted, objectsOf } from '../../support/recount.ts';

interface Quota {
  max: number;
  full: string;
  total: 'totalDocuments' | 'totalTasks';
  calls: [list: CallName, add: CallName, remove: CallName];
  sent: () => Sent;
  fill: (adviser: Person, clientId: string, size: number) => Promise<void>;
}

const QUOTAS: Record<string, Quota> = {
  documents: {
    max: MAX_DOCUMENTS,
    full: DOCUMENTS_FULL,
    total: 'totalDocuments',
    calls: ['GET /api/clients/{id}/documents', 'POST /api/clients/{id}/documents', 'DELETE /api/documents/{id}'],
    sent: () => ({ form: fileForm('one more', 'letter.txt') }),
    fill: documentsFor,
  },
  tasks: {
    max: MAX_TASKS,
    full: TASKS_FULL,
    total: 'totalTasks',
    calls: ['GET /api/clients/{id}/tasks', 'POST /api/clients/{id}/tasks', 'DELETE /api/tasks/{id}'],
    sent: () => ({ body: { title: 'One more' } }),
    fill: tasksFor,
  },
};

let id: string;
let token: string;
const adviser = await newAdviser();
beforeEach(async () => {
  ({ id, token } = await newClient(adviser));
});
afterEach(async () => {
  await callHandler(adviser, 'DELETE /api/clients/{id}', { params: { id } });
});

describe.each(Object.entries(QUOTAS))('%s of a client', (_, { max, full, total, calls, sent, fill }) => {
  const [list, add, remove] = calls;
  const adding = (caller: { token: string } | Person = adviser) =>
    callHandler(caller, add, { params: { id }, ...sent() });
  const listed = async () => (await callHandler(adviser, list, { params: { id } })).body as { id: string }[];

  async function expectCounted(count: number): Promise<void> {
    expect(await listed()).toHaveLength(count);
    await counted(id);
  }

  test('are listed up to the quota, and no more are accepted until one is deleted', async () => {
    await fill(adviser, id, max - 1);
    expect((await adding()).status).toBe(201);
    const objects = await objectsOf(id);
    const refused = await adding();
    expect([refused.status, refused.body.message]).toEqual([409, full]);
    if (add === 'POST /api/clients/{id}/documents') expect((await adding({ token })).body.message).toBe(full);
    expect(await objectsOf(id)).toEqual(objects);
    await expectCounted(max);
    const [gone] = await listed();
    expect((await callHandler(adviser, remove, { params: { id: gone?.id ?? '' } })).status).toBe(204);
    expect((await adding()).status).toBe(201);
    await expectCounted(max);
  });

  async function oneLeft(): Promise<void> {
    ({ id } = await newClient(adviser));
    await changeStored(clientKey(id), { [total]: max - 1 });
  }

  test('accept one of two concurrent additions to the last free place', async () => {
    const act = () => () => adding();
    await interleaved(oneLeft, act, act, async (_given, { first, other }) => {
      expect([first.status, other.status].sort()).toEqual([201, 409]);
      expect(await listed()).toHaveLength(1);
      expect((await stored(clientKey(id)))?.[total]).toBe(max);
    });
  });
});

test('lists a thousand tasks that have a page of text each', async () => {
  const description = 'd'.repeat(3000);
  await tasksFor(adviser, id, MAX_TASKS, { description });
  const { status, body } = await adviser.call('GET /api/clients/{id}/tasks', { params: { id } });
  expect([status, body.length]).toEqual([200, MAX_TASKS]);
  expect(body.every((task: Task) => task.description === description)).toBe(true);
});

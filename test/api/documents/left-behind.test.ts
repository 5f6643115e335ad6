import { afterAll, describe, expect, test, vi } from 'vitest';
import { ROWS_AT_ONCE } from '#functions/domain/clients/listed-rows.ts';
import { isKept } from '#functions/domain/documents/document-item.ts';
import { PREFIX } from '#functions/services/keys/keys.ts';
import { verify } from '#infra/ops/verify/verify.ts';
import { BEING_DELETED } from '#shared/rules/clients.ts';
import { demoAdmin, fileForm, newAdviser, newClient, upload } from '../../support/builders.ts';
import { killedAt, noFault, refusing, withFault } from '../../support/faults/faults.ts';
import { type Act, interleaved } from '../../support/faults/interleaved.ts';
import { killAtEveryCall } from '../../support/faults/killed.ts';
import { calling as as } from '../../support/handlers.ts';
import { newLogLines } from '../../support/log-lines.ts';
import { tasksFor } from '../../support/people/crowd.ts';
import { expectCounted, listOf, objectsOf, partitionOf } from '../../support/recount.ts';

const LATER_MS = 120_000;

let printed: string[] = [];
const [admin, adviser, other] = await Promise.all([demoAdmin(), newAdviser(), newAdviser()]);
const told = vi.spyOn(console, 'log').mockImplementation((line: string) => printed.push(line));
afterAll(() => told.mockRestore());

const remove = (id: string) => as(adviser, 'DELETE /api/documents/{id}', { params: { id } });
const add = (id: string) =>
  as(adviser, 'POST /api/clients/{id}/documents', { params: { id }, form: fileForm('whole', 'x.txt', `${id}.1.4`) });
const downloaded = async (id: string) =>
  (await as(adviser, 'GET /api/documents/{id}/download', { params: { id } })()).status;
const newClientId = async () => (await newClient(adviser)).id;
const documentOf = async () => {
  const id = await newClientId();
  return { id, document: await upload(adviser, id, 'whole', 'x.txt', `${id}.1.4`) };
};

/** Runs work two minutes later, when unfinished operations count as left behind. */
async function later<T>(work: () => Promise<T>): Promise<T> {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + LATER_MS });
  try {
    return await work();
  } finally {
    vi.useRealTimers();
  }
}

/** Returns verify's lines without the total, and asserts that none is a problem. */
async function toldOf(clientId: string): Promise<string[]> {
  printed = [];
  expect([await verify({ clientId }), printed]).toEqual([true, printed]);
  return printed.slice(0, -1);
}

async function open(id: string, whose = adviser): Promise<{ id: string }[]> {
  const documents = await as(whose, 'GET /api/clients/{id}/documents', { params: { id } })();
  const tasks = await as(whose, 'GET /api/clients/{id}/tasks', { params: { id } })();
  expect([documents.status, tasks.status]).toEqual([200, 200]);
  return documents.body;
}

const recordsOf = async (id: string) => (await partitionOf(id)).filter(({ sk }) => sk.startsWith(PREFIX.document));

/** Asserts that remains are never a problem, and are gone after the client's page is opened later. */
async function expectFinished(id: string, whose = adviser): Promise<void> {
  const named = (await recordsOf(id)).map(({ encryptedPath }) => encryptedPath);
  for (const object of await objectsOf(id)) expect(named).toContain(object);
  await toldOf(id);
  await expectCounted(id);
  const shown = await later(() => open(id, whose));
  const records = await recordsOf(id);
  expect(records.filter((record) => !isKept(record))).toEqual([]);
  expect((await objectsOf(id)).sort()).toEqual(shown.map((document) => `clients/${id}/${document.id}`).sort());
  expect(await toldOf(id)).toEqual([]);
  await expectCounted(id);
}

describe('a function killed at any step', () => {
  test('leaves an upload that is completed or cleaned up later', async () => {
    await killAtEveryCall(newClientId, add, async (id) => {
      for (const document of await open(id)) expect(await downloaded(document.id)).toBe(200);
      await expectFinished(id);
    });
  });

  test('leaves an upload that a deletion of its client removes', async () => {
    await killAtEveryCall(newClientId, add, async (id) => {
      expect((await as(adviser, 'DELETE /api/clients/{id}', { params: { id } })()).status).toBe(204);
      expect([await partitionOf(id), await objectsOf(id)]).toEqual([[], []]);
    });
  });

  test('leaves a document’s deletion that is finished later', async () => {
    await killAtEveryCall(
      documentOf,
      ({ document }) => remove(document.id),
      async ({ id, document }) => {
        const shown = (await later(() => open(id))).length;
        expect([shown, await downloaded(document.id)]).toEqual(shown === 1 ? [1, 200] : [0, 404]);
        await expectFinished(id);
      },
    );
  });

  test('leaves a stage’s completion that is consistent', async () => {
    const completing = ({ id }: { id: string }) =>
      as(adviser, 'PATCH /api/stages/{stageId}', { params: { stageId: `${id}.1.4` }, body: { status: 'completed' } });
    await killAtEveryCall(documentOf, completing, ({ id }) => expectFinished(id));
  });

  test('leaves a reassignment that is finished later', async () => {
    const prepare = async () => {
      const id = await newClientId();
      await tasksFor(adviser, id, ROWS_AT_ONCE + 10);
      return id;
    };
    const moving = (id: string) =>
      as(admin, 'PATCH /api/clients/{id}', { params: { id }, body: { adviserId: other.id } });
    await killAtEveryCall(prepare, moving, async (id) => {
      const { body } = await as(admin, 'GET /api/clients/{id}', { params: { id } })();
      const [owner, stranger] = body.adviserId === adviser.id ? [adviser, other] : [other, adviser];
      await expectFinished(id, owner);
      const here = (list: { pk: string }[]) => list.filter(({ pk }) => pk === `CLIENT#${id}`).length;
      expect([here(await listOf(owner.id)), here(await listOf(stranger.id))]).toEqual([ROWS_AT_ONCE + 11, 0]);
    });
  });

  test('leaves a client’s deletion that its adviser can see and finish', async () => {
    const deleting = ({ id }: { id: string }) => as(adviser, 'DELETE /api/clients/{id}', { params: { id } });
    await killAtEveryCall(documentOf, deleting, async ({ id }) => {
      const lines = await toldOf(id);
      const opened = await as(adviser, 'GET /api/clients/{id}', { params: { id } })();
      if (opened.status === 200) expect(lines).toEqual([]);
      else {
        expect([opened.status, opened.body.message]).toEqual([409, BEING_DELETED]);
        expect(lines).toEqual([expect.stringContaining('is only half deleted')]);
      }
      const { body: list } = await as(adviser, 'GET /api/clients', {})();
      expect(list.map((client: { id: string }) => client.id)).toContain(id);
      expect((await deleting({ id })()).status).toBe(204);
      expect([await partitionOf(id), await objectsOf(id)]).toEqual([[], []]);
    });
  });
});

describe('a half-done document', () => {
  test('is hidden from everyone, reported to the operator and finished by a repair', async () => {
    const { id, token } = await newClient(adviser);
    const removed = await upload(adviser, id, 'whole', 'x.txt', `${id}.1.4`);
    await withFault(
      refusing('S3 POST', { status: 403, body: '<Error><Code>AccessDenied</Code></Error>' }),
      remove(removed.id),
    );
    await withFault(killedAt(5), add(id));
    const [uploading] = (await recordsOf(id)).filter((record) => 'uploading' in record);
    const half = [removed.id, uploading?.sk.replace(PREFIX.document, `${id}.`) ?? ''];
    const portal = await as({}, 'GET /api/portal/{token}', { params: { token } })();
    expect(portal.body.documents).toEqual([]);
    for (const documentId of half) expect(await downloaded(documentId)).toBe(404);
    expect(await toldOf(id)).toEqual([
      `document ${half[0]}: is only half deleted: finished when the client’s documents are next opened`,
    ]);
    expect(await later(() => toldOf(id))).toHaveLength(2);
    expect(await later(() => verify({ clientId: id, repair: true }))).toBe(true);
    expect([await recordsOf(id), await objectsOf(id)]).toEqual([[], []]);
  });

  test('costs no extra requests on reading, and does not hide the list if its clean-up fails', async () => {
    const { id, document } = await documentOf();
    const reading = as(adviser, 'GET /api/clients/{id}/documents', { params: { id } });
    const { asked } = await withFault(noFault, reading);
    expect([...asked].sort()).toEqual(['BatchGetItem', 'GetItem', 'Query']);
    const failing = refusing('S3 POST', { status: 403, body: '<Error><Code>AccessDenied</Code></Error>' });
    expect((await withFault(failing, remove(document.id))).result.status).toBe(500);
    newLogLines();
    expect((await withFault(failing, reading)).result).toMatchObject({ status: 200, body: [] });
    expect(newLogLines()).toContainEqual(expect.objectContaining({ level: 'ERROR', what: 'half-done document' }));
    expect((await remove(document.id)()).status).toBe(204);
    expect([await recordsOf(id), await objectsOf(id)]).toEqual([[], []]);
  });

  test.each<[string, (act: Act) => Act]>([
    ['is not cleaned up by readers while its upload is under way', (act) => act],
    ['leaves one whole document if a reader cleans it up during the upload', (act) => () => later(act)],
  ])('%s', async (_, when) => {
    await interleaved(
      newClientId,
      add,
      (id) => when(as(adviser, 'GET /api/clients/{id}/documents', { params: { id } })),
      async (id, { first }) => {
        expect(first.status).toBe(201);
        expect(await open(id)).toHaveLength(1);
        await expectFinished(id);
      },
    );
  });
});

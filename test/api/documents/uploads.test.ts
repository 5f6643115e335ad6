import { CopyObjectCommand, DeleteObjectCommand, GetObjectCommand, PutObjectCommand } from '@aws-sdk/client-s3';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { put, remove } from '#functions/aws/table.ts';
import { clientKey } from '#functions/domain/clients/client.ts';
import { clientPartition, PREFIX } from '#functions/services/keys/keys.ts';
import { attemptsKey } from '#functions/services/rate-limit.ts';
import { verify } from '#infra/ops/verify/verify.ts';
import type { Document } from '#shared/contract/documents.ts';
import type { DocumentRequest } from '#shared/contract/requests.ts';
import type { Upload } from '#shared/contract/uploads.ts';
import { fileTooLarge, STORAGE_FULL } from '#shared/rules/documents.ts';
import { MAX_OPEN_UPLOADS, MAX_TOTAL_BYTES } from '#shared/rules/limits.ts';
import { DAY_MS, MINUTE_MS } from '#shared/rules/time.ts';
import { PART_BYTES } from '#shared/rules/uploads.ts';
import { type ClientDesk, clientOf, saveSettings } from '../../support/acts.ts';
import { bucket, changeStored, s3 } from '../../support/aws.ts';
import { demoAdmin, newAdviser, type Person, upload } from '../../support/builders.ts';
import { START, setNow } from '../../support/clock.ts';
import { tickFor } from '../../support/due.ts';
import { awsError, type Fault, refusing, withFault } from '../../support/faults/faults.ts';
import { killAtEveryCall } from '../../support/faults/killed.ts';
import { zip } from '../../support/files/archives.ts';
import { callHandler } from '../../support/handlers.ts';
import {
  downloadLarge,
  largeFile,
  partOf,
  sha256,
  uploader,
  uploaderOf,
  uploadLarge,
} from '../../support/large-file.ts';
import { newLogLines } from '../../support/log-lines.ts';
import { expectCounted, objectsOf, partitionOf } from '../../support/recount.ts';

/** Two parts, the second of one byte. */
const FILE = largeFile(PART_BYTES + 1);
const OTHER = largeFile(PART_BYTES + 1, 7);

let adviser: Person;
let client: ClientDesk;
let mine: ReturnType<typeof uploader>;
beforeAll(async () => {
  adviser = await newAdviser();
  mine = uploaderOf(adviser);
});
beforeEach(async () => {
  client = await clientOf(adviser);
  await remove(attemptsKey('staff-file', adviser.id));
});

const begun = async (size = FILE.length, by = mine): Promise<string> => (await by.begin(client.id, size)).body.id;
/** Begins as many uploads as one sender may have. */
async function twenty(): Promise<string[]> {
  const ids: string[] = [];
  while (ids.length < MAX_OPEN_UPLOADS) ids.push(await begun(1));
  return ids;
}
const uploadsOf = async (id: string) => (await partitionOf(id)).filter(({ sk }) => sk.startsWith(PREFIX.upload));
const daysLater = (days: number) => new Date(Date.now() + days * DAY_MS);

/** Asserts that the bucket holds just the parts of the documents, and that counters and verify find no fault. */
async function expectTidy(id = client.id): Promise<void> {
  await tickFor(clientPartition(id), daysLater(8));
  const documents = (await partitionOf(id)).filter(({ sk }) => sk.startsWith(PREFIX.document));
  const named = documents.flatMap(({ parts }) => (parts as { path: string }[]).map(({ path }) => path));
  expect((await objectsOf(id)).sort()).toEqual(named.sort());
  expect(await uploadsOf(id)).toEqual([]);
  await expectCounted(id);
  expect(await verify({ clientId: id })).toBe(true);
}

const printed = vi.spyOn(console, 'log').mockImplementation(() => undefined);
afterAll(() => printed.mockRestore());

describe('a large file', () => {
  test('is stored in encrypted parts, and downloaded unchanged by staff and client', async () => {
    const own = uploaderOf(client.own);
    const bytes = Buffer.from(`${'canary-'.repeat(PART_BYTES / 4)}`);
    const document = await uploadLarge(own, client.id, bytes, { name: 'letter.txt', stageId: `${client.id}.1.4` });
    expect(document).toMatchObject({
      name: 'letter.txt',
      type: 'text/plain',
      fileSize: bytes.length,
      parts: 2,
      sha256: sha256(bytes),
      stageId: `${client.id}.1.4`,
      uploadedBy: 'client',
    });
    for (const by of [mine, own]) expect((await downloadLarge(by, document)).equals(bytes)).toBe(true);
    for (const key of await objectsOf(client.id)) {
      const { Body } = await s3.send(new GetObjectCommand({ Bucket: bucket(), Key: key }));
      expect(Buffer.from((await Body?.transformToByteArray()) ?? []).includes('canary')).toBe(false);
    }
    expect(JSON.stringify(await partitionOf(client.id))).not.toContain('canary');
    await expectTidy();
  });

  test('is stored for a task, and without it if the task is gone by the end', async () => {
    const task = async () => (await client.addTask({ responsibility: 'client', stageId: `${client.id}.2` })).body.id;
    const [kept, gone] = [await task(), await task()];
    expect(await uploadLarge(mine, client.id, FILE, { taskId: kept })).toMatchObject({
      taskId: kept,
      stageId: `${client.id}.2`,
    });
    const { id } = (await mine.begin(client.id, FILE.length, { taskId: gone })).body;
    for (const index of [0, 1]) await mine.part(id, index, partOf(FILE, index));
    await adviser.call('DELETE /api/tasks/{id}', { params: { id: gone } });
    expect((await mine.finish(id)).body).toMatchObject({ taskId: null, stageId: `${client.id}.2` });
  });

  test('is stored for a request, and without it if the request is settled by the end', async () => {
    const own = uploaderOf(client.own);
    const items = [
      { title: 'P60', stageId: `${client.id}.2.3` },
      { title: 'Passport', stageId: `${client.id}.6.1` },
    ];
    const [kept, settled] = (await client.by('POST /api/clients/{id}/requests', { body: { items } })).body;
    expect(await uploadLarge(own, client.id, FILE, { requestId: kept.id })).toMatchObject({
      requestId: kept.id,
      round: 1,
      stageId: `${client.id}.2.3`,
    });
    const { id } = (await own.begin(client.id, FILE.length, { requestId: settled.id })).body;
    for (const index of [0, 1]) await own.part(id, index, partOf(FILE, index));
    const params = { id: settled.id };
    await client.by('POST /api/requests/{id}/decision', { params, body: { version: 1, decision: 'waive' } });
    const finished = await own.finish(id);
    expect(finished).toMatchObject({ status: 201, body: { requestId: null, stageId: `${client.id}.6.1` } });
    expect((await client.read('GET /api/clients/{id}/requests')).map(({ files }: DocumentRequest) => files)).toEqual([
      1, 0,
    ]);
    expect((await own.begin(client.id, FILE.length, { requestId: settled.id })).status).toBe(409);
    await expectTidy();
  });

  test('is logged with its digest when it came, and once for each download', async () => {
    const document = await uploadLarge(mine, client.id, FILE);
    const entry = (await partitionOf(client.id)).find(({ action }) => action === 'document-uploaded');
    expect(entry?.data).toMatchObject({ name: 'scan.bin', sha256: sha256(FILE) });
    await downloadLarge(mine, document);
    expect((await client.actions()).filter((action: string) => action === 'document-downloaded')).toHaveLength(1);
  });

  test('is refused as a whole, a part without the token of a logged download', async () => {
    const document = await uploadLarge(mine, client.id, FILE);
    const whole = await adviser.call('GET /api/documents/{id}/download', { params: { id: document.id } });
    expect([whole.status, whole.body]).toEqual([409, { message: 'This document comes in parts.', parts: 2 }]);
    const token = (await mine.download(document.id, 0)).headers.get('x-parts') ?? '';
    const tries = [
      [mine, undefined],
      [mine, `${token}x`],
      [uploaderOf(client.own), token],
    ] as const;
    for (const [by, given] of tries) expect((await by.download(document.id, 1, given)).status).toBe(409);
    expect((await mine.download(document.id, 1, token)).headers.get('content-range')).toBe(
      `bytes ${PART_BYTES}-${PART_BYTES}/${FILE.length}`,
    );
    expect((await mine.download(document.id, 2, token)).status).toBe(404);
  });

  test('is deleted with all of its parts', async () => {
    const document = await uploadLarge(mine, client.id, FILE);
    expect((await adviser.call('DELETE /api/documents/{id}', { params: { id: document.id } })).status).toBe(204);
    expect(await objectsOf(client.id)).toEqual([]);
    await expectTidy();
    await begun();
    await client.remove();
    expect([await partitionOf(client.id), await objectsOf(client.id)]).toEqual([[], []]);
  });
});

describe('parts', () => {
  test('come in any order, and again', async () => {
    const id = await begun();
    expect((await mine.part(id, 1, partOf(FILE, 1))).body).toEqual({ parts: [1] });
    expect((await mine.finish(id)).body).toMatchObject({ message: 'Parts are missing.', missing: [0] });
    for (let again = 0; again < 2; again += 1)
      expect((await mine.part(id, 0, partOf(FILE, 0), { 'x-sha256': sha256(partOf(FILE, 0)) })).body).toEqual({
        parts: [0, 1],
      });
    expect((await mine.read(id)).body).toMatchObject({
      name: 'scan.bin',
      size: FILE.length,
      partSize: PART_BYTES,
      parts: [0, 1].map((index) => ({ index, sha256: sha256(partOf(FILE, index)) })),
    });
    const finished = await mine.finish(id, { sha256: sha256(FILE) });
    expect([finished.status, finished.body.sha256]).toEqual([201, sha256(FILE)]);
    expect((await mine.finish(id)).body).toEqual(finished.body);
    expect([(await mine.read(id)).status, (await mine.list(client.id)).body]).toEqual([404, []]);
    expect((await mine.cancel(id)).status).toBe(204);
    expect(await objectsOf(client.id)).toHaveLength(2);
    await expectTidy();
  });

  test.each<[string, number, Uint8Array, Record<string, string>, number]>([
    ['of another length', 1, Buffer.alloc(2), {}, 400],
    ['that was damaged on its way', 1, partOf(FILE, 1), { 'x-sha256': sha256(FILE) }, 400],
    ['with a digest that is none', 1, partOf(FILE, 1), { 'x-sha256': 'none' }, 400],
    ['beyond the end', 2, partOf(FILE, 1), {}, 404],
    ['of another type', 1, partOf(FILE, 1), { 'content-type': 'text/plain' }, 415],
    ['of another file', 0, partOf(OTHER, 0), {}, 409],
  ])('are refused if one is %s', async (_, index, bytes, headers, status) => {
    const id = await begun();
    await mine.part(id, 0, partOf(FILE, 0));
    expect((await mine.part(id, index, bytes, headers)).status).toBe(status);
    expect(await objectsOf(client.id)).toHaveLength(1);
  });

  test('leave one object of thirty concurrent attempts', async () => {
    const id = await begun(PART_BYTES);
    const attempts = await Promise.all(
      Array.from({ length: 30 }, (_, i) => mine.part(id, 0, partOf(i % 2 ? FILE : OTHER, 0))),
    );
    const statuses = new Set(attempts.map(({ status }) => status));
    expect([...statuses].sort()).toEqual([200, 409]);
    expect(await objectsOf(client.id)).toHaveLength(1);
    expect((await mine.finish(id)).status).toBe(201);
    await expectTidy();
  });
});

describe('an upload', () => {
  test('belongs to whoever began it', async () => {
    const id = await begun();
    const others = [await demoAdmin(), await newAdviser(), client.own, (await clientOf(adviser)).own];
    for (const other of others.map(uploaderOf)) {
      expect((await other.read(id)).status).toBe(404);
      expect((await other.part(id, 0, partOf(FILE, 0))).status).toBe(404);
      expect((await other.finish(id)).status).toBe(404);
      expect((await other.cancel(id)).status).toBe(404);
    }
    expect((await mine.read(id)).status).toBe(200);
    expect((await uploaderOf(client.own).list(client.id)).body).toEqual([]);
  });

  test('is deleted with its parts when it is cancelled, and after seven days', async () => {
    const [cancelled, left] = [await begun(), await begun()];
    for (const id of [cancelled, left]) await mine.part(id, 0, partOf(FILE, 0));
    expect((await mine.cancel(cancelled)).status).toBe(204);
    expect((await mine.part(cancelled, 1, partOf(FILE, 1))).status).toBe(404);
    await tickFor(clientPartition(client.id), daysLater(6));
    expect((await mine.read(left)).status).toBe(200);
    await tickFor(clientPartition(client.id), daysLater(7.1));
    expect([(await mine.read(left)).status, await objectsOf(client.id)]).toEqual([404, []]);
    await expectTidy();
  });

  test('is refused if the file changed while it was sent', async () => {
    const id = await begun();
    await mine.part(id, 0, partOf(FILE, 0));
    await mine.part(id, 1, partOf(FILE, 1));
    expect((await mine.finish(id, { parts: [sha256(OTHER), sha256(OTHER)] })).body.message).toContain('changed');
    const [item] = await uploadsOf(client.id);
    expect(item?.attempts).toBeUndefined();
    expect((await mine.finish(id, { sha256: sha256(OTHER) })).body.message).toContain('changed');
    expect((await mine.finish(id)).status).toBe(404);
  });

  test('is finished if the digests of its parts are the stored ones', async () => {
    const id = await begun();
    const parts = [0, 1].map((index) => partOf(FILE, index));
    for (const [index, part] of parts.entries()) await mine.part(id, index, part);
    const digests = parts.map(sha256);
    const finished = await mine.finish(id, { parts: digests });
    expect(finished.status).toBe(201);
    expect((await mine.finish(id, { parts: digests })).body).toEqual(finished.body);
  });

  test('leaves nothing of a file that the rules refuse', async () => {
    const program = zip([{ name: 'invoice.exe', content: Buffer.alloc(64, 'MZ') }]);
    const packed = zip([
      { name: 'pad.bin', content: largeFile(PART_BYTES), method: 0 },
      { name: 'invoice.zip', content: program, method: 0 },
    ]);
    const { id } = (await mine.begin(client.id, packed.length, { name: 'papers.zip' })).body;
    for (const index of [0, 1]) await mine.part(id, index, partOf(packed, index));
    expect((await mine.finish(id)).status).toBe(400);
    expect([(await mine.read(id)).status, await objectsOf(client.id)]).toEqual([404, []]);
    const entry = (await partitionOf(client.id)).find(({ action }) => action === 'document-refused');
    expect(entry?.data).toEqual({ ending: 'zip', reason: 'program', within: true });
    await expectTidy();
  });

  test.each([
    ['more bytes than the firm allows', 50 * 1024 * 1024 + 1, 413, fileTooLarge(50)],
    ['no bytes', 0, 400, 'This file is empty'],
    ['half a byte', 0.5, 400, 'Must be a whole number'],
  ])('is not begun for %s', async (_, size, status, message) => {
    expect(await mine.begin(client.id, size)).toMatchObject({ status, body: { message } });
  });

  test('is limited by the firm, in number and in all bytes of a client', async () => {
    const admin = await demoAdmin();
    await saveSettings(admin, { documents: { maxMb: 4 } });
    expect((await mine.begin(client.id, PART_BYTES + 1)).status).toBe(413);
    await saveSettings(admin, { documents: { maxMb: 50 } });
    await twenty();
    expect((await mine.begin(client.id, 1)).status).toBe(409);
    const full = await clientOf(adviser);
    await changeStored(clientKey(full.id), { totalBytes: MAX_TOTAL_BYTES - 1 });
    const only = await mine.begin(full.id, 1);
    expect(only.status).toBe(201);
    // The unfinished upload has taken the last byte.
    expect(await mine.begin(full.id, 1)).toMatchObject({ status: 409, body: { message: STORAGE_FULL } });
    await mine.cancel(only.body.id);
    expect(await mine.begin(full.id, 2)).toMatchObject({ status: 409, body: { message: STORAGE_FULL } });
    // A client from before bytes were counted.
    await changeStored(clientKey(full.id), { totalBytes: undefined });
    expect((await upload(adviser, full.id, 'a letter')).sha256).toBe(sha256(Buffer.from('a letter')));
  });

  test('takes no part of a client whose link was renewed', async () => {
    const own = uploaderOf(client.own);
    const id = await begun(FILE.length, own);
    await client.newLink();
    expect((await own.part(id, 0, partOf(FILE, 0))).status).toBe(401);
  });
});

describe('at the limit of unfinished uploads of one sender', () => {
  const BYTE = Buffer.alloc(1);
  const open = async (): Promise<string[]> => (await mine.list(client.id)).body.map(({ id }: Upload) => id);
  const minute = (minutes: number) => setNow(START + minutes * MINUTE_MS);
  beforeEach(() => minute(0));
  afterEach(() => minute(0));

  test('those without a part for an hour give way, the longest idle first, also to concurrent ones', async () => {
    const [oldest = '', old = '', ...active] = await twenty();
    minute(1);
    await mine.part(old, 0, BYTE);
    minute(30);
    for (const id of active) await mine.part(id, 0, BYTE);
    minute(60.5);
    const next = (await mine.begin(client.id, 1)).body.id;
    expect([(await mine.part(oldest, 0, BYTE)).status, (await open()).length]).toEqual([404, MAX_OPEN_UPLOADS]);
    await mine.cancel(next);
    await mine.part(await begun(1), 0, BYTE);
    minute(62);
    const both = await Promise.all([mine.begin(client.id, 1), mine.begin(client.id, 1)]);
    expect(both.map(({ status }) => status).sort()).toEqual([201, 409]);
    expect(await open()).not.toContain(old);
    expect(await open()).toEqual(expect.arrayContaining(active));
    expect(await open()).toHaveLength(MAX_OPEN_UPLOADS);
    await tickFor(clientPartition(client.id), new Date(Date.now() + 15 * MINUTE_MS));
    expect(await uploadsOf(client.id)).toHaveLength(MAX_OPEN_UPLOADS);
    expect(await objectsOf(client.id)).toHaveLength(active.length + 1);
  });

  test('concurrent ones never exceed the limit', async () => {
    const statuses = (await Promise.all(Array.from({ length: 40 }, () => mine.begin(client.id, 1)))).map(
      ({ status }) => status,
    );
    expect(new Set(statuses)).toEqual(new Set([201, 409]));
    expect(await open()).toHaveLength(statuses.filter((status) => status === 201).length);
    while ((await open()).length < MAX_OPEN_UPLOADS) await begun(1);
    expect((await mine.begin(client.id, 1)).status).toBe(409);
    expect(await open()).toHaveLength(MAX_OPEN_UPLOADS);
  });

  test('staff begin 300 an hour in all', async () => {
    await put({
      ...attemptsKey('staff-file', adviser.id),
      v: 1,
      count: 300,
      endsAt: Math.floor(Date.now() / 1000) + 60,
    });
    expect(await mine.begin(client.id, 1)).toMatchObject({
      status: 429,
      body: { message: 'You can send 300 large files an hour. Please try again in 1 minute.' },
    });
  });

  test('a new one is refused to them alone while all of them are being sent', async () => {
    await twenty();
    minute(59);
    expect((await mine.begin(client.id, 1)).status).toBe(409);
    for (const other of [client.own, await demoAdmin()].map(uploaderOf))
      expect((await other.begin(client.id, 1)).status).toBe(201);
  });

  test('a killed beginning ends at most one, and can be repeated', async () => {
    const full = async () => {
      minute(0);
      client = await clientOf(adviser);
      await twenty();
      minute(61);
    };
    const direct = uploader((name, sent) => callHandler(adviser, name, sent));
    await killAtEveryCall(
      full,
      () => () => direct.begin(client.id, 1),
      async () => {
        expect(await open()).toHaveLength(MAX_OPEN_UPLOADS);
        await expectTidy();
      },
      [201],
    );
  });
});

describe('a function killed at any step', () => {
  const direct = uploader((name, sent) => callHandler(adviser, name, sent));
  const prepared = async () => {
    client = await clientOf(adviser);
    return begun(PART_BYTES + 1);
  };

  test('leaves a part that can be sent again', async () => {
    await killAtEveryCall(
      prepared,
      (id) => () => direct.part(id, 1, partOf(FILE, 1)),
      () => expectTidy(),
      [200],
    );
  });

  test('leaves a finish that can be repeated', async () => {
    const whole = async () => {
      const id = await prepared();
      for (const index of [0, 1]) await mine.part(id, index, partOf(FILE, index));
      return id;
    };
    await killAtEveryCall(
      whole,
      (id) => () => direct.finish(id),
      () => expectTidy(),
      [201],
    );
  });

  test('uses up an attempt at each finish, and the upload ends after three', async () => {
    const id = await prepared();
    for (const index of [0, 1]) await mine.part(id, index, partOf(FILE, index));
    const duringCheck = (): Fault => {
      let isKilled = false;
      return (operation) => {
        isKilled ||= operation === 'S3 GET';
        if (isKilled) throw new Error('killed');
        return undefined;
      };
    };
    for (let attempt = 0; attempt < 3; attempt += 1)
      expect((await withFault(duringCheck(), () => direct.finish(id))).result.status).toBe(500);
    expect((await mine.finish(id)).status).toBe(409);
    setNow(Date.now() + 31_000);
    expect((await mine.finish(id)).body.message).toContain('could not be checked');
    setNow(START);
    expect([(await mine.finish(id)).status, await objectsOf(client.id)]).toEqual([404, []]);
  });

  test('gives the attempt back if a part cannot be read for a while', async () => {
    const id = await prepared();
    for (const index of [0, 1]) await mine.part(id, index, partOf(FILE, index));
    const fault = refusing('Decrypt', awsError('KMSInternalException', {}, 500));
    for (let attempt = 0; attempt < 4; attempt += 1)
      expect((await withFault(fault, () => direct.finish(id))).result.status).toBe(500);
    expect((await mine.finish(id)).status).toBe(201);
  });

  test('leaves a cancellation that is completed later', async () => {
    await killAtEveryCall(
      prepared,
      (id) => () => direct.cancel(id),
      () => expectTidy(),
    );
  });
});

describe('a stored part', () => {
  let document: Document;
  let paths: string[];
  beforeEach(async () => {
    document = await uploadLarge(mine, client.id, FILE);
    const item = (await partitionOf(client.id)).find(({ sk }) => sk.startsWith(PREFIX.document));
    paths = ((item?.parts ?? []) as { path: string }[]).map(({ path }) => path);
    newLogLines();
  });
  const replace = async (Key: string | undefined, change: (bytes: Buffer) => Buffer) => {
    const { Body } = await s3.send(new GetObjectCommand({ Bucket: bucket(), Key }));
    const bytes = change(Buffer.from((await Body?.transformToByteArray()) ?? []));
    await s3.send(new PutObjectCommand({ Bucket: bucket(), Key, Body: bytes }));
  };

  test.each<[string, () => Promise<unknown>]>([
    ['altered', () => replace(paths[1], (bytes) => Buffer.from([(bytes[0] ?? 0) ^ 1]))],
    ['cut', () => replace(paths[1], () => Buffer.alloc(0))],
    ['deleted', () => s3.send(new DeleteObjectCommand({ Bucket: bucket(), Key: paths[1] }))],
    [
      'exchanged',
      () => s3.send(new CopyObjectCommand({ Bucket: bucket(), CopySource: `${bucket()}/${paths[0]}`, Key: paths[1] })),
    ],
  ])('that is %s raises the tamper alarm, and the other part still opens', async (_, spoil) => {
    const direct = uploader((name, sent) => callHandler(adviser, name, sent));
    await spoil();
    const first = await direct.download(document.id, 0);
    expect([first.status, first.body.length]).toEqual([200, PART_BYTES]);
    const broken = await direct.download(document.id, 1, first.headers.get('x-parts') ?? '');
    expect([broken.status, Object.keys(broken.body)]).toEqual([500, ['message']]);
    expect(newLogLines()).toContainEqual(expect.objectContaining({ level: 'ERROR', alarm: 'tamper' }));
    expect(await client.actions()).toContain('document-damaged');
  });
});

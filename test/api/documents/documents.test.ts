import { gzipSync } from 'node:zlib';
import {
  CopyObjectCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
} from '@aws-sdk/client-s3';
import { beforeAll, describe, expect, test } from 'vitest';
import { awsCalls } from '#functions/aws/counted.ts';
import { parseChildId } from '#functions/services/keys/ids.ts';
import { childItemKey, PREFIX } from '#functions/services/keys/keys.ts';
import type { Client } from '#shared/contract/clients.ts';
import type { Document } from '#shared/contract/documents.ts';
import type { Activity } from '#shared/contract/messages.ts';
import { MAX_FILE_BYTES } from '#shared/rules/limits.ts';
import { Caller, type Sent } from '../../support/api.ts';
import { bucket, changeStored, s3 } from '../../support/aws.ts';
import { fileForm, newAdviser, newClient, type Person, upload } from '../../support/builders.ts';
import { office } from '../../support/files/archives.ts';
import { compressedPdf, pdf } from '../../support/files/pdfs.ts';
import { callHandler } from '../../support/handlers.ts';
import { newLogLines } from '../../support/log-lines.ts';

const UPLOAD = 'POST /api/clients/{id}/documents';
const SECRET = 'passport number 123456789';
let adviser: Person;
let client: Client & { token: string };
beforeAll(async () => {
  adviser = await newAdviser();
  client = await newClient(adviser);
});

const download = (id: string, caller: Caller = adviser) =>
  caller.call('GET /api/documents/{id}/download', { params: { id } });
const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
const objectKey = (document: { clientId: string; id: string }) => `clients/${document.clientId}/${document.id}`;
async function storedBytes(Key: string) {
  const { Body } = await s3.send(new GetObjectCommand({ Bucket: bucket(), Key }));
  return Buffer.from((await Body?.transformToByteArray()) ?? []);
}
const objectsOf = async (clientId: string) =>
  (await s3.send(new ListObjectsV2Command({ Bucket: bucket(), Prefix: `clients/${clientId}/` }))).Contents ?? [];

test('a document comes back as it went in, as an attachment', async () => {
  const document = await upload(adviser, client.id, SECRET, 'Übung "1".txt');
  expect(document).toMatchObject({
    name: 'Übung "1".txt',
    type: 'text/plain',
    fileSize: SECRET.length,
    uploadedBy: 'adviser',
    encrypted: true,
  });
  const answer = await download(document.id);
  expect(text(answer.body)).toBe(SECRET);
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'content-type': 'text/plain; charset=utf-8',
    'content-disposition': `attachment; filename="_bung _1_.txt"; filename*=UTF-8''%C3%9Cbung%20%221%22.txt`,
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store',
  });
});

test('bytes come also to who says nothing of what it accepts', async () => {
  const document = await upload(adviser, client.id, SECRET);
  const answer = await adviser.call('GET /api/documents/{id}/download', {
    params: { id: document.id },
    headers: { accept: '' },
  });
  expect(text(answer.body)).toBe(SECRET);
});

test('binary files survive, also of exactly the limit', async () => {
  const bytes = Uint8Array.from({ length: MAX_FILE_BYTES }, (_, i) => (i * 31) % 256);
  const document = await upload(adviser, client.id, bytes, 'big.bin');
  expect(Buffer.compare((await download(document.id)).body, bytes)).toBe(0);
});

describe('sealing', () => {
  test('the stored object holds no plaintext', async () => {
    const document = await upload(adviser, client.id, SECRET);
    const stored = await storedBytes(objectKey(document));
    expect(stored).toHaveLength(SECRET.length);
    expect(stored.includes(SECRET.slice(0, 8))).toBe(false);
  });

  test('one flipped bit, and nothing comes back', async () => {
    const document = await upload(adviser, client.id, SECRET);
    const Key = objectKey(document);
    const stored = await storedBytes(Key);
    stored.writeUInt8(stored.readUInt8(0) ^ 1, 0);
    await s3.send(new PutObjectCommand({ Bucket: bucket(), Key, Body: stored }));
    const answer = await download(document.id);
    expect(answer.status).toBe(500);
    expect(answer.body).toEqual({ message: expect.any(String) });
  });

  test('two swapped objects, and neither comes back', async () => {
    const [one, two] = [
      await upload(adviser, client.id, `${SECRET} one`),
      await upload(adviser, client.id, `${SECRET} two`),
    ];
    const copy = (from: string, to: string) =>
      s3.send(new CopyObjectCommand({ Bucket: bucket(), CopySource: `${bucket()}/${from}`, Key: to }));
    await copy(objectKey(one), 'aside');
    await copy(objectKey(two), objectKey(one));
    await copy('aside', objectKey(two));
    expect([(await download(one.id)).status, (await download(two.id)).status]).toEqual([500, 500]);
  });

  test('a lost object is an error of ours, not an empty file', async () => {
    const document = await upload(adviser, client.id, SECRET);
    await s3.send(new DeleteObjectCommand({ Bucket: bucket(), Key: objectKey(document) }));
    expect((await download(document.id)).status).toBe(500);
  });
});

describe('refused uploads leave no object', () => {
  const two = fileForm('a', 'a.txt');
  two.append('file', new File(['b'], 'b.txt'));
  const stray = fileForm('a', 'a.txt');
  stray.set('stageId', 'AAAAAAAAAAAAAAAAAAAAAA.1');
  type Refused = [string, Sent, number];
  const refuses = async (_: string, sent: Sent, status: number) => {
    const other = await newClient(adviser);
    const answer = await adviser.call('POST /api/clients/{id}/documents', { params: { id: other.id }, ...sent });
    expect([answer.status, answer.body?.message]).toEqual([status, expect.any(String)]);
    expect(await objectsOf(other.id)).toEqual([]);
  };
  test.each<Refused>([
    ['an empty file', { form: fileForm('', 'empty.txt') }, 400],
    ['one byte too many', { form: fileForm(new Uint8Array(MAX_FILE_BYTES + 1), 'big.bin') }, 413],
    ['two files', { form: two }, 400],
    ['another client’s stage', { form: stray }, 400],
    ['a program', { form: fileForm('x', 'invoice.pdf.exe') }, 400],
    ['a web page', { form: fileForm('<!doctype html>', 'statement.pdf') }, 400],
    ['a document with macros', { form: fileForm(office('docm'), 'letter.docx') }, 400],
    ['an archive that unpacks to far more', { form: fileForm(gzipSync(Buffer.alloc(5_000_000)), 'rows.gz') }, 400],
    ['JSON', { body: { file: 'x' } }, 415],
  ])('%s', refuses);
  test.each<Refused>([
    ['no file', { form: new FormData() }, 400],
    ['a broken boundary', { raw: 'xx', headers: { 'content-type': 'multipart/form-data; boundary=nope' } }, 400],
    ['no boundary', { raw: 'xx', headers: { 'content-type': 'multipart/form-data' } }, 400],
  ])('%s', refuses);

  test('a refused file leaves no key, no record and no line either, and is named', async () => {
    const other = await newClient(adviser);
    const params = { id: other.id };
    await callHandler(adviser, UPLOAD, { params, form: fileForm('', 'empty.txt') });
    const { body } = await callHandler(adviser, UPLOAD, { params, form: fileForm('x', 'invoice.pdf.exe') });
    expect(awsCalls.count, 'besides who asks and about whom').toBe(2);
    expect(body).toEqual({ message: body.message, fields: { file: body.message } });
    expect(body.message).toBe('Programs and scripts cannot be sent here. Please send a PDF or a photo instead.');
    expect((await adviser.call('GET /api/clients/{id}/documents', { params })).body).toEqual([]);
    const record = await adviser.call('GET /api/clients/{id}/activity', { params });
    expect(record.body.map(({ action }: Activity) => action)).not.toContain('document-uploaded');
  });
});

describe('a document says whether a browser may show it', () => {
  const SCRIPT = '/OpenAction << /S /JavaScript /JS (x) >>';
  test.each<[string, string | Uint8Array, boolean]>([
    ['terms.pdf', pdf(), true],
    ['terms.pdf', compressedPdf(), true],
    ['form.pdf', pdf(SCRIPT), false],
    ['form.pdf', compressedPdf(SCRIPT), false],
    ['notes.txt', 'Hello', true],
    ['data.bin', 'Hello', false],
  ])('%s (%#)', async (name, bytes, preview) => {
    const { id } = await upload(adviser, client.id, bytes, name);
    const { body } = await adviser.call('GET /api/clients/{id}/documents', { params: { id: client.id } });
    expect(body.find((document: Document) => document.id === id)).toMatchObject({ name, preview });
    const portal = await new Caller(client.token).call('GET /api/portal/{token}', { params: { token: client.token } });
    expect(portal.body.documents.find((document: Document) => document.id === id)).toMatchObject({ preview });
  });

  test('of one that came in before, by its type, but for a PDF, which nobody looked at', async () => {
    const other = await newClient(adviser);
    for (const [name, bytes] of [
      ['terms.pdf', pdf()],
      ['notes.txt', 'Hello'],
    ] as const) {
      const { id } = await upload(adviser, other.id, bytes, name);
      await changeStored(childItemKey(PREFIX.document, other.id, parseChildId(id).key), { preview: undefined });
    }
    const { body } = await adviser.call('GET /api/clients/{id}/documents', { params: { id: other.id } });
    expect(body.map(({ name, preview }: Document) => [name, preview])).toEqual([
      ['notes.txt', true],
      ['terms.pdf', false],
    ]);
  });
});

test.each<[string, Uint8Array | string, string]>([
  ['UTF-8', 'Größe, 5 €', 'utf-8'],
  ['UTF-16', Buffer.from('\ufeffGröße', 'utf16le'), 'utf-16le'],
  ['UTF-16, the other way round', Buffer.from('\ufeffGröße', 'utf16le').swap16(), 'utf-16be'],
  ['what Windows programs write', Buffer.from('Gr\xf6\xdfe, 5 \x80', 'latin1'), 'windows-1252'],
])('a text in %s is downloaded with its charset', async (_, bytes, charset) => {
  const { id } = await upload(adviser, client.id, bytes, 'notes.txt');
  const { headers, body } = await download(id);
  expect(headers.get('content-type')).toBe(`text/plain; charset=${charset}`);
  expect(new TextDecoder(charset).decode(body)).toMatch(/^Größe/);
});

test('a deleted document is gone, record and object', async () => {
  const document = await upload(adviser, client.id, SECRET);
  expect((await adviser.call('DELETE /api/documents/{id}', { params: { id: document.id } })).status).toBe(204);
  expect((await download(document.id)).status).toBe(404);
  expect((await objectsOf(client.id)).map((object) => object.Key)).not.toContain(objectKey(document));
});

test('a client uploads and downloads its own documents, nobody else’s', async () => {
  const own = new Caller(client.token);
  const document = await upload(own, client.id, SECRET, 'photo.txt');
  expect(document.uploadedBy).toBe('client');
  expect(text((await download(document.id, own)).body)).toBe(SECRET);
  const other = await newClient(adviser);
  expect((await download(document.id, new Caller(other.token))).status).toBe(404);
  expect(
    (await own.call('POST /api/clients/{id}/documents', { params: { id: other.id }, form: fileForm('x', 'x.txt') }))
      .status,
  ).toBe(404);
});

test('a document that is sealed in a format of another version is refused, without an alarm', async () => {
  const ann = await newAdviser();
  const client = await newClient(ann);
  const { id } = await upload(ann, client.id, 'a letter');
  await changeStored(childItemKey(PREFIX.document, client.id, parseChildId(id).key), { format: 2 });
  newLogLines();
  expect((await callHandler(ann, 'GET /api/documents/{id}/download', { params: { id } })).status).toBe(500);
  const [line] = newLogLines();
  expect(line).toMatchObject({ error: 'Error', detail: expect.stringContaining('sealed in format 2') });
  expect(line).not.toHaveProperty('alarm');
});

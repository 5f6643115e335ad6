import { CopyObjectCommand, DeleteObjectCommand, GetObjectCommand, PutObjectCommand } from '@aws-sdk/client-s3';
import { beforeAll, expect, test } from 'vitest';
import { awsCalls } from '#functions/aws/counted.ts';
import { childItemKey, PREFIX, parseChildId } from '#functions/services/keys/keys.ts';
import type { Document } from '#shared/contract/documents.ts';
import { MAX_FILE_BYTES } from '#shared/rules/limits.ts';
import { REFUSALS } from '#shared/rules/refusals.ts';
import { type ClientDesk, clientOf, openPortal } from '../../support/acts.ts';
import type { Caller, Sent } from '../../support/api.ts';
import { bucket, changeStored, s3 } from '../../support/aws.ts';
import { fileForm, newAdviser, type Person, upload } from '../../support/builders.ts';
import { pdf } from '../../support/files/pdfs.ts';
import { calling } from '../../support/handlers.ts';
import { newLogLines } from '../../support/log-lines.ts';
import { objectsOf } from '../../support/recount.ts';

const UPLOAD = 'POST /api/clients/{id}/documents';
const SECRET = 'passport number 123456789';
let adviser: Person;
let client: ClientDesk;
beforeAll(async () => {
  adviser = await newAdviser();
  client = await clientOf(adviser);
});

const download = (id: string, caller: Caller = adviser, headers: Sent['headers'] = {}) =>
  caller.call('GET /api/documents/{id}/download', { params: { id }, headers });
const listed = async (of = client): Promise<Document[]> => of.read('GET /api/clients/{id}/documents');
const storedItem = (id: string) => childItemKey(PREFIX.document, parseChildId(id).clientId, parseChildId(id).key);
const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
const objectKey = (document: { clientId: string; id: string }) => `clients/${document.clientId}/${document.id}`;
async function storedBytes(Key: string) {
  const { Body } = await s3.send(new GetObjectCommand({ Bucket: bucket(), Key }));
  return Buffer.from((await Body?.transformToByteArray()) ?? []);
}
test('a document is downloaded unchanged, as an attachment', async () => {
  const document = await upload(adviser, client.id, SECRET, 'Übung "1".txt');
  expect(document).toMatchObject({
    name: 'Übung "1".txt',
    type: 'text/plain',
    fileSize: SECRET.length,
    uploadedBy: 'adviser',
    encrypted: true,
  });
  const answer = await download(document.id);
  // Clients that send no `Accept` header get the bytes too.
  for (const { body } of [answer, await download(document.id, adviser, { accept: '' })])
    expect(text(body)).toBe(SECRET);
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'content-type': 'text/plain; charset=utf-8',
    'content-disposition': `attachment; filename="_bung _1_.txt"; filename*=UTF-8''%C3%9Cbung%20%221%22.txt`,
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store',
  });
});

test('stores and returns binary files unchanged, up to the exact size limit', async () => {
  const bytes = Uint8Array.from({ length: MAX_FILE_BYTES }, (_, i) => (i * 31) % 256);
  const document = await upload(adviser, client.id, bytes, 'big.bin');
  expect(Buffer.compare((await download(document.id)).body, bytes)).toBe(0);
});

test('a stored object contains no plaintext, and altered or lost ones fail with 500', async () => {
  const [flipped, lost] = [await upload(adviser, client.id, SECRET), await upload(adviser, client.id, SECRET)];
  const stored = await storedBytes(objectKey(flipped));
  expect([stored.length, stored.includes(SECRET.slice(0, 8))]).toEqual([SECRET.length, false]);
  stored.writeUInt8(stored.readUInt8(0) ^ 1, 0);
  await s3.send(new PutObjectCommand({ Bucket: bucket(), Key: objectKey(flipped), Body: stored }));
  await s3.send(new DeleteObjectCommand({ Bucket: bucket(), Key: objectKey(lost) }));
  for (const { id } of [flipped, lost])
    expect(await download(id)).toMatchObject({ status: 500, body: { message: expect.any(String) } });
});

test('swapped objects cannot be downloaded', async () => {
  const [one, two] = [await upload(adviser, client.id, 'one'), await upload(adviser, client.id, 'two')];
  const copy = (from: string, to: string) =>
    s3.send(new CopyObjectCommand({ Bucket: bucket(), CopySource: `${bucket()}/${from}`, Key: to }));
  await copy(objectKey(one), 'aside');
  await copy(objectKey(two), objectKey(one));
  await copy('aside', objectKey(two));
  expect([(await download(one.id)).status, (await download(two.id)).status]).toEqual([500, 500]);
});

const two = fileForm('a', 'a.txt');
two.append('file', new File(['b'], 'b.txt'));
/** Builds a form that no browser would send, from raw parts. */
const raw = (...parts: [disposition: string, content?: string][]): Sent => ({
  raw: `${parts
    .map(
      ([disposition, content = 'x']) => `--b\r\nContent-Disposition: form-data; ${disposition}\r\n\r\n${content}\r\n`,
    )
    .join('')}--b--\r\n`,
  headers: { 'content-type': 'multipart/form-data; boundary=b' },
});
const FILE: [string] = ['name="file"; filename="a.txt"'];
const STAGE: [string, string] = ['name="stageId"', 'none'];
const times = <T>(count: number, part: T): T[] => Array.from({ length: count }, () => part);

test.each<[string, Sent, number]>([
  ['an empty file', { form: fileForm('', 'empty.txt') }, 400],
  ['a file one byte over the limit', { form: fileForm(new Uint8Array(MAX_FILE_BYTES + 1), 'big.bin') }, 413],
  ['two files', { form: two }, 400],
  ['another client’s stage', { form: fileForm('a', 'a.txt', 'AAAAAAAAAAAAAAAAAAAAAA.1') }, 400],
  ['a program', { form: fileForm('x', 'invoice.pdf.exe') }, 400],
  ['JSON', { body: { file: 'x' } }, 415],
  ['no file', { form: new FormData() }, 400],
  ['a broken boundary', { raw: 'xx', headers: { 'content-type': 'multipart/form-data; boundary=nope' } }, 400],
  ['no boundary', { raw: 'xx', headers: { 'content-type': 'multipart/form-data' } }, 400],
  ['a thousand fields', raw(...times(1000, STAGE), FILE), 400],
  ['a thousand files', raw(...times(1000, FILE)), 400],
  ['two stages', raw(STAGE, STAGE, FILE), 400],
  ['a part without a field name', raw(['filename="a.txt"']), 400],
  ['a file under another field name', raw(['name="upload"; filename="a.txt"']), 400],
  ['an unknown field', raw(['name="clientId"'], FILE), 400],
  ['a plain field in place of the file', raw(['name="file"']), 400],
])('rejects an upload of %s and stores no object', async (_, sent, status) => {
  const other = await clientOf(adviser);
  const answer = await other.by('POST /api/clients/{id}/documents', sent);
  const fields = answer.body.fields && { fields: expect.any(Object) };
  expect([answer.status, answer.body]).toEqual([status, { message: expect.any(String), ...fields }]);
  expect(await objectsOf(other.id)).toEqual([]);
});

test('rejects a file by name without creating a key or a document, and records the refusal', async () => {
  const other = await clientOf(adviser);
  const sending = (form: FormData) => calling(adviser, UPLOAD, { params: other.params, form })();
  await sending(fileForm('', 'empty.txt'));
  const { body } = await sending(fileForm('x', 'invoice.pdf.exe'));
  expect(awsCalls.count, 'who asks, about whom, and the entry').toBe(3);
  const message =
    'The name of this file has the ending “.exe”. Programs and scripts cannot be sent here. Please send a PDF or a photo instead.';
  expect([body, await listed(other)]).toEqual([{ message, fields: { file: message } }, []]);
  const entries = await other.auditLog();
  expect(entries.filter(({ action }) => action.startsWith('document-'))).toMatchObject([
    { summary: `Tried to send a file (.exe), which was refused: “${REFUSALS.program}”` },
  ]);
});

test('accepts a file with an empty name, and a file with the stage "none"', async () => {
  const nameless = await client.by(UPLOAD, raw(['name="file"; filename=""']));
  const outcomes = [
    [201, 'document'],
    [400, undefined],
  ];
  expect(outcomes).toContainEqual([nameless.status, nameless.body.name]);
  const { status, body } = await client.by(UPLOAD, raw(STAGE, FILE));
  expect([status, body.stageId]).toEqual([201, null]);
});

// test/shared/documents.test.ts lists the names that are shortened or cleaned.
test.each<[string, string, content?: string]>([
  ['../../etc/passwd', 'passwd'],
  ['a"b;c.pdf', 'a"b;c.pdf'],
  ['re\r\nSet-Cookie: x=1.pdf', 'reSet-Cookie: x=1.pdf'],
  ['Übersicht 😀 李.pdf', 'Übersicht 😀 李.pdf'],
  ["o'brien %41 (1)*.pdf", "o'brien %41 (1)*.pdf"],
  ['pension@aviva.com', 'pension@aviva.com.pdf', '%PDF-1.7'],
])('keeps a file name for display, but not in paths or headers: %.40j', async (given, kept, content = 'x') => {
  const document = await upload(adviser, client.id, content, given);
  expect(document.name).toBe(kept);
  const { headers, status } = await download(document.id);
  const disposition = headers.get('content-disposition') ?? '';
  expect([status, headers.get('set-cookie')]).toEqual([200, null]);
  expect(disposition).toMatch(/^attachment; filename="[\x20-\x7e]*"; filename\*=UTF-8''[\w!#$&+.^`|~%-]+$/);
  expect(decodeURIComponent(disposition.split("UTF-8''")[1] ?? '')).toBe(kept);
  expect(await objectsOf(client.id)).toContain(objectKey(document));
});

test('serves a file as an attachment of the type that its bytes show', async () => {
  const document = await upload(adviser, client.id, '%PDF-1.7', 'page.txt');
  expect(document.type).toBe('application/pdf');
  expect(Object.fromEntries((await download(document.id)).headers)).toMatchObject({
    'content-type': 'application/pdf',
    'content-disposition': expect.stringMatching(/^attachment;/),
    'x-content-type-options': 'nosniff',
    'content-security-policy': expect.stringContaining('sandbox'),
  });
});

// test/functions/documents lists the files that have a preview.
test('staff and client see if a document has a preview', async () => {
  for (const [name, bytes, preview] of [
    ['terms.pdf', pdf(), true],
    ['form.pdf', pdf('/OpenAction << /S /JavaScript /JS (x) >>'), false],
  ] as const) {
    const { id } = await upload(adviser, client.id, bytes, name);
    const { body: portal } = await openPortal(client.token);
    for (const list of [await listed(), portal.documents])
      expect(list.find((document: Document) => document.id === id)).toMatchObject({ name, preview });
  }
});

test.each<[string, Uint8Array | string, string]>([
  ['UTF-8', 'Größe, 5 €', 'utf-8'],
  ['UTF-16 with little-endian order', Buffer.from('\ufeffGröße', 'utf16le'), 'utf-16le'],
  ['UTF-16 with big-endian order', Buffer.from('\ufeffGröße', 'utf16le').swap16(), 'utf-16be'],
  ['a Windows code page', Buffer.from('Gr\xf6\xdfe, 5 \x80', 'latin1'), 'windows-1252'],
])('serves a text in %s with its charset', async (_, bytes, charset) => {
  const { id } = await upload(adviser, client.id, bytes, 'notes.txt');
  const { headers, body } = await download(id);
  expect(headers.get('content-type')).toBe(`text/plain; charset=${charset}`);
  expect(new TextDecoder(charset).decode(body)).toMatch(/^Größe/);
});

test('a client can upload and download its own documents', async () => {
  const document = await upload(client.own, client.id, SECRET, 'photo.txt');
  expect([document.uploadedBy, text((await download(document.id, client.own)).body)]).toEqual(['client', SECRET]);
});

test('a document of an unknown encryption format fails without a tamper alarm', async () => {
  const { id } = await upload(adviser, client.id, 'a letter');
  await changeStored(storedItem(id), { format: 3 });
  newLogLines();
  expect((await calling(adviser, 'GET /api/documents/{id}/download', { params: { id } })()).status).toBe(500);
  const [line] = newLogLines();
  expect(line).toMatchObject({ error: 'Error', detail: expect.stringContaining('unknown format 3') });
  expect(line).not.toHaveProperty('alarm');
});

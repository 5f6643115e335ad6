import { beforeAll, describe, expect, test } from 'vitest';
import type { Client } from '#shared/contract/clients.ts';
import { newAdviser, newClient, type Person, upload } from '../../support/builders.ts';
import { objectsOf } from '../../support/recount.ts';

let adviser: Person;
let client: Client;
beforeAll(async () => {
  adviser = await newAdviser();
  client = await newClient(adviser);
});
const download = (id: string) => adviser.call('GET /api/documents/{id}/download', { params: { id } });

/** A part as no browser would write it. */
const part = (disposition: string, content = 'x') =>
  `--b\r\nContent-Disposition: form-data; ${disposition}\r\n\r\n${content}\r\n`;
const send = (raw: string, id = client.id) =>
  adviser.call('POST /api/clients/{id}/documents', {
    params: { id },
    raw: `${raw}--b--\r\n`,
    headers: { 'content-type': 'multipart/form-data; boundary=b' },
  });

describe('a name is kept for people, never for a path or a header', () => {
  const isKept = async (given: string, kept: string) => {
    const document = await upload(adviser, client.id, 'x', given);
    expect(document.name).toBe(kept);
    const { headers, status } = await download(document.id);
    const disposition = headers.get('content-disposition') ?? '';
    expect([status, headers.get('set-cookie')]).toEqual([200, null]);
    expect(disposition).toMatch(/^attachment; filename="[\x20-\x7e]*"; filename\*=UTF-8''[\w!#$&+.^`|~%-]+$/);
    expect(decodeURIComponent(disposition.split("UTF-8''")[1] ?? '')).toBe(kept);
    expect(await objectsOf(client.id)).toContain(`clients/${client.id}/${document.id}`);
  };
  test.each([
    ['C:\\Users\\me\\passport.pdf', 'passport.pdf'],
    ['a"b;c.pdf', 'a"b;c.pdf'],
  ])('%.40j', isKept);
  test.each([
    ['../../etc/passwd', 'passwd'],
    [`${'n'.repeat(300)}.pdf`, `${'n'.repeat(251)}.pdf`],
    ['...', 'document'],
    ['re\r\nSet-Cookie: x=1.pdf', 'reSet-Cookie: x=1.pdf'],
    ['invoice\u202efdp.doc', 'invoicefdp.doc'],
    ['Übersicht 😀 李.pdf', 'Übersicht 😀 李.pdf'],
    ["o'brien %41 (1)*.pdf", "o'brien %41 (1)*.pdf"],
  ])('%.40j', isKept);
});

describe('a file is never rendered: it is an attachment of the type its bytes show', () => {
  test.each<[string | Uint8Array, string, string]>([
    ['alert(1)', 'statement.pdf', 'application/octet-stream'],
    ['{"a": "<html>"}', 'photo.png', 'application/octet-stream'],
    ['%PDF-1.7', 'page.txt', 'application/pdf'],
    ['My <script>', 'page.txt', 'text/plain; charset=utf-8'],
  ])('%j named %s', async (content, name, type) => {
    const document = await upload(adviser, client.id, content, name);
    expect(document.type).toBe(type.split(';')[0]);
    expect(Object.fromEntries((await download(document.id)).headers)).toMatchObject({
      'content-type': type,
      'content-disposition': expect.stringMatching(/^attachment;/),
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringContaining('sandbox'),
    });
  });
});

describe('a form that is not one file', () => {
  const file = part('name="file"; filename="a.txt"');
  const isRefused = async (_: string, raw: string) => {
    const other = await newClient(adviser);
    const answer = await send(raw, other.id);
    expect([answer.status, answer.body]).toEqual([
      400,
      { message: expect.any(String), ...(answer.body.fields && { fields: expect.any(Object) }) },
    ]);
    expect(await objectsOf(other.id)).toEqual([]);
  };
  test.each([
    ['a thousand fields', part('name="stageId"', 'none').repeat(1000) + file],
    ['a part without a name', part('filename="a.txt"')],
  ])('%s is 400 and leaves no object', isRefused);
  test.each([
    ['a thousand files', file.repeat(1000)],
    ['another name', part('name="upload"; filename="a.txt"')],
    ['an unknown field', part('name="clientId"', 'x') + file],
    ['two stages', part('name="stageId"', 'none').repeat(2) + file],
    ['a field where the file is due', part('name="file"', 'x')],
  ])('%s is 400 and leaves no object', isRefused);

  test('a file whose name is empty is still a file', async () => {
    const { status, body } = await send(part('name="file"; filename=""'));
    expect([
      [201, 'document'],
      [400, undefined],
    ]).toContainEqual([status, body.name]);
  });

  test('a stage of "none" is no stage', async () => {
    const { status, body } = await send(part('name="stageId"', 'none') + file);
    expect([status, body.stageId]).toEqual([201, null]);
  });
});

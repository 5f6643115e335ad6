import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { PutObjectCommand } from '@aws-sdk/client-s3';
import { strFromU8, unzipSync } from 'fflate';
import { expect, test } from 'vitest';
import { summaryPaths } from '#functions/aws/table-index.ts';
import { clientKey } from '#functions/domain/clients/client.ts';
import { fileNameFor } from '#infra/ops/client-file.ts';
import { clientOf } from '../support/acts.ts';
import { Caller } from '../support/api.ts';
import { bucket, changeStored, s3 } from '../support/aws.ts';
import { demoAdmin, fileForm, newAdviser, newClient, upload } from '../support/builders.ts';
import { inDays } from '../support/days.ts';
import { startFactfind } from '../support/factfind.ts';
import { lettersOf } from '../support/loas.ts';
import { operatorFolder, runOps } from '../support/operator.ts';
import { noticesFor } from '../support/people/crowd.ts';
import { confirmedDevice } from '../support/people/entry.ts';

const NAME = `<img src=x onerror=alert(1)> & "O'Hara"`;
const folder = await operatorFolder();
const exportTo = (file: string, id = client.id) =>
  runOps(folder, `export --client ${id} --out ${path.join(folder, file)}`);
const unzipped = async (file: string) => unzipSync(await readFile(path.join(folder, file)));

const adviser = await newAdviser();
const client = await newClient(adviser, { name: NAME });
const ADVICE = { initial: 1500, agreedOn: '2026-11-03', about: 'Pension transfer' };
const params = { id: client.id };
const { id: documentId } = await upload(adviser, client.id, 'one', 'letter.txt');
await upload(adviser, client.id, 'two', 'letter.txt');
await upload(adviser, client.id, 'three', 'Übung: “a”?.txt');
await adviser.call('POST /api/clients/{id}/messages', { params, body: { content: 'Good morning </td><script>' } });
await adviser.call('POST /api/clients/{id}/tasks', { params, body: { title: 'Send passport' } });
await adviser.call('PATCH /api/clients/{id}', { params, body: { description: 'Prefers letters', advice: ADVICE } });
const items = [{ title: 'Passport', help: '<b>All</b> corners' }, { title: 'P60' }];
const requests = (await adviser.call('POST /api/clients/{id}/requests', { params, body: { items } })).body;
const form = fileForm('four', 'photo.txt');
form.append('requestId', requests[0].id);
await adviser.call('POST /api/clients/{id}/documents', { params, form });
await adviser.call('POST /api/requests/{id}/decision', {
  params: { id: requests[1].id },
  body: { version: 1, decision: 'waive', reason: 'Never employed' },
});
const risk = { tool: 'ev', on: inDays(-1), result: '6 of 10', agreed: 'different', level: '5', why: 'Retires <soon>' };
await adviser.call('PATCH /api/clients/{id}/risk', {
  params,
  body: { version: 0, ...risk, capacity: 'small', documentId },
});
await confirmedDevice(client.id);
const letters = lettersOf(adviser, client.id);
const loa = await letters.made('Aviva', { sent: { on: inDays(-3), how: 'post' } });
await letters.step(loa, 'chased', { how: 'phone', whom: '<i>Sam</i>', note: 'Lost it' });

test('exports the whole file: original documents, a readable page and JSON', async () => {
  expect(await exportTo('whole.zip')).toMatchObject({ code: 0, output: expect.stringContaining('4 of 4 documents') });
  const files = await unzipped('whole.zip');
  const documents = Object.keys(files).filter((name) => name.startsWith('documents/'));
  expect(documents).toEqual([
    'documents/001 letter.txt',
    'documents/002 letter.txt',
    'documents/003 Übung_ “a”_.txt',
    'documents/004 photo.txt',
  ]);
  expect(documents.map((name) => strFromU8(files[name] ?? new Uint8Array()))).toEqual(['one', 'two', 'three', 'four']);
  const json = JSON.parse(strFromU8(files['client.json'] ?? new Uint8Array()));
  expect(json).toMatchObject({
    client: { name: NAME, description: 'Prefers letters', advice: ADVICE },
    tasks: [{ title: 'Send passport' }],
    requests: [
      { id: requests[0].id, title: 'Passport', state: 'submitted', files: 1 },
      { title: 'P60', state: 'waived', waivedReason: 'Never employed' },
    ],
    plans: [{ provider: 'Aviva', loaId: loa.id }],
    loas: [
      { id: loa.id, provider: 'Aviva', state: 'sent', steps: [{ step: 'sent' }, { step: 'chased', note: 'Lost it' }] },
    ],
    risk: [{ person: 1, results: [risk] }],
    devices: [{ label: 'Windows, Chrome', by: 'code', confirmedAt: expect.any(String) }],
  });
  expect(json.documents.at(-1)).toMatchObject({ name: 'photo.txt', requestId: requests[0].id, round: 1 });
  expect(json.loas[0].steps[0]).not.toHaveProperty('typical');
  expect(json.stages).toHaveLength(7);
  expect((await stat(path.join(folder, 'whole.zip'))).mode & 0o777).toBe(0o600);
});

test('exports the choices about reminders, the last visit, and the number and day of reminders', async () => {
  const choices = { disabled: true, stoppedAt: '2026-11-24T09:00:00.000Z' };
  const reminded = { n: 1, total: 3, on: '2026-11-23' };
  const visitedAt = '2026-11-20T10:00:00.000Z';
  const other = await newClient(adviser, { name: 'Quiet Client' });
  await changeStored(clientKey(other.id), summaryPaths({ reminders: choices, reminded, visitedAt }));
  await exportTo('reminders.zip', other.id);
  const files = await unzipped('reminders.zip');
  expect(JSON.parse(strFromU8(files['client.json'] ?? new Uint8Array())).client).toMatchObject({
    lastVisit: visitedAt,
    reminderEmails: { ...choices, pausedUntil: null, sent: 3, sinceVisit: 1, lastOn: '2026-11-23' },
  });
  const page = strFromU8(files['index.html'] ?? new Uint8Array());
  expect(page).toContain('3, 1 since the last visit, the last on 2026-11-23');
  expect(page).toContain('<td>Reminders stopped</td><td>24 Nov 2026, 09:00</td>');
});

test('exports when messages were read, the data of audit entries, and only this client’s notices', async () => {
  const other = await newClient(adviser);
  for (const id of [client.id, other.id]) await noticesFor(adviser.id, id, 1);
  await new Caller(client.token).call('GET /api/clients/{id}/messages', { params: { id: client.id } });
  await exportTo('data.zip');
  const json = JSON.parse(strFromU8((await unzipped('data.zip'))['client.json'] ?? new Uint8Array()));
  expect(json.messages).toMatchObject([{ read: true, readAt: expect.stringMatching(/^20/) }]);
  expect(json.activity).toContainEqual(
    expect.objectContaining({
      action: 'document-uploaded',
      data: expect.objectContaining({ name: 'letter.txt' }),
      ref: expect.any(String),
    }),
  );
  expect(json.notices).toMatchObject([{ at: expect.stringMatching(/^20/), text: 'Sent a message' }]);
  expect(JSON.stringify(json)).not.toContain(other.id);
});

test('exports former values of answers with who gave them, and why they were replaced', async () => {
  const other = await clientOf(adviser);
  const { by, own } = other;
  const answer = (given: object, caller?: Caller) =>
    by('PATCH /api/clients/{id}/factfind', { body: { section: 'you', answers: [{ key: 'known', ...given }] } }, caller);
  const { body: factfind } = await startFactfind(adviser, other.id, ['you']);
  await answer({ n: 0, v: 'Mia' }, own);
  await own.call('POST /api/requests/{id}/submit', { params: { id: factfind.id } });
  await answer({ n: 1, v: 'Mimi', reason: 'As <she> said' });
  await exportTo('former.zip', other.id);
  const page = strFromU8((await unzipped('former.zip'))['index.html'] ?? new Uint8Array());
  expect(page).toMatch(
    new RegExp(
      `<td>Mimi</td><td>${adviser.name}</td>.*<td>Before: Mia \\(${other.name}, .*, changed by ${adviser.name}: “As &lt;she&gt; said”</td>`,
    ),
  );
});

test('exports an escaped page without script, keys or tokens', async () => {
  await exportTo('page.zip');
  const files = await unzipped('page.zip');
  const page = strFromU8(files['index.html'] ?? new Uint8Array());
  expect(page).toContain('&lt;img src=x onerror=alert(1)&gt; &amp; &quot;O&#39;Hara&quot;');
  expect(page).toContain('href="documents/003%20%C3%9Cbung_%20%E2%80%9Ca%E2%80%9D_.txt"');
  expect(page).toContain('<td>Windows, Chrome</td>');
  expect(page).toContain('<td>Initial charge</td><td>£1,500</td>');
  expect(page).toContain(
    '<tr><td>Passport</td><td>&lt;b&gt;All&lt;/b&gt; corners</td><td>submitted</td><td></td><td>photo.txt</td>',
  );
  const chased = `${inDays(0)} chased, ${adviser.name}, &lt;i&gt;Sam&lt;/i&gt;, Lost it`;
  expect(page).toContain(`<td>Aviva</td><td>P 1234 4821</td><td>sent</td><td>${inDays(-3)}</td>`);
  expect(page).toContain(chased);
  expect(page).toContain(
    `<td>${inDays(-1)}</td><td>EV</td><td>6 of 10</td><td>5</td><td>Retires &lt;soon&gt;</td>` +
      `<td>A small loss would change little</td><td></td><td>letter.txt</td><td>${adviser.name}</td>`,
  );
  expect(page).not.toMatch(/<script|<img|onerror=alert\(1\)>/);
  const all = page + strFromU8(files['client.json'] ?? new Uint8Array());
  for (const secret of [client.token, 'encryptionKey', 'authTag', 'encryptedPath', 'tokenVersion'])
    expect(all).not.toContain(secret);
});

test('logs the export in the client’s and in the firm’s audit log', async () => {
  const { body } = await adviser.call('GET /api/clients/{id}/activity', { params: { id: client.id } });
  expect(body[0]).toMatchObject({ action: 'client-exported', actorType: 'operator', actorName: 'Operator' });
  const firm = (await (await demoAdmin()).call('GET /api/record')).body;
  expect(firm).toContainEqual(expect.objectContaining({ action: 'file-exported', about: client.id }));
});

test('refuses to export an unknown client or to overwrite a file', async () => {
  expect(await exportTo('none.zip', 'unknown')).toMatchObject({
    code: 1,
    output: 'No client has the id unknown: check the id.\n',
  });
  expect((await exportTo('whole.zip')).code).toBe(1);
});

test('names a document that cannot be opened, and exports the rest', async () => {
  const bad = await upload(adviser, client.id, 'five', 'five.txt');
  await s3.send(new PutObjectCommand({ Bucket: bucket(), Key: `clients/${client.id}/${bad.id}`, Body: 'fvie' }));
  const { code, output } = await exportTo('rest.zip');
  expect({ code, output }).toMatchObject({ code: 1, output: expect.stringContaining(`document ${bad.id}`) });
  const files = await unzipped('rest.zip');
  expect(Object.keys(files)).toHaveLength(6);
  expect(strFromU8(files['index.html'] ?? new Uint8Array())).toContain('five.txt (could not be opened)');
  await adviser.call('DELETE /api/documents/{id}', { params: { id: bad.id } });
});

test.each([
  ['../../etc/passwd', 'documents/001 .._.._etc_passwd'],
  ['C:\\x\\nul', 'documents/001 C__x_nul'],
  ['...', 'documents/001'],
  ['\u202efdp.exe', 'documents/001 _fdp.exe'],
  ['a'.repeat(300), `documents/001 ${'a'.repeat(100)}`],
])('makes the file name %j safe in a zip', (given, path) => expect(fileNameFor(given, 1)).toBe(path));

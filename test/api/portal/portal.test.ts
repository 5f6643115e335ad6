import { beforeAll, describe, expect, test } from 'vitest';
import type { Client } from '#shared/contract/clients.ts';
import { type Answered, Caller } from '../../support/api.ts';
import { demoAdmin, fileForm, newAdviser, newClient, type Person } from '../../support/builders.ts';
import { partitionOf } from '../../support/recount.ts';

const SECRET = 'SECRET-NOTE';
let adviser: Person;
let client: Client & { token: string };
let own: Caller;
beforeAll(async () => {
  adviser = await newAdviser();
  client = await newClient(adviser);
  own = new Caller(client.token);
  const params = { id: client.id };
  const links = { cashcalcLink: `https://x.example/${SECRET}`, pipedriveLink: `https://y.example/${SECRET}` };
  await adviser.call('PATCH /api/clients/{id}', { params, body: { description: SECRET, ...links } });
});

const keysIn = (value: unknown): string[] =>
  typeof value !== 'object' || value === null
    ? []
    : Object.entries(value).flatMap(([key, inner]) => [key, ...keysIn(inner)]);
const HIDDEN =
  /note(?!s$|Required$)|adviserNotes|link|encryptionKey|encryptedPath|iv$|authTag|tokenVersion|hash|gpk|gsk|^pk$|^sk$/i;

/** Every answer that a client gets. */
async function everyAnswer(): Promise<Answered[]> {
  const params = { id: client.id };
  const add = (body: object) => adviser.call('POST /api/clients/{id}/tasks', { params, body });
  const task = (await add({ title: 'Send passport' })).body;
  const hidden = (await add({ title: SECRET, responsibility: 'adviser' })).body;
  const one = { params: { id: task.id } };
  await adviser.call('PATCH /api/tasks/{id}', { ...one, body: { adviserNotes: SECRET } });
  return [
    await own.call('POST /api/clients/{id}/documents', { params, form: fileForm('x', 'x.txt') }),
    await own.call('POST /api/clients/{id}/messages', { params, body: { content: 'Hello' } }),
    await own.call('GET /api/clients/{id}/messages', { params }),
    await own.call('POST /api/clients/{id}/stuck', { params, body: { ref: task.id, text: 'Which page?' } }),
    await own.call('GET /api/portal/{token}/news', { params: { token: client.token } }),
    await own.call('PATCH /api/tasks/{id}', { ...one, body: { clientNotes: 'posted' } }),
    await own.call('PATCH /api/tasks/{id}', { ...one, body: { status: 'completed' } }),
    await own.call('PATCH /api/tasks/{id}', { ...one, body: { clientNotes: 'more' } }),
    await own.call('PATCH /api/tasks/{id}', { params: { id: hidden.id }, body: { clientNotes: 'x' } }),
    await own.call('GET /api/portal/{token}', { params: { token: client.token } }),
    await own.call('GET /api/clients/{id}', { params }),
  ];
}

test('no answer to a client holds notes, links, key material or the adviser’s tasks', async () => {
  const answers = await everyAnswer();
  expect(answers.map(({ status }) => status)).toEqual([201, 201, 200, 201, 200, 200, 200, 409, 404, 200, 403]);
  for (const { body } of answers) {
    expect(keysIn(body).filter((key) => HIDDEN.test(key))).toEqual([]);
    expect(JSON.stringify(body)).not.toContain(SECRET);
  }
});

describe('token and adviser cookie together are the client, nothing more', () => {
  test.each([
    ['GET /api/auth/me', {}, 403],
    ['GET /api/clients', {}, 403],
    ['GET /api/clients/{id}', {}, 403],
    ['GET /api/clients/{id}/stages', {}, 403],
    ['PATCH /api/clients/{id}', { body: { status: 'urgent' } }, 403],
    ['GET /api/clients/{id}/messages', {}, 200],
  ] as const)('%s', async (name, sent, status) => {
    const both = new Caller(client.token);
    both.cookie = adviser.cookie;
    expect((await both.call(name, { params: { id: client.id }, ...sent })).status).toBe(status);
  });

  test('an empty or broken token is no reason to look at the cookie', async () => {
    for (const token of ['', 'x', 'A'.repeat(65), `${client.token}x`, 'x'.repeat(3000)]) {
      const headers = { 'x-client-token': token, cookie: adviser.cookie ?? '' };
      expect((await new Caller().call('GET /api/auth/me', { headers })).status).toBe(401);
    }
  });
});

test('unknown, revoked and deleted clients’ tokens look the same', async () => {
  const admin = await demoAdmin();
  const [revoked, deleted] = [await newClient(adviser), await newClient(adviser)];
  await admin.call('POST /api/clients/{id}/token/regenerate', { params: { id: revoked.id } });
  await adviser.call('DELETE /api/clients/{id}', { params: { id: deleted.id } });
  const open = async (token: string) => {
    const { status, body } = await new Caller().call('GET /api/portal/{token}', { params: { token } });
    return [status, body];
  };
  const unknown = await open(`${'A'.repeat(22)}${'B'.repeat(43)}`);
  expect(unknown[0]).toBe(401);
  for (const token of [revoked.token, deleted.token, `${client.token.slice(0, -2)}zz`, 'short', '%00'])
    expect(await open(token)).toEqual(unknown);
});

test('a token is unguessable, and the table does not hold it', async () => {
  expect(client.token.slice(22)).toMatch(/^[\w-]{43}$/);
  const again = await adviser.call('GET /api/clients/{id}/token', { params: { id: client.id } });
  expect(again.body).toEqual({ token: client.token });
  expect(JSON.stringify(await partitionOf(client.id))).not.toContain(client.token.slice(22));
});

import { equal } from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { Adviser } from '#shared/advisers.ts';
import type { Client } from '#shared/clients.ts';
import type { Document } from '#shared/documents.ts';
import { Caller } from './api.ts';

/** The password of every account that tests make. */
export const PASSWORD = 'correct horse battery';
const unique = () => randomUUID().slice(0, 8);

/** A person who is signed in. */
export interface Person extends Caller {
  id: string;
  email: string;
  name: string;
}

/** Signs someone in. */
export async function signIn(email: string, password: string): Promise<Person> {
  const caller = new Caller();
  const { status, body } = await caller.call('POST /api/auth/login', { body: { email, password } });
  equal(status, 200);
  return Object.assign(caller, { id: body.id as string, email: body.email as string, name: body.name as string });
}

/** The demo firm's admin. */
export const demoAdmin = () => signIn('admin@example.com', 'demo-password');

/** A new adviser, registered and signed in. */
export async function newAdviser(name = `Adviser ${unique()}`): Promise<Person> {
  const email = `${unique()}@advisers.example`;
  const { status } = await new Caller().call('POST /api/auth/register', { body: { name, email, password: PASSWORD } });
  equal(status, 201);
  return signIn(email, PASSWORD);
}

/** A new admin, made by the demo firm's and signed in. */
export async function newAdmin(): Promise<Person> {
  const email = `${unique()}@admins.example`;
  const body = { name: `Admin ${unique()}`, email, password: PASSWORD, role: 'admin' };
  equal((await (await demoAdmin()).call('POST /api/auth/register', { body })).status, 201);
  return signIn(email, PASSWORD);
}

/** The demo firm's admin, as the only one: whoever else is an admin becomes an adviser. */
export async function soleAdmin(): Promise<Person> {
  const admin = await demoAdmin();
  const { body: advisers } = await admin.call('GET /api/advisers');
  for (const { id, role } of advisers as Adviser[])
    if (role === 'admin' && id !== admin.id)
      await admin.call('PATCH /api/advisers/{id}', { params: { id }, body: { role: 'adviser' } });
  return admin;
}

/** A new client of an adviser. */
export async function newClient(
  adviser: Caller,
  given: Record<string, unknown> = {},
): Promise<Client & { token: string }> {
  const body = { name: `Client ${unique()}`, email: `${unique()}@clients.example`, phone: '020 7946 0000', ...given };
  const answer = await adviser.call('POST /api/clients', { body });
  equal(answer.status, 201, JSON.stringify(answer.body));
  return answer.body;
}

/** A multipart form with one file. */
export function fileForm(bytes: Uint8Array | string, name: string, stageId?: string): FormData {
  const form = new FormData();
  form.set('file', new File([bytes as BlobPart], name));
  if (stageId) form.set('stageId', stageId);
  return form;
}

/** Uploads a document. */
export async function upload(
  caller: Caller,
  clientId: string,
  bytes: Uint8Array | string,
  name = 'note.txt',
  stageId?: string,
): Promise<Document> {
  const answer = await caller.call('POST /api/clients/{id}/documents', {
    params: { id: clientId },
    form: fileForm(bytes, name, stageId),
  });
  equal(answer.status, 201, JSON.stringify(answer.body));
  return answer.body;
}

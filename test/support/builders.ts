import { equal } from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { retried } from '#functions/aws/retry.ts';
import { put, transact } from '#functions/aws/table.ts';
import type { AdviserItem } from '#functions/domain/accounts/account.ts';
import { countAdmins, findByEmail, newAccount, reserveEmail } from '#functions/domain/accounts/account-creation.ts';
import { sessionCookie, sessionItem } from '#functions/domain/accounts/session.ts';
import { newCounts } from '#functions/services/client-counts.ts';
import { idOf, newId } from '#functions/services/keys/keys.ts';
import { readSettings } from '#functions/services/settings.ts';
import type { Client } from '#shared/contract/clients.ts';
import type { Document } from '#shared/contract/documents.ts';
import type { Role } from '#shared/rules/people.ts';
import { Caller } from './api.ts';
import { functionEnvironment } from './event.ts';

export const PASSWORD = 'correct horse battery';
// bcrypt's minimum cost.
const PASSWORD_HASH = '$2b$04$9gNoNgCovHCcxVAPN98k4eIjBQ/BTOg5nk2VEl1T7W7uT2Ixy0eke';
const unique = () => randomUUID().slice(0, 8);

export interface Person extends Caller {
  id: string;
  email: string;
  name: string;
}

export async function signIn(email: string, password: string): Promise<Person> {
  const caller = new Caller();
  const { status, body } = await caller.call('POST /api/auth/login', { body: { email, password } });
  equal(status, 200);
  return Object.assign(caller, { id: body.id as string, email: body.email as string, name: body.name as string });
}

/** Sets the functions' environment in this process. */
function standIn(): void {
  for (const [name, value] of Object.entries(functionEnvironment())) process.env[name] ??= value;
}

async function signedIn({ pk, summary: { email, name }, sessionVersion }: AdviserItem): Promise<Person> {
  const id = idOf(pk);
  const { keys } = await readSettings();
  const [session, now] = [
    { adviserId: id, id: newId(), version: sessionVersion, keyVersion: keys.session },
    new Date(),
  ];
  await put(sessionItem(session, now, 'Unknown device'));
  const [cookie] = (await sessionCookie(session, now)).split(';');
  return Object.assign(new Caller(), { id, email, name, cookie });
}

/** Stores a new account directly: hashing its password and signing in cost more than most tests. */
async function storedAccount(name: string, email: string, role: Role): Promise<Person> {
  standIn();
  const id = newId();
  const account = newAccount(id, { name, email, role }, PASSWORD_HASH, new Date());
  const admins = role === 'admin' ? [countAdmins(1)] : [];
  const address = await reserveEmail(email, id);
  // Several admins at once change one count.
  await retried(() => transact([address, { put: { ...account } }, newCounts(id), ...admins]));
  return signedIn(account);
}

export async function demoAdmin(): Promise<Person> {
  standIn();
  const account = await findByEmail('admin@example.com');
  if (!account) throw new Error('The demo firm has no admin');
  return signedIn(account);
}

export const newAdviser = (name = `Adviser ${unique()}`): Promise<Person> =>
  storedAccount(name, `${unique()}@advisers.example`, 'adviser');

export const newAdmin = (): Promise<Person> =>
  storedAccount(`Admin ${unique()}`, `${unique()}@admins.example`, 'admin');

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

export function fileForm(bytes: Uint8Array | string, name: string, stageId?: string): FormData {
  const form = new FormData();
  form.set('file', new File([bytes as BlobPart], name));
  if (stageId) form.set('stageId', stageId);
  return form;
}

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

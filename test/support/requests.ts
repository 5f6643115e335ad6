import { equal } from 'node:assert/strict';
import type { Document } from '#shared/contract/documents.ts';
import type { DocumentRequest, NewRequests } from '#shared/contract/requests.ts';
import type { Decision } from '#shared/rules/requests.ts';
import type { ClientDesk } from './acts.ts';
import { fileForm } from './builders.ts';

/** Creates a request. */
export async function ask(
  { by }: ClientDesk,
  title: string,
  more: Partial<NewRequests['items'][0]> = {},
  dueDate?: string,
) {
  const body = { items: [{ title, ...more }], ...(dueDate && { dueDate }) };
  return (await by('POST /api/clients/{id}/requests', { body })).body[0] as DocumentRequest;
}

/** Sends a file of the client for a request. */
export async function sendFor(
  { id }: DocumentRequest,
  { by, own }: ClientDesk,
  name: string,
  bytes: Uint8Array | string = `text of ${name}`,
) {
  const form = fileForm(bytes, name);
  form.append('requestId', id);
  return (await by('POST /api/clients/{id}/documents', { form }, own)).body as Document;
}

/** Creates a request that the client has handed in with files. */
export async function handedIn(client: ClientDesk, title: string, files: readonly string[]): Promise<DocumentRequest> {
  const request = await ask(client, title);
  for (const name of files) await sendFor(request, client, name);
  const { id } = request;
  return (await client.own.call('POST /api/requests/{id}/submit', { params: { id } })).body;
}

/** Creates a request whose document the client does not have. */
export async function unavailable(client: ClientDesk, title: string, reason: string): Promise<DocumentRequest> {
  const { id } = await ask(client, title);
  return (await client.own.call('POST /api/requests/{id}/cannot', { params: { id }, body: { reason } })).body;
}

/** Decides on a request as it is now. */
export async function decide({ by, read }: ClientDesk, { id }: DocumentRequest, decision: Decision, reason?: string) {
  const all: DocumentRequest[] = await read('GET /api/clients/{id}/requests');
  const version = all.find((one) => one.id === id)?.version;
  const body = { version, decision, ...(reason && { reason }) };
  equal((await by('POST /api/requests/{id}/decision', { params: { id }, body })).status, 200);
}

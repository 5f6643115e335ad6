import type { DocumentRequest } from '#shared/contract/requests.ts';
import type { ClientDesk } from './acts.ts';
import { fileForm } from './builders.ts';

/** Creates a request. */
export const ask = async ({ by }: ClientDesk, title: string): Promise<DocumentRequest> =>
  (await by('POST /api/clients/{id}/requests', { body: { items: [{ title }] } })).body[0];

async function sendFor({ id }: DocumentRequest, { by, own }: ClientDesk, name: string) {
  const form = fileForm(`text of ${name}`, name);
  form.append('requestId', id);
  await by('POST /api/clients/{id}/documents', { form }, own);
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

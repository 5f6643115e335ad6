import { equal } from 'node:assert/strict';
import { get, tryUpdate } from '#functions/aws/table.ts';
import { FIRST_PERSON, readPerson } from '#functions/domain/clients/person.ts';
import { addCode, type CodesItem, codesKeyOf } from '#functions/domain/portal/codes.ts';
import { newChildKey, parseChildId } from '#functions/services/keys/keys.ts';
import type { Document } from '#shared/contract/documents.ts';
import type { DocumentRequest } from '#shared/contract/requests.ts';
import type { Caller } from './api.ts';
import { type Person, upload } from './builders.ts';
import { pdf } from './files/pdfs.ts';
import { MARK } from './mark.ts';

interface Asked {
  file?: Buffer;
  name?: string;
  stage?: string;
}

/** Uploads a document as staff, under stage 1.4 unless stated otherwise. */
export const documentToSign = (
  staff: Caller,
  clientId: string,
  { file = pdf(), name = 'Client agreement.pdf', stage = '1.4' }: Asked = {},
): Promise<Document> => upload(staff, clientId, file, name, `${clientId}.${stage}`);

export const askForSignature = (staff: Caller, id: string, body: object = {}) =>
  staff.call('POST /api/documents/{id}/sign-request', { params: { id }, body });

/** Uploads a document, and makes a request for its signature. */
export async function askedToSign(
  staff: Person,
  clientId: string,
  { body = {}, ...asked }: Asked & { body?: object } = {},
) {
  const document = await documentToSign(staff, clientId, asked);
  const answer = await askForSignature(staff, document.id, body);
  equal(answer.status, 201, JSON.stringify(answer.body));
  return { document, request: answer.body[0] as DocumentRequest };
}

/** Opens the document of a request as its signer. */
export const readToSign = (own: Caller, { sign }: Pick<DocumentRequest, 'sign'>) =>
  own.call('GET /api/documents/{id}/download', { params: { id: sign?.documentId ?? '' } });

/** Stores a code for a signature, as if it had been mailed to the signer. */
export async function codeToSign({ id, clientId, sign }: DocumentRequest, now = new Date()): Promise<string> {
  // Not for tests in a browser, whose stack mails codes.
  await import('./handlers.ts');
  const person = await readPerson(clientId, sign?.person ?? FIRST_PERSON);
  if (!person) throw new Error('Nobody signs this');
  const item = await get<CodesItem>(codesKeyOf(person));
  const { code, change } = await addCode(person, item, newChildKey(now), now, { request: parseChildId(id).key });
  await tryUpdate(codesKeyOf(person), change);
  return code;
}

/** Body of a valid signature. */
export const signature = ({ sign }: Pick<DocumentRequest, 'sign'>, code: string, more: object = {}) => ({
  name: 'Mia Evans',
  mark: MARK,
  sha256: sign?.sha256,
  consent: true,
  code,
  ...more,
});

/** Reads and signs a document by the link of its signer, with the code that `mailed` returns. Returns request and copy. */
export async function signedBy(own: Caller, request: DocumentRequest, more: object = {}, mailed = codeToSign) {
  await readToSign(own, request);
  const body = signature(request, await mailed(request), more);
  const { status, body: answer } = await own.call('POST /api/requests/{id}/sign', { params: { id: request.id }, body });
  equal(status, 200, JSON.stringify(answer));
  return answer as { request: DocumentRequest; document: Document };
}

import { equal } from 'node:assert/strict';
import { clientKey } from '#functions/domain/clients/client.ts';
import { FIRST_PERSON, type LinkItem, personId, personKey } from '#functions/domain/clients/person.ts';
import type { Document } from '#shared/contract/documents.ts';
import type { DocumentRequest } from '#shared/contract/requests.ts';
import type { Caller } from './api.ts';
import { entryFor, followed } from './audit-entries.ts';
import { stored } from './aws.ts';
import { type Person, upload } from './builders.ts';
import { pdf } from './files/pdfs.ts';
import { codeIn, mailsTo } from './mail.ts';

const [WIDTH, HEIGHT, INK_ROWS] = [80, 20, 4];

/** Picture of a broad line. */
export const MARK = {
  width: WIDTH,
  height: HEIGHT,
  bits: Buffer.alloc((WIDTH / 8) * HEIGHT)
    .fill(0xff, 0, (WIDTH / 8) * INK_ROWS)
    .toString('base64'),
};

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

/** Asks for a signature of a new document. */
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

/** Returns a code for a signature, as it is mailed to the signer. */
export async function mailedSignCode(
  { id: ref, clientId, title, sign }: DocumentRequest,
  now = new Date(),
): Promise<string> {
  const number = sign?.person ?? FIRST_PERSON;
  const key = number === FIRST_PERSON ? clientKey(clientId) : personKey(clientId, number);
  const signer = await stored<LinkItem>(key);
  const { name = '', email = '' } = signer?.summary ?? {};
  const before = await mailsTo(email);
  const requested = { action: 'sign-code-requested', data: { title }, ref } as const;
  const who = { kind: 'client', id: personId(clientId, number), name } as const;
  await followed(entryFor(clientId, who, requested, now), now);
  return codeIn((await mailsTo(email, before.length + 1))[0]);
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

/** Reads and signs a document by the link of its signer. Returns request and copy. */
export async function signedBy(own: Caller, request: DocumentRequest, more: object = {}) {
  await readToSign(own, request);
  const body = signature(request, await mailedSignCode(request), more);
  const { status, body: answer } = await own.call('POST /api/requests/{id}/sign', { params: { id: request.id }, body });
  equal(status, 200, JSON.stringify(answer));
  return answer as { request: DocumentRequest; document: Document };
}

import { signingCalls } from '#shared/contract/signing.ts';
import { get } from '../aws/table.ts';
import type { DocumentItem } from '../domain/documents/document-item.ts';
import { type CodesItem, codesKey } from '../domain/portal/codes.ts';
import { createdRequests, readRequest, toRequest } from '../domain/requests/request.ts';
import { askForSignature } from '../domain/signing/ask.ts';
import { requestSignCode } from '../domain/signing/code.ts';
import { signDocument } from '../domain/signing/sign.ts';
import { creating } from '../pipeline/creating.ts';
import { lambda, prepared } from '../pipeline/lambda.ts';
import { getChild, PREFIX } from '../services/keys/keys.ts';

interface ByClient {
  params: { id: string };
  clientId: string | undefined;
  person: number;
}

/** Reads a request with the codes of the person who signs. */
const loadToSign = async ({ params: { id }, clientId, person }: ByClient) =>
  Promise.all([readRequest(id), clientId ? get<CodesItem>(codesKey(clientId, person)) : undefined]);

export const handler = lambda('signing', signingCalls, {
  'POST /api/documents/{id}/sign-request': creating({
    load: ({ params: { id } }) => getChild<DocumentItem>(PREFIX.document, id),
    create: async (request, document) => askForSignature(request, document, request.body),
    find: createdRequests,
    present: (requests) => requests.map(toRequest),
  }),

  'POST /api/requests/{id}/sign-code': prepared(loadToSign, async ({ settings, ...context }, [request, codes]) =>
    requestSignCode(context, request, codes, settings.firm),
  ),

  'POST /api/requests/{id}/sign': prepared(
    loadToSign,
    async ({ actor, client, body, now, visit, settings }, [found, codes]) =>
      signDocument({ actor, client, now }, found, codes, body, { ...visit, firm: settings.firm.name }),
  ),
});

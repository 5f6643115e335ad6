import { documentCalls } from '#shared/contract/documents.ts';
import { query } from '../aws/table.ts';
import { type DocumentItem, isKept, toDocument } from '../domain/documents/document-item.ts';
import {
  deleteDocument,
  fileDocument,
  listDocuments,
  moveDocument,
  uploadDocument,
} from '../domain/documents/documents.ts';
import { downloadDocument, downloadPart } from '../domain/documents/download.ts';
import { charsetOf } from '../domain/documents/files/text.ts';
import { admitFile } from '../domain/file-links/file-link.ts';
import { createdChild, creating } from '../pipeline/creating.ts';
import { HttpResponse } from '../pipeline/http.ts';
import { lambda, prepared } from '../pipeline/lambda.ts';
import { clientPartition, getChild, PREFIX } from '../services/keys/keys.ts';

const load = ({ params: { id } }: { params: { id: string } }) => getChild<DocumentItem>(PREFIX.document, id);

async function createdDocument(ids: readonly string[]): Promise<DocumentItem | undefined> {
  const document = await createdChild<DocumentItem>(PREFIX.document)(ids);
  return document && isKept(document) ? document : undefined;
}

const contentType = ({ type }: DocumentItem, bytes: Buffer) =>
  type === 'text/plain' ? `${type}; charset=${charsetOf(bytes)}` : type;

const encodeRfc5987 = (text: string) =>
  encodeURIComponent(text).replace(/['()*]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`);

/** Sends the name in ASCII for old clients and in UTF-8 for all others (RFC 6266). */
function contentDisposition(name: string): string {
  const ascii = name.replace(/[^\x20-\x7e]/g, '_').replace(/["\\%]/g, '_');
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encodeRfc5987(name.toWellFormed())}`;
}

export const handler = lambda(
  'documents',
  documentCalls,
  {
    'GET /api/clients/{id}/documents': prepared(
      ({ params: { id } }) => query<DocumentItem>(clientPartition(id), PREFIX.document, { newestFirst: true }),
      async ({ client, now }, documents) => listDocuments(client, documents, now),
    ),

    'POST /api/clients/{id}/documents': creating({
      create: async (request) =>
        uploadDocument(request, request.body, () => admitFile(request, request.body, request.once)),
      find: createdDocument,
      present: (document, { client }) => toDocument(document, client.signature),
    }),

    'GET /api/documents/{id}/download': prepared(
      load,
      async ({ actor, client, now, query: { part }, header }, found) => {
        const context = { actor, client, now };
        if (part !== undefined) {
          const { bytes, start, size, token } = await downloadPart(context, found, {
            index: part,
            token: header('x-parts'),
          });
          return new HttpResponse(bytes, {
            headers: {
              'content-type': 'application/octet-stream',
              'content-range': `bytes ${start}-${start + bytes.length - 1}/${size}`,
              ...(token && { 'x-parts': token }),
            },
          });
        }
        const { document, bytes } = await downloadDocument(context, found);
        return new HttpResponse(bytes, {
          headers: {
            'content-type': contentType(document, bytes),
            'content-disposition': contentDisposition(document.name),
          },
        });
      },
    ),

    'PATCH /api/documents/{id}': prepared(load, async ({ actor, client, body, now }, document) => {
      const context = { actor, client, now };
      const { stageId = null, requestId } = body;
      if (requestId !== undefined) return fileDocument(context, document, requestId);
      return moveDocument(context, document, stageId);
    }),

    'DELETE /api/documents/{id}': prepared(load, async ({ actor, client, now }, document) =>
      deleteDocument({ actor, client, now }, document),
    ),
  },
  async (request) => (await import('../pipeline/multipart.ts')).readSentFile(request),
);

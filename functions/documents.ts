import { sniffType } from '#shared/documents.ts';
import { Answer } from './core/answer.ts';
import { contentDisposition } from './core/content-disposition.ts';
import {
  type ClientItem,
  childItemKey,
  clientIdOf,
  clientPartition,
  type DocumentItem,
  isKept,
  KEPT,
  PREFIX,
  toDocument,
} from './core/entities.ts';
import { notFound, TamperAlarm } from './core/errors.ts';
import type { Change } from './core/expressions.ts';
import { childId, newChildKey, parseChildId } from './core/ids.ts';
import { lambda, prepared } from './core/lambda.ts';
import { logFault } from './core/log.ts';
import { ownStageNumber } from './core/own-stage.ts';
import { activity, clientUpdate, recordActivity } from './core/record.ts';
import { get, query, remove, transact } from './core/table.ts';
import { readUpload } from './core/upload.ts';
import { openDocument, removeObject, sealDocument } from './core/vault.ts';

const load = ({ params: { id } }: { params: { id: string } }) => {
  const { clientId, key } = parseChildId(id);
  return get<DocumentItem>(childItemKey(PREFIX.document, clientId, key));
};

const countDocument = (stage: number | undefined, change: 1 | -1) =>
  stage === undefined ? {} : { [`documents/${stage}`]: change };

/** A signature does not point to a document that is gone: one that comes meanwhile may name it. */
function unsigned({ signature }: ClientItem, documentId: string): Change {
  if (!signature) return { when: [['signature', 'absent']] };
  const when = [['signature/documentId', '=', signature.documentId]] as const;
  return signature.documentId === documentId ? { set: { 'signature/documentId': null }, when } : { when };
}

/** Removes the object of a record that was not written; a write whose answer was lost may have been. */
async function discard(document: DocumentItem): Promise<void> {
  try {
    if (!(await get(document))) await removeObject(document.encryptedPath);
  } catch (error) {
    logFault('object without a record', error);
  }
}

export const handler = lambda('documents', {
  'GET /api/clients/{id}/documents': prepared(
    ({ params: { id } }) =>
      query<DocumentItem>(clientPartition(id), PREFIX.document, { newestFirst: true, keep: isKept }),
    async ({ client }, documents) => documents.map((document) => toDocument(document, client.signature)),
  ),

  'POST /api/clients/{id}/documents': async ({ actor, client, event, now }) => {
    const upload = await readUpload(event);
    const clientId = clientIdOf(client);
    const stage = upload.stageId === undefined ? undefined : ownStageNumber(upload.stageId, clientId);
    const key = newChildKey(now);
    const seal = await sealDocument({ clientId, documentId: childId(clientId, key) }, upload.bytes);
    const document: DocumentItem = {
      ...childItemKey(PREFIX.document, clientId, key),
      ...(stage !== undefined && { stage }),
      name: upload.name,
      type: sniffType(upload.bytes, upload.name),
      fileSize: upload.bytes.length,
      uploadedBy: actor.kind === 'client' ? 'client' : 'adviser',
      ...seal,
    };
    const about = { actor, client, now };
    const record = activity(about, 'document-uploaded', `Uploaded ${upload.name}`);
    try {
      await transact([clientUpdate(about, { add: countDocument(stage, 1) }), { put: { ...document } }, record]);
    } catch (error) {
      await discard(document);
      throw error;
    }
    return toDocument(document, client.signature);
  },

  'GET /api/documents/{id}/download': prepared(load, async ({ actor, client, params, now }, document) => {
    if (!document || document.deleting) throw notFound('Document not found');
    const bytes = await openDocument({ clientId: clientIdOf(client), documentId: params.id }, document);
    const kept = bytes ? document : await load({ params });
    if (!kept || kept.deleting) throw notFound('Document not found');
    if (!bytes) throw new TamperAlarm('The stored object is gone');
    await recordActivity({ actor, client, now }, 'document-downloaded', `Downloaded ${document.name}`);
    return new Answer(bytes, {
      headers: { 'content-type': document.type, 'content-disposition': contentDisposition(document.name) },
    });
  }),

  'DELETE /api/documents/{id}': prepared(load, async ({ actor, client, params, now }, document) => {
    if (!document) throw notFound('Document not found');
    if (!document.deleting) {
      const about = { actor, client, now };
      const update = clientUpdate(about, { add: countDocument(document.stage, -1), ...unsigned(client, params.id) });
      const hide = { set: { deleting: true }, when: KEPT };
      const record = activity(about, 'document-deleted', `Deleted ${document.name}`);
      await transact([update, { update: document, change: hide }, record]);
    }
    await removeObject(document.encryptedPath);
    await remove(document);
    return undefined;
  }),
});

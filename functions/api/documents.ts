import { currentTime } from '../aws/clock.ts';
import { type Change, type Condition, together, unchanged } from '../aws/expressions.ts';
import { put, query, transact } from '../aws/table.ts';
import { changeOf, recordActivity } from '../domain/clients/change.ts';
import type { ClientItem } from '../domain/clients/client.ts';
import { takeFromLink } from '../domain/clients/link-quota.ts';
import { countTotal } from '../domain/clients/quota.ts';
import { ownStageNumber } from '../domain/clients/stage-id.ts';
import { contentDisposition } from '../domain/documents/content-disposition.ts';
import { type DocumentItem, isKept, KEPT, toDocument } from '../domain/documents/document.ts';
import { type Owner, objectKey, openDocument, sealDocument } from '../domain/documents/encryption.ts';
import { charsetOf } from '../domain/documents/files/text.ts';
import { finish, type HalfDone, isLeftBehind } from '../domain/documents/half-done.ts';
import { linkToTask } from '../domain/tasks/task-link.ts';
import { lambda, prepared } from '../pipeline/lambda.ts';
import { Answer } from '../pipeline/response.ts';
import { SYSTEM } from '../services/audit-log/entry.ts';
import { notFound } from '../services/errors.ts';
import { childId, newChildKey } from '../services/keys/ids.ts';
import { childItemKey, clientIdOf, clientPartition, getChild, idOfChild, PREFIX } from '../services/keys/keys.ts';
import { logFault } from '../services/log/log.ts';
import { TamperAlarm } from '../services/log/tamper-alarm.ts';

const load = ({ params: { id } }: { params: { id: string } }) => getChild<DocumentItem>(PREFIX.document, id);

const countDocument = (stage: number | undefined, change: 1 | -1): Change =>
  stage === undefined ? {} : { add: { [`documents/${stage}`]: change } };

/** The condition under which the count that a document stands in is still the same. */
const stageUnchanged = ({ stage }: DocumentItem) => unchanged('stage', stage);

type Done = 'document-uploaded' | 'document-downloaded' | 'document-deleted';
const happenedTo = <A extends Done>(document: DocumentItem, action: A) => ({
  action,
  data: { name: document.name },
  ref: idOfChild(document),
});

/** An upload becomes a document only while nobody finishes it as left behind. */
const UNDER_WAY: readonly Condition[] = [
  ['uploading', 'exists'],
  ['deleting', 'absent'],
];

/** The stored type; plain text says how its bytes are to be read. */
const contentType = ({ type }: DocumentItem, bytes: Buffer) =>
  type === 'text/plain' ? `${type}; charset=${charsetOf(bytes)}` : type;

/** Removes the signature's link to a document that was deleted, including one written while the deletion ran. */
function unsigned({ signature }: ClientItem, documentId: string): Change {
  if (!signature) return { when: [['signature', 'absent']] };
  const when = [unchanged('signature/documentId', signature.documentId)];
  return signature.documentId === documentId ? { set: { 'signature/documentId': null }, when } : { when };
}

/** Records a stored object that does not open, of which admins are told (contract, Documents); gives what is thrown. */
async function damaged(client: ClientItem, ref: string, alarm: TamperAlarm, now: Date): Promise<TamperAlarm> {
  const line = recordActivity({ actor: SYSTEM, client, now }, { action: 'document-damaged', data: {}, ref });
  await line.catch((error: unknown) => logFault('damaged document', error));
  return alarm;
}

/** The bytes of a document; `undefined` where its object is gone. */
const opened = (client: ClientItem, owner: Owner, document: DocumentItem, now: Date) =>
  openDocument(owner, document).catch(async (error: unknown) => {
    throw error instanceof TamperAlarm ? await damaged(client, owner.documentId, error, now) : error;
  });

/** Finishes interrupted uploads and deletions one by one. A failure is logged and tried again on the next call. */
async function tidyUp(items: readonly HalfDone[]): Promise<void> {
  const failed = (error: unknown) => logFault('half-done document', error);
  await Promise.all(items.map((item) => finish(item).catch(failed)));
}

export const handler = lambda(
  'documents',
  {
    'GET /api/clients/{id}/documents': prepared(
      ({ params: { id } }) => query<DocumentItem>(clientPartition(id), PREFIX.document, { newestFirst: true }),
      async ({ client, now }, documents) => {
        await tidyUp(documents.filter((document) => isLeftBehind(document, now)));
        return documents.filter(isKept).map((document) => toDocument(document, client.signature));
      },
    ),

    'POST /api/clients/{id}/documents':
      () =>
      async ({ actor, client, body: upload, now, once }) => {
        // Recognising files is as much code as all else here: like the parser of uploads, it is loaded once somebody sends one.
        const { checkFile } = await import('../domain/documents/files/check.ts');
        const total = countTotal(client, 'totalDocuments', 1);
        const clientId = clientIdOf(client);
        const [task] = await Promise.all([
          upload.taskId === undefined ? undefined : linkToTask(upload.taskId, clientId, actor),
          once(() => takeFromLink('file', { actor, client, now })),
        ]);
        const kind = await checkFile(upload.name, upload.bytes);
        const stageId = task ? task.stageId : upload.stageId;
        const stage = stageId === undefined ? undefined : ownStageNumber(stageId, clientId);
        const key = newChildKey(now);
        const owner = { clientId, documentId: childId(clientId, key) };
        const place = childItemKey(PREFIX.document, clientId, key);
        const mark = { ...place, v: 1 as const, encryptedPath: objectKey(owner), uploading: true };
        const marked = put(mark);
        try {
          const document: DocumentItem = {
            ...place,
            v: 1,
            ...(stage !== undefined && { stage }),
            ...(task && { task: task.key }),
            name: upload.name,
            ...kind,
            fileSize: upload.bytes.length,
            uploadedBy: actor.kind === 'client' ? 'client' : 'adviser',
            ...(await sealDocument(owner, upload.bytes, marked)),
          };
          // Sealing takes so long that another change may have been written since the request began.
          const context = { actor, client, now: await currentTime() };
          const { data, ...happened } = happenedTo(document, 'document-uploaded');
          const changes = changeOf(
            context,
            { ...happened, data: { ...data, ...(task && { task: task.named }) } },
            together(countDocument(stage, 1), total),
          );
          await transact([...changes, { put: { ...document }, when: UNDER_WAY }, ...(task ? [task.check] : [])]);
          return toDocument(document, client.signature);
        } catch (error) {
          await marked.catch(() => undefined);
          await tidyUp([mark]);
          throw error;
        }
      },

    'GET /api/documents/{id}/download': prepared(load, async ({ actor, client, params, now }, document) => {
      if (!document || !isKept(document)) throw notFound('Document not found');
      const bytes = await opened(client, { clientId: clientIdOf(client), documentId: params.id }, document, now);
      const kept = bytes ? document : await load({ params });
      if (!kept || !isKept(kept)) throw notFound('Document not found');
      if (!bytes) throw await damaged(client, params.id, new TamperAlarm('The stored object is gone'), now);
      await recordActivity({ actor, client, now }, happenedTo(document, 'document-downloaded'));
      return new Answer(bytes, {
        headers: {
          'content-type': contentType(document, bytes),
          'content-disposition': contentDisposition(document.name),
        },
      });
    }),

    'PATCH /api/documents/{id}': prepared(load, async ({ actor, client, params, body, now }, document) => {
      if (!document || !isKept(document)) throw notFound('Document not found');
      const stage = body.stageId === null ? undefined : ownStageNumber(body.stageId, clientIdOf(client));
      const after = { ...document, stage };
      if (stage !== document.stage) {
        const context = { actor, client, now };
        const counts = together(countDocument(document.stage, -1), countDocument(stage, 1));
        const move = { set: { stage }, when: [...KEPT, stageUnchanged(document)] };
        const data = { name: document.name, stage: stage ?? null, from: document.stage ?? null };
        const happened = { action: 'document-moved', data, ref: params.id } as const;
        await transact([...changeOf(context, happened, counts), { update: document, change: move }]);
      }
      return toDocument(after, client.signature);
    }),

    'DELETE /api/documents/{id}': prepared(load, async ({ actor, client, params, now }, document) => {
      if (!document || document.uploading) throw notFound('Document not found');
      if (!document.deleting) {
        const context = { actor, client, now };
        const total = countTotal(client, 'totalDocuments', -1);
        const counts = together(countDocument(document.stage, -1), total, unsigned(client, params.id));
        const hide = { set: { deleting: true }, when: [...KEPT, stageUnchanged(document)] };
        const changes = changeOf(context, happenedTo(document, 'document-deleted'), counts);
        await transact([...changes, { update: document, change: hide }]);
      }
      await finish(document);
      return undefined;
    }),
  },
  async (request) => (await import('../pipeline/multipart.ts')).readUpload(request),
);

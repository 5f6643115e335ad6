import { createHash } from 'node:crypto';
import type { DataOf, Happened } from '#shared/audit-log/actions.ts';
import type { Document } from '#shared/contract/documents.ts';
import { MINUTE_MS } from '#shared/rules/time.ts';
import { currentTime } from '../../aws/clock.ts';
import { type Condition, type ItemChange, together, unchanged } from '../../aws/expressions.ts';
import { deleteObjects } from '../../aws/s3.ts';
import { get, put, remove, transact, tryUpdate, type Write } from '../../aws/table.ts';
import { conflict, notFound } from '../../services/errors.ts';
import {
  ageOfKey,
  childId,
  childItemKey,
  childKeyOf,
  clientIdOf,
  idOfChild,
  newChildKey,
  PREFIX,
} from '../../services/keys/keys.ts';
import { logFault } from '../../services/log/log.ts';
import type { ClientItem } from '../clients/client.ts';
import { type ChangeContext, changeOf, countDocument, countTotal, ownStageNumber } from '../clients/client-writes.ts';
import { linkToRequest, takeBackFile, takeOffRequest } from '../requests/request-files.ts';
import { checkedFile } from './checked-file.ts';
import { type DocumentItem, isKept, KEPT, senderOf, toDocument, uploadedAtOf } from './document-item.ts';
import { sealDocument } from './encryption.ts';
import type { FileKind } from './files/check.ts';
import { objectKey, objectsOf, type PartsSeal, type WholeSeal } from './seal.ts';

/** Longer than a function may run, in ms: an upload that began earlier was interrupted. */
const UPLOAD_MS = MINUTE_MS;

/** Item of a document whose object is being stored or removed, so that no object lacks an item. Never shown. */
export type HalfDone = Pick<DocumentItem, 'pk' | 'sk' | 'v' | 'uploading' | 'deleting'> &
  (Pick<WholeSeal, 'encryptedPath'> | Pick<PartsSeal, 'parts'>);

export const isLeftBehind = (item: HalfDone, now: Date) =>
  item.deleting === true || (item.uploading === true && ageOfKey(childKeyOf(item), now) > UPLOAD_MS);

/** Marks an unfinished upload as deleted. Returns `false` if it became a document meanwhile. */
async function isGivenUp(item: HalfDone): Promise<boolean> {
  const givenUp = await tryUpdate(item, { set: { deleting: true }, when: [['uploading', 'exists']] });
  return givenUp || !(await get(item));
}

/** Finishes an interrupted upload or deletion. Removes the object before the item, so that it can be retried. */
export async function finish(item: HalfDone): Promise<void> {
  if (item.uploading && !(await isGivenUp(item))) return;
  await deleteObjects(objectsOf(item));
  await remove(item);
}

/** Finishes interrupted uploads and deletions. Failures are logged and retried on the next call. */
async function tidyUp(items: readonly HalfDone[]): Promise<void> {
  const failed = (error: unknown) => logFault('half-done document', error);
  await Promise.all(items.map((item) => finish(item).catch(failed)));
}

const countInStage = (stage: number | undefined, change: 1 | -1): ItemChange =>
  stage === undefined ? {} : { add: { [`documents/${stage}`]: change } };

const requestUnchanged = ({ request }: DocumentItem) => unchanged('request', request);

const stageUnchanged = ({ stage }: DocumentItem) => unchanged('stage', stage);

/** Conditions of a document that is not to be signed, nor was. */
const NOT_TO_SIGN: readonly Condition[] = [
  ['signing', 'absent'],
  ['evidence', 'absent'],
];

export const auditedName = ({ name }: DocumentItem) => ({ name });

const KEPT_TEXTS = {
  agreed: 'This is the agreed fact-find and stays as long as the client.',
  evidence: 'This is evidence of a signature and stays as long as the client.',
  signing: 'A signature is asked for. Waive it first.',
} as const;

/** Throws 409 for a document that is to stay where it is. */
function refuseKept(document: DocumentItem): void {
  for (const [name, text] of Object.entries(KEPT_TEXTS))
    if (document[name as keyof typeof KEPT_TEXTS]) throw conflict(text);
}

export const documentGone = () => notFound('Document not found');

export async function listDocuments(
  client: ClientItem,
  found: readonly DocumentItem[],
  now: Date,
): Promise<Document[]> {
  await tidyUp(found.filter((document) => isLeftBehind(document, now)));
  return found.filter(isKept).map((document) => toDocument(document, client.signature));
}

/** Ids of what a file is for: a task, a request, or neither. */
export interface FileTarget {
  taskId?: string | undefined;
  requestId?: string | undefined;
}

/** Task or request that a file is for. The file gets its stage. */
export interface FileLink {
  document: Pick<DocumentItem, 'task' | 'request' | 'attempt' | 'agreed' | 'evidence'>;
  entry: Pick<DataOf<'document-uploaded'>, 'task' | 'request' | 'late'>;
  stage: number | undefined;
  /** Fail the upload if the caller may no longer send a file for it, or if it moved to another stage. */
  writes: readonly Write[];
  /** Change of the client's counters, and what else happened to what the file is for. */
  change?: ItemChange;
  happened?: readonly Happened[];
}

export const fileHashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

/** Returns the writes of a new document, its audit entry and the client's counters. Throws 409 at a limit. */
export function newDocumentWrites(
  context: ChangeContext,
  document: DocumentItem,
  { link, when }: { link: FileLink | undefined; when: readonly Condition[] },
): Write[] {
  const { name, sha256, stage, fileSize } = document;
  const data = { name, ...(sha256 && { sha256 }), ...link?.entry };
  const counts = together(countInStage(stage, 1), countDocument(context.client, fileSize), link?.change ?? {});
  const uploaded = { action: 'document-uploaded', data, ref: idOfChild(document) } as const;
  return [
    ...changeOf(context, [uploaded, ...(link?.happened ?? [])], counts),
    { put: { ...document }, when },
    ...(link?.writes ?? []),
  ];
}

interface File {
  /** Part of its id after the client's, if something refers to it before it is stored. */
  key?: string;
  name: string;
  bytes: Buffer;
  stageId: string | undefined;
  /** Kind of a file that the server made itself, which needs no inspection. */
  kind?: FileKind;
}

/** Conditions that commit an upload unless clean-up has already claimed it. */
export const UNDER_WAY: readonly Condition[] = [
  ['uploading', 'exists'],
  ['deleting', 'absent'],
];

/** Validates, encrypts and stores a file. `allowed` applies the sender's rate limits and reads what the file is for. */
export async function uploadDocument(
  context: ChangeContext,
  { name, bytes, ...file }: File,
  allowed: () => Promise<FileLink | undefined>,
): Promise<DocumentItem> {
  const { client, now } = context;
  countDocument(client, bytes.length);
  const clientId = clientIdOf(client);
  const link = await allowed();
  const { name: stored = name, ...kind } = file.kind ?? (await checkedFile(context, name, bytes));
  const own = file.stageId === undefined ? undefined : ownStageNumber(file.stageId, clientId);
  const stage = link ? link.stage : own;
  const { key = newChildKey(now) } = file;
  const owner = { clientId, documentId: childId(clientId, key) };
  const place = childItemKey(PREFIX.document, clientId, key);
  const mark = { ...place, v: 1 as const, encryptedPath: objectKey(owner), uploading: true };
  const marked = put(mark);
  try {
    const document: DocumentItem = {
      ...place,
      v: 1,
      ...(stage !== undefined && { stage }),
      ...link?.document,
      name: stored,
      ...kind,
      fileSize: bytes.length,
      sha256: fileHashOf(bytes),
      ...senderOf(context.actor),
      ...(await sealDocument(owner, bytes, marked)),
    };
    // Encryption takes long enough for another change to be written since the request began.
    const later = { ...context, now: await currentTime() };
    await transact(newDocumentWrites(later, document, { link, when: UNDER_WAY }));
    return document;
  } catch (error) {
    await marked.catch(() => undefined);
    await tidyUp([mark]);
    throw error;
  }
}

export async function moveDocument(
  context: ChangeContext,
  document: DocumentItem | undefined,
  stageId: string | null,
): Promise<Document> {
  const { client } = context;
  if (!document || !isKept(document)) throw documentGone();
  refuseKept(document);
  const stage = stageId === null ? undefined : ownStageNumber(stageId, clientIdOf(client));
  if (stage !== document.stage) {
    const counts = together(countInStage(document.stage, -1), countInStage(stage, 1));
    const move = { set: { stage }, when: [...KEPT, ...NOT_TO_SIGN, stageUnchanged(document)] };
    const data = { ...auditedName(document), stage: stage ?? null, from: document.stage ?? null };
    const happened = { action: 'document-moved', data, ref: idOfChild(document) } as const;
    await transact([...changeOf(context, happened, counts), { update: document, change: move }]);
  }
  return toDocument({ ...document, stage }, client.signature);
}

/** Files a document under a request, which decides its stage, or takes it out of its request. */
export async function fileDocument(
  context: ChangeContext,
  document: DocumentItem | undefined,
  requestId: string | null,
): Promise<Document> {
  const { client } = context;
  if (!document || !isKept(document)) throw documentGone();
  refuseKept(document);
  const link = requestId === null ? undefined : await linkToRequest(requestId, context);
  const { request, attempt } = link?.document ?? {};
  if (request === document.request && attempt === document.attempt) return toDocument(document, client.signature);
  const stage = link ? link.stage : document.stage;
  const former = await takeOffRequest(client, document, true);
  const moved = stage === document.stage ? {} : together(countInStage(document.stage, -1), countInStage(stage, 1));
  const counts = together(moved, former.change, link?.change ?? {});
  const when = [...KEPT, ...NOT_TO_SIGN, stageUnchanged(document), requestUnchanged(document)];
  const data = { ...auditedName(document), request: link?.entry.request.title ?? null };
  const happened = { action: 'document-filed', data, ref: idOfChild(document) } as const;
  const move: Write = { update: document, change: { set: { request, attempt, stage }, when } };
  const changes = changeOf(context, [happened, ...(link?.happened ?? [])], counts);
  await transact([...changes, move, ...former.writes, ...(link?.writes ?? [])]);
  return toDocument({ ...document, request, attempt, stage }, client.signature);
}

/** Unlinks the signature from a deleted document. Conflicts with a concurrent signature. */
function unlinkSignature({ signature }: ClientItem, documentId: string): ItemChange {
  if (!signature) return { when: [['signature', 'absent']] };
  const when = [unchanged('signature/documentId', signature.documentId)];
  return signature.documentId === documentId ? { set: { 'signature/documentId': null }, when } : { when };
}

/**
 * Hides a document, then removes object and item; also finishes an interrupted deletion. Throws 404 if it is gone,
 * and 403 or 409 if a client may not remove it.
 */
export async function deleteDocument(context: ChangeContext, document: DocumentItem | undefined): Promise<void> {
  const { actor, client } = context;
  if (!document || document.uploading) throw documentGone();
  refuseKept(document);
  if (!document.deleting) {
    const ref = idOfChild(document);
    const totals = together(countTotal(client, 'totalDocuments', -1), { add: { totalBytes: -document.fileSize } });
    const hide = {
      set: { deleting: true },
      when: [...KEPT, ...NOT_TO_SIGN, stageUnchanged(document), requestUnchanged(document)],
    };
    const filed = { ...document, uploadedAt: uploadedAtOf(document) };
    // A file of the client was handed in by them, and staff may want to say why it was deleted.
    const request =
      actor.kind === 'client'
        ? await takeBackFile(client, filed)
        : await takeOffRequest(client, filed, filed.uploadedBy === 'adviser');
    const unlinked = unlinkSignature(client, ref);
    const counts = together(countInStage(document.stage, -1), totals, unlinked, request.change);
    const changes = changeOf(context, { action: 'document-deleted', data: auditedName(document), ref }, counts);
    await transact([...changes, { update: document, change: hide }, ...request.writes]);
  }
  await finish(document);
}

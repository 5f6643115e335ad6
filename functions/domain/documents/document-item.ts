import type { Document } from '#shared/contract/documents.ts';
import { SIGNATURE_STAGE } from '#shared/rules/journey.ts';
import { type Condition, unchanged } from '../../aws/expressions.ts';
import { retried } from '../../aws/retry.ts';
import { type Key, query, transact, type Write } from '../../aws/table.ts';
import type { AuditEntry } from '../../services/audit-log/entry.ts';
import {
  childId,
  childKeyOf,
  clientIdOf,
  clientPartition,
  idOfChild,
  PREFIX,
  parseChildId,
  timeOfKey,
} from '../../services/keys/keys.ts';
import type { ClientItem } from '../clients/client.ts';
import { type FurtherPerson, furtherPerson, type Person } from '../clients/person.ts';
import { IN_PARTS, type Seal } from './seal.ts';

interface StoredDocument extends Key {
  v: 1;
  stage?: number | undefined;
  /** Key of the task that it was uploaded for; absent if none, or if the task was deleted. */
  task?: string | undefined;
  /** Key of the request that it was sent for, and the attempt. */
  request?: string | undefined;
  attempt?: number | undefined;
  name: string;
  type: string;
  /** True if a browser may show it. */
  preview: boolean;
  fileSize: number;
  /** SHA-256 of the file, in hex. */
  sha256?: string;
  /** When a large file was complete. A small one is as old as its key. */
  uploadedAt?: string;
  uploadedBy: 'adviser' | 'client';
  sentBy?: FurtherPerson;
  /** Set for the copy of a fact-find, which is neither moved nor deleted. */
  agreed?: true;
  /** Keys of the requests that ask for a signature of it. It is neither moved nor deleted meanwhile, or once it is evidence. */
  signing?: readonly string[] | undefined;
  evidence?: 'original' | 'signed';
  /** Set during the upload: the document is hidden and lacks its other attributes. */
  uploading?: boolean;
  /** Set during deletion: the document is hidden, and an interrupted deletion can be finished. */
  deleting?: boolean;
}

/** Stored document: decryption parameters here, ciphertext in the bucket. */
export type DocumentItem = StoredDocument & Seal;

export const isKept = (item: object) => !('uploading' in item || 'deleting' in item);

export const KEPT = [
  ['pk', 'exists'],
  ['uploading', 'absent'],
  ['deleting', 'absent'],
] as const satisfies readonly Condition[];

/** Returns what a new document says of its sender. */
export function senderOf({ kind, person }: { kind: string; person?: Person }) {
  const sentBy = furtherPerson(person);
  return { uploadedBy: kind === 'client' ? ('client' as const) : ('adviser' as const), ...(sentBy && { sentBy }) };
}

export const uploadedAtOf = (item: DocumentItem) => item.uploadedAt ?? timeOfKey(childKeyOf(item));

export function toDocument(item: DocumentItem, signature: ClientItem['signature']): Document {
  const id = idOfChild(item);
  return {
    id,
    clientId: clientIdOf(item),
    stageId: item.stage === undefined ? null : childId(clientIdOf(item), item.stage),
    taskId: item.task === undefined ? null : childId(clientIdOf(item), item.task),
    requestId: item.request === undefined ? null : childId(clientIdOf(item), item.request),
    round: item.attempt ?? null,
    name: item.name,
    type: item.type,
    fileSize: item.fileSize,
    sha256: item.sha256 ?? null,
    parts: item.format === IN_PARTS ? item.parts.length : 1,
    uploadedAt: uploadedAtOf(item),
    uploadedBy: item.uploadedBy,
    sentBy: item.sentBy ?? null,
    encrypted: true,
    requiresSignature: item.stage === SIGNATURE_STAGE,
    signatureStatus: signature?.documentId === id ? 'signed' : null,
    keptAs: item.evidence ?? (item.signing ? 'to-sign' : item.agreed ? 'agreed' : null),
    preview: item.preview,
  };
}

const MAX_WRITES = 100;

const detached = (document: DocumentItem): Write => ({
  update: document,
  change: { set: { task: undefined }, when: [['pk', 'exists'], unchanged('task', document.task)] },
});

/** Idempotent. Uploads check that their task exists, so no document is attached afterwards. */
export const detachTask = (clientId: string, taskKey: string): Promise<void> =>
  retried(async () => {
    const keep = (item: object) => 'task' in item && item.task === taskKey;
    const found = await query<DocumentItem>(clientPartition(clientId), PREFIX.document, { keep });
    for (let i = 0; i < found.length; i += MAX_WRITES) await transact(found.slice(i, i + MAX_WRITES).map(detached));
  });

/** Finishes the deletion of a task if its request was interrupted. */
export async function detachDeletedTask(entry: AuditEntry): Promise<void> {
  if (entry.ref !== undefined) await detachTask(clientIdOf(entry), parseChildId(entry.ref).key);
}

import type { Document } from '#shared/contract/documents.ts';
import { partCount } from '#shared/rules/uploads.ts';
import { currentTime } from '../../aws/clock.ts';
import { Conflict } from '../../aws/retry.ts';
import { get, transact, tryUpdate } from '../../aws/table.ts';
import { conflict, HttpError, invalid } from '../../services/errors.ts';
import * as KEYS from '../../services/keys/item-kinds.ts';
import { childId, childItemKey, childKeyOf, getChild, idOfChild, PREFIX } from '../../services/keys/keys.ts';
import { dueKeys } from '../../services/scheduler/scheduler.ts';
import { type ChangeContext, countDocument } from '../clients/client-writes.ts';
import { checkedFile } from './checked-file.ts';
import { type DocumentItem, isKept, senderOf, toDocument } from './document-item.ts';
import { type FileLink, type FileTarget, fileHashOf, newDocumentWrites } from './documents.ts';
import { openParts } from './encryption.ts';
import { IN_PARTS, ownerOf, type StoredPart } from './seal.ts';
import type { UploadItem } from './upload-item.ts';
import { daysLater, ended, endUpload, isOpenUpload, OPEN, own } from './uploads.ts';

/** Returns the document of a finished upload. Throws 404 if it was deleted. */
async function finishedDocument({ client }: ChangeContext, upload: UploadItem): Promise<Document> {
  const document = await getChild<DocumentItem>(PREFIX.document, idOfChild(upload));
  if (!document || !isKept(document)) throw ended();
  return toDocument(document, client.signature);
}

const CHANGED = 'The file changed while it was sent. Please send it again.';

/** Returns all parts in order. Throws 409 if some are missing, and 400 if they have other digests than the sender's. */
function partsOf(upload: UploadItem, digests: readonly string[] | undefined): StoredPart[] {
  const places = Array.from({ length: partCount(upload.size) }, (_, index) => index);
  const missing = places.filter((index) => !upload.parts[index]);
  if (missing.length > 0) throw conflict('Parts are missing.', { missing });
  const parts = places.flatMap((index) => upload.parts[index] ?? []);
  if (digests && digests.join() !== parts.map(({ sha256 }) => sha256).join()) throw invalid('parts', CHANGED);
  return parts;
}

/** Decrypts all parts. Takes the attempt back if AWS fails, which is no fault of the file. */
async function fileOf(upload: UploadItem, parts: readonly StoredPart[]): Promise<Buffer> {
  try {
    const bytes = await openParts(ownerOf(upload), { encryptionKey: upload.encryptionKey, parts }, upload.size);
    if (!bytes) throw new Error('A stored part is gone');
    return bytes;
  } catch (error) {
    await tryUpdate(upload, { add: { attempts: -1 }, when: [['pk', 'exists']] }).catch(() => undefined);
    throw error;
  }
}

/** Attempts that may end without an answer, such as those of a killed function. */
const MAX_ATTEMPTS = 3;
/** Longer than a function may run, in ms. */
const ATTEMPT_MS = 30_000;

const UNCHECKED = 'This file could not be checked. Please send it as a PDF or a photo instead.';

/**
 * Counts an attempt before the work. Without any left, throws 409 while the last one may still run, then 400, and
 * deletes the upload.
 */
async function countAttempt(upload: UploadItem, now: Date): Promise<void> {
  const change = { add: { attempts: 1 }, set: { triedAt: now.toISOString() } };
  if (await tryUpdate(upload, { ...change, when: [...OPEN, ['attempts', 'absent or <', MAX_ATTEMPTS]] })) return;
  const current = await get<UploadItem>(upload);
  // Another attempt has just finished or deleted it.
  if (!current || !isOpenUpload(current)) throw new Conflict();
  if (now.getTime() - Date.parse(current.triedAt ?? '') < ATTEMPT_MS)
    throw conflict('This file is still being checked. Please try again in a minute.');
  await endUpload(current);
  throw invalid('file', UNCHECKED);
}

interface Sent {
  /** SHA-256 of the whole file, which is known only after it was read. */
  sha256?: string | undefined;
  /** SHA-256 of each part. */
  parts?: readonly string[] | undefined;
}

/**
 * Makes a document of a complete upload. Throws 400 for a file that is refused or was changed, which deletes the
 * upload. `linkTo` reads what the file is for; without it, the document keeps the stage.
 */
export async function finishUpload(
  context: ChangeContext,
  found: UploadItem | undefined,
  sent: Sent,
  linkTo: (target: FileTarget) => Promise<FileLink | undefined>,
  once: (effect: () => Promise<void>) => Promise<void>,
): Promise<Document> {
  const upload = own(context, found);
  if (upload.finished) return finishedDocument(context, upload);
  countDocument(context.client, upload.size);
  const parts = partsOf(upload, sent.parts);
  await once(() => countAttempt(upload, context.now));
  const bytes = await fileOf(upload, parts);
  const digest = fileHashOf(bytes);
  const isOther = sent.sha256 !== undefined && sent.sha256 !== digest;
  const checking = isOther ? Promise.reject(invalid('sha256', CHANGED)) : checkedFile(context, upload.name, bytes);
  const { name = upload.name, ...kind } = await checking.catch(async (error: unknown) => {
    if (error instanceof HttpError) await endUpload(upload);
    throw error;
  });
  const { clientId, documentId } = ownerOf(upload);
  const idIn = (key: string | undefined) => (key === undefined ? undefined : childId(clientId, key));
  const link = await linkTo({ taskId: idIn(upload.task), requestId: idIn(upload.request) });
  const stage = link ? link.stage : upload.stage;
  const now = await currentTime();
  const document: DocumentItem = {
    ...childItemKey(PREFIX.document, clientId, childKeyOf(upload)),
    v: 1,
    ...(stage !== undefined && { stage }),
    ...link?.document,
    name,
    ...kind,
    fileSize: upload.size,
    sha256: digest,
    uploadedAt: now.toISOString(),
    ...senderOf(context.actor),
    format: IN_PARTS,
    encryptionKey: upload.encryptionKey,
    parts,
  };
  const finished = { finished: true, ...dueKeys(daysLater(now, 1), KEYS.upload.due, documentId) };
  await transact([
    ...newDocumentWrites({ ...context, now }, document, { link, when: [['pk', 'absent']] }),
    {
      update: upload,
      change: { set: finished, when: OPEN },
    },
  ]);
  return toDocument(document, context.client.signature);
}

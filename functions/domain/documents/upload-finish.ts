import type { Document } from '#shared/contract/documents.ts';
import { partCount } from '#shared/rules/uploads.ts';
import { currentTime } from '../../aws/clock.ts';
import { transact } from '../../aws/table.ts';
import { conflict, HttpError, invalid } from '../../services/errors.ts';
import { childId, childItemKey, childKeyOf, getChild, idOfChild, PREFIX } from '../../services/keys/keys.ts';
import { dueKeys } from '../../services/scheduler/scheduler.ts';
import { type ChangeContext, countDocument } from '../clients/client-writes.ts';
import { type DocumentItem, isKept, toDocument } from './document-item.ts';
import { digestOf, type FileLink, type FileTarget, newDocumentWrites } from './documents.ts';
import { openParts } from './encryption.ts';
import { IN_PARTS, ownerOf, type StoredPart } from './seal.ts';
import { UPLOAD, type UploadItem } from './upload-item.ts';
import { daysLater, ended, endUpload, own } from './uploads.ts';

/** Returns the document of a finished upload. Throws 404 if it was deleted. */
async function finishedDocument({ client }: ChangeContext, upload: UploadItem): Promise<Document> {
  const document = await getChild<DocumentItem>(PREFIX.document, idOfChild(upload));
  if (!document || !isKept(document)) throw ended();
  return toDocument(document, client.signature);
}

/** Decrypts all parts. Throws 409 if some are missing. */
async function fileOf(upload: UploadItem): Promise<{ bytes: Buffer; parts: StoredPart[] }> {
  const places = Array.from({ length: partCount(upload.size) }, (_, index) => index);
  const missing = places.filter((index) => !upload.parts[index]);
  if (missing.length > 0) throw conflict('Parts are missing.', { missing });
  const parts = places.flatMap((index) => upload.parts[index] ?? []);
  const bytes = await openParts(ownerOf(upload), { encryptionKey: upload.encryptionKey, parts }, upload.size);
  if (!bytes) throw new Error('A stored part is gone');
  return { bytes, parts };
}

const CHANGED = 'The file changed while it was sent. Please send it again.';

/**
 * Makes a document of a complete upload. Throws 400 for a file that is refused, which deletes the upload. `linkTo`
 * reads what the file is for; without it, the document keeps the stage.
 */
export async function finishUpload(
  context: ChangeContext,
  found: UploadItem | undefined,
  sha256: string | undefined,
  linkTo: (target: FileTarget) => Promise<FileLink | undefined>,
): Promise<Document> {
  const upload = own(context, found);
  if (upload.finished) return finishedDocument(context, upload);
  countDocument(context.client, upload.size);
  const { bytes, parts } = await fileOf(upload);
  const digest = digestOf(bytes);
  if (sha256 !== undefined && sha256 !== digest) throw invalid('sha256', CHANGED);
  const { checkFile } = await import('./files/check.ts');
  const { name = upload.name, ...kind } = await checkFile(upload.name, bytes).catch(async (error: unknown) => {
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
    uploadedBy: upload.by === 'client' ? 'client' : 'adviser',
    format: IN_PARTS,
    encryptionKey: upload.encryptionKey,
    parts,
  };
  const finished = { finished: true, ...dueKeys(daysLater(now, 1), UPLOAD, documentId) };
  await transact([
    ...newDocumentWrites({ ...context, now }, document, { link, when: [['pk', 'absent']] }),
    {
      update: upload,
      change: {
        set: finished,
        when: [
          ['pk', 'exists'],
          ['finished', 'absent'],
          ['ending', 'absent'],
        ],
      },
    },
  ]);
  return toDocument(document, context.client.signature);
}

import { transact } from '../../aws/table.ts';
import { SYSTEM } from '../../services/audit-log/entry.ts';
import { conflict, notFound } from '../../services/errors.ts';
import { getChild, idOfChild, PREFIX } from '../../services/keys/keys.ts';
import { logFault, TamperAlarm } from '../../services/log/log.ts';
import type { ClientItem } from '../clients/client.ts';
import { type ChangeContext, entryWrites, writeEntry } from '../clients/client-writes.ts';
import { idOfPerson } from '../clients/person.ts';
import { readBySigner } from '../requests/document-to-sign.ts';
import { type DocumentItem, isKept } from './document-item.ts';
import { auditedName, documentGone } from './documents.ts';
import { openDataKey, openDocument, openPart } from './encryption.ts';
import { checkPartsToken, partsToken } from './parts-token.ts';
import { IN_PARTS, ownerOf } from './seal.ts';

/** Logs an object that cannot be decrypted, which notifies admins. Returns the error to throw. */
async function damaged(client: ClientItem, ref: string, alarm: TamperAlarm, now: Date): Promise<TamperAlarm> {
  const entry = writeEntry({ actor: SYSTEM, client, now }, { action: 'document-damaged', data: {}, ref });
  await entry.catch((error: unknown) => logFault('damaged document', error));
  return alarm;
}

/** Returns what `open` reads of a document. Throws 404 if the document was deleted meanwhile, else a {@link TamperAlarm}. */
async function intact({ client, now }: ChangeContext, ref: string, open: Promise<Buffer | undefined>): Promise<Buffer> {
  const bytes = await open.catch(async (error: unknown) => {
    throw error instanceof TamperAlarm ? await damaged(client, ref, error, now) : error;
  });
  if (bytes) return bytes;
  const kept = await getChild<DocumentItem>(PREFIX.document, ref);
  if (!kept || !isKept(kept)) throw documentGone();
  throw await damaged(client, ref, new TamperAlarm('The stored object is gone'), now);
}

/** Returns the bytes of a document. Throws 404 if it was deleted meanwhile, else a {@link TamperAlarm} if it was altered. */
export function readBytes(context: ChangeContext, document: DocumentItem): Promise<Buffer> {
  const owner = ownerOf(document);
  return intact(context, owner.documentId, openDocument(owner, document));
}

/** Logs a download. By it, the signer of a document has read it. */
async function logDownload(context: ChangeContext, document: DocumentItem): Promise<void> {
  const happened = { action: 'document-downloaded', data: auditedName(document), ref: idOfChild(document) } as const;
  const writes = entryWrites(context, happened);
  await transact([...writes, ...(await readBySigner(context, document, writes))]);
}

/** Decrypts a document and logs the download. Throws 404, and 409 for a large one, which comes in parts. */
export async function downloadDocument(
  context: ChangeContext,
  document: DocumentItem | undefined,
): Promise<{ document: DocumentItem; bytes: Buffer }> {
  if (!document || !isKept(document)) throw documentGone();
  if (document.format === IN_PARTS) throw conflict('This document comes in parts.', { parts: document.parts.length });
  const bytes = await readBytes(context, document);
  await logDownload(context, document);
  return { document, bytes };
}

interface DownloadedPart {
  bytes: Buffer;
  /** Offset in the file. */
  start: number;
  size: number;
  /** With part 0: the proof of a logged download, which the other parts require. */
  token: string | undefined;
}

/** Decrypts a part of a large document. Part 0 logs the download; others throw 409 without its token. */
export async function downloadPart(
  context: ChangeContext,
  document: DocumentItem | undefined,
  { index, token }: { index: number; token: string | undefined },
): Promise<DownloadedPart> {
  if (!document || !isKept(document)) throw documentGone();
  const part = document.format === IN_PARTS ? document.parts[index] : undefined;
  if (document.format !== IN_PARTS || !part) throw notFound('This part does not exist');
  const { parts, fileSize } = document;
  const owner = ownerOf(document);
  const { kind, id, person } = context.actor;
  const reader = `${kind} ${person ? idOfPerson(person) : id}`;
  const dataKey = openDataKey(owner, document.encryptionKey);
  const opening = openPart(owner, { index, count: parts.length, size: fileSize }, dataKey, part);
  const bytes = await intact(context, owner.documentId, opening);
  const key = await dataKey;
  if (index > 0) checkPartsToken(key, reader, token, context.now);
  else await logDownload(context, document);
  const start = parts.slice(0, index).reduce((sum, { size }) => sum + size, 0);
  return { bytes, start, size: fileSize, token: index === 0 ? partsToken(key, reader, context.now) : undefined };
}

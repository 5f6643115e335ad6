import { deleteObjects } from '#functions/aws/s3.ts';
import { get } from '#functions/aws/table.ts';
import type { DocumentItem } from '#functions/domain/documents/document-item.ts';
import { finish } from '#functions/domain/documents/documents.ts';
import { openDocument, UnknownFormat } from '#functions/domain/documents/encryption.ts';
import { objectsOf, ownerOf, partsPrefix } from '#functions/domain/documents/seal.ts';
import type { UploadItem } from '#functions/domain/documents/upload-item.ts';
import type { Finding } from '#functions/domain/finding.ts';
import { childItemKey, idOfChild, isChildId, PREFIX, parseChildId } from '#functions/services/keys/keys.ts';
import { TamperAlarm } from '#functions/services/log/log.ts';
import { countOf } from '#shared/rules/counted-words.ts';
import { DAY_MS } from '#shared/rules/time.ts';
import type { Listed } from '../bucket.ts';

const whereOf = (document: DocumentItem) => `document ${idOfChild(document)}`;

async function whyNotOpen(document: DocumentItem): Promise<string | undefined> {
  try {
    const bytes = await openDocument(ownerOf(document), document);
    if (!bytes) return 'its object is missing';
    return bytes.length === document.fileSize
      ? undefined
      : `has ${countOf(bytes.length, 'byte')} instead of ${document.fileSize}`;
  } catch (error) {
    if (error instanceof TamperAlarm || error instanceof UnknownFormat) return `cannot be opened: ${error.message}`;
    throw error;
  }
}

/** Reports an interrupted upload or deletion, which the next opening of the client's documents finishes. */
export const checkHalfDone = (document: DocumentItem): Finding => ({
  where: whereOf(document),
  problem: `is only half ${document.uploading ? 'uploaded' : 'deleted'}: finished when the client’s documents are next opened`,
  passing: true,
  repair: async () => {
    await finish(document);
    return true;
  },
});

/** Checks a document: decrypts it if `open` is set, otherwise only looks for its object. */
export async function checkDocument(
  document: DocumentItem,
  objects: ReadonlySet<string>,
  open: boolean,
): Promise<Finding[]> {
  const missing = objectsOf(document).every((key) => objects.has(key)) ? undefined : 'its object is missing';
  const problem = open ? await whyNotOpen(document) : missing;
  return problem ? [{ where: whereOf(document), problem }] : [];
}

async function removeOrphan(key: string): Promise<boolean> {
  // An object is clients/{client}/{document}, and a part of a large file is below it.
  const id = key.split('/')[2] ?? '';
  const { clientId, key: child } = isChildId(id) ? parseChildId(id) : { clientId: '', key: id };
  const items = clientId ? [PREFIX.document, PREFIX.upload].map((kind) => childItemKey(kind, clientId, child)) : [];
  for (const item of items) if (await get(item)) return false;
  await deleteObjects([key]);
  return true;
}

/** Finds objects without a document. A repair deletes those older than a day; the bucket keeps the version. */
export function checkOrphans(
  objects: readonly Listed[],
  items: { documents: readonly DocumentItem[]; uploads: readonly UploadItem[] },
  now = new Date(),
): Finding[] {
  const named = new Set(items.documents.flatMap(objectsOf));
  // An upload may also leave the objects of lost attempts, which go with it.
  const prefixes = items.uploads.map((upload) => partsPrefix(ownerOf(upload)));
  const isOfUpload = (key: string) => prefixes.some((prefix) => key.startsWith(prefix));
  const age = ({ modified }: Listed) => now.getTime() - modified.getTime();
  return objects
    .filter(({ key }) => !named.has(key) && !isOfUpload(key))
    .map((object) => ({
      where: `object ${object.key}`,
      problem: `has no document${age(object) > DAY_MS ? '' : ' (--repair deletes it once it is a day old)'}`,
      ...(age(object) > DAY_MS && { repair: () => removeOrphan(object.key) }),
    }));
}

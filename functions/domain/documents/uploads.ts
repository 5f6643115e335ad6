import type { Upload } from '#shared/contract/uploads.ts';
import { displayName, fileTooLarge } from '#shared/rules/documents.ts';
import { IDLE_UPLOAD_HOURS, UPLOAD_DAYS } from '#shared/rules/lifetimes.ts';
import { MAX_OPEN_UPLOADS, MB } from '#shared/rules/limits.ts';
import { DAY_MS, HOUR_MS } from '#shared/rules/time.ts';
import { PART_BYTES, partCount, partLength } from '#shared/rules/uploads.ts';
import { type Condition, unchanged } from '../../aws/expressions.ts';
import { deleteObjects, removeObjects } from '../../aws/s3.ts';
import { get, query, remove, transact, tryUpdate, updated, type Write } from '../../aws/table.ts';
import { conflict, HttpError, invalid, notFound } from '../../services/errors.ts';
import { creationWrites } from '../../services/idempotency.ts';
import * as KEYS from '../../services/keys/item-kinds.ts';
import {
  childId,
  childItemKey,
  childKeyOf,
  clientIdOf,
  clientPartition,
  getChild,
  idOfChild,
  newChildKey,
  PREFIX,
  timeOfKey,
} from '../../services/keys/keys.ts';
import { type DueItem, dueKeys } from '../../services/scheduler/scheduler.ts';
import { clientKey } from '../clients/client.ts';
import {
  accessChecks,
  accessConditions,
  type ChangeContext,
  countDocument,
  ownStageNumber,
} from '../clients/client-writes.ts';
import { FIRST_PERSON, numberOf, personId } from '../clients/person.ts';
import { type FileLink, fileHashOf } from './documents.ts';
import { newDataKey, openDataKey, storeEncryptedPart } from './encryption.ts';
import { ownerOf, partsPrefix, type StoredPart } from './seal.ts';
import type { UploadItem } from './upload-item.ts';

export const daysLater = (at: Date, days: number) => new Date(at.getTime() + days * DAY_MS);

const senderOf = ({ actor }: ChangeContext) =>
  actor.kind === 'client' ? personId('client', actor.person ? numberOf(actor.person) : FIRST_PERSON) : actor.id;
export const isOpenUpload = ({ finished, ending }: UploadItem) => !finished && !ending;
/** Conditions of an upload that is neither finished nor ended. */
export const OPEN = [
  ['pk', 'exists'],
  ['finished', 'absent'],
  ['ending', 'absent'],
] as const satisfies readonly Condition[];

export const ended = () => notFound('This upload has ended. Please send the file again.');

const begunAt = (item: UploadItem) => timeOfKey(childKeyOf(item));
const endsAt = (item: UploadItem) => daysLater(new Date(begunAt(item)), UPLOAD_DAYS).toISOString();
const activeAt = (item: UploadItem) => item.partAt ?? begunAt(item);

/** Returns the indices of the stored parts, in order. */
const storedParts = ({ parts }: Pick<UploadItem, 'parts'>) =>
  Object.keys(parts)
    .map(Number)
    .sort((a, b) => a - b);

export const readUpload = (id: string) => getChild<UploadItem>(PREFIX.upload, id);

/** Throws 404 unless the caller began the upload. */
export function own(context: ChangeContext, upload: UploadItem | undefined): UploadItem {
  if (!upload || upload.ending || upload.by !== senderOf(context)) throw ended();
  return upload;
}

const toUpload = (item: UploadItem): Upload => ({
  id: idOfChild(item),
  name: item.name,
  size: item.size,
  partSize: PART_BYTES,
  parts: storedParts(item).flatMap((index) => {
    const part = item.parts[index];
    return part ? [{ index, sha256: part.sha256 }] : [];
  }),
  activeAt: activeAt(item),
  endsAt: endsAt(item),
  stageId: item.stage === undefined ? null : childId(clientIdOf(item), item.stage),
  taskId: item.task === undefined ? null : childId(clientIdOf(item), item.task),
  requestId: item.request === undefined ? null : childId(clientIdOf(item), item.request),
});

/** Returns a client's unfinished uploads, oldest first. */
const readOpen = async ({ client }: ChangeContext): Promise<UploadItem[]> =>
  (await query<UploadItem>(clientPartition(clientIdOf(client)), PREFIX.upload)).filter(isOpenUpload);

const ownOf = (context: ChangeContext, uploads: readonly UploadItem[]) =>
  uploads.filter(({ by }) => by === senderOf(context));

export const listUploads = async (context: ChangeContext): Promise<Upload[]> =>
  ownOf(context, await readOpen(context)).map(toUpload);

export function getUpload(context: ChangeContext, found: UploadItem | undefined): Upload {
  const upload = own(context, found);
  if (upload.finished) throw ended();
  return toUpload(upload);
}

/**
 * Returns the write that ends the sender's longest idle upload at the limit. Throws 409 if all of them are being sent.
 * The scheduled job then deletes it.
 */
function makeRoom(own: readonly UploadItem[], now: Date): Write[] {
  if (own.length < MAX_OPEN_UPLOADS) return [];
  const idleSince = new Date(now.getTime() - IDLE_UPLOAD_HOURS * HOUR_MS).toISOString();
  const [idlest] = own
    .filter((item) => activeAt(item) <= idleSince)
    .sort((a, b) => (activeAt(a) < activeAt(b) ? -1 : 1));
  if (!idlest) throw conflict(TOO_MANY_OPEN);
  const set = { ending: true, ...dueKeys(now, KEYS.upload.due, idOfChild(idlest)) };
  // A part that comes meanwhile, or another file that ends the same upload, makes the request choose again.
  const when = [...OPEN, unchanged('partAt', idlest.partAt)];
  return [{ update: idlest, change: { set, when } }];
}

const TOO_MANY_OPEN = 'Too many files are not finished here. Please finish or cancel one of them first.';

interface NewFile {
  name: string;
  size: number;
  stageId: string | undefined;
}

/** Returns what the sender needs to send the parts. */
export const toBegunUpload = (item: UploadItem) => ({
  id: idOfChild(item),
  partSize: PART_BYTES,
  parts: partCount(item.size),
  endsAt: endsAt(item),
});

/** Begins an upload. `allowed` applies the sender's rate limits and reads what the file is for. Throws 413 and 409 at a limit. */
export async function beginUpload(
  context: ChangeContext,
  { name, size, stageId }: NewFile,
  maxMb: number,
  allowed: () => Promise<FileLink | undefined>,
): Promise<UploadItem> {
  const { client, now } = context;
  const clientId = clientIdOf(client);
  if (size > maxMb * MB) throw new HttpError(413, fileTooLarge(maxMb));
  const key = newChildKey(now);
  const id = childId(clientId, key);
  const [link, open] = await Promise.all([allowed(), readOpen(context)]);
  const room = makeRoom(ownOf(context, open), now);
  // Unfinished uploads fill the client's room too, but become documents only when they are finished.
  const begun = open.reduce((sum, upload) => sum + upload.size, size);
  const { when: fits = [] } = countDocument(client, begun);
  const stage = link ? link.stage : stageId === undefined ? undefined : ownStageNumber(stageId, clientId);
  const { dataKey, encryptionKey } = await newDataKey({ clientId, documentId: id });
  dataKey.fill(0);
  const upload: UploadItem = {
    ...childItemKey(PREFIX.upload, clientId, key),
    v: 1,
    by: senderOf(context),
    name: displayName(name),
    size,
    ...(stage !== undefined && { stage }),
    ...(link?.document.task && { task: link.document.task }),
    ...(link?.document.request && { request: link.document.request }),
    encryptionKey,
    parts: {},
    ...dueKeys(daysLater(now, UPLOAD_DAYS), KEYS.upload.due, id),
  };
  await transact([
    {
      update: clientKey(clientId),
      // Only one of several concurrent uploads is begun; the others are retried and count again.
      change: {
        set: { begunUpload: key },
        when: [...accessConditions(context), unchanged('begunUpload', client.begunUpload), ...fits],
      },
    },
    ...accessChecks(context),
    ...creationWrites(context.creation, [id], now),
    { put: { ...upload } },
    ...room,
  ]);
  return upload;
}

/** Throws 409 if another file's part is stored at this place. */
function sameBytes({ sha256 }: StoredPart, digest: string): void {
  if (sha256 !== digest) throw conflict('Another file was begun here. Please send this file from the beginning.');
}

/**
 * Stores a part and returns the indices of all stored ones. Idempotent: the first of several attempts is kept. The
 * object of a killed request stays until the upload is deleted.
 */
export async function receivePart(
  context: ChangeContext,
  found: UploadItem | undefined,
  index: number,
  { bytes, sha256 }: { bytes: Buffer; sha256: string | undefined },
): Promise<number[]> {
  const upload = own(context, found);
  const count = partCount(upload.size);
  if (!(index < count)) throw notFound('This part does not exist');
  const length = partLength(upload.size, index);
  if (bytes.length !== length) throw invalid('part', `This part must have ${length} bytes`);
  const digest = fileHashOf(bytes);
  if (sha256 !== undefined && sha256.toLowerCase() !== digest)
    throw invalid('part', 'This part was damaged on its way. Please try again.');
  const known = upload.parts[index];
  if (known) {
    sameBytes(known, digest);
    return storedParts(upload);
  }
  if (upload.finished) throw ended();
  const owner = ownerOf(upload);
  const dataKey = await openDataKey(owner, upload.encryptionKey);
  const place = { index, count, size: upload.size };
  const part = await storeEncryptedPart(owner, place, dataKey, { bytes, sha256: digest });
  dataKey.fill(0);
  const isFirst = [
    ['pk', 'exists'],
    ['ending', 'absent'],
    [`parts/${index}`, 'absent'],
  ] as const;
  const stored = await updated<UploadItem>(upload, {
    set: { [`parts/${index}`]: part, partAt: context.now.toISOString() },
    when: isFirst,
  });
  if (stored) return storedParts(stored);
  await deleteObjects([part.path]);
  const current = own(context, await get<UploadItem>(upload));
  const winner = current.parts[index];
  if (!winner) throw ended();
  sameBytes(winner, digest);
  return storedParts(current);
}

/** Deletes an upload and its parts. Removes the objects before the item, so that it can be repeated. */
export async function endUpload(upload: UploadItem): Promise<void> {
  const when = [['pk', 'exists'] as const, ['finished', 'absent'] as const];
  if (!(await tryUpdate(upload, { set: { ending: true }, when }))) return;
  await removeObjects(partsPrefix(ownerOf(upload)));
  await remove(upload);
}

/** Cancels an upload. Does nothing to a finished one. */
export async function cancelUpload(context: ChangeContext, found: UploadItem | undefined): Promise<void> {
  if (!found || found.by !== senderOf(context)) throw ended();
  await endUpload(found);
}

/** Deletes an upload on its last day. Of a finished one, only the objects of lost attempts go. Idempotent. */
export async function deleteDueUpload({ pk, sk }: DueItem): Promise<void> {
  const upload = await get<UploadItem>({ pk, sk });
  if (!upload) return;
  if (!upload.finished) return endUpload(upload);
  const kept = new Set(Object.values(upload.parts).map(({ path }) => path));
  await removeObjects(partsPrefix(ownerOf(upload)), kept);
  await remove(upload);
}

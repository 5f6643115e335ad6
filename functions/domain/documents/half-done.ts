import { get, remove, tryUpdate } from '../../aws/table.ts';
import { ageOfKey } from '../../services/keys/ids.ts';
import { childKeyOf } from '../../services/keys/keys.ts';
import type { DocumentItem } from './document.ts';
import { removeObject } from './encryption.ts';

/** Longer than a function runs, in milliseconds: an upload that began earlier is no longer under way. */
const UPLOAD_MS = 60_000;

/**
 * The item that stands for a document while its object is being stored or removed, so that no object lacks a record.
 * Never shown.
 */
export type HalfDone = Pick<DocumentItem, 'pk' | 'sk' | 'v' | 'encryptedPath' | 'uploading' | 'deleting'>;

/** Whether a document's deletion, or an upload that is no longer under way, waits to be finished. */
export const isLeftBehind = (item: HalfDone, now: Date) =>
  item.deleting === true || (item.uploading === true && ageOfKey(childKeyOf(item), now) > UPLOAD_MS);

/** Marks an unfinished upload as deleted; `false` if it has become a document. */
async function isGivenUp(item: HalfDone): Promise<boolean> {
  const givenUp = await tryUpdate(item, { set: { deleting: true }, when: [['uploading', 'exists']] });
  return givenUp || !(await get(item));
}

/**
 * Finishes an interrupted upload or deletion: removes the object, then the record, so that it can be repeated. An
 * upload that became a document meanwhile stays.
 */
export async function finish(item: HalfDone): Promise<void> {
  if (item.uploading && !(await isGivenUp(item))) return;
  await removeObject(item.encryptedPath);
  await remove(item);
}

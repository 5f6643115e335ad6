import type { Key } from '../../aws/table.ts';
import type { StoredPart } from './seal.ts';

/** Unfinished upload of a large file. It has the key, and so the id, of the document that it becomes. */
export interface UploadItem extends Key {
  v: 1;
  /** Sender: 'client', with the number of a further person, or the id of a member of staff. Nobody else may continue it. */
  by: string;
  name: string;
  size: number;
  stage?: number;
  /** Key of the task that it is for. */
  task?: string;
  /** Key of the request that it is for. */
  request?: string;
  encryptionKey: string;
  /** When the last part was stored; absent before the first. */
  partAt?: string;
  /** Stored parts, by index. */
  parts: Readonly<Record<string, StoredPart>>;
  /** Attempts to finish it, and when the last one began. Counted before the work, as a killed function reports nothing. */
  attempts?: number;
  triedAt?: string;
  /** Set once it is a document, so that a repeated request gets the same answer for a day. */
  finished?: true;
  /** Set while it is deleted, so that no part is added. */
  ending?: true;
  dpk?: string;
  dsk?: string;
}

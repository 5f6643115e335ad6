import { createHash } from 'node:crypto';
import { DAY_SECONDS } from '#shared/rules/time.ts';
import { Conflict } from '../aws/retry.ts';
import { get, type Key, type Write } from '../aws/table.ts';
import { removedAfter } from '../aws/table-index.ts';

/** Marker of what an attempt created. Holds ids only, as the texts must not outlive their item. */
export interface CreationMarker extends Key {
  v: 1;
  /** Digest of call, path and body: the same key must not be used for anything else. */
  digest: string;
  ids: readonly string[];
  ttl: number;
}

/** An attempt to create something: the key of its marker, and the digest of what was sent. */
export interface Creation {
  marker: Key;
  digest: string;
}

const WEEK_SECONDS = 7 * DAY_SECONDS;

/** Returns a SHA-256 in 43 URL-safe characters. */
export const requestHashOf = (content: string | Uint8Array) => createHash('sha256').update(content).digest('base64url');

/**
 * Returns what to throw for a refused creation. It is a conflict if a concurrent attempt with the same key is done: the
 * retry answers with what that created.
 */
export const refusalOf = async (creation: Creation | undefined, error: unknown): Promise<unknown> =>
  creation && (await get(creation.marker)) ? new Conflict() : error;

/** Returns the write that marks a creation as done, together with what it created. Conflicts with a repeat. */
export function creationWrites(creation: Creation | undefined, ids: readonly string[], now: Date): Write[] {
  if (!creation) return [];
  const { marker, digest } = creation;
  const item: CreationMarker = {
    ...marker,
    v: 1,
    digest,
    ids,
    ttl: removedAfter(Math.floor(now.getTime() / 1000) + WEEK_SECONDS).ttl,
  };
  return [{ put: { ...item }, when: [['pk', 'absent']] }];
}

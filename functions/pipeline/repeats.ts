import { IDEMPOTENCY_KEY, IDEMPOTENCY_KEY_FORMAT, isRepeatable } from '#shared/contract/repeatable.ts';
import { get, type Key } from '../aws/table.ts';
import { personId } from '../domain/clients/person.ts';
import { conflict, invalid } from '../services/errors.ts';
import { type Creation, type CreationMarker, requestHashOf } from '../services/idempotency.ts';
import * as KEYS from '../services/keys/item-kinds.ts';
import { itemKey } from '../services/keys/keys.ts';
import type { Received } from './http.ts';

const USED = 'Something else was sent with this idempotency key. Please send this with a new one.';

/** Returns a 409 after which the sender needs another key. */
export const keyUsed = (message: string) => conflict(message, { keyUsed: true });

/** Returns a key in the client's partition, or outside if the call is about no client. */
const markerKey = (clientId: string | undefined, sender: string, key: string): Key =>
  clientId === undefined
    ? itemKey(KEYS.ownCreation, sender, key)
    : itemKey(KEYS.creation, clientId, `${sender}#${key}`);

/** Sender according to the signatures of a request: a client, or a member of staff. */
interface Signed {
  claim?: { person: number } | undefined;
  session?: { adviserId: string } | undefined;
}

/** Bytes are replaced by their digest, as JSON would write a number for each. */
const bodyDigest = (name: string, params: object, body: unknown) =>
  requestHashOf(
    JSON.stringify([
      name,
      params,
      Object.entries(body ?? {}).map(([field, value]) => [
        field,
        value instanceof Uint8Array ? requestHashOf(value) : value,
      ]),
    ]),
  );

/** Creation of a request, and the ids that an earlier attempt with the same key created. */
export interface Attempted {
  creation?: Creation;
  created?: readonly string[];
}

/**
 * Begins to read the marker of an earlier attempt. The returned function awaits it once access is granted. Throws 400
 * for a malformed key, and 409 for one that was used for something else.
 */
export function attemptOf(
  { name, headers, params }: Received,
  { claim, session }: Signed,
  clientId: string | undefined,
): (body: unknown) => Promise<Attempted> {
  const key = headers[IDEMPOTENCY_KEY];
  if (key === undefined || !isRepeatable(name)) return async () => ({});
  const sender = claim ? personId('client', claim.person) : session?.adviserId;
  const isReadable = sender !== undefined && clientId !== '' && IDEMPOTENCY_KEY_FORMAT.test(key);
  const marker = isReadable ? markerKey(clientId, sender, key) : undefined;
  const reading = marker && get<CreationMarker>(marker);
  // Access may be refused before the result is awaited.
  reading?.catch(() => undefined);
  return async (body) => {
    if (!marker) throw invalid(IDEMPOTENCY_KEY, 'Must be 22 characters: letters, digits, hyphens or underscores');
    const digest = bodyDigest(name, params, body);
    const known = await reading;
    if (known && known.digest !== digest) throw keyUsed(USED);
    return { creation: { marker, digest }, ...(known && { created: known.ids }) };
  };
}

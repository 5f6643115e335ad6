import { get, type Key } from '../aws/table.ts';
import { parseChildId } from './ids.ts';
import { childItemKey } from './keys.ts';

/** What hangs off a client, by its id; `prefix` is that of its kind. Throws 404 where the id has not the form of one. */
export async function getChild<T extends Key>(prefix: string, id: string): Promise<T | undefined> {
  const { clientId, key } = parseChildId(id);
  return get<T>(childItemKey(prefix, clientId, key));
}

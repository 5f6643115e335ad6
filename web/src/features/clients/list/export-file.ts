import { MOST_EXPORTED } from '#shared/rules/limits.ts';
import { send } from '../../../lib/http/api.ts';
import { queryClient } from '../../../lib/query/query.ts';
import { advisersQuery } from '../../../parts/account/advisers.ts';
import type { Reach } from '../../../parts/account/reach.ts';
import { statsQuery } from '../../../parts/client/clients.ts';

type Query = Record<string, string>;
type OnPart = (done: number, all: number) => void;

const read = (query: Query) => send('GET /api/clients', { query, accept: 'text/csv' });

/** Returns a list that one answer cannot hold, read adviser by adviser. */
async function readByAdviser(query: Query, reach: Reach, onPart: OnPart): Promise<Blob> {
  const advisers = reach.advisers ?? (await queryClient.fetchQuery(advisersQuery));
  const parts: string[] = [];
  for (const { id } of advisers) {
    onPart(parts.length, advisers.length);
    // Decoding drops the byte order mark.
    const text = await (await read({ ...query, adviser: id })).text();
    parts.push(parts.length === 0 ? `\uFEFF${text}` : text.slice(text.indexOf('\r\n') + 2));
  }
  return new Blob(parts, { type: 'text/csv' });
}

/** Returns the CSV file of a list. `onPart` gets how many advisers are done of a list that is too large for one answer. */
export async function exportedFile(query: Query, reach: Reach, onPart: OnPart): Promise<Blob> {
  const isWhole = reach.seesOthers && query.adviser === undefined;
  const isLarge = isWhole && (await queryClient.fetchQuery(statsQuery)).totalClients > MOST_EXPORTED;
  return isLarge ? readByAdviser(query, reach, onPart) : (await read(query)).blob();
}

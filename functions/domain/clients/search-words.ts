import { searchStarts } from '#shared/rules/search.ts';
import { getTogether, type Key, queryFirm, type Row, type Write } from '../../aws/table.ts';
import * as KEYS from '../../services/keys/item-kinds.ts';
import { clientIdOf, idOf, itemKey } from '../../services/keys/keys.ts';
import { type ClientItem, clientKey } from './client.ts';

// An admin's search looks through the whole firm, so it finds clients by words that are kept as items of their own.

export type SearchWord = Row<undefined> & { v: 1 };

type Searched = Parameters<typeof searchStarts>[0];

export const searchWord = (clientId: string, word: string) => ({
  ...itemKey(KEYS.searchWord, clientId, word),
  v: 1 as const,
  gsk: `${KEYS.searchWord.sk}${word}#${clientId}`,
});

/** Returns the writes that make a client found by their present name, email address and phone number. */
export function searchWordWrites(clientId: string, before: Searched | undefined, after: Searched): Write[] {
  const [old, wanted] = [before ? searchStarts(before) : [], searchStarts(after)];
  return [
    ...wanted.filter((word) => !old.includes(word)).map((word) => ({ put: searchWord(clientId, word) })),
    ...old.filter((word) => !wanted.includes(word)).map((word) => ({ delete: searchWord(clientId, word) })),
  ];
}

const wordOf = ({ sk }: Key) => idOf(sk);

/** Clients that a request of a search reads. */
const AT_ONCE = 40;

/**
 * Returns clients of the firm who have a word with this beginning, and where to go on. Each is found once, by the
 * first of its words. The caller compares the rest of the search.
 */
export async function clientsByWord(
  start: string,
  { after, limit }: { after: string | undefined; limit: number },
): Promise<{ rows: ClientItem[]; next: string | undefined }> {
  const range = { after, limit: Math.min(limit, AT_ONCE) };
  const { rows: words, next } = await queryFirm<SearchWord>(KEYS.searchWord.sk + start, range);
  const clients = (await getTogether(words.map((word) => clientKey(clientIdOf(word))))) as Key[] as ClientItem[];
  const first = new Map(
    clients.map((client) => [
      client.pk,
      searchStarts(client.summary)
        .filter((word) => word.startsWith(start))
        .sort()[0],
    ]),
  );
  const found = new Set(words.filter((word) => first.get(word.pk) === wordOf(word)).map(({ pk }) => pk));
  return { rows: clients.filter(({ pk }) => found.has(pk)), next };
}

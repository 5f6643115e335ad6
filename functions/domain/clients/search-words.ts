import { searchStarts } from '#shared/rules/search.ts';
import { getTogether, type Key, queryFirm, type Row, type Write } from '../../aws/table.ts';
import * as KEYS from '../../services/keys/item-kinds.ts';
import { clientIdOf, itemKey } from '../../services/keys/keys.ts';
import { type ClientItem, clientKey } from './client.ts';

// An admin's search looks through the whole firm, so it finds clients by words of their names, kept as items of their
// own. Only the key in the index has the word, because keys of items are in logs of AWS.

export type SearchWord = Row<undefined> & { v: 1 };

const rowKey = (word: string, clientId: string) => `${KEYS.searchWord.sk}${word}#${clientId}`;

type Named = Pick<ClientItem['summary'], 'name' | 'people'>;

const startsIn = ({ name, people = [] }: Named): string[] => [
  ...new Set([name, ...people.map((person) => person.name)].flatMap(searchStarts)),
];

/** Returns the words of the names of a client and of their people. */
export const searchWords = (clientId: string, named: Named) =>
  startsIn(named).map((word, i) => ({
    ...itemKey(KEYS.searchWord, clientId, String(i)),
    v: 1 as const,
    gsk: rowKey(word, clientId),
  }));

/** Returns the writes that make a client found by the present names. */
export function searchWordWrites(clientId: string, before: Named | undefined, after: Named): Write[] {
  const [old, wanted] = [before === undefined ? [] : searchWords(clientId, before), searchWords(clientId, after)];
  return [
    ...wanted.filter(({ gsk }, i) => old[i]?.gsk !== gsk).map((word) => ({ put: word })),
    ...old.slice(wanted.length).map((word) => ({ delete: word })),
  ];
}

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
  const found = new Set(words.map(({ gsk }) => gsk));
  const isFound = (client: ClientItem) => {
    const [first = ''] = startsIn(client.summary)
      .filter((word) => word.startsWith(start))
      .sort();
    return found.has(rowKey(first, clientIdOf(client)));
  };
  return { rows: clients.filter(isFound), next };
}

import type { Item, Key } from '../../aws/table.ts';
import { clientIdOf } from '../../services/keys/keys.ts';
import { type ClientItem, clientKey } from '../clients/client.ts';
import { shownOfClient } from '../clients/listed-rows.ts';
import { isLoa, type LoaItem, summaryOf } from '../loas/loa.ts';
import { isRequest, type RequestItem, summarised } from '../requests/request.ts';
import { isTask, type TaskItem } from '../tasks/task.ts';

/** Reads another item of the same data, such as the client of a row. */
export type ReadOther = (key: Key) => Promise<Item | undefined>;

export interface Migration {
  /** Counts from 1. A table stores the number of its last finished migration. */
  number: number;
  name: string;
  /** Returns the item's new form, the same item if there is nothing to do, or `undefined` to delete it. Only reads. */
  migrate: (item: Item, read: ReadOther) => Item | undefined | Promise<Item | undefined>;
}

/** Returns the summary of a row as lists need it since they read rows alone; undefined for other items. */
function summaryWith(item: Item & { gpk?: string }, client: ClientItem): object | undefined {
  if (isLoa(item)) return summaryOf(item as Key as LoaItem, client);
  if (isRequest(item)) return summarised(item as Key as RequestItem, client).summary;
  const { summary } = item as Key as TaskItem;
  return { ...summary, ...shownOfClient(client, item.gpk !== undefined) };
}

const written = (summary: object | undefined) =>
  Object.fromEntries(Object.entries(summary ?? {}).filter(([, value]) => value !== undefined));

async function showClient(item: Item, read: ReadOther): Promise<Item> {
  if (!isTask(item) && !isRequest(item) && !isLoa(item)) return item;
  const client = (await read(clientKey(clientIdOf(item)))) as ClientItem | undefined;
  return client ? { ...(item as Item), summary: written(summaryWith(item, client)) } : item;
}

/** Migrations of the stored data by number. */
export const MIGRATIONS: readonly Migration[] = [
  { number: 1, name: 'show the client in rows of tasks, requests and letters', migrate: showClient },
];

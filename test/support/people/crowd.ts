import { BatchWriteCommand } from '@aws-sdk/lib-dynamodb';
import type { Key } from '#functions/aws/table.ts';
import { adviserKey } from '#functions/domain/accounts/account.ts';
import { type ClientItem, clientIndexKeys, clientKey } from '#functions/domain/clients/client.ts';
import { portalToken } from '#functions/domain/clients/portal-token.ts';
import { searchWords } from '#functions/domain/clients/search-words.ts';
import type { MessageItem } from '#functions/domain/messages/messages.ts';
import { newEntry } from '#functions/services/audit-log/entry.ts';
import { countsKey } from '#functions/services/client-counts.ts';
import { childItemKey, childKeyOf, newChildKey, newId, PREFIX, parseChildId } from '#functions/services/keys/keys.ts';
import { counterKey, type NoticeItem, noticeKey } from '#functions/services/notices.ts';
import { readSettings } from '#functions/services/settings.ts';
import type { Happened } from '#shared/audit-log/actions.ts';
import { NO_LOAD } from '#shared/rules/client-load.ts';
import { changeStored, stored, table, tableName } from '../aws.ts';
import { newAdviser, newClient, type Person, upload } from '../builders.ts';
import { partitionOf, recountClients } from '../recount.ts';

const BATCH = 25;
const BETWEEN_CLIENTS_MS = 1000;

type WriteRequest = { PutRequest: { Item: object } } | { DeleteRequest: { Key: Key } };

async function writeAll(requests: WriteRequest[]): Promise<void> {
  for (let i = 0; i < requests.length; i += BATCH)
    await table.send(new BatchWriteCommand({ RequestItems: { [tableName()]: requests.slice(i, i + BATCH) } }));
}

const storeAll = (items: object[]) => writeAll(items.map((Item) => ({ PutRequest: { Item } })));

type Summary = Partial<Pick<ClientItem['summary'], 'name' | 'status' | 'description'>>;

/** Stores copies of a client that the API made, and of its open items, 1 s apart. Returns their ids, newest first. */
export async function manyClients(
  adviser: Person,
  size: number,
  summaryOf: (index: number) => Summary = () => ({}),
  prepare: (id: string) => Promise<unknown> = async () => {},
): Promise<string[]> {
  const model = await newClient(adviser);
  await adviser.call('PATCH /api/clients/{id}', { params: { id: model.id }, body: summaryOf(0) });
  await prepare(model.id);
  const items = await partitionOf(model.id);
  const item = items.find(({ sk }) => sk === clientKey('').sk) as Key as ClientItem;
  const open = items.filter((row) => 'gpk' in row && row.sk !== item.sk);
  const made = Date.parse(model.createdAt);
  const copies = Array.from({ length: size - 1 }, (_, i) => {
    const id = newId();
    const createdAt = new Date(made - (i + 1) * BETWEEN_CLIENTS_MS).toISOString();
    const summary = { ...item.summary, ...summaryOf(i + 1) };
    const client = { ...item, ...clientKey(id), ...clientIndexKeys(id, adviser.id, createdAt), summary };
    const words = summary.name === item.summary.name ? [] : searchWords(id, summary);
    return { id, items: [client, ...open.map((row) => ({ ...row, pk: client.pk })), ...words] };
  });
  await storeAll(copies.flatMap(({ items }) => items));
  await recountClients(adviser.id);
  return [model.id, ...copies.map((copy) => copy.id)];
}

/** Stores new clients, for tests that need one each. */
export async function newClients(adviser: Person, size: number): Promise<{ id: string; token: string }[]> {
  const [ids, { keys }] = [await manyClients(adviser, size), await readSettings()];
  return Promise.all(
    ids.map(async (id) => ({
      id,
      token: await portalToken({ clientId: id, person: 1, version: 1, keyVersion: keys.portal }),
    })),
  );
}

/** Removes clients, so that they are not in other tests' lists. */
export async function disperse(adviser: Person, ids: string[]): Promise<void> {
  await writeAll(ids.map((id) => ({ DeleteRequest: { Key: clientKey(id) } })));
  await recountClients(adviser.id);
}

/** Stores advisers with the numbers of as many clients, and a load. Returns a function that removes them. */
export async function manyAdvisers(size: number, clients: number, at: string): Promise<() => Promise<void>> {
  const load = { ...NO_LOAD, active: clients, stuck: 1, at };
  const advisers = await Promise.all(Array.from({ length: size }, () => newAdviser('Catherine Featherstonehaugh')));
  for (const { id } of advisers) await changeStored(countsKey(id), { totalClients: clients, load });
  const keys = advisers.flatMap(({ id }) => [adviserKey(id), countsKey(id)]);
  return () => writeAll(keys.map((Key) => ({ DeleteRequest: { Key } })));
}

/** Stores messages 1 ms apart, after the existing ones. */
export async function messagesFor(
  clientId: string,
  contents: string[],
  senderType: MessageItem['senderType'],
): Promise<void> {
  const first = Date.now();
  const items = contents.map(
    (content, i): MessageItem => ({
      ...childItemKey(PREFIX.message, clientId, newChildKey(new Date(first + i))),
      v: 1,
      senderId: clientId,
      senderType,
      content,
    }),
  );
  await storeAll(items);
  const [last] = items.slice(-1).map(childKeyOf);
  if (senderType === 'client')
    await changeStored(clientKey(clientId), { newestFromClient: last }, { 'summary/unread': items.length });
}

const entryBy = ({ id, name }: Person, clientId: string, happened: Happened, at: Date) =>
  newEntry(childItemKey(PREFIX.activity, clientId, newChildKey(at)), { kind: 'adviser', id, name }, happened);

/** Stores an entry for each deleted task, 1 ms apart. */
export async function storeEntriesFor(adviser: Person, clientId: string, titles: string[]): Promise<void> {
  const first = Date.now();
  const items = titles.map((title, i) =>
    entryBy(
      adviser,
      clientId,
      { action: 'task-deleted', data: { title, responsibility: 'client' } },
      new Date(first + i),
    ),
  );
  await storeAll(items);
}

export const storeEntryAt = (adviser: Person, clientId: string, at: Date, happened: Happened): Promise<void> =>
  storeAll([entryBy(adviser, clientId, happened, at)]);

/** Stores unread notices 1 ms apart, and their count. Returns their ids, newest first. */
export async function noticesFor(
  adviserId: string,
  clientId: string,
  size: number,
  kind: NoticeItem['kind'] = 'message',
): Promise<string[]> {
  const first = Date.now() - size;
  const keys = Array.from({ length: size }, (_, i) => newChildKey(new Date(first + i)));
  const items = keys.map(
    (key): NoticeItem => ({
      ...noticeKey(adviserId, key),
      v: 1,
      kind,
      clientId,
      clientName: 'Margaret Ellison',
      text: 'Sent a message',
    }),
  );
  await storeAll(items);
  await changeStored(counterKey(adviserId), { v: 1, latest: keys.at(-1) }, { unread: size });
  return keys.toReversed();
}

/** Stores copies of a listed item that the API made below a client, until there are as many. Counts none of them. */
export async function copiesOf(id: string, size: number): Promise<void> {
  const { clientId, key: own } = parseChildId(id);
  const model = (await partitionOf(clientId)).find(({ sk, gsk }) => gsk !== undefined && sk.endsWith(own));
  if (!model) throw new Error('It is in no list');
  const copies = Array.from({ length: size - 1 }, () => {
    const key = newChildKey(new Date());
    return { ...model, sk: model.sk.replace(own, key), gsk: String(model.gsk).replace(own, key) };
  });
  await storeAll(copies);
}

/** Stores copies of an open task that the API made. */
export async function tasksFor(adviser: Person, clientId: string, size: number, more: object = {}): Promise<void> {
  const params = { id: clientId };
  const body = { title: 'Send passport', ...more };
  await copiesOf((await adviser.call('POST /api/clients/{id}/tasks', { params, body })).body.id, size);
  await changeStored(clientKey(clientId), { 'summary/openClientTasks': size, totalTasks: size });
  await recountClients(adviser.id);
}

/** Stores copies of a document that the API made, without objects. */
export async function documentsFor(adviser: Person, clientId: string, size: number, taskId?: string): Promise<void> {
  const { id } = await upload(adviser, clientId, 'a letter', 'letter.txt');
  const model = await stored(childItemKey(PREFIX.document, clientId, parseChildId(id).key));
  const copies = Array.from({ length: size - 1 }, () => ({
    ...model,
    ...(taskId && { task: parseChildId(taskId).key }),
    ...childItemKey(PREFIX.document, clientId, newChildKey(new Date())),
  }));
  await storeAll(copies);
  await changeStored(clientKey(clientId), { totalDocuments: size, totalBytes: size * Number(model?.fileSize) });
}

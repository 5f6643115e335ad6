import { deepEqual } from 'node:assert/strict';
import { paginateListObjectsV2 } from '@aws-sdk/client-s3';
import { paginateQuery } from '@aws-sdk/lib-dynamodb';
import type { Item, Key } from '#functions/aws/table.ts';
import { INDEX } from '#functions/aws/table-index.ts';
import type { AdviserSummary } from '#functions/domain/accounts/account.ts';
import { adviserIdOf, type ClientItem, clientKey, toFacts } from '#functions/domain/clients/client.ts';
import { isOutdated } from '#functions/domain/clients/listed-rows.ts';
import { type DocumentItem, isKept } from '#functions/domain/documents/document-item.ts';
import { type LoaItem, lettersOf, loaIndexKeys, summaryOf } from '#functions/domain/loas/loa.ts';
import type { MessageItem } from '#functions/domain/messages/messages.ts';
import type { PlanItem } from '#functions/domain/plans/plan.ts';
import type { RequestItem } from '#functions/domain/requests/request.ts';
import type { TaskItem } from '#functions/domain/tasks/task.ts';
import { type ClientCounts, countsKey } from '#functions/services/client-counts.ts';
import {
  adviserPartition,
  childKeyOf,
  clientPartition,
  DIRECTORY,
  FIRM_COUNTERS,
  PREFIX,
  timeOfKey,
} from '#functions/services/keys/keys.ts';
import { type CounterItem, counterKey, NOTICE, type NoticeItem } from '#functions/services/notices.ts';
import { countClients } from '#shared/rules/clients.ts';
import { isUnderWay } from '#shared/rules/loas.ts';
import { bookedIn } from '#shared/rules/meetings.ts';
import { bucket, changeStored, s3, stored, table, tableName } from './aws.ts';

const { sk: CLIENT } = clientKey('');

async function queryAll(name: string, value: string, IndexName?: string): Promise<Item[]> {
  const items: Item[] = [];
  const query = {
    TableName: tableName(),
    IndexName,
    KeyConditionExpression: '#p = :p',
    ExpressionAttributeNames: { '#p': name },
    ExpressionAttributeValues: { ':p': value },
  };
  for await (const { Items = [] } of paginateQuery({ client: table }, query)) items.push(...(Items as Item[]));
  return items;
}

export const partitionOf = (clientId: string) => queryAll('pk', clientPartition(clientId));
/** An adviser's rows in the index: clients and their open tasks. */
export const listOf = (adviserId: string) => queryAll(INDEX.partitionKey, adviserPartition(adviserId), INDEX.name);
async function objectsUnder(Prefix: string): Promise<string[]> {
  const keys: string[] = [];
  for await (const { Contents = [] } of paginateListObjectsV2({ client: s3 }, { Bucket: bucket(), Prefix }))
    keys.push(...Contents.map(({ Key = '' }) => Key));
  return keys;
}
export const objectsOf = (clientId: string) => objectsUnder(`clients/${clientId}/`);
export const allObjects = () => objectsUnder('clients/');

const isClient = (item: Key): item is ClientItem => item.sk === CLIENT;
const isTask = (item: Key): item is TaskItem => item.sk.startsWith(PREFIX.task);
const isDocument = (item: Key): item is DocumentItem => item.sk.startsWith(PREFIX.document);
const isRequest = (item: Key): item is RequestItem => item.sk.startsWith(PREFIX.request);
const isLoa = (item: Key): item is LoaItem => item.sk.startsWith(PREFIX.loa);
const isPlan = (item: Key): item is PlanItem => item.sk.startsWith(PREFIX.plan);
const isMessage = (item: Key): item is MessageItem => item.sk.startsWith(PREFIX.message);
const isNotice = (item: Key): item is NoticeItem => item.sk.startsWith(NOTICE);

const isListed = (item: Key) => isTask(item) || isRequest(item) || isLoa(item);
const written = (item: object) => Object.fromEntries(Object.entries(item).filter(([, value]) => value !== undefined));

/** Returns a client's stored counters and what they should be. */
export async function countersOf(clientId: string) {
  const items: Key[] = await partitionOf(clientId);
  const client = items.find(isClient);
  const tasks = items.filter(isTask);
  const documents = items.filter(isDocument);
  const waiting = items
    .filter(isMessage)
    .filter((item) => item.senderType === 'client' && childKeyOf(item) > (client?.readByAdviser ?? ''));
  const open = (who: string) =>
    tasks.filter(({ summary }) => summary.status !== 'completed' && summary.responsibility === who).length;
  const requests = items.filter(isRequest);
  const inState = (state: string) => requests.filter(({ summary }) => summary.state === state).length;
  const fileCounts = (request: RequestItem) => {
    const own = documents.filter((item) => isKept(item) && item.request === childKeyOf(request));
    return own.filter(({ attempt }) => attempt === request.summary.attempt).length;
  };
  const loas = items.filter(isLoa);
  const expectedLoa = (loa: LoaItem) => {
    const summary = summaryOf(loa, client ?? { summary: { name: '' } as ClientItem['summary'] });
    return written({ ...summary, ...loaIndexKeys(summary, childKeyOf(loa), client ? adviserIdOf(client) : '') });
  };
  const underWay = new Set(loas.filter(({ summary }) => isUnderWay(summary.state)).map(childKeyOf));
  const staged = documents.filter((document) => document.stage !== undefined && !document.deleting);
  const bytes = documents.filter(isKept).reduce((sum, { fileSize }) => sum + fileSize, 0);
  const byStage = Object.entries(Object.groupBy(staged, (document) => String(document.stage)));
  const kept = Object.entries(client?.documents ?? {}).filter(([, count]) => count !== 0);
  return {
    stored: {
      totals: [client?.totalTasks, client?.totalDocuments, client?.totalBytes],
      adviser: client?.summary.openAdviserTasks,
      client: client?.summary.openClientTasks,
      requests: [client?.totalRequests ?? 0, client?.summary.openRequests ?? 0, client?.summary.submittedRequests ?? 0],
      files: requests.map(({ summary }) => summary.files),
      letters: client?.summary.letters,
      booked: client?.summary.booked,
      loas: loas.map(({ gpk, gsk, summary }) => written({ ...summary, gpk, gsk })),
      lettersOfPlans: items
        .filter(isPlan)
        .flatMap(({ loa }) => (underWay.has(loa ?? '') ? [loa] : []))
        .sort(),
      unread: client?.summary.unread ?? 0,
      unreadSince: client?.summary.unreadSince,
      documents: Object.fromEntries(kept),
    },
    counted: {
      totals: [tasks.length, documents.filter(isKept).length, bytes],
      adviser: open('adviser'),
      client: open('client'),
      requests: [requests.length, inState('open'), inState('submitted')],
      files: requests.map(fileCounts),
      letters: client && lettersOf(loas),
      booked: client && bookedIn(client.stages),
      loas: loas.map(expectedLoa),
      lettersOfPlans: loas
        .flatMap((loa) => (underWay.has(childKeyOf(loa)) ? loa.plans.map(() => childKeyOf(loa)) : []))
        .sort(),
      unread: waiting.length,
      unreadSince: waiting.map((item) => timeOfKey(childKeyOf(item))).sort()[0],
      documents: Object.fromEntries(byStage.map(([stage, list]) => [stage, list?.length ?? 0])),
    },
  };
}

/** Returns the stored numbers of an adviser's clients and what they should be. */
export async function clientCountsOf(adviserId: string) {
  const [item, list] = await Promise.all([stored<ClientCounts>(countsKey(adviserId)), listOf(adviserId)]);
  const { pk: _, sk: __, v: ___, load: ____, ...counts } = item ?? {};
  const rows: Key[] = list;
  return { stored: item && counts, counted: countClients(rows.filter(isClient).map(toFacts)) };
}

/** Counts an adviser's clients after a test stored some itself. */
export async function recountClients(adviserId: string): Promise<void> {
  const { counted } = await clientCountsOf(adviserId);
  await changeStored(countsKey(adviserId), { v: 1, ...counted });
}

export async function noticesOf(adviserId: string) {
  const [counter, items] = await Promise.all([
    stored<CounterItem>(counterKey(adviserId)),
    queryAll('pk', adviserPartition(adviserId)),
  ]);
  const notices = (items as Key[]).filter(isNotice);
  return { notices, stored: counter?.unread ?? 0, counted: notices.filter(({ read }) => !read).length };
}

export async function adminCount() {
  const [firm, advisers] = await Promise.all([
    stored(FIRM_COUNTERS),
    queryAll(INDEX.partitionKey, DIRECTORY, INDEX.name),
  ]);
  return {
    stored: firm?.admins,
    counted: advisers.filter(({ summary }) => (summary as AdviserSummary).role === 'admin').length,
  };
}

/** Checks a client's counters, and those of its adviser, against a recount. */
export async function expectCounted(clientId: string): Promise<void> {
  const { stored: counters, counted } = await countersOf(clientId);
  deepEqual(counters, counted);
  const client = await stored<ClientItem>(clientKey(clientId));
  if (!client) return;
  const ofAdviser = await clientCountsOf(adviserIdOf(client));
  deepEqual(ofAdviser.stored, ofAdviser.counted);
}

/** Checks that each row below a client is in its list, with its name and state. */
export async function expectCurrentRows(clientId: string): Promise<void> {
  const items: Key[] = await partitionOf(clientId);
  const client = items.find(isClient);
  deepEqual(client && items.filter((item) => isListed(item) && isOutdated(item, client)), []);
  await expectCounted(clientId);
}

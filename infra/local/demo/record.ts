import { writeFile } from 'node:fs/promises';
import { DynamoDBClient, paginateScan } from '@aws-sdk/client-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import { env } from '#functions/aws/env.ts';
import { addDays, londonInstant, londonParts } from '#shared/rules/london.ts';
import { isWorkingDay } from '#shared/rules/working-days.ts';
import { connectLocal } from '../../ops/connect.ts';
import { type DemoItem, RECORDING } from './snapshot.ts';

// node infra/local/demo/record.ts records the firm of the running local stack (STATE_DIR) as the demo firm. Change it
// in the app first; only the demo accounts keep a known password.

/** Items of the run instead of the firm: sessions, rate limits, the clock; and counts and evidence, which are made again. */
const PASSING =
  /^(SESSION|HALF|CHALLENGE|UPLOAD|ANSWERS|EVIDENCE)#|^(ATTEMPTS|CHALLENGE|CLOCK|COUNTS|HEARTBEAT|STATS)\b/;
/** Attributes that depend on the stack's keys, which load.ts adds, or that snapshot.ts derives. */
const KEYED = [
  'passwordHash',
  'format',
  'encryptedPath',
  'encryptionKey',
  'iv',
  'authTag',
  'parts',
  'sha256',
  'totalBytes',
  'dpk',
  'dsk',
  'countedAs',
];

const newestOf = (items: readonly DemoItem[]) =>
  Math.max(...items.flatMap(({ sk }) => (sk.startsWith('ACTIVITY#') ? [Number.parseInt(sk.slice(9, 18), 36)] : [])));

/** Returns the working day after a time, which the recording is dated to. */
function dayAfter(at: Date): string {
  let date = londonParts(at).date;
  do date = addDays(date, 1);
  while (!isWorkingDay(date, []));
  return date;
}

/** Leaves out notices and mail of the last day, so that a new stack creates them and has mail to show. */
function withoutLastDay(items: readonly DemoItem[], newest: Date): DemoItem[] {
  const from = londonInstant(londonParts(newest).date, '00:00').getTime().toString(36).padStart(9, '0');
  const isFollowUp = ({ pk, sk, requestedBy = '' }: DemoItem) => {
    if (sk.startsWith('NOTICE#')) return sk.slice('NOTICE#'.length) >= from;
    return pk.startsWith('MAIL#')
      ? pk.slice(pk.lastIndexOf('#') + 1) >= from
      : sk.startsWith('MAIL') && `${requestedBy}` >= from;
  };
  const kept = items.filter((item) => !isFollowUp(item));
  const notices = (of: string) => kept.filter(({ pk, sk }) => pk === of && sk.startsWith('NOTICE#'));
  return kept.map((item) => {
    if (item.sk !== 'NOTICES') return item;
    const own = notices(item.pk);
    const latest = own
      .map(({ sk }) => sk.slice('NOTICE#'.length))
      .sort()
      .at(-1);
    return { ...item, unread: own.filter(({ read }) => !read).length, ...(latest && { latest }) };
  });
}

function recorded(item: DemoItem): DemoItem {
  const left = Object.fromEntries(Object.entries(item).filter(([name]) => !KEYED.includes(name))) as DemoItem;
  return item.sk === 'EMAIL' ? { ...left, pk: `EMAIL#${item.adviserId}` } : left;
}

await connectLocal();
const found: DemoItem[] = [];
for await (const { Items = [] } of paginateScan({ client: new DynamoDBClient() }, { TableName: env('TABLE_NAME') }))
  found.push(...Items.map((item) => unmarshall(item) as DemoItem));
const newest = new Date(newestOf(found));
const items = withoutLastDay(
  found.filter(({ pk, sk }) => !PASSING.test(pk) && !PASSING.test(sk)),
  newest,
).map(recorded);
const order = ({ pk, sk }: DemoItem) => `${pk} ${sk}`;
items.sort((a, b) => (order(a) < order(b) ? -1 : 1));
const lines = [{ today: dayAfter(newest) }, ...items].map((line) => JSON.stringify(line));
await writeFile(RECORDING, `${lines.join('\n')}\n`);
console.log(`${items.length} items recorded`);

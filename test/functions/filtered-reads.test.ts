import { DynamoDBDocumentClient, QueryCommand } from '@aws-sdk/lib-dynamodb';
import { marshall, unmarshall } from '@aws-sdk/util-dynamodb';
import { beforeEach, expect, test, vi } from 'vitest';
import { type Item, query, queryPart } from '#functions/aws/table.ts';
import { isUnread, NOTICE } from '#functions/services/notices.ts';
import { Tables } from '#infra/local/memory/table.ts';
import { mocked } from '../support/mocked.ts';

vi.stubEnv('TABLE_NAME', 'table');
const db = mocked(DynamoDBDocumentClient);
const tables = new Tables(() => undefined);
const INBOX = 5000;
const PAGE = { newestFirst: true, limit: 51 };
let read: number[];

interface Answer {
  Items: ReturnType<typeof marshall>[];
  ScannedCount: number;
  LastEvaluatedKey?: ReturnType<typeof marshall>;
}

beforeEach(() => {
  read = [];
  tables.create('table');
  db.on(QueryCommand).callsFake(({ ExpressionAttributeValues: values, ExclusiveStartKey: start, ...input }) => {
    const request = { ...input, ExpressionAttributeValues: marshall(values) };
    const answer = tables.answer(
      'Query',
      start ? { ...request, ExclusiveStartKey: marshall(start) } : request,
    ) as Answer;
    read.push(answer.ScannedCount);
    const { Items, LastEvaluatedKey: last } = answer;
    return { Items: Items.map((item) => unmarshall(item)), LastEvaluatedKey: last && unmarshall(last) };
  });
});

/** Stores an inbox, of which the newest notices are read. */
function inbox(newestRead: number, text = 'Mia Wood sent a message'): void {
  for (let i = 0; i < INBOX; i += 1) {
    const notice = { pk: 'p', sk: `${NOTICE}${String(i).padStart(25, '0')}`, text };
    const item: Item = i < INBOX - newestRead ? notice : { ...notice, read: true };
    tables.answer('PutItem', { TableName: 'table', Item: marshall(item) });
  }
}

const unread = () => query('p', NOTICE, { ...PAGE, keep: isUnread });

test('a page of an inbox with 5,000 unread notices reads only its own items', async () => {
  inbox(0);
  expect(await unread()).toHaveLength(PAGE.limit);
  expect(read).toEqual([51]);
});

test('a filtered read fetches growing pages until it has enough items', async () => {
  inbox(60);
  const found = await unread();
  expect(found.map(({ sk }) => Number(sk.slice(NOTICE.length)))).toEqual(
    Array.from({ length: PAGE.limit }, (_, i) => INBOX - 60 - 1 - i),
  );
  expect(read).toEqual([51, 204]);
});

test('a filtered read that finds nothing reads every item once', async () => {
  inbox(INBOX);
  expect(await unread()).toEqual([]);
  expect(read).toEqual([51, 204, 816, 3264, 665]);
});

test('pages that end at their limit do not count as pages of 1 MB', async () => {
  inbox(INBOX, 'x'.repeat(1000));
  const { items, stoppedAt } = await queryPart('p', NOTICE, { ...PAGE, keep: isUnread, maxPages: 2 });
  expect(items).toEqual([]);
  expect(read.slice(0, 3)).toEqual([51, 204, 816]);
  expect(read).toHaveLength(5);
  const sum = read.reduce((all, page) => all + page, 0);
  expect(stoppedAt).toBe(`${NOTICE}${String(INBOX - sum).padStart(25, '0')}`);
});

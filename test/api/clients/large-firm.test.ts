import { gunzipSync } from 'node:zlib';
import { marshall } from '@aws-sdk/util-dynamodb';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { awsCalls } from '#functions/aws/counted.ts';
import { INDEX, SUMMARY } from '#functions/aws/table-index.ts';
import { clientKey } from '#functions/domain/clients/client.ts';
import type { CallName } from '#shared/contract/api.ts';
import { itemBytes } from '../../../infra/local/memory/table.ts';
import type { Answered } from '../../support/api.ts';
import { stored } from '../../support/aws.ts';
import { newAdviser, newClient, type Person } from '../../support/builders.ts';
import { noFault, withFault } from '../../support/faults/faults.ts';
import { callHandler } from '../../support/handlers.ts';
import { disperse, manyClients, noticesFor } from '../../support/people/crowd.ts';

const SIZE = 1000;
const PAGE_BYTES = 1024 * 1024;
const LAMBDA_ANSWER_BYTES = 6 * 1024 * 1024;
const INDEXED = ['pk', 'sk', INDEX.partitionKey, INDEX.sortKey, SUMMARY] as readonly string[];

async function indexedSize(clientId: string): Promise<number> {
  const item = await stored(clientKey(clientId));
  const indexed = Object.entries(item ?? {}).filter(([name]) => INDEXED.includes(name));
  return itemBytes(JSON.parse(JSON.stringify(marshall(Object.fromEntries(indexed)))));
}

test('a typical client takes under 400 bytes of the index', async () => {
  const ann = await newAdviser('Hannah Pryce');
  const { id } = await newClient(ann, {
    name: 'Margaret Ellison',
    email: 'margaret.ellison@example.com',
    phone: '020 7946 0321',
  });
  for (const stage of ['1', '2', '3'])
    await ann.call('PATCH /api/stages/{stageId}', {
      params: { stageId: `${id}.${stage}` },
      body: { status: 'completed' },
    });
  await ann.call('POST /api/clients/{id}/tasks', { params: { id }, body: { title: 'Send passport' } });
  const size = await indexedSize(id);
  expect(size).toBeGreaterThan(250);
  expect(size).toBeLessThan(400);
});

describe('an adviser with 1 000 clients', () => {
  let ann: Person;
  let ids: string[];
  beforeAll(async () => {
    ann = await newAdviser();
    ids = await manyClients(ann, SIZE);
  });
  afterAll(() => disperse(ann, ids));

  test.each<[CallName, (body: never) => unknown, unknown]>([
    ['GET /api/clients', (body: unknown[]) => body.length, SIZE],
    ['GET /api/tasks/pending', (body: unknown[]) => body.length, 0],
  ])('lists by %s with one query for each index page, besides the identity check', async (name, seen, expected) => {
    const pages = Math.ceil((SIZE * (await indexedSize(ids[0] ?? ''))) / PAGE_BYTES);
    const { result, asked } = await withFault(noFault, () => callHandler(ann, name));
    expect(seen(result.body as never)).toBe(expected);
    expect([...asked].sort()).toEqual(['BatchGetItem', ...Array.from({ length: pages }, () => 'Query')]);
    expect(awsCalls.rounds).toBe(pages);
  });

  test('gets the list as gzip if the browser accepts it', async () => {
    const { body, headers } = await callHandler(ann, 'GET /api/clients', {
      headers: { 'accept-encoding': 'gzip, br' },
    });
    expect(headers.get('content-encoding')).toBe('gzip');
    expect(JSON.parse(gunzipSync(body).toString())).toHaveLength(SIZE);
  });
});

const listed = (caller: Person, query: Record<string, string>) =>
  withFault(noFault, () => callHandler(caller, 'GET /api/clients', { query }));

test('a list larger than one response is returned whole in several pages', async () => {
  const ann = await newAdviser();
  const ids = await manyClients(ann, 2000, () => ({ description: 'n'.repeat(5000) }));
  const found: string[] = [];
  const queries: number[] = [];
  let query: Record<string, string> | undefined = {};
  while (query) {
    const { result, asked } = await listed(ann, query);
    const { body, headers }: Answered = result;
    expect(Buffer.byteLength(JSON.stringify(body))).toBeLessThan(LAMBDA_ANSWER_BYTES);
    queries.push(asked.filter((operation) => operation === 'Query').length);
    found.push(...(body as { id: string }[]).map(({ id }) => id));
    const next: string | undefined = /\?([^>]+)>/.exec(headers.get('link') ?? '')?.[1];
    query = next === undefined ? undefined : Object.fromEntries(new URLSearchParams(next));
  }
  await disperse(ann, ids);
  expect(found).toEqual(ids);
  expect(Math.max(...queries)).toBeGreaterThan(3);
});

describe('an inbox of 2 000 notices', () => {
  const NAME = 'GET /api/notifications';
  let ann: Person;
  let ids: string[];
  beforeAll(async () => {
    ann = await newAdviser();
    ids = await noticesFor(ann.id, (await newClient(ann)).id, 2000);
  });

  test.each<Record<string, string>>([{ limit: '100' }, { limit: '100', unread: 'true' }])(
    'is returned whole in pages, newest first, each one query and one read of clients’ names: %j',
    async (first) => {
      const found: string[] = [];
      let query: Record<string, string> | undefined = first;
      while (query) {
        const { body, headers }: Answered = await callHandler(ann, NAME, { query });
        expect([awsCalls.count, awsCalls.rounds]).toEqual([3, 2]);
        found.push(...(body as { id: string }[]).map(({ id }) => id));
        const next: string | undefined = /\?([^>]+)>/.exec(headers.get('link') ?? '')?.[1];
        query = next === undefined ? undefined : Object.fromEntries(new URLSearchParams(next));
      }
      expect(found).toEqual(ids);
    },
  );

  test('is counted in one read', async () => {
    const { body } = await callHandler(ann, 'GET /api/notifications/unread');
    expect([body.count, awsCalls.count, awsCalls.rounds]).toEqual([2000, 2, 1]);
  });
});

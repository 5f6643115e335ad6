import { expect, test } from 'vitest';
import { awsCalls } from '#functions/aws/counted.ts';
import type { Message } from '#shared/contract/messages.ts';
import { Caller } from '../../support/api.ts';
import { newAdviser, newClient } from '../../support/builders.ts';
import { callHandler } from '../../support/handlers.ts';
import { messagesFor } from '../../support/people/crowd.ts';

// A page holds the newest 200 messages or 1 MB; `Link` leads to older ones.

const MB = 1_000_000;
const NAME = 'GET /api/clients/{id}/messages';
// Random enough that gzip does not help.
const LONG = Array.from({ length: 10_000 }, (_, i) => String.fromCharCode(0x4e00 + ((i * 7919 + i * i) % 20_000))).join(
  '',
);

const adviser = await newAdviser();

const numbered = (count: number, text = '') => Array.from({ length: count }, (_, i) => `${i + 1} ${text}`.trim());
const numbersOf = (messages: Message[]) => messages.map(({ content }) => Number.parseInt(content, 10));
const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, i) => from + i);
const read = (caller: Caller, id: string, before?: string) =>
  caller.call(NAME, { params: { id }, ...(before && { query: { before } }) });
const prevOf = (headers: Headers) =>
  /^<\/api\/clients\/[\w-]+\/messages\?before=([\w-]+)>; rel="prev"$/.exec(headers.get('link') ?? '')?.[1];

async function everyPage(caller: Caller, id: string) {
  const pages: Message[][] = [];
  let before: string | undefined;
  do {
    const { status, body, headers } = await read(caller, id, before);
    expect(status, JSON.stringify(body).slice(0, 200)).toBe(200);
    pages.push(body);
    before = prevOf(headers);
  } while (before);
  return pages;
}

test('returns the newest 200 messages first, oldest at the top, and the rest on earlier pages', async () => {
  const client = await newClient(adviser);
  await messagesFor(client.id, numbered(401), 'client');
  const pages = await everyPage(adviser, client.id);
  expect(pages.map(numbersOf)).toEqual([range(202, 401), range(2, 201), [1]]);
});

test('a thread of exactly 200 messages has no earlier page', async () => {
  const client = await newClient(adviser);
  await messagesFor(client.id, numbered(200), 'client');
  const { body, headers } = await read(adviser, client.id);
  expect([numbersOf(body), headers.get('link')]).toEqual([range(1, 200), null]);
});

test('pages of the longest messages stay under 1 MB for both sides', async () => {
  const client = await newClient(adviser);
  await messagesFor(client.id, numbered(230, LONG), 'client');
  for (const caller of [adviser, new Caller(client.token)]) {
    const pages = await everyPage(caller, client.id);
    for (const page of pages) expect(Buffer.byteLength(JSON.stringify(page))).toBeLessThanOrEqual(MB);
    expect(numbersOf(pages.toReversed().flat())).toEqual(range(1, 230));
  }
});

test('a page of messages takes one query, however long the messages are', async () => {
  const client = await newClient(adviser);
  await messagesFor(client.id, numbered(70, LONG), 'adviser');
  const { headers } = await callHandler(adviser, NAME, { params: { id: client.id } });
  const before = prevOf(headers) ?? expect.fail('one page');
  await callHandler(adviser, NAME, { params: { id: client.id }, query: { before } });
  expect([awsCalls.count, awsCalls.rounds]).toEqual([3, 1]);
});

test('rejects a page before an unknown message', async () => {
  const client = await newClient(adviser);
  for (const before of ['', 'x', '../../etc', `${'a'.repeat(24)}#`, 'a'.repeat(26)]) {
    const { status, body } = await adviser.call(NAME, { params: { id: client.id }, query: { before } });
    expect([status, body.fields], before).toEqual([400, { before: 'Unknown message' }]);
  }
});

test('an older page marks no message as read, the newest page marks all', async () => {
  const client = await newClient(adviser);
  const own = new Caller(client.token);
  await messagesFor(client.id, numbered(201), 'client');
  const [last] = (await read(own, client.id)).body.slice(-1);
  const older = await read(adviser, client.id, last.id.split('.')[1]);
  expect(older.body.map(({ read }: Message) => read)).not.toContain(true);
  expect((await everyPage(own, client.id)).flat().map(({ read }) => read)).not.toContain(true);
  await read(adviser, client.id);
  expect((await everyPage(own, client.id)).flat().map(({ read }) => read)).not.toContain(false);
});

test('opening a thread marks messages as read that precede a page of one’s own', async () => {
  const client = await newClient(adviser);
  const own = new Caller(client.token);
  await messagesFor(client.id, ['A question'], 'client');
  await messagesFor(client.id, numbered(201), 'adviser');
  await read(adviser, client.id);
  const oldest = (await everyPage(own, client.id)).at(-1)?.[0];
  expect(oldest).toMatchObject({ content: 'A question', read: true });
});

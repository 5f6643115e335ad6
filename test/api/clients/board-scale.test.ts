import { marshall } from '@aws-sdk/util-dynamodb';
import { describe, expect, test } from 'vitest';
import { idOfChild } from '#functions/services/keys/keys.ts';
import type { CallName } from '#shared/contract/api.ts';
import { itemBytes } from '../../../infra/local/memory/table.ts';
import type { Answered } from '../../support/api.ts';
import { demoAdmin, fileForm, newAdviser, newClient, type Person } from '../../support/builders.ts';
import { inDays } from '../../support/days.ts';
import { lettersOf } from '../../support/loas.ts';
import { copiesOf } from '../../support/people/crowd.ts';
import { type Reads, readsOf } from '../../support/reads.ts';
import { listOf } from '../../support/recount.ts';

/** Units of a call besides its rows: session, account and settings, and the names of advisers for admins. */
const BESIDES = 8;
const UNITS_OF_ROW = 0.05;

const queryIn = (link: string | null): Record<string, string> | undefined => {
  const next = /\?([^>]+)>/.exec(link ?? '')?.[1];
  return next === undefined ? undefined : Object.fromEntries(new URLSearchParams(next));
};

/** Reads all pages of a list, each of which must cost as little as a page may. */
async function walk(caller: Person, name: CallName, most: number, first: Record<string, string> = {}) {
  const found: { id: string }[] = [];
  const pages: Reads[] = [];
  let query: Record<string, string> | undefined = first;
  while (query) {
    const { answer, reads }: { answer: Answered; reads: Reads } = await readsOf(caller, name, { query });
    expect(reads.units).toBeLessThanOrEqual(UNITS_OF_ROW * Math.min(most, reads.items) + BESIDES);
    expect([reads.rounds < 3, reads.bytes < 1_000_000]).toEqual([true, true]);
    pages.push(reads);
    found.push(...(answer.body as { id: string }[]));
    query = queryIn(answer.headers.get('link'));
  }
  return { ids: found.map(({ id }) => id), pages };
}

const letterOf = (adviser: Person, id: string) =>
  lettersOf(adviser, id).made('Aviva', { signedOn: inDays(-12), sent: { on: inDays(-10), how: 'email', ref: 'AV1' } });

const taskOf = async (adviser: Person, id: string) =>
  (await adviser.call('POST /api/clients/{id}/tasks', { params: { id }, body: { title: 'Send passport' } })).body;

/** Makes a request that staff handed in. */
async function handedIn(adviser: Person, id: string): Promise<{ id: string }> {
  const params = { id };
  const items = [{ title: 'Proof of address', stageId: `${id}.2` }];
  const [request] = (await adviser.call('POST /api/clients/{id}/requests', { params, body: { items } })).body;
  const form = fileForm('an address', 'address.txt');
  form.append('requestId', request.id);
  expect((await adviser.call('POST /api/clients/{id}/documents', { params, form })).status).toBe(201);
  return request;
}

async function rowBytes(adviser: Person, id: string): Promise<number> {
  const row = (await listOf(adviser.id)).find((item) => item.sk !== 'CLIENT' && idOfChild(item) === id);
  if (!row) throw new Error('It is in no list');
  return itemBytes(JSON.parse(JSON.stringify(marshall(row))));
}

interface Listed {
  name: CallName;
  /** Rows of a page. */
  most: number;
  make: (adviser: Person, id: string) => Promise<{ id: string }>;
}

const LISTS: readonly Listed[] = [
  { name: 'GET /api/loas/board', most: 501, make: letterOf },
  { name: 'GET /api/requests/review', most: 501, make: handedIn },
  { name: 'GET /api/tasks/pending', most: 1001, make: taskOf },
];
const SIZES = [50, 500, 3000];

describe.each(LISTS.flatMap((list) => SIZES.map((size) => ({ ...list, size }))))(
  '$name with $size rows of an adviser',
  ({ name, most, make, size }) => {
    test('is read by pages of rows, each one query, by the adviser and by an admin', async () => {
      const [ann, admin] = [await newAdviser(), await demoAdmin()];
      const one = await make(ann, (await newClient(ann, { name: 'Margaret Ellison' })).id);
      await copiesOf(one.id, size);
      expect(await rowBytes(ann, one.id)).toBeLessThanOrEqual(400);
      const own = await walk(ann, name, most);
      expect([own.ids.length, new Set(own.ids).size]).toEqual([size, size]);
      expect(own.pages.map(({ rounds }) => rounds)).toEqual(own.pages.map(() => 1));
      expect((await walk(admin, name, most)).ids).toEqual(expect.arrayContaining(own.ids));
      expect((await walk(admin, name, most, { adviser: ann.id })).ids).toEqual(own.ids);
      const [bob, cleo] = [await newAdviser(), await newAdviser()];
      expect((await walk(bob, name, most, { adviser: ann.id })).ids).toEqual([]);
      expect((await walk(admin, name, most, { adviser: cleo.id })).ids).toEqual([]);
    });
  },
);

describe('a narrowed page', () => {
  test('a narrowed board has the letters of a search, of providers and of a view', async () => {
    const ann = await newAdviser();
    const { id } = await newClient(ann, { name: 'Margaret Ellison' });
    const letters = lettersOf(ann, id);
    const sent = await letterOf(ann, id);
    const later = await letters.made('Zurich', { sent: { on: inDays(0), how: 'post' } });
    const toSend = await letters.made('Phoenix');
    const found = async (query: Record<string, string>) => (await walk(ann, 'GET /api/loas/board', 501, query)).ids;
    expect(await found({})).toEqual([toSend.id, sent.id, later.id]);
    expect(await found({ limit: '1' })).toEqual([toSend.id, sent.id, later.id]);
    expect(await found({ q: 'elli av1' })).toEqual([sent.id]);
    expect(await found({ providers: 'zurich,phoenix' })).toEqual([toSend.id, later.id]);
    expect(await found({ show: 'to-send', limit: '1' })).toEqual([toSend.id]);
    expect(await found({ show: 'today' })).toEqual([sent.id]);
    expect(await found({ show: 'waiting' })).toEqual([later.id]);
    expect(await found({ show: 'waiting', q: 'aviva' })).toEqual([]);
  });

  test('narrowed pending tasks are those of one side and of a search', async () => {
    const ann = await newAdviser();
    const params = { id: (await newClient(ann, { name: 'Margaret Ellison' })).id };
    const add = async (body: object) => (await ann.call('POST /api/clients/{id}/tasks', { params, body })).body.id;
    const own = await add({ title: 'Call', responsibility: 'adviser' });
    const theirs = await add({ title: 'Send passport', description: 'A colour copy' });
    const found = async (query: Record<string, string>) => (await walk(ann, 'GET /api/tasks/pending', 1001, query)).ids;
    expect(await found({ responsibility: 'adviser', limit: '1' })).toEqual([own]);
    expect(await found({ q: 'ellison colour' })).toEqual([theirs]);
  });

  test('is refused with a cursor of another list or view', async () => {
    const ann = await newAdviser();
    const refused = async (name: CallName, key: string, more: object = {}) => {
      const query = { cursor: Buffer.from(key).toString('base64url'), ...more };
      return (await ann.call(name, { query })).status;
    };
    const day = inDays(0);
    expect(await refused('GET /api/loas/board', `TASK#${day}#x`)).toBe(400);
    expect(await refused('GET /api/loas/board', `LOA#${day}#x`, { show: 'to-send' })).toBe(400);
    expect(await refused('GET /api/loas/board', 'LOA#9999-01-01#x', { show: 'today' })).toBe(400);
    expect(await refused('GET /api/requests/review', `REQUEST#2#${day}#x`)).toBe(400);
    expect(await refused('GET /api/tasks/pending', `LOA#${day}#x`)).toBe(400);
  });
});

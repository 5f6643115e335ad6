import { beforeAll, expect, test, vi } from 'vitest';
import type { Message } from '#shared/contract/messages.ts';
import { demoAdmin, newAdviser, type Person } from '../../support/builders.ts';
import { type Act, atOnce, interleaved } from '../../support/faults/interleaved.ts';
import { inTurn, type RacedClient, racedClient } from '../../support/faults/raced-client.ts';
import { callHandler } from '../../support/handlers.ts';
import { countersOf } from '../../support/recount.ts';

// Messages of a client's that its adviser has not read are counted on the client (contract, New: `unread`).

const NAME = 'GET /api/clients/{id}/messages';
let admin: Person;
let adviser: Person;
beforeAll(async () => {
  [admin, adviser] = await Promise.all([demoAdmin(), newAdviser()]);
  await callHandler(admin, 'GET /api/auth/me');
});

const setting = () => racedClient(adviser, admin);
const write = ({ as, own }: RacedClient, content: string) =>
  as('POST /api/clients/{id}/messages', { body: { content } }, own);
const answer = ({ as }: RacedClient) => as('POST /api/clients/{id}/messages', { body: { content: 'An answer' } });
const open = ({ as }: RacedClient) => as(NAME);
const readByClient = ({ as, own }: RacedClient) => as(NAME, {}, own);

/** A call that was made a second ago and gets through now. */
const aSecondAgo =
  (act: Act): Act =>
  async () => {
    vi.useFakeTimers({ now: Date.now() - 1000, toFake: ['Date'] });
    try {
      return await act();
    } finally {
      vi.useRealTimers();
    }
  };

/** The count equals a recount, and all that waits is told. */
async function counts({ id, read }: RacedClient, unread: number): Promise<void> {
  const { stored, counted } = await countersOf(id);
  expect(stored).toEqual(counted);
  expect((await read('GET /api/clients/{id}')).unread).toBe(unread);
}

const contentsOf = (messages: Message[]) => messages.map(({ content }) => content);

/** Each message that the reader did not see waits, and is not said to be read; the next reading sees it. */
async function nothingLost(given: RacedClient, seen: Message[], written: string[]): Promise<void> {
  const missed = written.filter((content) => !contentsOf(seen).includes(content));
  await counts(given, missed.length);
  const thread: Message[] = (await readByClient(given)()).body;
  expect(contentsOf(thread.filter(({ read }) => !read))).toEqual(missed);
  expect(contentsOf((await given.read(NAME)) as Message[]).sort()).toEqual([...written].sort());
  await counts(given, 0);
}

test('a message that comes at any moment of a reading is seen by it or waits', () =>
  atOnce(
    setting,
    (given) => write(given, 'A'),
    open,
    async (given, [sent, { status, body }]) => {
      expect([sent.status, status]).toEqual([201, 200]);
      await nothingLost(given, body, ['A']);
    },
  ));

test('a message that is delayed while a later one is read is not taken for read', () =>
  interleaved(
    setting,
    (given) => write(given, 'delayed'),
    (given) => inTurn(write(given, 'later'), open(given)),
    async (given, { first, other }) => {
      expect(first.status).toBe(201);
      await nothingLost(given, other.body, ['delayed', 'later']);
    },
  ));

test('a message that was written before one on the page, and is kept during the reading, waits', () =>
  interleaved(
    async () => {
      const given = await setting();
      await write(given, 'later')();
      return given;
    },
    open,
    (given) => aSecondAgo(write(given, 'delayed')),
    async (given, { first }) => nothingLost(given, first.body, ['delayed', 'later']),
  ));

test('an answer that comes while the client reads is seen by it or not said to be read', () =>
  atOnce(setting, answer, readByClient, async (given, [, { body }]) => {
    const thread: Message[] = (await given.as(NAME)()).body;
    expect(thread.map(({ read }) => read)).toEqual([body.length > 0]);
  }));

test('20 messages and 10 readings at once: the count equals what waits', async () => {
  const given = await setting();
  const acts = Array.from({ length: 30 }, (_, i) => (i % 3 === 2 ? open(given) : write(given, `${i}`)));
  const answers = await Promise.all(acts.map((act) => act()));
  const sent = answers.filter(({ status }) => status === 201).length;
  // Under such a crowd a write may give up (409); it is then not there, and not counted.
  expect(answers.map(({ status }) => status).filter((status) => ![200, 201, 409].includes(status))).toEqual([]);
  const { stored, counted } = await countersOf(given.id);
  expect(stored).toEqual(counted);
  expect(await given.read(NAME)).toHaveLength(sent);
  await counts(given, 0);
});

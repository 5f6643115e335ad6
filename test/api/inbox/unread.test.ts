import { expect, test, vi } from 'vitest';
import type { Message } from '#shared/contract/messages.ts';
import { demoAdmin, newAdviser } from '../../support/builders.ts';
import { type Act, atOnce, interleaved } from '../../support/faults/interleaved.ts';
import { inTurn, type RacedClient, racedClient } from '../../support/faults/raced-client.ts';
import { countersOf } from '../../support/recount.ts';

const NAME = 'GET /api/clients/{id}/messages';
const [admin, adviser] = await Promise.all([demoAdmin(), newAdviser()]);

const setting = () => racedClient(adviser, admin);
const write = ({ as, own }: RacedClient, content: string) =>
  as('POST /api/clients/{id}/messages', { body: { content } }, own);
const answer = ({ as }: RacedClient) => as('POST /api/clients/{id}/messages', { body: { content: 'An answer' } });
const open = ({ as }: RacedClient) => as(NAME);
const readByClient = ({ as, own }: RacedClient) => as(NAME, {}, own);

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

async function counts({ id, read }: RacedClient, unread: number): Promise<void> {
  const { stored, counted } = await countersOf(id);
  expect(stored).toEqual(counted);
  expect((await read('GET /api/clients/{id}')).unread).toBe(unread);
}

const contentsOf = (messages: Message[]) => messages.map(({ content }) => content);

/** Asserts that messages the reader missed stay unread until the next reading. */
async function nothingLost(given: RacedClient, seen: Message[], written: string[]): Promise<void> {
  const missed = written.filter((content) => !contentsOf(seen).includes(content));
  await counts(given, missed.length);
  const thread: Message[] = (await readByClient(given)()).body;
  expect(contentsOf(thread.filter(({ read }) => !read))).toEqual(missed);
  expect(contentsOf((await given.read(NAME)) as Message[]).sort()).toEqual([...written].sort());
  await counts(given, 0);
}

test('a message sent at any moment of a reading is seen by it or stays unread', () =>
  atOnce(
    setting,
    (given) => write(given, 'A'),
    open,
    async (given, [sent, { status, body }]) => {
      expect([sent.status, status]).toEqual([201, 200]);
      await nothingLost(given, body, ['A']);
    },
  ));

test('a delayed message is not marked as read with a later one', () =>
  interleaved(
    setting,
    (given) => write(given, 'delayed'),
    (given) => inTurn(write(given, 'later'), open(given)),
    async (given, { first, other }) => {
      expect(first.status).toBe(201);
      await nothingLost(given, other.body, ['delayed', 'later']);
    },
  ));

test('a message with an earlier time that is stored during a reading stays unread', () =>
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

test('an answer sent while the client reads is seen by the client or stays unread', () =>
  atOnce(setting, answer, readByClient, async (given, [, { body }]) => {
    const thread: Message[] = (await given.as(NAME)()).body;
    expect(thread.map(({ read }) => read)).toEqual([body.length > 0]);
  }));

test('20 messages and 10 readings in parallel keep the unread count exact', async () => {
  const given = await setting();
  const acts = Array.from({ length: 30 }, (_, i) => (i % 3 === 2 ? open(given) : write(given, `${i}`)));
  const answers = await Promise.all(acts.map((act) => act()));
  const sent = answers.filter(({ status }) => status === 201).length;
  // Under contention a write may give up with 409; it is then neither stored nor counted.
  expect(answers.map(({ status }) => status).filter((status) => ![200, 201, 409].includes(status))).toEqual([]);
  const { stored, counted } = await countersOf(given.id);
  expect(stored).toEqual(counted);
  expect(await given.read(NAME)).toHaveLength(sent);
  await counts(given, 0);
});

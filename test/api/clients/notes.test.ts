import { beforeAll, describe, expect, test } from 'vitest';
import { NOTES_CHANGED } from '#shared/rules/clients.ts';
import { demoAdmin, newAdviser, type Person } from '../../support/builders.ts';
import { atOnce, interleaved } from '../../support/faults/interleaved.ts';
import { type RacedClient, racedClient } from '../../support/faults/raced-client.ts';

// Notes that somebody else changed since they were opened: 409 with theirs, and nothing saved.

let adviser: Person;
let admin: Person;
beforeAll(async () => {
  [adviser, admin] = await Promise.all([newAdviser(), demoAdmin()]);
});

const PATCH = 'PATCH /api/clients/{id}';
const save = (client: RacedClient, body: object, caller: Person = adviser) => client.as(PATCH, { body }, caller)();
const notesOf = async (client: RacedClient) => (await client.read('GET /api/clients/{id}')).description;
const linesOf = async (client: RacedClient) =>
  (await client.read('GET /api/clients/{id}/activity')).filter(
    ({ action }: { action: string }) => action === 'client-changed',
  );

async function clientWith(description: string | null) {
  const client = await racedClient(adviser, admin);
  if (description !== null) await save(client, { description });
  return client;
}

test('notes are saved where they are as they were opened, from none and to none too', async () => {
  const client = await clientWith(null);
  for (const [was, is] of [
    [null, 'First'],
    ['First', 'Second'],
    ['  Second ', '  '],
    ['', 'Third'],
  ]) {
    const { status, body } = await save(client, { description: is, descriptionWas: was });
    expect([status, body.description]).toEqual([200, is?.trim() || null]);
  }
  expect(await linesOf(client)).toHaveLength(4);
});

test.each([
  ['others', 'Theirs', 'Opened'],
  ['gone', null, 'Opened'],
  ['there by now', 'Theirs', null],
])('notes that are %s are not overwritten, and are in the answer', async (_, stored, opened) => {
  const client = await clientWith(stored);
  const before = await linesOf(client);
  for (const caller of [adviser, admin]) {
    const refused = await save(client, { description: 'Mine', descriptionWas: opened, status: 'urgent' }, caller);
    expect([refused.status, refused.body]).toEqual([409, { message: NOTES_CHANGED, description: stored }]);
  }
  expect(await client.read('GET /api/clients/{id}')).toMatchObject({ description: stored, status: 'on_target' });
  expect(await linesOf(client)).toEqual(before);
});

test('who wrote the same agrees, and a repeated call has nothing left to do', async () => {
  const client = await clientWith('Same');
  const { status } = await save(client, { description: 'Same', descriptionWas: 'Opened' });
  expect(status).toBe(200);
  expect(await linesOf(client)).toHaveLength(1);
});

test('without what they were, notes are saved as ever', async () => {
  const client = await clientWith('Theirs');
  expect((await save(client, { description: 'Mine' })).status).toBe(200);
  expect(await notesOf(client)).toBe('Mine');
});

test.each([
  ['goes with notes', { descriptionWas: 'Opened' }],
  ['goes with notes, not with something else', { name: 'Mia', descriptionWas: null }],
  ['is as long as notes at most', { description: 'Mine', descriptionWas: 'x'.repeat(10_001) }],
  ['is a text', { description: 'Mine', descriptionWas: 7 }],
])('what they were %s: 400', async (_, body) => {
  const client = await clientWith(null);
  const refused = await save(client, body);
  expect([refused.status, Object.keys(refused.body.fields)]).toEqual([400, ['descriptionWas']]);
});

test('a client and a stranger learn nothing of the notes', async () => {
  const client = await clientWith('Theirs');
  const body = { description: 'Mine', descriptionWas: 'Opened' };
  const [byClient, byStranger] = [
    await client.as(PATCH, { body }, client.own)(),
    await client.as(PATCH, { body }, await newAdviser())(),
  ];
  expect([byClient.status, byStranger.status]).toEqual([403, 404]);
  expect(JSON.stringify([byClient.body, byStranger.body])).not.toContain('Theirs');
});

describe('at the same moment', () => {
  const saves =
    (text: string, more: object = {}) =>
    (client: RacedClient) =>
      client.as(PATCH, { body: { description: text, descriptionWas: 'Opened', ...more } });

  test('two notes: one is saved, the other told of it', async () => {
    const times = await interleaved(
      () => clientWith('Opened'),
      saves('First'),
      saves('Other'),
      async (client, { first, other }) => {
        expect([first.status, other.status].sort()).toEqual([200, 409]);
        const [winner, loser, text] = first.status === 200 ? [first, other, 'First'] : [other, first, 'Other'];
        expect([winner.body.description, loser.body.description]).toEqual([text, text]);
        expect(await notesOf(client)).toBe(text);
        expect(await linesOf(client)).toHaveLength(2);
      },
    );
    expect(times).toBeGreaterThan(1);
  });

  test('notes with a new adviser, and other notes: the same', async () => {
    const { id: adviserId } = await newAdviser();
    const reassigns = (client: RacedClient) =>
      client.as(PATCH, { body: { description: 'First', descriptionWas: 'Opened', adviserId } }, admin);
    const saved = (client: RacedClient) =>
      client.as(PATCH, { body: { description: 'Other', descriptionWas: 'Opened' } }, admin);
    await atOnce(
      () => clientWith('Opened'),
      reassigns,
      saved,
      async (_, [one, two]) => {
        expect([one.status, two.status].sort()).toEqual([200, 409]);
        expect(one.body.description).toBe(two.body.description);
      },
    );
  });

  test('notes, and what is about something else: both', async () => {
    await atOnce(
      () => clientWith('Opened'),
      saves('Mine'),
      (client) => client.as(PATCH, { body: { status: 'urgent' } }),
      async (client, [one, two]) => {
        expect([one.status, two.status]).toEqual([200, 200]);
        expect(await client.read('GET /api/clients/{id}')).toMatchObject({ description: 'Mine', status: 'urgent' });
      },
    );
  });
});

import { expect, test } from 'vitest';
import { demoAdmin, newAdviser } from '../../support/builders.ts';
import { inDays } from '../../support/days.ts';
import { interleaved } from '../../support/faults/interleaved.ts';
import { type RacedClient, racedClient } from '../../support/faults/raced-client.ts';

const [adviser, admin] = await Promise.all([newAdviser(), demoAdmin()]);

const NONE = { initial: null, ongoing: null, how: null, agreedOn: null, givenOn: null, about: null };
const CHARGES = { initial: 1500, ongoing: 900, agreedOn: '2026-11-03' };

const aClient = () => racedClient(adviser, admin);
const note = (client: RacedClient, advice: object) => client.as('PATCH /api/clients/{id}', { body: { advice } });
const adviceOf = async (client: RacedClient) => (await client.read('GET /api/clients/{id}')).advice;
const entriesOf = async (client: RacedClient) =>
  (await client.read('GET /api/clients/{id}/activity')).filter(
    ({ action }: { action: string }) => action === 'client-changed',
  );

test('notes only the sent fields of charges and advice, and lists them with the client', async () => {
  const client = await aClient();
  expect(await adviceOf(client)).toBeNull();
  expect((await note(client, CHARGES)()).body.advice).toEqual({ ...NONE, ...CHARGES });
  await note(client, { ongoing: 0, how: ' 1% a year ', givenOn: inDays(0), about: '' })();
  const noted = { ...NONE, ...CHARGES, ongoing: 0, how: '1% a year', givenOn: inDays(0) };
  expect(await adviceOf(client)).toEqual(noted);
  const list: { id: string; advice: object }[] = await client.read('GET /api/clients');
  expect(list.find(({ id }) => id === client.id)?.advice).toEqual(noted);
  expect((await note(client, NONE)()).body.advice).toBeNull();
});

test('logs each change of charges and advice once, with old and new values', async () => {
  const client = await aClient();
  for (const _ of ['first', 'repeated']) await note(client, CHARGES)();
  await note(client, { initial: null, ongoing: 950, agreedOn: CHARGES.agreedOn })();
  expect(await entriesOf(client)).toMatchObject([
    {
      summary: 'Changed charges and advice',
      changes: [
        { field: 'advice.initial', was: '1500', is: null },
        { field: 'advice.ongoing', was: '900', is: '950' },
      ],
    },
    {
      changes: [
        { field: 'advice.initial', was: null, is: '1500' },
        { field: 'advice.ongoing', was: null, is: '900' },
        { field: 'advice.agreedOn', was: null, is: '2026-11-03' },
      ],
    },
  ]);
});

const POUNDS = 'Must be a whole number of pounds, 0 or more';
const DAY = 'Choose a day up to today';
const AGREED = 'Say when it was agreed';

test.each<[object, string, string]>([
  [{ ...CHARGES, initial: 10_000_001 }, 'initial', POUNDS],
  [{ ...CHARGES, ongoing: -1 }, 'ongoing', POUNDS],
  [{ ...CHARGES, ongoing: 0.5 }, 'ongoing', POUNDS],
  [{ ...CHARGES, initial: '1500' }, 'initial', POUNDS],
  [{ initial: 0 }, 'agreedOn', AGREED],
  [{ ongoing: 900, agreedOn: '' }, 'agreedOn', AGREED],
  [{ agreedOn: inDays(1) }, 'agreedOn', DAY],
  [{ givenOn: '1999-12-31' }, 'givenOn', DAY],
  [{ givenOn: '2026-02-30' }, 'givenOn', DAY],
  [{ how: 'x'.repeat(201) }, 'how', 'Use at most 200 characters'],
])('refuses %j at its field', async (advice, field, says) => {
  const { status, body } = await note(await aClient(), advice)();
  expect([status, body.fields]).toEqual([400, { [`advice.${field}`]: says }]);
});

test('refuses to remove the day of a charge that was noted before', async () => {
  const client = await aClient();
  await note(client, CHARGES)();
  expect((await note(client, { agreedOn: null })()).body.fields).toEqual({ 'advice.agreedOn': AGREED });
  expect((await note(client, { initial: null, ongoing: null, agreedOn: null })()).body.advice).toBeNull();
});

test('keeps other fields of a concurrent change, and the charges of a completed client', async () => {
  await interleaved(
    aClient,
    (client) => note(client, CHARGES),
    (client) => note(client, { givenOn: '2026-11-20' }),
    async (client, { first, other }) => {
      expect([first.status, other.status]).toEqual([200, 200]);
      await client.as('PATCH /api/clients/{id}', { body: { completed: true } })();
      expect((await note(client, { about: 'ISA' })()).body.advice).toEqual({
        ...NONE,
        ...CHARGES,
        givenOn: '2026-11-20',
        about: 'ISA',
      });
      expect(await entriesOf(client)).toHaveLength(3);
    },
  );
});

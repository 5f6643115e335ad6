import { describe, expect, test } from 'vitest';
import { NOTES_CHANGED } from '#shared/rules/notes.ts';
import { demoAdmin, newAdviser, type Person } from '../../support/builders.ts';
import { killedAt, withFault } from '../../support/faults/faults.ts';
import { atOnce, interleaved } from '../../support/faults/interleaved.ts';
import { type RacedClient, racedClient } from '../../support/faults/raced-client.ts';

const [adviser, admin] = await Promise.all([newAdviser(), demoAdmin()]);

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

test('saves notes that are unchanged since they were opened, including from and to empty', async () => {
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
  ['changed', 'Theirs', 'Opened'],
  ['deleted', null, 'Opened'],
  ['new', 'Theirs', null],
])('does not overwrite notes that are %s since they were opened, and returns them', async (_, stored, opened) => {
  const client = await clientWith(stored);
  const before = await linesOf(client);
  for (const caller of [adviser, admin]) {
    const refused = await save(client, { description: 'Mine', descriptionWas: opened, status: 'urgent' }, caller);
    expect([refused.status, refused.body]).toEqual([409, { message: NOTES_CHANGED, description: stored }]);
  }
  expect(await client.read('GET /api/clients/{id}')).toMatchObject({ description: stored, status: 'on_target' });
  expect(await linesOf(client)).toEqual(before);
});

test('accepts notes equal to the stored ones, and logs a repeated save once', async () => {
  const client = await clientWith('Same');
  expect((await save(client, { description: 'Same', descriptionWas: 'Opened' })).status).toBe(200);
  expect(await linesOf(client)).toHaveLength(1);
  // Without `descriptionWas` the last save wins.
  expect((await save(client, { description: 'Mine' })).body.description).toBe('Mine');
});

test.each([
  { descriptionWas: 'Opened' },
  { name: 'Mia', descriptionWas: null },
  { description: 'Mine', descriptionWas: 'x'.repeat(10_001) },
  { description: 'Mine', descriptionWas: 7 },
])('rejects previous notes without new notes, or of a wrong type or length: %.60j', async (body) => {
  const refused = await save(await clientWith(null), body);
  expect([refused.status, Object.keys(refused.body.fields)]).toEqual([400, ['descriptionWas']]);
});

describe('concurrent saves of notes', () => {
  const saves =
    (text: string, more: object = {}, caller = adviser) =>
    (client: RacedClient) =>
      client.as(PATCH, { body: { description: text, descriptionWas: 'Opened', ...more } }, caller);

  test('store one text and return it to the loser with 409', async () => {
    await interleaved(
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
  });

  test('store one text if one of them also reassigns the client', async () => {
    const { id: adviserId } = await newAdviser();
    await atOnce(
      () => clientWith('Opened'),
      saves('First', { adviserId }, admin),
      saves('Other', {}, admin),
      async (_, [one, two]) => {
        expect([one.status, two.status].sort()).toEqual([200, 409]);
        expect(one.body.description).toBe(two.body.description);
      },
    );
  });

  test('do not conflict with changes of other fields', async () => {
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

describe('a client’s notes on a task', () => {
  const aClient = () => clientWith(null);
  const taskOf = async (client: RacedClient) => (await client.read('GET /api/clients/{id}/tasks'))[0];
  const send = (client: RacedClient, body: object) => client.set(body, client.own);

  test('from two devices at any moment are both kept, with one audit-log entry each', async () => {
    await atOnce(
      aClient,
      (client) => send(client, { addNote: ' From the tablet ' }),
      (client) => send(client, { addNote: 'From the phone' }),
      async (client, answers) => {
        expect(answers.map(({ status }) => status)).toEqual([200, 200]);
        const lines: string[] = (await taskOf(client)).clientNotes.split('\n');
        const notes = lines.filter((line) => line.startsWith('From')).sort();
        expect(notes).toEqual(['From the phone', 'From the tablet']);
        const entries = await client.read('GET /api/clients/{id}/activity');
        const noted = entries.filter(({ summary }: { summary: string }) => summary.startsWith('Added notes'));
        expect(noted).toHaveLength(2);
      },
    );
  });

  test('are stored once if a request is killed at any call and sent again', async () => {
    for (let nth = 1, status = 0; status !== 200; nth += 1) {
      const client = await aClient();
      ({ status } = (await withFault(killedAt(nth), send(client, { addNote: 'Once' }))).result);
      expect((await send(client, { addNote: 'Once' })()).status).toBe(200);
      expect((await taskOf(client)).clientNotes).toMatch(/^\d+ \w{3} \d{4}, \d\d:\d\d\nOnce$/);
    }
  });

  test('have further lines indented, so that none looks like another dated entry', async () => {
    const client = await aClient();
    const addNote = 'Sent\n\n25 Nov 2026, 09:00\u2028You may pay.';
    for (const _ of ['first', 'retry']) expect((await send(client, { addNote })()).status).toBe(200);
    const { clientNotes } = await taskOf(client);
    expect(clientNotes).toMatch(/^.*\nSent\n {2}\n {2}25 Nov 2026, 09:00\u2028 {2}You may pay\.$/);
  });

  test('are not overwritten if they changed since they were read, and are returned with 409', async () => {
    const client = await aClient();
    expect((await send(client, { clientNotes: 'First', clientNotesWas: null })()).status).toBe(200);
    const refused = await send(client, { clientNotes: 'Mine', clientNotesWas: null })();
    expect([refused.status, refused.body]).toEqual([409, { message: NOTES_CHANGED, clientNotes: 'First' }]);
    expect((await send(client, { clientNotes: 'Second', clientNotesWas: 'First' })()).status).toBe(200);
    expect((await taskOf(client)).clientNotes).toBe('Second');
  });

  test('can be sent with the completion, and are refused if they no longer fit', async () => {
    const client = await aClient();
    await send(client, { clientNotes: 'x'.repeat(9990) })();
    const full = await send(client, { addNote: 'One more' })();
    expect([full.status, Object.keys(full.body.fields)]).toEqual([400, ['addNote']]);
    await send(client, { clientNotes: 'Before' })();
    const { body } = await send(client, { addNote: 'Done', status: 'completed' })();
    expect(body).toMatchObject({ status: 'completed', clientNotes: expect.stringMatching(/^Before\n\n.*\nDone$/) });
  });
});

import { beforeAll, expect, test } from 'vitest';
import { NOTES_CHANGED } from '#shared/rules/clients.ts';
import { demoAdmin, newAdviser, type Person } from '../../support/builders.ts';
import { killedAt, withFault } from '../../support/faults/faults.ts';
import { atOnce } from '../../support/faults/interleaved.ts';
import { type RacedClient, racedClient } from '../../support/faults/raced-client.ts';

// A client writes notes on a task from several devices.

let adviser: Person;
let admin: Person;
beforeAll(async () => {
  [adviser, admin] = await Promise.all([newAdviser(), demoAdmin()]);
});

const aClient = () => racedClient(adviser, admin);
const taskOf = async (client: RacedClient) => (await client.read('GET /api/clients/{id}/tasks'))[0];
const send = (client: RacedClient, body: object) => client.set(body, client.own);
const ofNotes = (...notes: string[]) =>
  new RegExp(`^${notes.map((note) => `\\d+ \\w{3} \\d{4}, \\d\\d:\\d\\d\n${note}`).join('\n\n')}$`);

test('notes from two devices at once are both kept, with one audit-log entry each', async () => {
  await atOnce(
    aClient,
    (client) => send(client, { addNote: ' From the tablet ' }),
    (client) => send(client, { addNote: 'From the phone' }),
    async (client, answers) => {
      expect(answers.map(({ status }) => status)).toEqual([200, 200]);
      const { clientNotes } = await taskOf(client);
      expect(
        clientNotes
          .split('\n')
          .filter((line: string) => /^From/.test(line))
          .toSorted(),
      ).toEqual(['From the phone', 'From the tablet']);
      const entries = await client.read('GET /api/clients/{id}/activity');
      const noted = entries.filter(({ summary }: { summary: string }) => summary.startsWith('Added notes'));
      expect(noted).toHaveLength(2);
    },
  );
});

test('a note whose request was killed is there once after it is sent again', async () => {
  for (let nth = 1; ; nth += 1) {
    const client = await aClient();
    const { result } = await withFault(killedAt(nth), send(client, { addNote: 'Once' }));
    expect((await send(client, { addNote: 'Once' })()).status).toBe(200);
    expect((await taskOf(client)).clientNotes).toMatch(ofNotes('Once'));
    if (result.status === 200) return;
  }
});

test('notes that changed since they were read are not replaced, and are in the answer', async () => {
  const client = await aClient();
  expect((await send(client, { clientNotes: 'First', clientNotesWas: null })()).status).toBe(200);
  const refused = await send(client, { clientNotes: 'Mine', clientNotesWas: null })();
  expect([refused.status, refused.body]).toEqual([409, { message: NOTES_CHANGED, clientNotes: 'First' }]);
  expect((await send(client, { clientNotes: 'Second', clientNotesWas: 'First' })()).status).toBe(200);
  expect((await taskOf(client)).clientNotes).toBe('Second');
});

test('a note can be sent with the completion; one that does not fit is refused', async () => {
  const client = await aClient();
  await send(client, { clientNotes: 'x'.repeat(9990) })();
  const full = await send(client, { addNote: 'One more' })();
  expect([full.status, Object.keys(full.body.fields)]).toEqual([400, ['addNote']]);
  await send(client, { clientNotes: 'Before' })();
  const { body } = await send(client, { addNote: 'Done', status: 'completed' })();
  expect(body).toMatchObject({ status: 'completed', clientNotes: expect.stringMatching(/^Before\n\n.*\nDone$/) });
});

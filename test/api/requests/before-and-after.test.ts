import { expect, test } from 'vitest';
import type { FieldChange } from '#shared/contract/field-change.ts';
import type { ClientAuditEntry } from '#shared/contract/messages.ts';
import { demoAdmin, fileForm, newAdviser, newClient } from '../../support/builders.ts';
import { inDays } from '../../support/days.ts';
import { atOnce } from '../../support/faults/interleaved.ts';
import { type RacedClient, racedClient } from '../../support/faults/raced-client.ts';

// Audit entries keep the old values of short fields, and never the text of notes.

const [adviser, admin] = await Promise.all([newAdviser(), demoAdmin()]);
const client = await racedClient(adviser, admin);
// Changing a mailed address creates a new link, so this client is never mailed.
const unmailed = await newClient(adviser, { name: 'Raced', email: 'raced@clients.example', phone: undefined });

const record = async (of: { id: string } = client) =>
  (await adviser.call('GET /api/clients/{id}/activity', { params: { id: of.id } })).body;
/** Returns the newest entry that a call wrote; event handlers add mail entries at any time. */
const newest = async (of?: { id: string }) => {
  const line = (await record(of)).find(({ summary }: ClientAuditEntry) => !summary.startsWith('Emailed'));
  return [line?.summary, line?.changes];
};

test('a client change logs old and new name, address, phone and status, but notes and links by name only', async () => {
  const patch = (body: object) => admin.call('PATCH /api/clients/{id}', { params: { id: unmailed.id }, body });
  await patch({ name: 'Mia Wood', email: 'mia@clients.example', phone: '020 7946 0000' });
  expect(await newest(unmailed)).toEqual([
    'Changed name, email, phone',
    [
      { field: 'name', was: 'Raced', is: 'Mia Wood' },
      { field: 'email', was: 'raced@clients.example', is: 'mia@clients.example' },
      { field: 'phone', was: null, is: '020 7946 0000' },
    ],
  ]);
  await patch({ phone: null, status: 'urgent', description: 'A secret', pipedriveLink: 'https://crm.example/?key=7' });
  expect(await newest(unmailed)).toEqual([
    'Set the status to urgent. Changed phone, notes, PipeDrive link',
    [
      { field: 'phone', was: '020 7946 0000', is: null },
      { field: 'status', was: 'on_target', is: 'urgent' },
    ],
  ]);
});

test('a task change logs old and new status, title, date, stage and responsibility, but not the notes', async () => {
  const { body: task } = await client.add('Send payslips')();
  const set = (body: object) => client.as('PATCH /api/tasks/{id}', { params: { id: task.id }, body })();
  const dueDate = inDays(5);
  await set({ title: 'Send three payslips', dueDate, stageId: `${client.id}.2.3`, adviserNotes: 'Hm' });
  expect(await newest()).toEqual([
    'Changed the task “Send three payslips”',
    [
      { field: 'title', was: 'Send payslips', is: 'Send three payslips' },
      { field: 'stage', was: null, is: '2.3' },
      { field: 'dueDate', was: null, is: dueDate },
    ],
  ]);
  await set({ status: 'in_progress', responsibility: 'adviser', stageId: null });
  expect(await newest()).toEqual([
    'Set the task “Send three payslips” to in progress. Changed the task “Send three payslips”',
    [
      { field: 'status', was: 'pending', is: 'in_progress' },
      { field: 'stage', was: '2.3', is: null },
      { field: 'responsibility', was: 'client', is: 'adviser' },
    ],
  ]);
});

test('logs a stage’s old status and a document’s old stage', async () => {
  await client.complete('1.1')();
  expect(await newest()).toEqual([
    'Completed stage 1.1 Appointment Booked',
    [{ field: 'status', was: 'pending', is: 'completed' }],
  ]);
  const { body: document } = await client.as('POST /api/clients/{id}/documents', { form: fileForm('x', 'a.txt') })();
  const params = { id: document.id };
  await client.as('PATCH /api/documents/{id}', { params, body: { stageId: `${client.id}.6.1` } })();
  expect(await newest()).toEqual([
    'Moved a.txt to stage 6.1 Proof of ID & Address',
    [{ field: 'stage', was: null, is: '6.1' }],
  ]);
});

test('no audit entry contains the text of notes or links', async () => {
  // Excludes ids, which may contain any two letters.
  const lines = [...(await record()), ...(await record(unmailed))];
  const told = lines.map(({ summary, changes }: ClientAuditEntry) => ({ summary, changes }));
  expect(JSON.stringify(told)).not.toMatch(/A secret|Hm|crm\.example/);
});

test('audit entries of two concurrent renames hold the true previous names', async () => {
  const rename = (name: string) => (given: RacedClient) => given.as('PATCH /api/clients/{id}', { body: { name } });
  await atOnce(
    () => racedClient(adviser, admin),
    rename('First'),
    rename('Other'),
    async (given, [one, two]) => {
      expect([one.status, two.status]).toEqual([200, 200]);
      const changes = (await record(given)).flatMap((line: ClientAuditEntry) => line.changes);
      const [first] = changes.filter(({ was }: FieldChange) => was === 'Raced');
      const [last] = changes.filter(({ was }: FieldChange) => was === first.is);
      expect([first.is, last.is].sort()).toEqual(['First', 'Other']);
      expect((await given.read('GET /api/clients/{id}')).name).toBe(last.is);
    },
  );
});

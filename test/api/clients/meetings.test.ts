import { beforeEach, expect, test } from 'vitest';
import type { Stage } from '#shared/contract/journey.ts';
import type { Today } from '#shared/contract/today.ts';
import { flatStages } from '#shared/rules/journey.ts';
import { type ClientDesk, clientOf, openPortal } from '../../support/acts.ts';
import { demoAdmin, newAdviser } from '../../support/builders.ts';
import { inDays } from '../../support/days.ts';
import { atOnce } from '../../support/faults/interleaved.ts';
import { calling } from '../../support/handlers.ts';
import { expectCounted } from '../../support/recount.ts';

const [adviser, admin] = await Promise.all([newAdviser(), demoAdmin()]);
let client: ClientDesk;
beforeEach(async () => {
  client = await clientOf(adviser, { name: 'Mia Wood' });
});

const AT = '2026-12-04T10:30:00.000Z';
const dateIn = (stages: Stage[], number = 1.1) =>
  flatStages(stages).find(({ stageNumber }) => stageNumber === number)?.bookedFor;
const read = async () => dateIn(await client.read('GET /api/clients/{id}/stages'));
const book = (bookedFor: string | null, number = '1.1') => client.setStage(number, { bookedFor });
const today = async (caller = adviser, query = {}) =>
  ((await caller.call('GET /api/today', { query })).body as Today).clients
    .filter(({ clientId }) => clientId === client.id)
    .flatMap(({ items }) => items.map(({ kind, text }) => [kind, text]));

test('a meeting’s date is set, moved and removed, and adviser and client see it', async () => {
  const { body } = await book('2026-12-04T11:30:00+01:00');
  expect(body).toMatchObject({ stageNumber: 1.1, status: 'pending', bookedFor: AT });
  for (const again of [AT, AT]) expect((await book(again)).status).toBe(200);
  expect([await read(), dateIn((await openPortal(client.token)).body.stages)]).toEqual([AT, AT]);
  await client.setStage('1.1', { status: 'completed', bookedFor: '2026-07-04T23:15:00Z' });
  await client.setStage('1.1', { status: 'pending' });
  expect(await read()).toBe('2026-07-04T23:15:00.000Z');
  for (const again of [null, null]) expect((await book(again)).body.bookedFor).toBeNull();
  expect(await client.auditLog().then((all) => all.slice(0, 4).map(({ summary }) => summary))).toEqual([
    'Removed the date of First Meeting',
    'Reopened stage 1.1 Appointment Booked',
    'Completed stage 1.1 Appointment Booked. Booked First Meeting for 5 Jul 2026, 00:15',
    'Booked First Meeting for 4 Dec 2026, 10:30',
  ]);
  await expectCounted(client.id);
});

test('a list of clients does not grow by meetings', async () => {
  const before = (await adviser.call('GET /api/clients')).body[0];
  await book(AT);
  expect(Object.keys((await adviser.call('GET /api/clients')).body[0])).toEqual(Object.keys(before));
});

test('a date is taken only by booked meetings, only as a time in range, and only from staff', async () => {
  const refused = (message: string) => ({ status: 400, body: { fields: { bookedFor: message } } });
  for (const number of ['1', '1.2', '2.2', '6.1'])
    expect(await book(AT, number)).toMatchObject(refused('Only booked meetings have a date'));
  for (const number of ['1.1', '5.1', '7.1']) expect((await book(AT, number)).status).toBe(200);
  for (const late of ['1999-12-31T23:59:00Z', '2037-01-01T00:00:00Z'])
    expect(await book(late)).toMatchObject(refused('Choose a date between 2000 and 2036'));
  for (const wrong of ['2026-12-04', 'soon', ''])
    expect(await book(wrong)).toMatchObject(refused('Must be a date and time'));
  expect((await client.setStage('1.1', {})).status).toBe(400);
  expect((await client.setStage('1.1', { status: 'completed', notRequired: true, bookedFor: AT })).status).toBe(400);
  const sent = { params: { stageId: `${client.id}.1.1` }, body: { bookedFor: null } };
  expect((await client.own.call('PATCH /api/stages/{stageId}', sent)).status).toBe(403);
  expect((await (await newAdviser()).call('PATCH /api/stages/{stageId}', sent)).status).toBe(404);
  expect(await read()).toBe(AT);
});

test('a reset of the journey removes dates', async () => {
  await book(AT);
  await client.by('POST /api/clients/{id}/stages/reset');
  expect(await read()).toBeNull();
  await expectCounted(client.id);
});

test('Today shows a meeting on London’s day, after help and before tasks, until it has been held', async () => {
  for (const otherDay of ['2026-11-24T23:59:00Z', '2026-11-26T00:00:00Z', null]) {
    await book(otherDay);
    expect(await today()).toEqual([]);
  }
  await book('2026-11-25T23:59:00Z', '5.1');
  await book('2026-11-25T00:00:00Z');
  await client.addTask({ title: 'Prepare', responsibility: 'adviser', dueDate: inDays(0) });
  await client.by('POST /api/clients/{id}/stuck', { body: {} }, client.own);
  const [help, task] = [
    ['help', 'Asked for help'],
    ['task', 'Prepare'],
  ];
  const [first, second] = [
    ['meeting', 'First Meeting at 00:00'],
    ['meeting', 'Second Meeting at 23:59'],
  ];
  expect(await today(), 'the first three').toEqual([help, first, second]);
  expect(await today(admin, { all: 'true' })).toContainEqual(second);
  expect(await today(await newAdviser())).toEqual([]);
  await client.setStage('1.2', { status: 'completed' });
  await expectCounted(client.id);
  expect(await today()).toEqual([help, second, task]);
  await client.change({ completed: true });
  expect(await today()).not.toContainEqual(second);
  await client.change({ completed: false });
  await client.setStage('1.2', { status: 'pending' });
  expect(await today(), 'the first three').toEqual([help, first, second]);
});

const setting = (desk: ClientDesk, number: string, body: object) =>
  calling(adviser, 'PATCH /api/stages/{stageId}', { params: { stageId: `${desk.id}.${number}` }, body });

test.each([
  ['another meeting’s date', '5.1', { bookedFor: AT }],
  ['the completion of the meeting', '1.2', { status: 'completed' }],
  ['the completion of its booking', '1.1', { status: 'completed' }],
])('a date and %s at the same moment are both kept', async (_, number, body) => {
  await atOnce(
    async () => ({ desk: await clientOf(adviser) }),
    ({ desk }) => setting(desk, '1.1', { bookedFor: AT }),
    ({ desk }) => setting(desk, number, body),
    async ({ desk }, answers) => {
      expect(answers.map(({ status }) => status)).toEqual([200, 200]);
      const stages: Stage[] = await desk.read('GET /api/clients/{id}/stages');
      expect(dateIn(stages)).toBe(AT);
      const other = flatStages(stages).find(({ stageNumber }) => String(stageNumber) === number);
      expect(other).toMatchObject(body);
      await expectCounted(desk.id);
    },
  );
});

import { beforeEach, expect, test } from 'vitest';
import type { PersonRisk } from '#shared/contract/risk.ts';
import { type ClientDesk, clientOf } from '../../support/acts.ts';
import { newAdviser, upload } from '../../support/builders.ts';
import { inDays } from '../../support/days.ts';
import { atOnce } from '../../support/faults/interleaved.ts';
import { calling } from '../../support/handlers.ts';
import { newPerson } from '../../support/people/persons.ts';

const adviser = await newAdviser();
let desk: ClientDesk;
beforeEach(async () => {
  desk = await clientOf(adviser, { name: 'Sarah Smith' });
});

const RESULT = { tool: 'ev', on: inDays(-1), result: '5 of 10', agreed: 'same', capacity: 'small' };
const noting = (version: number, result: object = {}, more: object = {}, { params } = desk) =>
  calling(adviser, 'PATCH /api/clients/{id}/risk', {
    params,
    body: { version, ...RESULT, ...result, ...more },
  });
const note = (...given: Parameters<typeof noting>) => noting(...given)();
const risk = (): Promise<PersonRisk[]> => desk.read('GET /api/clients/{id}/risk');

test('each person has results of their own, oldest first, and none is edited', async () => {
  await newPerson(adviser, desk);
  await newPerson(adviser, desk, { name: 'Ann Smith', kind: 'attorney', powerSeenOn: inDays(0) });
  const { id } = await upload(adviser, desk.id, 'the report');
  const different = { agreed: 'different', level: '4 of 10', why: 'Retires next year.', documentId: id };
  await note(0);
  await note(1, different);
  await note(0, { capacity: 'none', capacityWhy: 'Lives on it.' }, { person: 2 });
  const [sarah, rob] = await risk();
  expect([sarah?.name, sarah?.version, sarah?.results.map(({ level }) => level)]).toEqual([
    'Sarah Smith',
    2,
    [null, '4 of 10'],
  ]);
  expect(sarah?.results[1]).toMatchObject({ ...different, tool: 'ev', name: adviser.name });
  expect([rob?.person, rob?.results[0]?.capacityWhy]).toEqual([2, 'Lives on it.']);
  expect(await risk()).toHaveLength(2);
  expect((await desk.auditLog())[0]?.summary).toBe('Noted the result of the risk questionnaire: 5 of 10');
});

test.each<[string, object, Record<string, string>]>([
  ['another level without it', { agreed: 'different', why: 'x' }, { level: 'Write the agreed level' }],
  ['another level without a reason', { agreed: 'different', level: '4' }, { why: 'Say why it differs' }],
  ['an unknown tool', { tool: 'dice' }, { tool: 'Choose the tool' }],
  ['a day to come', { on: inDays(1) }, { on: 'Choose a day up to today' }],
  ['no day', { on: '' }, { on: 'Must be a date' }],
  ['a document of nobody', { documentId: 'x' }, { documentId: 'This document is not the client’s' }],
])('refuses %s', async (_, result, expected) => {
  const { status, body } = await note(0, result);
  expect([status, body.fields]).toEqual([400, expected]);
});

test('refuses a document of another client, an attorney, an old version and an eleventh result', async () => {
  const other = await upload(adviser, (await clientOf(adviser)).id, 'x');
  expect((await note(0, { documentId: other.id })).status).toBe(400);
  expect((await note(0, {}, { person: 2 })).body.fields).toEqual({ person: 'This person is not one of the clients' });
  for (let version = 0; version < 10; version += 1) await note(version);
  expect((await note(3)).body.message).toBe('Somebody added a result meanwhile. It is shown now.');
  expect((await note(10)).body.message).toBe('There are 10 results already.');
});

test('two results at once are both kept, or one is refused', async () => {
  const prepare = () => clientOf(adviser);
  const act = (at: ClientDesk) => noting(0, {}, {}, at);
  await atOnce(prepare, act, act, async (at, answers) => {
    const [{ results }] = await at.read('GET /api/clients/{id}/risk');
    expect(results).toHaveLength(answers.filter(({ status }) => status === 200).length);
  });
});

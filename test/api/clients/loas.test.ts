import { beforeEach, describe, expect, test } from 'vitest';
import type { Loa, LoaOnBoard, Provider } from '#shared/contract/loas.ts';
import { LOA_TEXTS } from '#shared/rules/loas.ts';
import { clientOf } from '../../support/acts.ts';
import { newAdviser } from '../../support/builders.ts';
import { inDays } from '../../support/days.ts';

const adviser = await newAdviser();
const { own, params } = await clientOf(adviser);
let loa: Loa;

const addPlan = async (provider = 'Aviva', planNumber = 'P 1234 4821'): Promise<string> => {
  const sent = { params: { stageId: `${params.id}.2.2` }, body: { provider, planType: 'pension', planNumber } };
  return (await adviser.call('POST /api/stages/{stageId}/plans', sent)).body.id;
};
const note = (planIds: string[], more: object = {}) =>
  adviser.call('POST /api/clients/{id}/loas', {
    params,
    body: { provider: 'Aviva', planIds, scope: 'information', ...more },
  });
const loas = async (): Promise<Loa[]> => (await adviser.call('GET /api/clients/{id}/loas', { params })).body;
const stored = async (id = loa.id) => (await loas()).find((one) => one.id === id);
const step = async (name: string, more: object = {}) => {
  const { version } = (await stored()) ?? loa;
  return adviser.call('POST /api/loas/{id}/steps', { params: { id: loa.id }, body: { version, step: name, ...more } });
};
const plans = async () =>
  (await adviser.call('GET /api/stages/{stageId}/plans', { params: { stageId: `${params.id}.2.2` } })).body;
const board = async (): Promise<LoaOnBoard[]> => (await adviser.call('GET /api/loas/board')).body;
const client = async () => (await adviser.call('GET /api/clients/{id}', { params })).body;
const portal = async () => (await own.call('GET /api/portal/{token}', { params: { token: own.token ?? '' } })).body;
const SENT = { sent: { on: inDays(-10), how: 'email', ref: 'AV1' } };

beforeEach(async () => {
  loa = (await note([await addPlan()], SENT)).body;
});

describe('noting a letter', () => {
  test('stores it as sent, with its working days, and links its plan', async () => {
    expect(loa).toMatchObject({
      provider: 'Aviva',
      providerKey: 'aviva',
      state: 'sent',
      sentOn: inDays(-10),
      chases: 0,
    });
    expect(loa.workingDays).toBeGreaterThanOrEqual(4);
    expect(loa.steps).toMatchObject([{ step: 'sent', how: 'email', ref: 'AV1', by: adviser.name }]);
    expect(await stored()).toEqual(loa);
    expect((await plans()).at(-1)).toMatchObject({ id: loa.planIds[0], loaId: loa.id });
  });

  test('counts open letters, and lists them on the board by their next chase', async () => {
    const { body: later } = await note([await addPlan()]);
    const own = (await board()).filter(({ clientId }) => clientId === params.id);
    expect(own.map(({ id }) => id)).toEqual(expect.arrayContaining([loa.id, later.id]));
    expect(own[0]).toMatchObject({ id: expect.any(String), state: 'to_send', adviserName: adviser.name });
    expect((await client()).openLoas).toBe(own.length);
  });

  test.each<[string, () => ReturnType<typeof note>, number, string]>([
    ['a plan of another provider', async () => note([await addPlan('Zurich')]), 400, LOA_TEXTS.mixed],
    ['an unknown plan', () => note([`${params.id}.x`]), 400, LOA_TEXTS.foreignPlan],
    ['no plan', () => note([]), 400, LOA_TEXTS.noPlan],
    ['a plan of a letter under way', () => note(loa.planIds), 409, LOA_TEXTS.underWay],
    [
      'a day in the future',
      async () => note([await addPlan()], { sent: { on: inDays(1), how: 'post' } }),
      400,
      LOA_TEXTS.future,
    ],
    [
      'a day over a year ago',
      async () => note([await addPlan()], { sent: { on: inDays(-366), how: 'post' } }),
      400,
      LOA_TEXTS.tooOld,
    ],
    [
      'another client’s document',
      async () => note([await addPlan()], { documentId: `${'x'.repeat(22)}.a` }),
      400,
      'This document is not the client’s',
    ],
  ])('refuses %s', async (_, sent, status, text) => {
    const { status: answered, body } = await sent();
    expect([answered, JSON.stringify(body)]).toEqual([status, expect.stringContaining(text)]);
  });
});

describe('steps', () => {
  test('follow a letter to its answer, which is counted once, and taken back', async () => {
    const before = (await providers()).answers;
    await step('acknowledged', { on: inDays(-8) });
    await step('chased', { how: 'phone', whom: 'Sam', note: 'Next week', on: inDays(-3), promisedOn: inDays(2) });
    await step('part', { gaps: ['charges'] });
    expect(await portal()).toMatchObject({
      waiting: expect.arrayContaining([
        expect.objectContaining({ state: 'part', plans: [{ type: 'pension', tail: '4821' }] }),
      ]),
    });
    const { body: done } = await step('received');
    expect(done).toMatchObject({
      state: 'received',
      chases: 1,
      acknowledgedOn: inDays(-8),
      endedOn: inDays(0),
      nextChase: null,
    });
    expect((await providers()).answers).toBe(before + 1);
    expect((await board()).map(({ id }) => id)).not.toContain(loa.id);
    const { body: again } = await step('undo');
    expect(again).toMatchObject({ state: 'part', gaps: ['charges'] });
    expect((await providers()).answers).toBe(before);
    expect(JSON.stringify(await portal())).not.toMatch(/Sam|Next week|AV1/);
  });

  test('are refused by the state, with those that it allows', async () => {
    const { body: fresh } = await note([await addPlan()]);
    loa = fresh;
    expect(await step('acknowledged')).toMatchObject({
      status: 409,
      body: { message: 'A letter that is to be sent cannot be confirmed yet', allowed: ['sent', 'closed'] },
    });
    expect(await step('undo')).toMatchObject({ status: 409, body: { message: LOA_TEXTS.nothing } });
  });

  test('that two people note at once are stored once', async () => {
    const sent = { params: { id: loa.id }, body: { version: loa.version, step: 'chased', how: 'phone' } };
    const answers = await Promise.all([1, 2].map(() => adviser.call('POST /api/loas/{id}/steps', sent)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect((await stored())?.chases).toBe(1);
  });

  test('need what belongs to them', async () => {
    expect((await step('rejected')).body.fields).toEqual({ why: LOA_TEXTS.why });
    expect((await step('part')).body.fields).toEqual({ gaps: LOA_TEXTS.gaps });
    expect((await step('chased')).body.fields).toEqual({ how: LOA_TEXTS.how });
    expect((await step('acknowledged', { note: 'x' })).body.fields).toEqual({ note: 'Does not belong to this step' });
    expect((await step('acknowledged', { on: inDays(-11) })).body.fields).toEqual({ on: LOA_TEXTS.beforeLast });
  });
});

test('a letter ends with its last plan, and is not taken back without it', async () => {
  const second = await addPlan();
  const { version } = loa;
  const body = { version, planIds: [...loa.planIds, second] };
  await adviser.call('PATCH /api/loas/{id}', { params: { id: loa.id }, body });
  expect((await stored())?.planIds).toHaveLength(2);
  for (const id of [second, ...loa.planIds])
    expect((await adviser.call('DELETE /api/plans/{id}', { params: { id } })).status).toBe(204);
  expect(await stored()).toMatchObject({ state: 'closed', planIds: [] });
  expect(await step('undo')).toMatchObject({ status: 409, body: { message: LOA_TEXTS.gone } });
});

const providers = async (key = 'aviva'): Promise<Provider> =>
  (await adviser.call('GET /api/providers')).body.find((one: Provider) => one.key === key);

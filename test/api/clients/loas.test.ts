import { beforeEach, describe, expect, test } from 'vitest';
import type { Loa } from '#shared/contract/loas.ts';
import { LOA_LIMITS } from '#shared/rules/limits.ts';
import { LOA_TEXTS } from '#shared/rules/loas.ts';
import { type ClientDesk, clientOf, openPortal } from '../../support/acts.ts';
import { newAdviser, newClient, upload } from '../../support/builders.ts';
import { inDays } from '../../support/days.ts';
import { lettersOf, providerOf } from '../../support/loas.ts';

const adviser = await newAdviser();
let desk: ClientDesk;
let letters: ReturnType<typeof lettersOf>;
let loa: Loa;

const stored = () => letters.now(loa);
const step = (name: string, more: object = {}) => letters.step(loa, name, more);
const portal = async () => (await openPortal(desk.token, desk.own)).body;
const SENT = { sent: { on: inDays(-10), how: 'email', ref: 'AV1' } };
const note = async (more: object = {}) => letters.note([await letters.addPlan()], more);
const noteSent = (on: string) => note({ sent: { on, how: 'post' } });

beforeEach(async () => {
  desk = await clientOf(adviser);
  letters = lettersOf(adviser, desk.id);
  loa = await letters.made('Aviva', SENT);
});

type Refusal = [what: string, call: () => Promise<{ status: number; body: unknown }>, status: number, text: string];
const expectRefused = async ([, call, status, text]: Refusal) => {
  const { status: answered, body } = await call();
  expect([answered, JSON.stringify(body)]).toEqual([status, expect.stringContaining(text)]);
};

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
    expect(await letters.plans()).toMatchObject([{ id: loa.planIds[0], loaId: loa.id }]);
  });

  test('counts open letters, and lists them on the board by their next chase', async () => {
    const later = await letters.made();
    expect(await letters.onBoard()).toMatchObject([
      { id: later.id, state: 'to_send', clientName: desk.name, adviserId: adviser.id, adviserName: adviser.name },
      { id: loa.id, state: 'sent' },
    ]);
    expect((await desk.now()).openLoas).toBe(2);
  });

  test('takes plans of one provider in any spelling, and a signed document of the client', async () => {
    const document = await upload(adviser, desk.id, 'signed', 'letter.txt');
    const planIds = [await letters.addPlan('Scottish Widows'), await letters.addPlan('SCOTTISH WIDOWS Ltd.', '123')];
    const more = { provider: 'Scottish Widows Limited', documentId: document.id, signedOn: inDays(-95) };
    expect(await letters.note(planIds, { ...more, scope: 'servicing' })).toMatchObject({
      status: 201,
      body: { ...more, scope: 'servicing', providerKey: 'scottish-widows', planIds },
    });
  });

  test.each<Refusal>([
    ['a plan of another provider', async () => letters.note([await letters.addPlan('Zurich')]), 400, LOA_TEXTS.mixed],
    ['an unknown plan', () => letters.note([`${desk.id}.x`]), 400, LOA_TEXTS.foreignPlan],
    [
      'a plan of another client',
      async () => {
        const { id } = await newClient(adviser);
        return letters.note([await lettersOf(adviser, id).addPlan()]);
      },
      400,
      LOA_TEXTS.foreignPlan,
    ],
    ['no plan', () => letters.note([]), 400, LOA_TEXTS.noPlan],
    ['the same plan twice', () => letters.note([...loa.planIds, ...loa.planIds]), 400, 'Every plan must be different'],
    [
      'more than ten plans',
      () => letters.note(Array.from({ length: LOA_LIMITS.plans + 1 }, (_, i) => `${desk.id}.${i}`)),
      400,
      'At most 10 plans in one letter',
    ],
    ['a plan of a letter under way', () => letters.note(loa.planIds), 409, LOA_TEXTS.underWay],
    ['no provider', () => note({ provider: ' ' }), 400, 'Provider is required'],
    ['a provider without letters and digits', () => note({ provider: '?!' }), 400, 'Provider is required'],
    ['an unknown scope', () => note({ scope: 'all' }), 400, 'scope'],
    ['a way that is missing', () => note({ sent: { on: inDays(0) } }), 400, LOA_TEXTS.how],
    ['a day in the future', () => noteSent(inDays(1)), 400, LOA_TEXTS.future],
    ['a day over a year ago', () => noteSent(inDays(-366)), 400, LOA_TEXTS.tooOld],
    ['a signature in the future', () => note({ signedOn: inDays(1) }), 400, LOA_TEXTS.future],
    [
      'another client’s document',
      async () => {
        const { id } = await newClient(adviser);
        return note({ documentId: (await upload(adviser, id, 'signed')).id });
      },
      400,
      'This document is not the client’s',
    ],
    ['an unknown document', () => note({ documentId: 'x' }), 400, 'This document is not the client’s'],
  ])('refuses %s', (...refusal) => expectRefused(refusal));

  test('refuses the 51st letter of a client', async () => {
    for (let count = 1; count < LOA_LIMITS.perClient; count += 1) await letters.made();
    await expectRefused(['', note, 409, LOA_TEXTS.full]);
    expect(await letters.all()).toHaveLength(LOA_LIMITS.perClient);
  });
});

describe('steps', () => {
  test('follow a letter to its answer, which is counted once, and taken back', async () => {
    const before = (await providerOf(adviser, 'aviva')).answers;
    await step('acknowledged', { on: inDays(-8) });
    await step('chased', { how: 'phone', whom: 'Sam', note: 'Next week', on: inDays(-3), promisedOn: inDays(2) });
    await step('part', { gaps: ['charges'] });
    expect((await portal()).waiting).toMatchObject([
      { state: 'part', provider: 'Aviva', plans: [{ type: 'pension', tail: '4821' }], typical: null },
    ]);
    const { body: done } = await step('received');
    expect(done).toMatchObject({
      state: 'received',
      chases: 1,
      acknowledgedOn: inDays(-8),
      endedOn: inDays(0),
      nextChase: null,
    });
    expect((await providerOf(adviser, 'aviva')).answers).toBe(before + 1);
    expect(await letters.onBoard()).toEqual([]);
    const { body: again } = await step('undo');
    expect(again).toMatchObject({ state: 'part', gaps: ['charges'] });
    expect((await providerOf(adviser, 'aviva')).answers).toBe(before);
    expect(JSON.stringify(await portal())).not.toMatch(/Sam|Next week|AV1/);
  });

  test('send a letter again after its return, which begins a new wait', async () => {
    await step('acknowledged');
    expect((await step('rejected', { why: 'signature', note: 'In ink' })).body).toMatchObject({ state: 'rejected' });
    expect((await portal()).waiting).toMatchObject([{ state: 'rejected', arrivedOn: null }]);
    expect(JSON.stringify(await portal())).not.toMatch(/signature|In ink/);
    expect((await step('sent', { how: 'post' })).body).toMatchObject({
      state: 'sent',
      sentOn: inDays(0),
      workingDays: 0,
      acknowledgedOn: null,
      endedOn: null,
    });
  });

  test('are taken back to the first, after which the letter is to be sent', async () => {
    expect((await step('undo')).body).toMatchObject({ state: 'to_send', sentOn: null, nextChase: null, steps: [] });
    expect((await portal()).waiting).toEqual([]);
    expect((await desk.now()).openLoas).toBe(1);
    await expectRefused(['', () => step('undo'), 409, LOA_TEXTS.nothing]);
  });

  test('are refused by the state, with those that it allows', async () => {
    loa = await letters.made();
    expect(await step('acknowledged')).toMatchObject({
      status: 409,
      body: { message: 'A letter that is to be sent cannot be confirmed yet', allowed: ['sent', 'closed'] },
    });
  });

  const CALL = { how: 'phone' };
  test.each<[what: string, step: string, more: object, fields: object]>([
    ['a return without a reason', 'rejected', {}, { why: LOA_TEXTS.why }],
    ['a part without what is missing', 'part', {}, { gaps: LOA_TEXTS.gaps }],
    ['a part with nothing missing', 'part', { gaps: [] }, { gaps: LOA_TEXTS.gaps }],
    ['13 missing things', 'part', { gaps: Array.from({ length: 13 }, () => 'charges') }, { gaps: 'At most 12' }],
    ['a chase without a way', 'chased', {}, { how: LOA_TEXTS.how }],
    ['a way of confirming', 'acknowledged', CALL, { how: 'Does not belong to this step' }],
    ['a note on a confirmation', 'acknowledged', { note: 'x' }, { note: 'Does not belong to this step' }],
    ['a day before the step before', 'acknowledged', { on: inDays(-11) }, { on: LOA_TEXTS.beforeLast }],
    ['a day in the future', 'acknowledged', { on: inDays(1) }, { on: LOA_TEXTS.future }],
    [
      'a promise before the chase',
      'chased',
      { ...CALL, promisedOn: inDays(-1) },
      { promisedOn: LOA_TEXTS.promisedBefore },
    ],
  ])('refuse %s', async (_, name, more, fields) => {
    expect(await step(name, more)).toMatchObject({ status: 400, body: { fields } });
  });

  test('are limited to 100 a letter', async () => {
    for (let count = 1; count < LOA_LIMITS.steps; count += 1) await letters.stepAt(loa, count, 'chased', CALL);
    await expectRefused(['', () => step('chased', CALL), 409, LOA_TEXTS.steps]);
    expect((await step('undo')).body.steps).toHaveLength(LOA_LIMITS.steps - 1);
  });
});

describe('a letter', () => {
  test('is changed while it is under way, with plans that come and go', async () => {
    const second = await letters.addPlan();
    const { body } = await letters.change(loa, { planIds: [second], scope: 'servicing', signedOn: inDays(-3) });
    expect(body).toMatchObject({ planIds: [second], scope: 'servicing', signedOn: inDays(-3), version: 2 });
    expect((await letters.plans()).map(({ loaId }: { loaId: string | null }) => loaId)).toEqual([null, loa.id]);
    await letters.change(loa, { signedOn: null });
    expect(await stored()).toMatchObject({ signedOn: null, scope: 'servicing' });
    for (const refusal of [
      ['', () => letters.change(loa, { planIds: [] }), 400, LOA_TEXTS.noPlan],
      ['', async () => letters.change(loa, { planIds: [await letters.addPlan('Zurich')] }), 400, LOA_TEXTS.mixed],
      ['', () => letters.change(loa, { signedOn: inDays(1) }), 400, LOA_TEXTS.future],
      ['', () => letters.change(loa, { version: 1 }), 409, LOA_TEXTS.changed],
      ['', () => letters.stepAt(loa, 1, 'acknowledged'), 409, LOA_TEXTS.changed],
    ] satisfies Refusal[])
      await expectRefused(refusal);
    await step('closed');
    await expectRefused(['', () => letters.change(loa, { scope: 'servicing' }), 409, LOA_TEXTS.ended]);
  });

  test('keeps its version and has no audit entry if nothing changes', async () => {
    const before = await desk.now();
    const { scope, planIds } = loa;
    for (const same of [{}, { scope, planIds, signedOn: null, documentId: null }])
      expect(await letters.change(loa, same)).toMatchObject({ status: 200, body: loa });
    expect([await stored(), await desk.now()]).toEqual([loa, before]);
    await expectRefused(['', () => letters.change(loa, { version: 2 }), 409, LOA_TEXTS.changed]);
  });

  test('ends with its last plan, and is not taken back without it', async () => {
    const second = await letters.addPlan();
    await letters.change(loa, { planIds: [...loa.planIds, second] });
    expect((await letters.deletePlan(second)).status).toBe(204);
    expect(await stored()).toMatchObject({ state: 'sent', planIds: loa.planIds });
    expect((await letters.deletePlan(loa.planIds[0] ?? '')).status).toBe(204);
    expect(await stored()).toMatchObject({ state: 'closed', planIds: [] });
    expect((await desk.now()).openLoas).toBe(0);
    await expectRefused(['', () => step('undo'), 409, LOA_TEXTS.gone]);
  });

  test('after the end of a letter, its plan may go to a second one, and the first is not taken back', async () => {
    await step('received');
    const second = (await letters.note(loa.planIds)).body;
    expect(second).toMatchObject({ state: 'to_send', planIds: loa.planIds });
    await expectRefused(['', () => step('undo'), 409, LOA_TEXTS.underWay]);
    expect(await stored()).toMatchObject({ state: 'received', planIds: loa.planIds });
    expect((await letters.deletePlan(loa.planIds[0] ?? '')).status).toBe(204);
    expect(await letters.now(second)).toMatchObject({ state: 'closed' });
  });

  test('a letter of another adviser’s client is not found, and clients may not read their own', async () => {
    const other = await newAdviser();
    expect(await lettersOf(other, desk.id).stepAt(loa, 1, 'closed')).toMatchObject({ status: 404 });
    expect(await letters.stepAt({ id: `${desk.id}.x` }, 1, 'closed')).toMatchObject({
      status: 404,
      body: { message: 'Letter not found' },
    });
    for (const name of ['GET /api/clients/{id}/loas', 'GET /api/loas/board', 'GET /api/providers'] as const)
      expect((await desk.by(name, {}, desk.own)).status).toBe(403);
  });
});

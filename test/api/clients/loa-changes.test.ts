import { expect, test } from 'vitest';
import { clientPartition } from '#functions/services/keys/keys.ts';
import type { Loa, Provider } from '#shared/contract/loas.ts';
import type { Today } from '#shared/contract/today.ts';
import { LOA_TEXTS } from '#shared/rules/loas.ts';
import { clientOf, openPortal } from '../../support/acts.ts';
import { stored } from '../../support/aws.ts';
import { demoAdmin, newAdviser } from '../../support/builders.ts';
import { inDays } from '../../support/days.ts';
import { type Act, atOnce } from '../../support/faults/interleaved.ts';
import { killAtEveryCall } from '../../support/faults/killed.ts';
import { calling } from '../../support/handlers.ts';
import { lettersOf, providerOf } from '../../support/loas.ts';
import { numbers } from '../../support/numbers.ts';
import { expectCounted, listOf, partitionOf } from '../../support/recount.ts';

const adviser = await newAdviser();
const newDesk = async () => {
  const desk = await clientOf(adviser);
  return { ...desk, ...lettersOf(adviser, desk.id) };
};
type Desk = Awaited<ReturnType<typeof newDesk>>;

const sent = (on: string) => ({ sent: { on, how: 'email' } });
const SENT = sent(inDays(-10));
const month = (day: string) => day.slice(0, 7);
const counts = (key: string, day: string) => stored({ pk: 'PROVIDERS', sk: `ANSWERS#${month(day)}#${key}` });

/** Repeats a step as staff do after "Somebody noted something here meanwhile", until it is refused by its state. */
async function repeated(desk: Desk, loa: Loa, step: string) {
  for (;;) {
    const { status, body } = await desk.step(loa, step);
    if (status !== 409 || body.allowed) return status;
  }
}

test('30 answers and 12 that are taken back at once are counted as a recount does', async () => {
  const desk = await newDesk();
  const loas: Loa[] = [];
  for (let i = 0; i < 30; i += 1) loas.push(await desk.made('Friends Life', sent(inDays(-i))));
  await Promise.all(
    loas.map(async (loa, i) => {
      expect(await repeated(desk, loa, 'received')).toBe(200);
      if (i < 12) expect(await repeated(desk, loa, 'undo')).toBe(200);
    }),
  );
  const answered = (await desk.all()).filter(({ state }) => state === 'received');
  expect(answered).toHaveLength(18);
  const stored = (await counts('friends-life', inDays(0))) ?? {};
  const recount = Object.entries(Object.groupBy(answered, ({ workingDays }) => `f${workingDays}`));
  expect(stored).toMatchObject({ n: 18 });
  expect(
    Object.entries(stored)
      .filter(([name, count]) => name.startsWith('f') && count !== 0)
      .sort(),
  ).toEqual(recount.map(([days, some]) => [days, some?.length]).sort());
  expect((await providerOf(adviser, 'friends-life')).answers).toBe(18);
  await expectCounted(desk.id);
});

test('an answer on the same day counts as 0 working days, and one after months as 60', async () => {
  const desk = await newDesk();
  const [early, late] = [await desk.made('Quilter', sent(inDays(0))), await desk.made('Quilter', sent(inDays(-200)))];
  await desk.step(early, 'acknowledged');
  for (const loa of [early, late]) await desk.step(loa, 'received');
  expect(await counts('quilter', inDays(0))).toMatchObject({ n: 2, a0: 1, f0: 1, f60: 1 });
  expect((await desk.now(late))?.workingDays).toBeGreaterThan(60);
});

test('an answer that is taken back leaves the month in which it was counted', async () => {
  const desk = await newDesk();
  const loas = [await desk.made('Canada Life', sent(inDays(-60))), await desk.made('Canada Life', sent(inDays(-60)))];
  const [before, today] = [inDays(-40), inDays(0)];
  expect(month(before)).not.toBe(month(today));
  const [first, second] = loas as [Loa, Loa];
  await desk.step(first, 'received', { on: before });
  await desk.step(second, 'received');
  expect(await counts('canada-life', before)).toMatchObject({ n: 1 });
  await desk.step(first, 'undo');
  expect(await counts('canada-life', before)).toMatchObject({ n: 0 });
  expect(await counts('canada-life', today)).toMatchObject({ n: 1 });
  expect((await providerOf(adviser, 'canada-life')).months).toEqual([{ month: month(today), answers: 1, p50: null }]);
});

test('the usual wait of a provider with five answers is kept on letters that are sent, and shown to their clients', async () => {
  const desk = await newDesk();
  const answers = ['2026-11-20', '2026-11-18', '2026-11-13', '2026-11-06', '2026-10-27'];
  for (const on of answers)
    await desk.step(await desk.made('Royal London', sent(on)), 'received', { on: '2026-11-25' });
  const loa = await desk.made('Royal London', SENT);
  const { waiting } = (await openPortal(desk.token, desk.own)).body;
  expect(waiting.at(-1)).toMatchObject({ provider: 'Royal London', typical: { from: 8, to: 21 } });
  await desk.step(loa, 'undo');
  expect(await providerOf(adviser, 'royal-london')).toMatchObject({ answers: 5, p50: 8, p90: 21 });
});

const stepping = ({ id, version }: Loa, step: string, more: object = {}) =>
  calling(adviser, 'POST /api/loas/{id}/steps', { params: { id }, body: { version, step, ...more } });

test('one of two different steps at once is refused with 409, at any moment', async () => {
  const prepare = async () => {
    const desk = await newDesk();
    return { desk, loa: await desk.made('Aviva', SENT) };
  };
  await atOnce(
    prepare,
    ({ loa }) => stepping(loa, 'chased', { how: 'phone' }),
    ({ loa }) => stepping(loa, 'received'),
    async ({ desk, loa }, answers) => {
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
      expect(answers.find(({ status }) => status === 409)?.body.message).toBe(LOA_TEXTS.changed);
      expect((await desk.now(loa))?.steps).toHaveLength(2);
      await expectCounted(desk.id);
    },
  );
});

test.each<[string, (given: { desk: Desk; loa: Loa; planId: string }) => Act, number]>([
  [
    'noting a letter',
    ({ desk, planId }) =>
      calling(adviser, 'POST /api/clients/{id}/loas', {
        params: desk.params,
        body: { provider: 'Aviva', planIds: [planId], scope: 'information', ...SENT },
      }),
    201,
  ],
  ['a step', ({ loa }) => stepping(loa, 'received'), 200],
  [
    'deleting the last plan of a letter',
    ({ loa }) => calling(adviser, 'DELETE /api/plans/{id}', { params: { id: loa.planIds[0] ?? '' } }),
    204,
  ],
])('%s is atomic and can be repeated after a crash', async (_, act, status) => {
  const desk = await newDesk();
  const prepare = async () => ({ desk, loa: await desk.made('Aviva', SENT), planId: await desk.addPlan() });
  await killAtEveryCall(prepare, act, () => expectCounted(desk.id), [status]);
});

const rowsOf = async (person: { id: string }, desk: Desk) =>
  (await listOf(person.id)).filter(({ pk, gsk }) => pk === clientPartition(desk.id) && String(gsk).startsWith('LOA#'));

test('a reassignment moves letters under way to the new adviser’s board', async () => {
  const [other, admin, desk] = [await newAdviser(), await demoAdmin(), await newDesk()];
  const [first, second] = [await desk.made('Aviva', SENT), await desk.made()];
  await desk.step(await desk.made(), 'closed');
  await desk.by('PATCH /api/clients/{id}', { body: { adviserId: other.id } }, admin);
  expect([(await rowsOf(adviser, desk)).length, (await rowsOf(other, desk)).length]).toEqual([0, 2]);
  const ids = async (caller: typeof other) => (await desk.onBoard(caller)).map(({ id }) => id);
  expect([await ids(adviser), await ids(other), await ids(admin)]).toEqual([
    [],
    [second.id, first.id],
    [second.id, first.id],
  ]);
  expect((await desk.onBoard(admin))[0]).toMatchObject({ adviserId: other.id, adviserName: other.name });
  await expectCounted(desk.id);
});

test('a completed client’s letters leave the board, Today and the portal, and return if it is reopened', async () => {
  const [desk, caller] = [await newDesk(), adviser];
  const loa = await desk.made('Aviva', sent(inDays(-20)));
  const shown = async () => ({
    board: (await desk.onBoard()).length,
    today: ((await caller.call('GET /api/today')).body as Today).clients
      .filter(({ clientId }) => clientId === desk.id)
      .flatMap(({ items }) => items.map(({ kind, text, ref }) => [kind, text, ref])),
    portal: (await openPortal(desk.token, desk.own)).body.waiting.length,
  });
  const all = { board: 1, today: [['chase', 'Chase Aviva', loa.id]], portal: 1 };
  expect(await shown()).toEqual(all);
  await desk.by('PATCH /api/clients/{id}', { body: { completed: true } });
  expect(await shown()).toEqual({ board: 0, today: [], portal: 0 });
  expect(await desk.all()).toHaveLength(1);
  await desk.by('PATCH /api/clients/{id}', { body: { completed: false } });
  expect(await shown()).toEqual(all);
});

test('a client’s deletion leaves nothing of its letters but the counts of answers', async () => {
  const desk = await newDesk();
  await desk.made('Phoenix', SENT);
  await desk.step(await desk.made('Phoenix', SENT), 'received');
  expect((await desk.remove()).status).toBe(204);
  expect([await partitionOf(desk.id), await rowsOf(adviser, desk)]).toEqual([[], []]);
  expect(await providerOf(adviser, 'phoenix')).toMatchObject({ answers: 1 });
});

test('letters, plans and answers equal a recount after 150 acts at random', async () => {
  const roll = numbers(48);
  const desk = await newDesk();
  const pick = <T>(from: readonly T[]): T | undefined => from[roll(from.length)];
  const PROVIDERS = ['Standard Life', 'STANDARD LIFE plc', 'Zurich Random'] as const;
  const planIds: string[] = [];
  const aLoa = async () => pick(await desk.all());
  const ACTS: readonly (() => Promise<unknown>)[] = [
    async () => planIds.push(await desk.addPlan(pick(PROVIDERS))),
    async () => desk.note([pick(planIds) ?? ''], { provider: pick(PROVIDERS), ...(roll(2) === 0 && SENT) }),
    async () => {
      const loa = await aLoa();
      const steps = ['sent', 'sent', 'chased', 'part', 'received', 'received', 'rejected', 'closed', 'undo'] as const;
      const step = pick(steps) ?? 'undo';
      const more = { ...(/sent|chased/.test(step) && { how: 'phone' }), ...(step === 'part' && { gaps: ['charges'] }) };
      return loa && desk.step(loa, step, { ...more, ...(step === 'rejected' && { why: 'form' }) });
    },
    async () => {
      const loa = await aLoa();
      return loa && desk.change({ id: loa.id }, { planIds: [pick(planIds) ?? ''] });
    },
    async () => desk.deletePlan(pick(planIds) ?? ''),
  ];
  for (let i = 0; i < 150; i += 1) await ACTS[i < 4 ? 0 : (pick([0, 1, 1, 2, 2, 2, 2, 3, 4]) ?? 0)]?.();
  await expectCounted(desk.id);
  const answered = (await desk.all()).filter(({ state }) => state === 'received');
  expect(answered.length).toBeGreaterThan(0);
  const { body: providers } = await adviser.call('GET /api/providers');
  for (const key of ['standard-life', 'zurich-random']) {
    const { answers } = (providers as Provider[]).find((one) => one.key === key) ?? { answers: 0 };
    expect(answers).toBe(answered.filter(({ providerKey }) => providerKey === key).length);
  }
  const open = (await desk.all()).filter(({ state }) => state !== 'received' && state !== 'closed');
  expect((await desk.onBoard()).map(({ id }) => id).sort()).toEqual(open.map(({ id }) => id).sort());
});

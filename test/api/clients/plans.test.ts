import { expect, test } from 'vitest';
import type { ClientAuditEntry } from '#shared/contract/messages.ts';
import { LOA_TEXTS } from '#shared/rules/loas.ts';
import { clientOf, openPortal } from '../../support/acts.ts';
import { newAdviser } from '../../support/builders.ts';
import { inDays } from '../../support/days.ts';
import { atOnce } from '../../support/faults/interleaved.ts';
import { killAtEveryCall } from '../../support/faults/killed.ts';
import { calling } from '../../support/handlers.ts';
import { lettersOf } from '../../support/loas.ts';
import { expectCounted } from '../../support/recount.ts';

const adviser = await newAdviser();
const newDesk = async () => {
  const desk = await clientOf(adviser);
  const letters = lettersOf(adviser, desk.id);
  const edit = (id: string, body: object) => desk.by('PATCH /api/plans/{id}', { params: { id }, body });
  const changes = async () =>
    ((await desk.by('GET /api/clients/{id}/activity')).body as ClientAuditEntry[])
      .filter(({ action }) => action === 'plan-changed')
      .map(({ summary, changes }) => [summary, changes]);
  return { ...desk, ...letters, edit, changes };
};
const SENT = { sent: { on: inDays(-10), how: 'email' } };

test('a changed plan is returned and logged with old and new values, and the same change again logs nothing', async () => {
  const desk = await newDesk();
  const id = await desk.addPlan();
  const [before] = await desk.plans();
  const change = { provider: ' Zurich ', planType: 'investment', planNumber: 'Z-1', approxValuation: 45_000 };
  const after = { ...before, ...change, provider: 'Zurich' };
  for (const body of [change, change, { planNumber: 'Z-1' }, {}])
    expect(await desk.edit(id, body)).toMatchObject({ status: 200, body: after });
  expect(await desk.plans()).toEqual([after]);
  expect((await desk.edit(id, { approxValuation: null })).body).toEqual({ ...after, approxValuation: null });
  expect(await desk.changes()).toEqual([
    ['Changed the plan Z-1 with Zurich', [{ field: 'approxValuation', was: '45000', is: null }]],
    [
      'Changed the plan P 1234 4821 with Aviva',
      [
        { field: 'provider', was: 'Aviva', is: 'Zurich' },
        { field: 'planType', was: 'pension', is: 'investment' },
        { field: 'planNumber', was: 'P 1234 4821', is: 'Z-1' },
        { field: 'approxValuation', was: null, is: '45000' },
      ],
    ],
  ]);
});

test('the audit log keeps the beginning of long values', async () => {
  const desk = await newDesk();
  await desk.edit(await desk.addPlan(), { planNumber: 'x'.repeat(10_000) });
  expect((await desk.changes())[0]?.[1]).toEqual([{ field: 'planNumber', was: 'P 1234 4821', is: 'x'.repeat(255) }]);
});

test('invalid fields are named, and plans of others are not found', async () => {
  const desk = await newDesk();
  const id = await desk.addPlan();
  for (const body of [{ provider: ' ' }, { planType: 'isa' }, { planNumber: null }, { approxValuation: 0.5 }])
    expect(await desk.edit(id, body)).toMatchObject({
      status: 400,
      body: { fields: { [Object.keys(body)[0] ?? '']: expect.any(String) } },
    });
  expect(await desk.edit(`${desk.id}.x`, { planNumber: '1' })).toMatchObject({
    status: 404,
    body: { message: 'Plan not found' },
  });
  const sent = { params: { id }, body: { planNumber: '1' } };
  expect((await (await newAdviser()).call('PATCH /api/plans/{id}', sent)).status).toBe(404);
  expect((await desk.by('PATCH /api/plans/{id}', sent, desk.own)).status).toBe(403);
});

test('a plan in a letter under way keeps its provider but not its spelling, and the letter shows the new number', async () => {
  const desk = await newDesk();
  const loa = await desk.made('Aviva', SENT);
  const [id = ''] = loa.planIds;
  expect(await desk.edit(id, { provider: 'Zurich' })).toMatchObject({
    status: 409,
    body: { message: LOA_TEXTS.ownProvider },
  });
  expect(await desk.edit(id, { provider: 'AVIVA plc' })).toMatchObject({ status: 200, body: { loaId: loa.id } });
  expect(await desk.now(loa)).toMatchObject({ version: 1, provider: 'Aviva' });
  await desk.edit(id, { planType: 'investment', planNumber: 'ISA 99887766' });
  const { waiting } = (await openPortal(desk.token, desk.own)).body;
  expect(waiting[0].plans).toEqual([{ type: 'investment', tail: '7766' }]);
  expect(await desk.now(loa)).toMatchObject({ version: 2, planIds: [id] });
  await expectCounted(desk.id);
});

test('a letter that has ended is not taken back once its plan is with another provider', async () => {
  const desk = await newDesk();
  const loa = await desk.made('Aviva', SENT);
  const [id = ''] = loa.planIds;
  await desk.step(loa, 'closed');
  expect(await desk.edit(id, { provider: 'Zurich' })).toMatchObject({ status: 200, body: { loaId: loa.id } });
  expect(await desk.step(loa, 'undo')).toMatchObject({ status: 409, body: { message: LOA_TEXTS.otherProvider } });
  await expectCounted(desk.id);
  await desk.edit(id, { provider: 'Aviva' });
  expect((await desk.step(loa, 'undo')).status).toBe(200);
});

const editing = (id: string, body: object) => calling(adviser, 'PATCH /api/plans/{id}', { params: { id }, body });

test('another provider never meets a letter that is taken back at the same moment', async () => {
  const prepare = async () => {
    const desk = await newDesk();
    const loa = await desk.made('Aviva', SENT);
    return { desk, loa: (await desk.step(loa, 'closed')).body };
  };
  await atOnce(
    prepare,
    ({ loa }) => editing(loa.planIds[0], { provider: 'Zurich' }),
    ({ loa: { id, version } }) =>
      calling(adviser, 'POST /api/loas/{id}/steps', { params: { id }, body: { version, step: 'undo' } }),
    async ({ desk }, answers) => {
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
      await expectCounted(desk.id);
    },
  );
});

test('two changes of a plan at once are both kept', async () => {
  const prepare = async () => {
    const desk = await newDesk();
    return { desk, id: (await desk.made('Aviva', SENT)).planIds[0] ?? '' };
  };
  await atOnce(
    prepare,
    ({ id }) => editing(id, { planNumber: 'P-2' }),
    ({ id }) => editing(id, { planType: 'investment' }),
    async ({ desk }, answers) => {
      expect(answers.map(({ status }) => status)).toEqual([200, 200]);
      expect((await desk.plans())[0]).toMatchObject({ planNumber: 'P-2', planType: 'investment' });
      expect(await desk.changes()).toHaveLength(2);
    },
  );
});

test('a change of a plan in a letter is atomic and can be repeated after a crash', async () => {
  const prepare = async () => {
    const desk = await newDesk();
    return { desk, id: (await desk.made('Aviva', SENT)).planIds[0] ?? '' };
  };
  await killAtEveryCall(
    prepare,
    ({ id }) => editing(id, { planNumber: 'P-2' }),
    async ({ desk }) => {
      expect(await desk.changes()).toHaveLength(1);
      await expectCounted(desk.id);
    },
    [200],
  );
});

test('a row of the fact-find becomes one plan, and again one after that is deleted', async () => {
  const desk = await newDesk();
  const add = (factfindRow: string | null) =>
    calling(adviser, 'POST /api/stages/{stageId}/plans', {
      params: { stageId: `${desk.id}.2.2` },
      body: { provider: 'Aviva', planType: 'pension', planNumber: 'P 1', factfindRow },
    })();
  const { body } = await add('pensions.2/k3x9a0bc');
  expect(body.factfindRow).toBe('pensions.2/k3x9a0bc');
  const second = await add('pensions.2/k3x9a0bc');
  expect([second.status, second.body.message]).toEqual([409, 'This is in the plans already.']);
  expect((await add('pensions/k3x9a0bc')).status).toBe(201);
  expect((await add(null)).body.factfindRow).toBeNull();
  expect((await add('x')).body.fields).toEqual({ factfindRow: 'Unknown row of the fact-find' });
  await desk.deletePlan(body.id);
  expect((await add('pensions.2/k3x9a0bc')).status).toBe(201);
});

test('two who add the same row of the fact-find at once make one plan', async () => {
  const add = ({ id }: { id: string }) =>
    calling(adviser, 'POST /api/stages/{stageId}/plans', {
      params: { stageId: `${id}.2.2` },
      body: { provider: 'Aviva', planType: 'pension', planNumber: 'P 1', factfindRow: 'pensions/k3x9a0bc' },
    });
  await atOnce(newDesk, add, add, async (desk, answers) => {
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
    expect(await desk.plans()).toHaveLength(1);
  });
});

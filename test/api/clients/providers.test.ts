import { describe, expect, test } from 'vitest';
import * as KEYS from '#functions/services/keys/item-kinds.ts';
import type { Provider, ProviderChange } from '#shared/contract/loas.ts';
import { PROVIDER_LIMITS } from '#shared/rules/limits.ts';
import { auditLog, clientOf } from '../../support/acts.ts';
import type { Caller } from '../../support/api.ts';
import { changeStored } from '../../support/aws.ts';
import { demoAdmin, newAdviser } from '../../support/builders.ts';
import { atOnce } from '../../support/faults/interleaved.ts';
import { calling } from '../../support/handlers.ts';
import { lettersOf, providerOf } from '../../support/loas.ts';

const [adviser, admin] = await Promise.all([newAdviser(), demoAdmin()]);
const { id } = await clientOf(adviser);
const letters = lettersOf(adviser, id);

const get = (key: string): Promise<Provider> => providerOf(adviser, key);
const send = (key: string, body: ProviderChange, by: Caller = admin) =>
  by.call('PATCH /api/providers/{key}', { params: { key }, body });
const change = async (key: string, body: Omit<ProviderChange, 'version'>) =>
  send(key, { version: (await get(key)).version, ...body });

/** Answers of letters that were sent and answered on the given days. */
async function answers(name: string, ...sentOn: string[]) {
  for (const on of sentOn) {
    const loa = await letters.made(name, { sent: { on, how: 'post' } });
    await letters.step(loa, 'received', { on: '2026-11-25' });
  }
}

test('the first letter to a provider adds it to the directory and the firm’s audit log, in its spelling', async () => {
  await letters.made('Scottish Widows Ltd.');
  await letters.made('SCOTTISH WIDOWS plc');
  const { body } = await adviser.call('GET /api/providers');
  expect((body as Provider[]).filter(({ key }) => key === 'scottish-widows')).toEqual([
    {
      key: 'scottish-widows',
      name: 'Scottish Widows Ltd.',
      version: 1,
      answers: 0,
      p50: null,
      p90: null,
      months: [],
      ...{ sameAs: null, phone: null, email: null, post: null, portalUrl: null, takes: null, notes: null },
    },
  ]);
  const added = (await auditLog({ action: 'provider-added' })).filter(({ summary }) =>
    /scottish widows/i.test(summary),
  );
  expect(added).toMatchObject([{ actorName: adviser.name, summary: 'Added the provider Scottish Widows Ltd.' }]);
});

test('an admin changes a provider, which the firm’s audit log records once with old and new values', async () => {
  await letters.made('Scottish Life');
  const contact = { phone: '020 7946 0123', portalUrl: 'https://providers.example/loa', takes: 'ink' } as const;
  expect(await change('scottish-life', { ...contact, notes: 'Ask for the pensions team' })).toMatchObject({
    status: 200,
    body: { ...contact, notes: 'Ask for the pensions team', version: 2 },
  });
  expect(await change('scottish-life', contact)).toMatchObject({ status: 200, body: { version: 2 } });
  expect(await change('scottish-life', { notes: null })).toMatchObject({ body: { notes: null, phone: contact.phone } });
  const entries = (await auditLog({ action: 'provider-changed' })).filter(({ summary }) =>
    summary.startsWith('Changed the provider Scottish Life'),
  );
  expect(entries.map(({ summary, actorName }) => [summary, actorName])).toEqual([
    ['Changed the provider Scottish Life: notes', admin.name],
    [expect.stringMatching(/^Changed the provider Scottish Life: phone, .+ notes$/), admin.name],
  ]);
  expect(entries.map(({ changes }) => changes)).toEqual([
    [],
    [
      { field: 'phone', was: null, is: contact.phone },
      { field: 'portalUrl', was: null, is: contact.portalUrl },
      { field: 'takes', was: null, is: 'Wants ink' },
    ],
  ]);
  expect((await adviser.call('GET /api/record')).status).toBe(403);
});

test('advisers, unknown providers, old versions and unsafe links are refused', async () => {
  await letters.made('Skandia');
  const { version } = await get('skandia');
  expect((await send('skandia', { version, notes: 'x' }, adviser)).status).toBe(403);
  expect(await send('unknown', { version: 1, notes: 'x' })).toMatchObject({
    status: 404,
    body: { message: 'Provider not found' },
  });
  expect(await change('skandia', { portalUrl: 'javascript:alert(1)' })).toMatchObject({
    status: 400,
    body: { fields: { portalUrl: expect.any(String) } },
  });
  const results = await Promise.all(['First', 'Second'].map((notes) => send('skandia', { version, notes })));
  expect(results.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect(results.find(({ status }) => status === 409)?.body.message).toContain('Someone else changed this provider');
});

test('answers are counted together for all spellings of a provider, until one is taken off', async () => {
  await answers('Prudential', '2026-11-20', '2026-11-18', '2026-11-13');
  await answers('M&G Prudential', '2026-11-06', '2026-10-27');
  const together = { answers: 5, p50: 8, p90: 21 };
  expect(await get('prudential')).toMatchObject({ answers: 3, p50: null, p90: null });
  expect(await change('m-and-g-prudential', { sameAs: 'prudential' })).toMatchObject({ status: 200, body: together });
  for (const key of ['prudential', 'm-and-g-prudential']) expect(await get(key)).toMatchObject(together);
  await change('m-and-g-prudential', { sameAs: null });
  expect(await get('prudential')).toMatchObject({ answers: 3, p50: null });
  expect(await get('m-and-g-prudential')).toMatchObject({ answers: 2, sameAs: null });
});

test('a provider is another spelling over one hop, and neither of itself nor of an unknown one', async () => {
  for (const name of ['Aegon', 'Aegon UK Pensions', 'Cofunds']) await letters.made(name);
  await change('aegon-uk-pensions', { sameAs: 'aegon' });
  const [{ changes } = { changes: [] }] = await auditLog({ action: 'provider-changed' });
  expect(changes).toEqual([{ field: 'sameAs', was: null, is: 'Aegon' }]);
  const refused = async (key: string, sameAs: string) => (await change(key, { sameAs })).body.fields?.sameAs;
  expect(await refused('cofunds', 'aegon-uk-pensions')).toBe('Aegon UK Pensions is itself another spelling');
  expect(await refused('aegon', 'cofunds')).toBe('Aegon UK Pensions is another spelling of this one');
  expect(await refused('aegon', 'aegon-uk-pensions')).toBe('Aegon UK Pensions is itself another spelling');
  expect(await refused('cofunds', 'cofunds')).toBe('Choose another provider');
  expect(await refused('cofunds', 'unknown')).toBe('Choose another provider');
});

test('the name of a provider is one visible line of at most 200 characters', async () => {
  const { provider, providerKey: key } = await letters.made(`${'险'.repeat(200)}`);
  expect(await get(key)).toMatchObject({ key, name: provider });
  expect(await letters.made('Harbour\u202e\u200b  Life\n')).toMatchObject({ provider: 'Harbour Life' });
  const planIds = [await letters.addPlan('Harbour Life')];
  expect(await letters.note(planIds, { provider: 'p'.repeat(201) })).toMatchObject({
    status: 400,
    body: { fields: { provider: 'Use at most 200 characters' } },
  });
});

describe('removing a provider', () => {
  const remove = (key: string, by: Caller = admin) => by.call('DELETE /api/providers/{key}', { params: { key } });

  test('is for admins, recorded, and refused while letters are under way', async () => {
    const letter = await letters.made('Equitable Life');
    const key = 'equitable-life';
    expect((await remove(key, adviser)).status).toBe(403);
    expect(await remove(key)).toMatchObject({ status: 409, body: { message: expect.stringContaining('under way') } });
    await letters.step(letter, 'closed');
    expect((await remove(key)).status).toBe(204);
    expect([await get(key), (await remove(key)).status]).toEqual([undefined, 404]);
    const [entry] = await auditLog({ action: 'provider-removed' });
    expect(entry).toMatchObject({ actorName: admin.name, summary: 'Removed the provider Equitable Life' });
    expect((await letters.step(letter, 'undo')).body.message).toContain('Note a new letter instead');
    await letters.made('Equitable Life');
    expect(await get(key)).toMatchObject({ key });
  });

  test('is refused while another provider is a spelling of it', async () => {
    for (const name of ['Zurich', 'Zurich Assurance']) await letters.step(await letters.made(name), 'closed');
    await change('zurich-assurance', { sameAs: 'zurich' });
    expect(await remove('zurich')).toMatchObject({
      status: 409,
      body: { message: expect.stringMatching(/^Zurich Assurance is another spelling/) },
    });
    expect([(await remove('zurich-assurance')).status, (await remove('zurich')).status]).toEqual([204, 204]);
  });

  test('is possible once the plan or the client of its last letter was deleted', async () => {
    const { planIds } = await letters.made('Clerical Medical');
    await letters.deletePlan(planIds[0] ?? '');
    expect((await remove('clerical-medical')).status).toBe(204);
    const other = await clientOf(adviser);
    await lettersOf(adviser, other.id).made('Friends Life');
    expect((await remove('friends-life')).status).toBe(409);
    await other.remove();
    expect((await remove('friends-life')).status).toBe(204);
  });

  test('never leaves a letter without its provider that is noted at the same time', async () => {
    const client = await clientOf(adviser);
    const own = lettersOf(adviser, client.id);
    let count = 0;
    const prepare = async () => {
      count += 1;
      const provider = `Raced ${count}`;
      await own.step(await own.made(provider), 'closed');
      return {
        key: `raced-${count}`,
        body: { provider, planIds: [await own.addPlan(provider)], scope: 'information' },
      };
    };
    const removal = ({ key }: { key: string }) => calling(admin, 'DELETE /api/providers/{key}', { params: { key } });
    const noting = ({ body }: { body: object }) =>
      calling(adviser, 'POST /api/clients/{id}/loas', { params: client.params, body });
    await atOnce(prepare, removal, noting, async ({ key }, [removed, noted]) => {
      expect([204, 409]).toContain(removed.status);
      expect([noted.status, (await get(key)).key]).toEqual([201, key]);
    });
  });
});

test('the list holds 500 providers, and says what to do then', async () => {
  await changeStored(KEYS.providerCount, {}, { providers: PROVIDER_LIMITS.providers });
  const note = async (provider: string) => letters.note([await letters.addPlan(provider)], { provider });
  expect(await note('One Too Many')).toMatchObject({
    status: 409,
    body: { message: 'The firm’s list has 500 providers already. Ask an admin to remove one that is not needed.' },
  });
  expect((await note('Skandia')).status).toBe(201);
  await changeStored(KEYS.providerCount, {}, { providers: -PROVIDER_LIMITS.providers });
  expect((await note('One Too Many')).status).toBe(201);
});

import { expect, test } from 'vitest';
import type { Provider, ProviderChange } from '#shared/contract/loas.ts';
import { auditLog, clientOf } from '../../support/acts.ts';
import type { Caller } from '../../support/api.ts';
import { demoAdmin, newAdviser } from '../../support/builders.ts';
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

import { afterEach, beforeEach, expect, test } from 'vitest';
import { get, query, remove } from '#functions/aws/table.ts';
import type { Staff } from '#functions/domain/accounts/session.ts';
import { adviserIdOf, type ClientItem, clientKey } from '#functions/domain/clients/client.ts';
import { changeClient } from '#functions/domain/clients/client-change.ts';
import { type FigureItem, figuresOf, histogramOf } from '#functions/domain/figures/figure.ts';
import { countedOf, figuresOfAll } from '#functions/domain/figures/recount.ts';
import { resetJourney, updateStage } from '#functions/domain/journey/journey.ts';
import { handleEntry } from '#functions/events/handlers.ts';
import type { AuditEntry } from '#functions/services/audit-log/entry.ts';
import { clientPartition, PREFIX } from '#functions/services/keys/keys.ts';
import { HOUR_MS } from '#shared/rules/time.ts';
import { asFunction } from '../../../infra/local/memory/rights.ts';
import { type ClientDesk, clientOf } from '../../support/acts.ts';
import { changeStored } from '../../support/aws.ts';
import { demoAdmin, newAdviser, type Person } from '../../support/builders.ts';
import { START, setNow } from '../../support/clock.ts';
import { SOON } from '../../support/inbox.ts';
import { numbers } from '../../support/numbers.ts';
import { operatorFolder, runOps } from '../../support/operator.ts';

const DAY = 24 * HOUR_MS;
const folder = await operatorFolder();

let admin: Person;
let advisers: Person[];
let mia: ClientDesk;
beforeEach(async () => {
  admin = await demoAdmin();
  advisers = [await newAdviser(), await newAdviser()];
  mia = await clientOf(advisers[0] ?? admin);
});
afterEach(() => setNow(START));

const readMia = async () => (await get<ClientItem>(clientKey(mia.id))) ?? expect.fail('no client');
const readLog = () => query<AuditEntry>(clientPartition(mia.id), PREFIX.activity);

/** Context of an act by the client's adviser, or by the admin, at a time. */
async function acting(at: number, kind: Staff['kind'] = 'adviser') {
  const client = await readMia();
  const id = kind === 'admin' ? admin.id : adviserIdOf(client);
  return { actor: { kind, id, name: 'Somebody', works: [] as Staff['works'] } as Staff, client, now: new Date(at) };
}

const setStage = async (at: number, stage: number, status: 'pending' | 'in_progress' | 'completed') =>
  updateStage(await acting(at), `${mia.id}.${stage}`, { status });

/** Numbers of figures by key, without those that were taken back to 0. */
const comparable = (items: readonly FigureItem[]) =>
  Object.fromEntries(
    items.filter(({ n }) => n > 0).map((item) => [`${item.pk} ${item.sk}`, [item.n, histogramOf(item)]]),
  );

const storedFigures = async () =>
  comparable((await Promise.all(advisers.map(({ id }) => query<FigureItem>(figuresOf(id), '')))).flat());

/** Figures by the audit log alone: starts are paired with completions. */
async function recounted() {
  const { countedAs: _, ...client } = await readMia();
  const log = (await readLog()).map(({ data: { since: _, ...data }, ...entry }) => ({ ...entry, data }));
  const all = figuresOfAll(countedOf(client, log));
  return comparable(all.filter(({ pk }) => advisers.some(({ id }) => pk === figuresOf(id))));
}

const expectCounted = async () => expect.poll(storedFigures, SOON).toEqual(await recounted());

test('figures equal a recount of the audit log after 150 acts at random, replays of entries among them', async () => {
  const roll = numbers(50);
  const statuses = ['pending', 'in_progress', 'completed', 'completed'] as const;
  let at = START;
  const ACTS: readonly (() => Promise<unknown>)[] = [
    async () => resetJourney(await acting(at)),
    async () => changeClient(await acting(at), { completed: roll(2) === 0 }),
    async () => {
      const log = await readLog();
      const entry = log[roll(log.length)] ?? expect.fail('no entry');
      await asFunction('on-record', () => handleEntry(entry, new Date(at)));
    },
    async () => {
      await expectCounted();
      await changeClient(await acting(at, 'admin'), { adviserId: advisers[roll(2)]?.id });
    },
  ];
  for (let i = 0; i < 150; i += 1) {
    at += roll(4 * 24) * (DAY / 24);
    const other = ACTS[roll(16)];
    if (other) await other();
    else await setStage(at, 1 + roll(3), statuses[roll(4)] ?? 'pending');
  }
  await expectCounted();
  const counted = Object.entries(await storedFigures());
  expect(counted.filter(([key]) => /#[1-3]$/.test(key)).length).toBeGreaterThan(5);
});

test('lost figures of past months are rebuilt from audit logs when it is wanted, and those with more are left', async () => {
  for (const [stage, start, end] of [
    [1, 10, 15],
    [1, 16, 24],
    [2, 40, 69],
  ] as const) {
    await setStage(START + start * DAY, stage, 'in_progress');
    await setStage(START + end * DAY, stage, 'completed');
  }
  await expectCounted();
  setNow(START + 100 * DAY);
  const of = figuresOf(advisers[0]?.id ?? '');
  const [december, february] = ['MONTH#2026-12#1', 'MONTH#2027-02#2'];
  const read = async (sk = '') => (await query<FigureItem>(of, sk))[0];
  for (const pk of [of, figuresOf('FIRM')]) await remove({ pk, sk: december });
  await changeStored({ pk: of, sk: february }, {}, { n: 1, d100: 1 });

  const run = (line: string) => runOps(folder, `stats --rebuild ${line}`);
  expect(await run('')).toEqual({
    code: 0,
    output: expect.stringMatching(/^2026-12 First Meeting: 0 stored, \d counted$/m),
  });
  expect(await read(december)).toBeUndefined();
  expect((await run('--apply')).output).toContain('Rebuilt.');
  expect(await read(december)).toMatchObject({ n: 2, d5: 1, d8: 1 });
  expect(await read(february)).toMatchObject({ n: 2, d29: 1, d100: 1 });
  expect(await run('--apply')).toEqual({ code: 0, output: 'The figures are complete.\n' });
  expect((await runOps(folder, 'stats')).output).toContain('stats --rebuild [--apply]');
});

test('a completed journey of a past month is rebuilt, and reopening it takes it back', async () => {
  await changeClient(await acting(START + 1.5 * DAY), { completed: true });
  await expectCounted();
  setNow(START + 100 * DAY);
  const of = figuresOf(advisers[0]?.id ?? '');
  for (const pk of [of, figuresOf('FIRM')]) await remove({ pk, sk: 'MONTH#2026-11#completed' });
  await changeStored(clientKey(mia.id), { countedAs: undefined });
  await runOps(folder, 'stats --rebuild --apply');
  expect(await storedFigures()).toMatchObject({ [`${of} MONTH#2026-11#completed`]: [1, { 1: 1 }] });
  await changeClient(await acting(START + 100 * DAY), { completed: false });
  await expect.poll(storedFigures, SOON).not.toHaveProperty([`${of} MONTH#2026-11#completed`]);
});

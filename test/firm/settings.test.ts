import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { awsCalls } from '#functions/aws/counted.ts';
import { sessionPublicKey } from '#functions/aws/session-key.ts';
import type { FirmSettings, RecordLine } from '#shared/contract/firm.ts';
import { ROUNDS } from '../api/requests/rounds-table.ts';
import type { Caller } from '../support/api.ts';
import { demoAdmin, newAdmin, newAdviser, type Person } from '../support/builders.ts';
import { callHandler } from '../support/handlers.ts';

const STALE = 'Someone else changed the settings. Reload and try again.';
const TIMES = 50;

let admin: Person;
let first: FirmSettings;
let now: FirmSettings;

const read = async (caller: Caller = admin): Promise<FirmSettings> => (await caller.call('GET /api/settings')).body;
const patch = (body: object, caller: Caller = admin) => caller.call('PATCH /api/settings', { body });
const save = (sections: object) => patch({ version: now.version, ...sections });
const changes = async (): Promise<RecordLine[]> =>
  (await admin.call('GET /api/record', { query: { action: 'settings-changed', limit: '1000' } })).body;

beforeAll(async () => {
  admin = await demoAdmin();
  first = await read();
  // A warm function has it.
  await sessionPublicKey();
});
beforeEach(async () => {
  now = await read();
});
// Other tests of the run are on the same stack.
afterAll(async () => {
  for (const section of ['firm', 'mail'] as const)
    await patch({ version: (await read()).version, [section]: first[section] });
});

test('the settings are whole from the start, and for advisers to read', async () => {
  const adviser = await newAdviser();
  expect(await read(adviser)).toEqual(now);
  expect(Object.keys(now).sort()).toEqual(['firm', 'mail', 'portal', 'staff', 'version']);
  expect(now.mail).toEqual({ quietFrom: '20:00', quietTo: '08:00', dailyAt: '08:00' });
});

test('a section is changed, field by field, and the rest stays', async () => {
  const firm = { phone: ' 020 7946 0999 ', hours: 'Weekdays 9 to 5', closedDays: ['2027-12-29', '2027-12-24'] };
  const { status, body } = await save({ firm });
  expect([status, body]).toEqual([
    200,
    {
      ...now,
      version: now.version + 1,
      firm: { ...now.firm, phone: '020 7946 0999', hours: firm.hours, closedDays: ['2027-12-24', '2027-12-29'] },
    },
  ]);
  expect(await read()).toEqual(body);
  const later = await patch({ version: body.version, mail: { quietFrom: '19:30' } });
  expect(later.body).toEqual({ ...body, version: body.version + 1, mail: { ...body.mail, quietFrom: '19:30' } });
  const blank = await patch({ version: later.body.version, firm: { phone: ' ', hours: null } });
  expect(blank.body.firm).toMatchObject({ phone: null, hours: null });
});

test('a day that is sent twice is kept once', async () => {
  const { body } = await save({ firm: { closedDays: ['2027-01-04', '2026-12-24', '2027-01-04'] } });
  expect(body.firm.closedDays).toEqual(['2026-12-24', '2027-01-04']);
});

test('a change takes the calls and rounds of its line in the table', async () => {
  const body = { version: now.version, firm: { phone: `020 7946 ${now.version}` } };
  expect((await callHandler(admin, 'PATCH /api/settings', { body })).status).toBe(200);
  const { calls, rounds } = ROUNDS['PATCH /api/settings'];
  expect({ calls: awsCalls.count, rounds: awsCalls.rounds }).toEqual({ calls, rounds });
});

test('what changes nothing is no change', async () => {
  const before = await changes();
  for (const sections of [{ firm: now.firm }, { firm: {} }, { mail: now.mail }]) {
    const { status, body } = await save(sections);
    expect([status, body]).toEqual([200, now]);
  }
  expect(await changes()).toEqual(before);
});

test('an adviser may not change them', async () => {
  const { status } = await patch({ version: now.version, firm: { phone: '1' } }, await newAdviser());
  expect(status).toBe(403);
  expect(await read()).toEqual(now);
});

describe('what does not fit is 400 at its field, and changes nothing', () => {
  test.each([
    ['', {}, 'Send one section'],
    ['', { firm: { phone: '1' }, mail: { quietFrom: '20:00' } }, 'Send one section'],
    ['', { links: {} }, /links/],
    ['', { keys: { session: 9 } }, /keys/],
    ['firm', { firm: { colour: 'red' } }, /colour/],
    ['firm.name', { firm: { name: '  ' } }, 'Name is required'],
    ['firm.name', { firm: { name: null } }, 'Name is required'],
    ['firm.name', { firm: { name: 'Two\nlines' } }, 'Must be on one line'],
    ['firm.phone', { firm: { phone: '1'.repeat(41) } }, 'Use at most 40 characters'],
    ['mail.quietFrom', { mail: { quietFrom: '24:00' } }, 'Must be a time such as 08:00'],
    ['mail.quietTo', { mail: { quietTo: '8:00' } }, 'Must be a time such as 08:00'],
    ['mail.dailyAt', { mail: { dailyAt: '08:60' } }, 'Must be a time such as 08:00'],
    ['mail.dailyAt', { mail: { dailyAt: null } }, 'Must be a time such as 08:00'],
    ['firm.closedDays.1', { firm: { closedDays: ['2027-02-28', '2027-02-30'] } }, 'Must be a date such as 2026-12-24'],
    ['firm.closedDays.0', { firm: { closedDays: ['24/12/2027'] } }, 'Must be a date such as 2026-12-24'],
    ['firm.closedDays.0', { firm: { closedDays: ['9999-12-31'] } }, 'Must be a date such as 2026-12-24'],
    ['version', { version: '1', firm: { phone: '1' } }, 'Must be the version that was read'],
    ['version', { version: null, firm: { phone: '1' } }, 'Must be the version that was read'],
  ])('at "%s": %j', async (field, sections, message) => {
    const { status, body } = await patch({ version: now.version, ...sections });
    expect([status, body.fields?.[field] ?? body.message]).toEqual([
      400,
      typeof message === 'string' ? message : expect.stringMatching(message),
    ]);
    expect(await read()).toEqual(now);
  });

  test('more days than a firm can close for', async () => {
    const closedDays = Array.from({ length: 201 }, (_, i) =>
      new Date(Date.UTC(2027, 0, 1 + i)).toISOString().slice(0, 10),
    );
    expect((await save({ firm: { closedDays } })).body.fields).toEqual({ 'firm.closedDays': 'At most 200 days' });
    expect((await save({ firm: { closedDays: closedDays.slice(1) } })).status).toBe(200);
  });
});

describe('a version that is not the present one', () => {
  test('is 409, also with what is there already', async () => {
    for (const version of [now.version - 1, now.version + 1]) {
      const { status, body } = await patch({ version, firm: { phone: now.firm.phone } });
      expect([status, body.message]).toEqual([409, STALE]);
    }
    expect(await read()).toEqual(now);
  });

  test('two admins at once: exactly one of them wins, each time', async () => {
    const other = await newAdmin();
    const before = await changes();
    for (let i = 0; i < TIMES; i++) {
      const { version } = await read();
      const answers = await Promise.all([
        patch({ version, firm: { phone: `1 ${i}` } }),
        patch({ version, mail: { quietTo: `07:${10 + i}` } }, other),
      ]);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
      expect(answers.find(({ status }) => status === 409)?.body.message).toBe(STALE);
      expect((await read()).version).toBe(version + 1);
    }
    expect(await changes()).toHaveLength(before.length + TIMES);
  }, 120_000);
});

test('each change is one line of the record, with the names of its fields and none of their values', async () => {
  const [name, phone] = [`Harbour & Quay ${now.version}`, `0${now.version} 7946`];
  expect((await save({ firm: { name, phone, hours: now.firm.hours } })).status).toBe(200);
  const [line] = await changes();
  expect(line).toMatchObject({
    actorType: 'admin',
    actorId: admin.id,
    actorName: admin.name,
    summary: 'Changed the firm settings: name, phone',
    about: null,
  });
  expect(JSON.stringify(line)).not.toMatch(/Quay|7946/);
  expect((await read()).firm).toMatchObject({ name, phone });
});

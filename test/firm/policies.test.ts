import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { adviserKey } from '#functions/domain/accounts/account.ts';
import { SETTINGS, type SettingsItem } from '#functions/services/settings.ts';
import type { FirmSettings } from '#shared/contract/firm.ts';
import { PORTAL_DEFAULTS, STAFF_DEFAULTS } from '#shared/contract/settings.ts';
import { changeStored, stored } from '../support/aws.ts';
import { newAdmin, newAdviser, type Person } from '../support/builders.ts';

let admin: Person;
let now: FirmSettings;

const read = async (): Promise<FirmSettings> => (await admin.call('GET /api/settings')).body;
const save = async (sections: object, caller: Person = admin) =>
  caller.call('PATCH /api/settings', { body: { version: (await read()).version, ...sections } });
const sinceNow = async () => (await stored<SettingsItem>(SETTINGS))?.since ?? {};
const putBack = async () => {
  await save({ portal: PORTAL_DEFAULTS });
  await save({ staff: STAFF_DEFAULTS });
};

beforeAll(async () => {
  admin = await newAdmin();
  // Else it would be shut out by what it requires.
  await changeStored(adviserKey(admin.id), { totp: true });
});
beforeEach(async () => {
  now = await read();
});
// Other tests of the run are on the same stack.
afterAll(putBack);

test('out of the box a link opens the portal, and a password signs in', async () => {
  expect([now.portal, now.staff]).toEqual([
    { stepUp: 'off', linkDays: null, deviceDays: 180 },
    {
      secondFactor: 'encouraged',
      graceDays: 14,
      idleMinutes: null,
      refuseCommonPasswords: false,
      changeAdminPasswords: false,
    },
  ]);
});

test.each([
  ['portal', { stepUp: 'new-device' }, 'confirmation of new devices'],
  ['portal', { linkDays: 7, deviceDays: 1 }, 'days after which links end, days for which devices are remembered'],
  ['portal', { linkDays: 365, deviceDays: 365 }, 'days after which links end, days for which devices are remembered'],
  ['staff', { secondFactor: 'off' }, 'second factor'],
  ['staff', { secondFactor: 'required', graceDays: 90 }, 'second factor, days to set up a second factor'],
  ['staff', { idleMinutes: 15 }, 'end of idle sessions'],
  ['staff', { idleMinutes: 720 }, 'end of idle sessions'],
  ['staff', { refuseCommonPasswords: true, changeAdminPasswords: true }, 'common passwords, passwords that admins set'],
] as const)('%s: %j is taken field by field, and recorded by its names', async (section, change, said) => {
  const { status, body } = await save({ [section]: change });
  expect([status, body]).toEqual([
    200,
    { ...now, version: now.version + 1, [section]: { ...now[section], ...change } },
  ]);
  expect(await read()).toEqual(body);
  const { body: lines } = await admin.call('GET /api/record', { query: { action: 'settings-changed', limit: '1' } });
  expect(lines[0]).toMatchObject({ actorId: admin.id, summary: `Changed the ${section} settings: ${said}` });
});

describe('what does not fit is 400 at its field, and changes nothing', () => {
  const DAYS = 'Must be a whole number from 1 to 365';
  const LINK_DAYS = 'Must be a whole number from 7 to 365';
  const GRACE = 'Must be a whole number from 0 to 90';
  const MINUTES = 'Must be a whole number from 15 to 720';
  const FLAG = 'Must be true or false';
  test.each([
    ['portal.stepUp', { portal: { stepUp: 'on' } }, 'Must be one of: off, new-device'],
    ['portal.stepUp', { portal: { stepUp: null } }, 'Must be one of: off, new-device'],
    ['portal.linkDays', { portal: { linkDays: 6 } }, LINK_DAYS],
    ['portal.linkDays', { portal: { linkDays: 366 } }, LINK_DAYS],
    ['portal.linkDays', { portal: { linkDays: '90' } }, LINK_DAYS],
    ['portal.linkDays', { portal: { linkDays: 7.5 } }, LINK_DAYS],
    ['portal.deviceDays', { portal: { deviceDays: 0 } }, DAYS],
    ['portal.deviceDays', { portal: { deviceDays: null } }, DAYS],
    ['portal', { portal: { colour: 'red' } }, /colour/],
    ['staff.secondFactor', { staff: { secondFactor: 'Required' } }, 'Must be one of: off, encouraged, required'],
    ['staff.graceDays', { staff: { graceDays: -1 } }, GRACE],
    ['staff.graceDays', { staff: { graceDays: 91 } }, GRACE],
    ['staff.graceDays', { staff: { graceDays: null } }, GRACE],
    ['staff.idleMinutes', { staff: { idleMinutes: 14 } }, MINUTES],
    ['staff.idleMinutes', { staff: { idleMinutes: 721 } }, MINUTES],
    ['staff.idleMinutes', { staff: { idleMinutes: true } }, MINUTES],
    ['staff.refuseCommonPasswords', { staff: { refuseCommonPasswords: 1 } }, FLAG],
    ['staff.changeAdminPasswords', { staff: { changeAdminPasswords: 'yes' } }, FLAG],
    ['', { portal: { stepUp: 'off' }, staff: { secondFactor: 'off' } }, 'Send one section'],
    ['', { since: { secondFactor: '2020-01-01T00:00:00.000Z' } }, /since/],
  ])('at "%s": %j', async (field, sections, message) => {
    const { status, body } = await save(sections);
    const said = body.fields?.[field] ?? JSON.stringify(body);
    expect([status, said]).toEqual([
      400,
      typeof message === 'string' ? expect.stringContaining(message) : expect.stringMatching(message),
    ]);
    expect(await read()).toEqual(now);
  });

  test('an adviser may not change them', async () => {
    expect((await save({ portal: { stepUp: 'off' } }, await newAdviser())).status).toBe(403);
  });
});

describe('what ends something by itself counts from when it was switched on', () => {
  const on = { secondFactor: 'required', graceDays: 90 };
  beforeEach(putBack);

  test('and not anew where it was on already', async () => {
    expect(await sinceNow()).toEqual({});
    const before = new Date().toISOString();
    await save({ portal: { linkDays: 90 } });
    await save({ staff: on });
    const since = await sinceNow();
    expect(since).toEqual({ linkDays: expect.any(String), secondFactor: expect.any(String) });
    for (const at of Object.values(since)) {
      expect(at >= before).toBe(true);
      expect(at <= new Date().toISOString()).toBe(true);
    }
    await save({ portal: { linkDays: 30 } });
    await save({ staff: { graceDays: 60 } });
    await save({ firm: { phone: '020 7946 0000' } });
    await save({ firm: { phone: now.firm.phone } });
    expect(await sinceNow()).toEqual(since);
  });

  test('and anew where it was off meanwhile', async () => {
    await save({ portal: { linkDays: 90 } });
    await save({ staff: on });
    const first = await sinceNow();
    await save({ portal: { linkDays: null } });
    expect(await sinceNow()).toEqual({ secondFactor: first.secondFactor });
    await save({ staff: { secondFactor: 'encouraged' } });
    expect(await sinceNow()).toEqual({});
    await save({ portal: { linkDays: 90 } });
    await save({ staff: on });
    const again = await sinceNow();
    expect((again.linkDays ?? '') > (first.linkDays ?? '~')).toBe(true);
    expect((again.secondFactor ?? '') > (first.secondFactor ?? '~')).toBe(true);
  });
});

import { beforeEach, describe, expect, test } from 'vitest';
import { awsCalls } from '#functions/aws/counted.ts';
import { adviserKey, allAdvisers } from '#functions/domain/accounts/account.ts';
import { SETTINGS_KEY, type SettingsItem } from '#functions/services/settings.ts';
import { sentenceOf } from '#shared/audit-log/actions.ts';
import type { FirmSettings } from '#shared/contract/firm.ts';
import { DEFAULTS, SECTION_NAMES, settingsOfSection } from '#shared/settings.ts';
import { CALL_TESTS } from '../calls/calls.ts';
import { auditLog, clientOf, forgotPassword, openPortal, saveSettings } from '../support/acts.ts';
import { Caller } from '../support/api.ts';
import { changeStored, stored } from '../support/aws.ts';
import { newAdmin, newAdviser } from '../support/builders.ts';
import { calling } from '../support/handlers.ts';
import { mailsTo } from '../support/mail.ts';

const STALE = 'Someone else changed the settings. Their values are shown now. Try again if yours are still right.';
const TIMES = 50;

let now: FirmSettings;

const read = async (caller: Caller = admin): Promise<FirmSettings> => (await caller.call('GET /api/settings')).body;
const patch = (body: object, caller: Caller = admin) => caller.call('PATCH /api/settings', { body });
const save = (sections: object) => saveSettings(admin, sections);
const changes = () => auditLog({ action: 'settings-changed' });

const admin = await newAdmin();
// The required second factor would otherwise lock the admin out.
await changeStored(adviserKey(admin.id), { totp: true });
beforeEach(async () => {
  now = await read();
});

test('anyone can read whether the firm has an account', async () => {
  const hasAccounts = async () => (await new Caller().call('GET /api/firm')).body.hasAccounts;
  expect(await hasAccounts()).toBe(true);
  const accounts = await allAdvisers();
  for (const { pk, sk } of accounts) await changeStored({ pk, sk }, { gpk: 'none' });
  expect(await hasAccounts()).toBe(false);
  for (const { pk, sk, gpk } of accounts) await changeStored({ pk, sk }, { gpk });
});

test('settings have defaults for every field and are readable by advisers', async () => {
  expect(await read(await newAdviser())).toEqual(now);
  const firm = { ...DEFAULTS.firm, name: expect.any(String) };
  expect(now).toEqual({ ...DEFAULTS, version: expect.any(Number), firm });
});

test('saving a section changes its given fields only, and sorts and deduplicates days', async () => {
  const closedDays = ['2027-12-29', '2027-12-24', '2027-12-29'];
  const firm = { phone: ' 020 7946 0999 ', hours: 'Weekdays 9 to 5', closedDays };
  const { status, body } = await save({ firm });
  const kept = { phone: '020 7946 0999', hours: firm.hours, closedDays: ['2027-12-24', '2027-12-29'] };
  expect([status, body]).toEqual([200, { ...now, version: now.version + 1, firm: { ...now.firm, ...kept } }]);
  expect(await read()).toEqual(body);
  const later = await save({ mail: { quietFrom: '19:30' } });
  expect(later.body).toEqual({ ...body, version: body.version + 1, mail: { ...body.mail, quietFrom: '19:30' } });
  expect((await save({ firm: { phone: ' ', hours: null } })).body.firm).toMatchObject({ phone: null, hours: null });
});

test('saving takes the AWS calls and rounds of the table', async () => {
  const body = { version: now.version, firm: { phone: `020 7946 ${now.version}` } };
  expect((await calling(admin, 'PATCH /api/settings', { body })()).status).toBe(200);
  const [calls, rounds] = CALL_TESTS['PATCH /api/settings'].cost;
  expect({ calls: awsCalls.count, rounds: awsCalls.rounds }).toEqual({ calls, rounds });
});

test('saving equal values changes nothing', async () => {
  const before = await changes();
  for (const sections of [{ firm: now.firm }, { firm: {} }, { mail: now.mail }]) {
    const { status, body } = await save(sections);
    expect([status, body]).toEqual([200, now]);
  }
  expect(await changes()).toEqual(before);
});

/** Field, values that it rejects, and the message. */
const INVALID: [string, unknown[], string][] = [
  ['firm.name', ['  ', null], 'Name is required'],
  ['firm.name', ['Two\nlines'], 'Must be on one line'],
  ['firm.phone', ['1'.repeat(41)], 'Use at most 40 characters'],
  ['firm.closedDays.1', [['2027-02-28', '2027-02-30']], 'Must be a date'],
  ['firm.closedDays.0', [['24/12/2027']], 'Must be a date'],
  ['firm.closedDays.0', [['9999-12-31'], ['1999-12-31']], 'Choose a date between 2000 and'],
  ['legal.statusLine', ['Two\nlines', 'Two\u2028lines'], 'Must be on one line'],
  ['legal.statusLine', ['x'.repeat(301)], 'Use at most 300 characters'],
  ['legal.frn', ['12345', '12345678', '12345a'], 'Must be 6 or 7 digits'],
  [
    'legal.privacyUrl',
    ['http://a.example', 'javascript:alert(1)', 'https://', 'https://me@a.example', 'https://a.example b', 'a.example'],
    'Must be a web address that begins with https://',
  ],
  ['legal.complaints', ['https://a.example or call us'], 'Must be a web address that begins with https://'],
  ['legal.complaints', ['x'.repeat(2001)], 'Use at most 2,000 characters'],
  ['mail.quietFrom', ['24:00'], 'Must be a time such as 08:00'],
  ['mail.quietTo', ['8:00'], 'Must be a time such as 08:00'],
  ['mail.dailyAt', ['08:60', null], 'Must be a time such as 08:00'],
  ['reminders.at', ['09:07', '24:00', '9:00'], 'Must be a quarter of an hour, such as 09:00 or 09:15'],
  ...SECTION_NAMES.flatMap((section) =>
    settingsOfSection(section).flatMap(([field, about]): [string, unknown[], string][] => {
      const path = `${section}.${field}`;
      if (about.kind === 'choice')
        return [[path, ['other', true, null], `Must be one of: ${Object.keys(about.options).join(', ')}`]];
      if (about.kind === 'flag') return [[path, [1, 'yes', null], 'Must be true or false']];
      if (!('unit' in about)) return [];
      const { from, to } = about;
      return [[path, [from - 1, to + 1, `${from}`, from + 0.5], `Must be a whole number from ${from} to ${to}`]];
    }),
  ),
];
test.each<[string, object, string]>([
  ['', {}, 'Send one section'],
  ['', { firm: { phone: '1' }, mail: { quietFrom: '20:00' } }, 'Send one section'],
  ['', { links: {} }, 'links'],
  ['', { keys: { session: 9 } }, 'keys'],
  ['', { since: { secondFactor: '2020-01-01T00:00:00.000Z' } }, 'since'],
  ['', { firm: { colour: 'red' } }, 'colour'],
  ['', { portal: { colour: 'red' } }, 'colour'],
  ['version', { version: '1', firm: { phone: '1' } }, 'Must be the version that was read'],
  ['version', { version: null, firm: { phone: '1' } }, 'Must be the version that was read'],
  ...INVALID.flatMap(([path, values, message]) => {
    const [section = '', field = ''] = path.split('.');
    return values.map((value): [string, object, string] => [path, { [section]: { [field]: value } }, message]);
  }),
])('rejects invalid settings at "%s" and changes nothing: %j', async (field, sections, message) => {
  const { status, body } = await patch({ version: now.version, ...sections });
  expect([status, body.fields?.[field] ?? JSON.stringify(body)]).toEqual([400, expect.stringContaining(message)]);
  expect(await read()).toEqual(now);
});

test('a firm can close for at most 200 days', async () => {
  const day = (i: number) => new Date(Date.UTC(2027, 0, 1 + i)).toISOString().slice(0, 10);
  const closedDays = Array.from({ length: 201 }, (_, i) => day(i));
  expect((await save({ firm: { closedDays } })).body.fields).toEqual({ 'firm.closedDays': 'At most 200 days' });
  expect((await save({ firm: { closedDays: closedDays.slice(1) } })).status).toBe(200);
});

test('rejects any other version than the current one, even with unchanged values', async () => {
  for (const version of [now.version - 1, now.version + 1]) {
    const { status, body } = await patch({ version, firm: { phone: now.firm.phone } });
    expect([status, body.message]).toEqual([409, STALE]);
  }
  expect(await read()).toEqual(now);
});

test('exactly one of two admins who save concurrently wins', async () => {
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

test.each([
  ['firm', { name: 'Harbour & Quay' }, /^name \(.+ → Harbour & Quay\)$/],
  ['firm', { phone: '07946' }, /^phone \(.+ → 07946\)$/],
  [
    'legal',
    { frn: '123456', privacyUrl: 'https://a.example/privacy', complaints: 'Write to us.\nWe answer.' },
    'FCA number (none → 123456), privacy notice (none → https://a.example/privacy), complaints procedure',
  ],
  ['legal', { frn: null, complaints: null }, 'FCA number (123456 → none), complaints procedure'],
  [
    'portal',
    { stepUp: 'new-device' },
    'confirmation of new devices (The link opens the page → Ask for a code once on each device)',
  ],
  [
    'portal',
    { linkDays: 7, deviceDays: 1 },
    'days until unused links expire (Never expire → 7 days), days to remember a device (180 days → 1 day)',
  ],
  ['portal', { linkDays: null }, 'days until unused links expire (7 days → Never expire)'],
  [
    'staff',
    { secondFactor: 'required', graceDays: 90 },
    'second factor (Encouraged → Required), days to set up a second factor (14 days → 90 days)',
  ],
  [
    'staff',
    { idleMinutes: 15, refuseCommonPasswords: true },
    'sign-out after inactivity (Stay signed in → 15 minutes), common passwords (Allow → Block)',
  ],
  ['staff', { changeAdminPasswords: true }, 'passwords that admins set (Keep → Change at the next sign-in)'],
  ['documents', { maxMb: 10 }, 'largest file (50 MB → 10 MB)'],
  ['providers', { firstChase: 2 }, 'working days until the first chase (5 working days → 2 working days)'],
  [
    'reminders',
    { at: '07:45', tries: 10 },
    'time of reminders (09:00 → 07:45), reminders without a visit (4 reminders → 10 reminders)',
  ],
] as const)('saves %s settings %j with one audit entry of old and new values', async (section, change, said) => {
  const { status, body } = await save({ [section]: change });
  const settings = { ...now, version: now.version + 1, [section]: { ...now[section], ...change } };
  expect([status, body, await read()]).toEqual([200, settings, settings]);
  const [entry] = await changes();
  const by = { actorType: 'admin', actorId: admin.id, actorName: admin.name, about: null };
  expect(entry).toMatchObject(by);
  expect(entry?.summary.replace(`Changed the ${section} settings: `, '')).toEqual(
    typeof said === 'string' ? said : expect.stringMatching(said),
  );
});

test('an audit entry of closed days says which were added and removed, in the export too', async () => {
  await save({ firm: { closedDays: ['2027-12-24', '2027-12-29'] } });
  const days = Array.from({ length: 12 }, (_, i) => `2028-03-${10 + i}`);
  await save({ firm: { closedDays: ['2027-12-29', ...days] } });
  const said = /closed days \(added 10 Mar 2028, .*, 19 Mar 2028, 2 more, removed 24 Dec 2027\)/;
  expect((await changes())[0]?.summary).toMatch(said);
  const { body } = await admin.call('GET /api/record', { headers: { accept: 'text/csv' } });
  expect(new TextDecoder().decode(body)).toMatch(said);
});

test('an audit entry without values names the changed settings only', () => {
  const data = { section: 'mail', fields: ['quietFrom', 'gone'] };
  expect(sentenceOf({ action: 'settings-changed', data })).toBe(
    'Changed the email settings: start of quiet hours, gone',
  );
});

describe('settings in effect', () => {
  const on = { secondFactor: 'required', graceDays: 90 };
  const sinceNow = async () => (await stored<SettingsItem>(SETTINGS_KEY))?.since ?? {};
  beforeEach(async () => {
    await save({ portal: DEFAULTS.portal });
    await save({ staff: DEFAULTS.staff });
  });

  test('date rules that end access from when they were switched on, not from a later change', async () => {
    expect(await sinceNow()).toEqual({});
    const before = new Date().toISOString();
    await save({ portal: { linkDays: 90 } });
    await save({ staff: on });
    const since = await sinceNow();
    expect(since).toEqual({ linkDays: expect.any(String), secondFactor: expect.any(String) });
    for (const at of Object.values(since)) expect([at >= before, at <= new Date().toISOString()]).toEqual([true, true]);
    for (const sections of [{ portal: { linkDays: 30 } }, { staff: { graceDays: 60 } }, { firm: { phone: '0' } }])
      await save(sections);
    expect(await sinceNow()).toEqual(since);
  });

  test('date rules that end access again if they were off in between', async () => {
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

  test('put the firm’s name, phone and hours into mail by calls and by jobs, and legal lines for clients', async () => {
    await save({ firm: { name: 'Quay & Partners', phone: '020 7946 0321', hours: 'Weekdays, 9 to 5' } });
    await save({ legal: { ...DEFAULTS.legal, frn: '123456' } });
    const adviser = await newAdviser();
    const client = await clientOf(adviser);
    await client.by('POST /api/clients/{id}/send-portal-link');
    await forgotPassword(adviser.email);
    for (const [address, legal] of [
      [client.email, '\n\nFCA number 123456'],
      [adviser.email, ''],
    ] as const) {
      const [mail] = await mailsTo(address, 1);
      const foot = `\n\nQuay & Partners\nPhone: 020 7946 0321\nHours: Weekdays, 9 to 5${legal}`;
      expect(mail?.subject).toContain('Quay & Partners');
      expect(mail?.text.replaceAll('\r', '').trimEnd().endsWith(foot)).toBe(true);
    }
  });

  test('show anyone the legal lines without the text about complaints, and tell open portals of a change', async () => {
    const client = await clientOf(await newAdviser());
    const params = { token: client.token };
    const latest = async () => (await client.own.call('GET /api/portal/{token}/news', { params })).body.latest;
    const shown = async () => (await new Caller().call('GET /api/firm')).body;
    const lines = { ...DEFAULTS.legal, statusLine: 'Authorised', privacyUrl: 'https://a.example/privacy' };
    await save({ legal: DEFAULTS.legal });
    const before = await latest();
    await save({ legal: { ...lines, complaints: 'Write to us.\nWe answer.' } });
    const legal = { ...lines, complaints: { here: true } };
    const { firm, documents } = await read();
    const { name, phone, hours } = firm;
    expect(await shown()).toEqual({ name, phone, hours, maxMb: documents.maxMb, hasAccounts: true, legal });
    expect((await openPortal(client.token, client.own)).body).toMatchObject({
      firm: { legal },
      latest: expect.not.stringMatching(`^${before}$`),
    });
    await save({ legal: { complaints: 'https://a.example/complain' } });
    expect((await shown()).legal.complaints).toEqual({ url: 'https://a.example/complain' });
  });

  test.each([
    ['Write to us.\nWe answer.', 200, { text: 'Write to us.\nWe answer.' }],
    ['https://a.example/complain', 404, { message: 'Not found' }],
    [null, 404, { message: 'Not found' }],
  ])('answer anyone who asks how to complain, where it is %j, with %i', async (complaints, status, body) => {
    await save({ legal: { complaints } });
    expect(await new Caller().call('GET /api/firm/complaints')).toMatchObject({ status, body });
  });

  test.each(['javascript:alert(1)', 'http://evil.example', 'https://a.example\nhttps://evil.example'])(
    'never show %j as an address, even if it was stored',
    async (typed) => {
      await changeStored(SETTINGS_KEY, { 'legal/privacyUrl': typed, 'legal/complaints': typed });
      const { legal } = (await new Caller().call('GET /api/firm')).body;
      expect(legal).toMatchObject({ privacyUrl: null, complaints: { here: true } });
    },
  );
});

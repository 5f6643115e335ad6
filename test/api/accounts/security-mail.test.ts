import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { adviserKey } from '#functions/domain/accounts/account.ts';
import { SYSTEM } from '#functions/services/audit-log/entry.ts';
import type { Happened } from '#shared/audit-log/actions.ts';
import { deliver, entryByClient, entryFor, firmEntryFor } from '../../support/audit-entries.ts';
import { changeStored } from '../../support/aws.ts';
import { newAdmin, newAdviser, newClient, type Person } from '../../support/builders.ts';
import { job, killAtEveryCall } from '../../support/faults/killed.ts';
import { inboxOf } from '../../support/inbox.ts';
import { mailsTo } from '../../support/mail.ts';

// Security mail to account holders. The entries are not stored, so that only the test handles them.

let ann: Person;
const admin = await newAdmin();
beforeEach(async () => {
  ann = await newAdviser();
});

const entryBy = ({ id, name }: Person, kind: 'adviser' | 'admin', happened: Happened) =>
  firmEntryFor({ kind, id, name }, happened);

const titles = async ({ email }: Person) => (await mailsTo(email)).map(({ subject }) => subject.split(' – ')[0]);

const OWN: [Happened, string][] = [
  [
    { action: 'signed-in', data: { by: 'password', newDevice: 'Mac, Safari' } },
    'You signed in on a new device: Mac, Safari',
  ],
  [{ action: 'password-changed', data: {} }, 'Your password was changed'],
  [{ action: 'password-reset', data: {} }, 'A new password was set for your account'],
  [{ action: 'factor-added', data: { factor: 'passkey', name: 'Laptop' } }, 'A passkey was set up for your account'],
  [{ action: 'factor-removed', data: { factor: 'totp' } }, 'An authenticator app was removed from your account'],
  [{ action: 'recovery-codes-made', data: {} }, 'New recovery codes were made for your account'],
  [{ action: 'second-factor-refused', data: {} }, 'Someone entered your password and then five wrong codes'],
  [{ action: 'recovery-code-used', data: { left: 1 } }, 'A recovery code was used: you have 1 code left'],
];

test.each(OWN)(
  'emails %j to the account’s holder once, even if the entry is delivered repeatedly',
  async (happened, subject) => {
    const line = entryBy(ann, 'adviser', happened);
    for (const _ of [1, 2]) expect(await deliver(line, line)).toEqual({ setAside: 0 });
    expect(await titles(ann)).toEqual([subject]);
  },
);

test('does not email a sign-in on a known device or a changed name', async () => {
  await deliver(
    entryBy(ann, 'adviser', { action: 'signed-in', data: { by: 'password' } }),
    entryBy(admin, 'admin', { action: 'account-changed', data: { name: ann.name, fields: ['name'] }, ref: ann.id }),
  );
  expect(await mailsTo(ann.email)).toEqual([]);
});

test('an email about an admin’s change names the admin, and a changed address also gets one at the former address', async () => {
  const formerEmail = `${randomUUID()}@former.example`;
  const role = { from: 'adviser', to: 'admin' } as const;
  const data = { name: ann.name, fields: ['email' as const, 'password' as const], ...role, formerEmail };
  const line = entryBy(admin, 'admin', { action: 'account-changed', data, ref: ann.id });
  await deliver(line, line);
  for (const address of [ann.email, formerEmail]) {
    const [mail, ...more] = await mailsTo(address);
    expect(more).toEqual([]);
    expect(mail?.subject).toMatch(/^Your email address, password and role were changed – /);
    expect(mail?.text).toContain(`${admin.name} did this on `);
    expect(mail?.text).not.toContain(address === ann.email ? formerEmail : ann.email);
  }
});

test('does not email an account that is deleted or whose mail bounced', async () => {
  const gone = { ...ann, id: 'AAAAAAAAAAAAAAAAAAAAAA' } as Person;
  await changeStored(adviserKey(ann.id), { mailProblem: 'bounced', mailProblemAddress: ann.email });
  for (const person of [gone, ann])
    expect(await deliver(entryBy(person, 'adviser', { action: 'password-changed', data: {} }))).toEqual({
      setAside: 0,
    });
  expect(await mailsTo(ann.email)).toEqual([]);
});

test('sends at most one security mail if the handler is killed at any call and repeated', async () => {
  const calls = await killAtEveryCall(
    async () => {
      const person = await newAdviser();
      return { person, line: entryBy(person, 'adviser', { action: 'password-changed', data: {} }) };
    },
    ({ line }) => job(() => deliver(line)),
    async ({ person }) => expect((await mailsTo(person.email)).length).toBeLessThanOrEqual(1),
    [200],
  );
  // Calls: two reads and the marker. An email without a reply of SES is not sent again.
  expect(calls).toBe(3);
});

test('emails the holder of a blocked account how to sign in', async () => {
  const line = firmEntryFor(SYSTEM, { action: 'sign-in-blocked', data: { name: ann.name }, ref: ann.id });
  for (const _ of [1, 2]) await deliver(line);
  expect(await titles(ann)).toEqual(['Someone entered 100 wrong passwords for your account']);
  const [mail] = await mailsTo(ann.email);
  expect(mail?.text).toMatch(/This happened on .* reset your password first\./s);
});

test('reports a second-factor reset to its holder by email and to the other admins in their inbox', async () => {
  const other = await newAdmin();
  const reset: Happened = { action: 'second-factor-reset', data: { name: ann.name }, ref: ann.id };
  const line = entryBy(admin, 'admin', reset);
  await deliver(line, line);
  expect(await titles(ann)).toEqual(['The second factor of your account was reset']);
  const text = `${admin.name} reset the second factor of ${ann.name}`;
  const told = async (person: Person) => (await inboxOf(person)).filter((notice) => notice.text === text);
  expect(await told(other)).toMatchObject([{ kind: 'factor-reset', clientId: null }]);
  expect(await told(admin)).toEqual([]);
});

test('an earlier notice about security does not delay the next one', async () => {
  const other = await newAdmin();
  const mailed = async () => (await titles(other)).filter((title) => title?.includes(admin.name));
  for (const [i, name] of ['Bo', 'Cy'].entries()) {
    const made: Happened = { action: 'account-created', data: { name, role: 'admin' }, ref: ann.id };
    await deliver(entryBy(admin, 'admin', made));
    expect(await mailed()).toHaveLength(i + 1);
  }
});

test('reports a client’s new device to its adviser', async () => {
  const client = await newClient(ann);
  const data = { label: 'iPhone, Safari', by: 'code' } as const;
  await deliver(entryByClient(client, { action: 'device-confirmed', data }));
  expect(await inboxOf(ann)).toMatchObject([
    { kind: 'new-device', text: 'Opened the portal on a new device: iPhone, Safari', clientId: client.id },
  ]);
});

/** Returns notices about this file's admin, as notices of earlier files may still arrive. */
const noticesOf = async (person: Person) => (await inboxOf(person)).filter(({ text }) => text.startsWith(admin.name));

const REPORTED: Record<string, [happened: Happened, kind: string, text: string]> = {
  'a new admin': [
    { action: 'account-created', data: { name: 'Bo', role: 'admin' } },
    'new-admin',
    'created an admin account for Bo',
  ],
  'a promotion': [
    { action: 'account-changed', data: { name: 'Bo', fields: [], from: 'adviser', to: 'admin' } },
    'new-admin',
    'made Bo an admin',
  ],
  'a new address and password of an admin': [
    { action: 'account-changed', data: { name: 'Bo', fields: ['email', 'password'], ofAdmin: true } },
    'admin-changed',
    'changed the email and password of Bo, an admin',
  ],
  'weakened settings': [
    { action: 'settings-changed', data: { section: 'staff', fields: ['secondFactor'], weakened: ['secondFactor'] } },
    'settings-weakened',
    'made settings less strict: second factor',
  ],
  'a change of the firm’s phone': [
    { action: 'settings-changed', data: { section: 'firm', fields: ['hours', 'phone'] } },
    'firm-changed',
    'changed the firm’s phone',
  ],
  'a change of the firm’s privacy notice': [
    { action: 'settings-changed', data: { section: 'legal', fields: ['privacyUrl'] } },
    'firm-changed',
    'changed the firm’s privacy notice',
  ],
};
test.each(Object.entries(REPORTED))(
  'reports %s once to the other admins, also by email',
  async (_, [happened, kind, said]) => {
    const [other, added] = [await newAdmin(), await newAdmin()];
    const line = entryBy(admin, 'admin', { ...happened, ref: added.id } as Happened);
    await deliver(line, line);
    const text = `${admin.name} ${said}`;
    expect(await noticesOf(other)).toMatchObject([{ kind, text, clientId: null }]);
    const mailed = (await titles(other)).filter((title) => title?.includes(admin.name));
    expect(mailed).toEqual([expect.stringContaining(text)]);
    expect(await noticesOf(admin)).not.toContainEqual(expect.objectContaining({ text }));
    expect(await noticesOf(added)).toHaveLength(kind === 'new-admin' ? 0 : 1);
  },
);

test('reports a name that somebody changed for themself to the admins, without the name in the subject', async () => {
  const other = await newAdmin();
  const changes = [{ field: 'name' as const, was: ann.name, is: 'Ann New' }];
  const data = { name: 'Ann New', fields: ['name' as const], changes };
  const renamed = { action: 'account-changed', data, ref: ann.id } as const;
  await deliver(entryBy(admin, 'admin', renamed), entryBy(ann, 'adviser', renamed));
  const told = (await inboxOf(other)).filter(({ kind }) => kind === 'name-changed');
  expect(told).toMatchObject([{ text: `${ann.name} changed their name to Ann New`, clientId: null }]);
  expect(await titles(other)).toContain('An adviser changed their name');
});

test.each([
  [{}, 'created an account for Bo'],
  [{ invited: true as const }, 'invited Bo'],
])('reports a new adviser to the other admins, without the name in the subject: %j', async (how, said) => {
  const other = await newAdmin();
  const happened = { action: 'account-created', data: { name: 'Bo', role: 'adviser', ...how }, ref: ann.id } as const;
  await deliver(entryBy(admin, 'admin', happened));
  expect(await noticesOf(other)).toMatchObject([{ kind: 'new-account', text: `${admin.name} ${said}` }]);
  expect(await titles(other)).toContain('A new account was created');
});

test('reports a reassigned client to its former adviser, unless that adviser did it', async () => {
  const [former, next] = [await newAdviser(), await newAdviser()];
  const client = await newClient(next);
  const data = { from: { id: former.id, name: former.name }, to: { id: next.id, name: next.name } };
  const reassigned = (by: Person) =>
    entryFor(client.id, { kind: 'admin', id: by.id, name: by.name }, { action: 'client-reassigned', data });
  const line = reassigned(admin);
  await deliver(line, line, reassigned(former));
  const text = `${admin.name} made ${next.name} the adviser of one of your clients`;
  expect(await inboxOf(former)).toMatchObject([{ kind: 'unassigned', text, clientId: null }]);
  const [mail] = await mailsTo(former.email);
  expect(mail?.text).toContain('We sent you this because you were this client’s adviser.');
});

test('does not report a demotion, stricter settings or changed hours to the other admins', async () => {
  const other = await newAdmin();
  const demoted = { name: ann.name, fields: [], from: 'admin', to: 'adviser' } as const;
  for (const happened of [
    { action: 'account-changed', data: { ...demoted, fields: [] }, ref: ann.id },
    { action: 'settings-changed', data: { section: 'staff', fields: ['secondFactor'] } },
    { action: 'settings-changed', data: { section: 'firm', fields: ['hours'] } },
  ] satisfies Happened[])
    await deliver(entryBy(admin, 'admin', happened));
  expect(await noticesOf(other)).toEqual([]);
});

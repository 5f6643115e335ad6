import { beforeAll, expect, test } from 'vitest';
import { lineAt } from '#functions/services/audit-log/entry.ts';
import { newChildKey } from '#functions/services/keys/ids.ts';
import { FIRM, PREFIX } from '#functions/services/keys/keys.ts';
import type { Happened } from '#shared/activity.ts';
import { newAdmin, newAdviser, type Person } from '../support/builders.ts';
import { inboxOf } from '../support/inbox.ts';
import { mailsTo } from '../support/mail.ts';
import { hear } from '../support/record-lines.ts';

// Not in test/api: there, other tests make admins at the same time, which every admin is told.

let admin: Person;
let ann: Person;
beforeAll(async () => {
  [admin, ann] = [await newAdmin(), await newAdviser()];
});

/** Returns a person's notices of what this file's admin did: what earlier files did may still arrive. */
const noticesOf = async (person: Person) => (await inboxOf(person)).filter(({ text }) => text.startsWith(admin.name));

const entryBy = (happened: Happened) =>
  lineAt(
    { pk: FIRM.pk, sk: `${PREFIX.activity}${newChildKey(new Date())}` },
    { kind: 'admin', id: admin.id, name: admin.name },
    happened,
  );

test.each<[string, Happened, string, string]>([
  [
    'a new admin',
    { action: 'account-created', data: { name: 'Bo', role: 'admin' } },
    'new-admin',
    'made an admin account for Bo',
  ],
  [
    'a promotion',
    { action: 'account-changed', data: { name: 'Bo', fields: [], from: 'adviser', to: 'admin' } },
    'new-admin',
    'made Bo an admin',
  ],
  [
    'weakened settings',
    { action: 'settings-changed', data: { section: 'staff', fields: ['secondFactor'], weakened: ['secondFactor'] } },
    'settings-weakened',
    'made settings less strict: second factor',
  ],
])('%s is reported once to the other admins, by mail too', async (_, happened, kind, said) => {
  const [other, added] = [await newAdmin(), await newAdmin()];
  const line = entryBy({ ...happened, ref: added.id } as Happened);
  await hear(line, line);
  const text = `${admin.name} ${said}`;
  expect(await noticesOf(other)).toMatchObject([{ kind, text, clientId: null }]);
  const subjects = (await mailsTo(other.email)).map(({ subject }) => subject);
  expect(subjects.filter((subject) => subject.includes(admin.name))).toEqual([expect.stringContaining(text)]);
  expect(await noticesOf(admin)).not.toContainEqual(expect.objectContaining({ text }));
  expect(await noticesOf(added)).toHaveLength(kind === 'new-admin' ? 0 : 1);
});

test('a new adviser, a demotion and stricter settings are not reported to the other admins', async () => {
  const other = await newAdmin();
  await hear(
    entryBy({ action: 'account-created', data: { name: 'Bo', role: 'adviser' }, ref: ann.id }),
    entryBy({
      action: 'account-changed',
      data: { name: ann.name, fields: [], from: 'admin', to: 'adviser' },
      ref: ann.id,
    }),
    entryBy({ action: 'settings-changed', data: { section: 'staff', fields: ['secondFactor'] } }),
  );
  expect(await noticesOf(other)).toEqual([]);
});

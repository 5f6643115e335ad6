import { beforeEach, expect, test } from 'vitest';
import { MAIL_CHOICES } from '#shared/rules/mail-choices.ts';
import { newAdmin, newAdviser, type Person } from '../../support/builders.ts';

const FIRST = {
  messages: 'now',
  documents: 'now',
  tasks: 'now',
  clients: 'now',
  providers: 'daily',
  security: 'now',
  digest: 'weekly',
};
const GROUPS = ['messages', 'documents', 'tasks', 'clients', 'providers'] as const;

let ann: Person;
beforeEach(async () => {
  ann = await newAdviser();
});

const read = async (person = ann) => (await person.call('GET /api/account/notifications')).body;
const choose = (body: object, person = ann) => person.call('PATCH /api/account/notifications', { body });

test('mails everything immediately by default, except chases of providers', async () => {
  expect(await read()).toEqual(FIRST);
  expect(await read(await newAdmin())).toEqual(FIRST);
});

test('a mail choice applies to its own account and leaves the other groups unchanged', async () => {
  const bob = await newAdviser();
  expect(await choose({ messages: 'daily' })).toMatchObject({ status: 200, body: { ...FIRST, messages: 'daily' } });
  expect((await choose({ tasks: 'off', security: 'daily' })).status).toBe(200);
  expect(await read()).toEqual({ ...FIRST, messages: 'daily', tasks: 'off', security: 'daily' });
  expect(await read(bob)).toEqual(FIRST);
});

test('each mail group accepts every choice, except that security cannot be switched off', async () => {
  for (const group of GROUPS)
    for (const choice of MAIL_CHOICES) expect((await choose({ [group]: choice })).body[group]).toBe(choice);
  const { status, body } = await choose({ security: 'off', messages: 'now' });
  expect([status, body.fields]).toEqual([400, { security: 'Security mail cannot be switched off' }]);
  expect(await read()).toEqual({
    messages: 'off',
    documents: 'off',
    tasks: 'off',
    clients: 'off',
    providers: 'off',
    security: 'now',
    digest: 'weekly',
  });
});

test('the Monday list is weekly or off', async () => {
  expect((await choose({ digest: 'off' })).body).toEqual({ ...FIRST, digest: 'off' });
  expect((await choose({ digest: 'weekly' })).body.digest).toBe('weekly');
  const { status, body } = await choose({ digest: 'daily' });
  expect([status, body.fields]).toEqual([400, { digest: 'Must be one of: weekly, off' }]);
});

test('concurrent choices for different mail groups are all kept', async () => {
  const answers = await Promise.all(GROUPS.map((group) => choose({ [group]: 'daily' })));
  expect(answers.map(({ status }) => status)).toEqual(GROUPS.map(() => 200));
  expect(await read()).toEqual({
    messages: 'daily',
    documents: 'daily',
    tasks: 'daily',
    clients: 'daily',
    providers: 'daily',
    security: 'now',
    digest: 'weekly',
  });
});

import { DeleteCommand, paginateScan } from '@aws-sdk/lib-dynamodb';
import { expect, test } from 'vitest';
import { seedDemo } from '#infra/local/demo/accounts.ts';
import { readSettings } from '#infra/tools/settings.ts';
import { type Outputs, State } from '#infra/tools/state.ts';
import { recommendedIn } from '#shared/settings.ts';
import { Caller } from '../support/api.ts';
import { table, tableName } from '../support/aws.ts';
import { signIn } from '../support/builders.ts';
import { operatorFolder, printed } from '../support/operator.ts';
import { emulatorUrl, siteOrigin } from '../support/stack.ts';

const PASSWORD = 'demo-password';
const folder = await operatorFolder();
const outputs = JSON.parse(process.env.TEST_OUTPUTS ?? '{}') as Outputs;
const seed = () =>
  printed(async () => {
    const stack = { state: new State(folder), origin: siteOrigin(), outputs, emulatorUrl: emulatorUrl() };
    return (await seedDemo(stack, { hardened: true })).length;
  });

const TableName = tableName();
for await (const { Items = [] } of paginateScan({ client: table }, { TableName }))
  for (const { pk, sk } of Items) await table.send(new DeleteCommand({ TableName, Key: { pk, sk } }));
const first = (await seed()).output;
const admin = await signIn('admin@example.com', PASSWORD);

const settings = async () => (await admin.call('GET /api/settings')).body;

test('HARDENED=1 is read, and fails without the demo firm', () => {
  expect(readSettings({})).toMatchObject({ hardened: false, demoData: true });
  expect(readSettings({ HARDENED: '1' })).toMatchObject({ hardened: true, demoData: true });
  expect(() => readSettings({ HARDENED: '1', DEMO_DATA: '0' })).toThrow('HARDENED=1 needs the demo firm');
});

test('the hardened demo firm has all recommended settings, and its output says where to read codes', async () => {
  expect(await settings()).toMatchObject({
    portal: recommendedIn('portal'),
    staff: recommendedIn('staff'),
    reminders: recommendedIn('reminders'),
  });
  expect(first).toContain('All settings that /admin/settings recommends are on.');
  expect(first).toContain('/__mail');
});

test('staff of the hardened firm can sign in during the grace period, and its clients need a code', async () => {
  const adviser = await signIn('adviser@example.com', PASSWORD);
  expect((await adviser.call('GET /api/account')).body.policy).toEqual({
    secondFactor: 'required',
    closesAt: expect.any(String),
  });
  const [client] = (await adviser.call('GET /api/clients')).body;
  const { body } = await adviser.call('GET /api/clients/{id}/token', { params: { id: client.id } });
  const opened = await new Caller().call('GET /api/portal/{token}', { params: { token: body.token } });
  expect([opened.status, opened.body.stepUp]).toEqual([401, { to: expect.stringContaining('•••@') }]);
});

test('HARDENED=1 has no effect on existing data, and its output says so', async () => {
  const { version } = await settings();
  const change = { version, portal: { stepUp: 'off' } };
  expect((await admin.call('PATCH /api/settings', { body: change })).status).toBe(200);
  expect((await seed()).output).toMatch(/HARDENED=1 has no effect, because .* already has data/);
  expect((await settings()).portal.stepUp).toBe('off');
});

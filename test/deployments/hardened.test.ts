import { beforeAll, expect, test, vi } from 'vitest';
import { seedDemo } from '#infra/local/demo/seed.ts';
import { readSettings } from '#infra/local/settings.ts';
import { State } from '#infra/local/state.ts';
import { RECOMMENDED } from '#shared/contract/settings.ts';
import { secondStack } from '../ops/second-stack.ts';
import { Caller } from '../support/api.ts';
import { type Person, signIn } from '../support/builders.ts';
import { emulatorUrl } from '../support/stack.ts';

// HARDENED=1 npm start, on a state of its own.
const PASSWORD = 'demo-password';
let seedAgain: () => Promise<string[]>;
let printed: string[];
let admin: Person;

beforeAll(async () => {
  const { folder, origin, outputs, use } = await secondStack({});
  use();
  seedAgain = async () => {
    const lines: string[] = [];
    const log = vi.spyOn(console, 'log').mockImplementation((line) => void lines.push(line));
    const stack = { state: new State(folder), origin, outputs, emulatorUrl: emulatorUrl() };
    await seedDemo(stack, { hardened: true });
    log.mockRestore();
    return lines;
  };
  printed = await seedAgain();
  admin = await signIn('admin@example.com', PASSWORD);
}, 300_000);

const settings = async () => (await admin.call('GET /api/settings')).body;

test('HARDENED=1 is read, and is nothing without the demo firm', () => {
  expect(readSettings({})).toMatchObject({ hardened: false, demoData: true });
  expect(readSettings({ HARDENED: '1' })).toMatchObject({ hardened: true, demoData: true });
  expect(() => readSettings({ HARDENED: '1', DEMO_DATA: '0' })).toThrow('HARDENED=1 is about the demo firm');
});

test('the demo firm has all switched on that is recommended, and it is said where codes are read', async () => {
  expect(await settings()).toMatchObject(RECOMMENDED);
  expect(printed.join('\n')).toContain('All that /admin/settings recommends is switched on.');
  expect(printed.join('\n')).toContain('/__mail');
});

test('its people sign in as ever within the days of grace, and its clients are asked for a code', async () => {
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

test('where there are data already it says that it changes nothing', async () => {
  const { version } = await settings();
  const change = { version, portal: { stepUp: 'off' } };
  expect((await admin.call('PATCH /api/settings', { body: change })).status).toBe(200);
  expect((await seedAgain()).join('\n')).toMatch(/HARDENED=1 changes nothing, as .* has data already/);
  expect((await settings()).portal.stepUp).toBe('off');
});

import { afterAll, beforeAll, expect, test } from 'vitest';
import type { FirmSettings } from '#shared/contract/firm.ts';
import { Caller } from '../support/api.ts';
import { demoAdmin, newAdviser, newClient, type Person } from '../support/builders.ts';
import { mailsTo } from '../support/mail.ts';

const FIRM = { name: 'Quay & Partners', phone: '020 7946 0321', hours: 'Weekdays, 9 to 5' };

let admin: Person;
let first: FirmSettings;
const save = async (firm: object) => {
  const { version } = (await admin.call('GET /api/settings')).body;
  expect((await admin.call('PATCH /api/settings', { body: { version, firm } })).status).toBe(200);
};
beforeAll(async () => {
  admin = await demoAdmin();
  first = (await admin.call('GET /api/settings')).body;
  await save(FIRM);
});
// Other tests of the run are on the same stack.
afterAll(() => save(first.firm));

test('mail by a call and mail by a job tell the firm’s name, phone and hours as the settings have them', async () => {
  const adviser = await newAdviser();
  const client = await newClient(adviser);
  await adviser.call('POST /api/clients/{id}/send-portal-link', { params: { id: client.id } });
  await new Caller().call('POST /api/auth/forgot-password', { body: { email: adviser.email } });
  for (const address of [client.email, adviser.email]) {
    const [mail] = await mailsTo(address, 1);
    expect(mail?.subject).toContain(FIRM.name);
    expect(mail?.text).toMatch(/\n\nQuay & Partners\nPhone: 020 7946 0321\nHours: Weekdays, 9 to 5\s*$/);
  }
});

import { beforeEach, expect, test } from 'vitest';
import { type ClientItem, clientKey } from '#functions/domain/clients/client.ts';
import { attemptsKey } from '#functions/services/rate-limit.ts';
import { SETTINGS_KEY } from '#functions/services/settings.ts';
import { DAY_MS } from '#shared/rules/time.ts';
import { type ClientDesk, clientOf, openPortal, saveSettings } from '../../support/acts.ts';
import { Caller } from '../../support/api.ts';
import { entryByClient, followed } from '../../support/audit-entries.ts';
import { changeStored, stored } from '../../support/aws.ts';
import { demoAdmin, newAdviser } from '../../support/builders.ts';
import { refusing, sesError, withFault } from '../../support/faults/faults.ts';
import { codeIn, mailsTo, portalTokenIn } from '../../support/mail.ts';

let mia: ClientDesk;
const ago = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString();

const save = async (portal: object) => expect((await saveSettings(admin, { portal })).status).toBe(200);
const admin = await demoAdmin();
const ann = await newAdviser('Ann Smith');
// Links expire after 30 days, a rule that is 400 days old.
await save({ linkDays: 30 });
await changeStored(SETTINGS_KEY, { since: { linkDays: ago(400) } });
beforeEach(async () => {
  mia = await clientOf(ann);
});

const open = (token = mia.token) => openPortal(token);
const item = () => stored<ClientItem>(clientKey(mia.id));
const ask = (token = mia.token) => new Caller().call('POST /api/portal/new-link', { body: { token } });
const tokens = async (count = 0) => (await mailsTo(mia.email, count)).map(portalTokenIn);
const expire = () => changeStored(clientKey(mia.id), { linkIssuedAt: ago(31), linkUsedAt: undefined });
const request = (version: number) => entryByClient(mia, { action: 'new-link-requested', data: { version } });

test('a link expires 30 days after it was made or last opened, and says so', async () => {
  await changeStored(clientKey(mia.id), { linkIssuedAt: ago(31), linkUsedAt: ago(29) });
  expect((await open()).status).toBe(200);
  await expire();
  expect(await open()).toMatchObject({ status: 401, body: { message: 'This link has expired', expired: true } });
});

test('a completed client’s link expires 30 days after the completion, even if it is used', async () => {
  const { completedAt: _, ...summary } = (await item())?.summary ?? ({} as ClientItem['summary']);
  await changeStored(clientKey(mia.id), {
    summary: { ...summary, completedAt: ago(31) },
    linkIssuedAt: ago(90),
    linkUsedAt: ago(1),
  });
  expect((await open()).body.expired).toBe(true);
});

test('an expired link can request a new one by mail, and never opens the portal again', async () => {
  await expire();
  expect((await ask()).status).toBe(202);
  const [token = ''] = await tokens(1);
  expect((await open(token)).status).toBe(200);
  expect((await open()).body).toEqual({ message: 'There is a newer link', expired: true, replaced: true });
  expect(await item()).toMatchObject({ tokenVersion: 2, deviceVersion: 1, linkMailedTo: mia.email, renewedFrom: 1 });
  await expect.poll(mia.actions).toEqual(expect.arrayContaining(['portal-link-renewed', 'new-link-requested']));
});

test('asking again from an old link mails the current link instead of making another', async () => {
  await expire();
  await followed(request(1));
  await followed(request(1));
  const [second, first] = await tokens();
  expect([second, first, (await item())?.tokenVersion]).toEqual([first, first, 2]);
  expect((await mia.actions())[0]).toBe('portal-link-sent');
  // Once that link has expired too, both old pages lead to the third.
  await expire();
  await followed(request(1));
  expect(await item()).toMatchObject({ tokenVersion: 3, renewedFrom: 1 });
  await followed(request(2));
  const [again, third] = await tokens();
  expect([again === third, (await open(third)).status]).toEqual([true, 200]);
});

test('two concurrent requests make one link', async () => {
  await expire();
  await Promise.all([followed(request(1)), followed(request(1))]);
  const all = await tokens();
  expect([all.length, new Set(all).size, (await item())?.tokenVersion]).toEqual([2, 1, 2]);
});

test.each([
  ['whose portal is suspended', { 'summary/portalSuspended': true }],
  ['whose mail bounced', { 'summary/mailProblem': 'bounced' }],
  ['that is being deleted', { deleting: true }],
  ['that already has another link', { tokenVersion: 7 }],
])('makes and mails no link for a client %s', async (_, set) => {
  await expire();
  await changeStored(clientKey(mia.id), set);
  const before = await item();
  expect((await ask()).status).toBe(202);
  await followed(request(1));
  expect([await item(), await tokens()]).toEqual([before, []]);
});

test('a cancelled link is not renewed, even if it had been renewed before', async () => {
  await expire();
  await followed(request(1));
  await mia.newLink();
  for (const version of [1, 2]) await followed(request(version));
  expect([(await item())?.tokenVersion, (await tokens()).length]).toEqual([3, 1]);
});

test('mails a link to a client three times an hour, and refuses more without saying so', async () => {
  await expire();
  const endsAt = Math.floor(Date.now() / 1000) + 99;
  await changeStored(attemptsKey('link-mail-client', mia.id), { v: 1, count: 3, endsAt });
  expect((await ask()).status).toBe(202);
  expect(await mia.actions()).not.toContain('new-link-requested');
});

test('tells the adviser, and mails nothing, if an expired link is asked for and email to the client bounces', async () => {
  await expire();
  await changeStored(clientKey(mia.id), { 'summary/mailProblem': 'bounced' });
  expect((await ask()).status).toBe(202);
  expect((await mia.actions())[0]).toBe('portal-help-asked');
  expect(await tokens()).toEqual([]);
});

test('mails the same link on the next run after SES throttling', async () => {
  await expire();
  const line = request(1);
  await expect(withFault(refusing('SendRawEmail', sesError('Throttling')), () => followed(line))).rejects.toThrow();
  await followed(line);
  const [token] = await tokens();
  expect([(await item())?.tokenVersion, (await open(token)).status]).toEqual([2, 200]);
});

test('an adviser who mails an expired link mails a new one', async () => {
  await expire();
  expect((await mia.by('POST /api/clients/{id}/send-portal-link')).status).toBe(200);
  const [token] = await tokens();
  expect([(await open(token)).status, (await open()).status]).toEqual([200, 401]);
  expect(await mia.actions()).toEqual(expect.arrayContaining(['portal-link-renewed', 'portal-link-sent']));
});

test('step-up by the firm’s settings remembers a device for the number of days set there', async () => {
  await save({ stepUp: 'new-device', deviceDays: 10 });
  expect((await open()).body.stepUp).toBeDefined();
  await mia.own.call('POST /api/portal/code');
  const body = { code: codeIn((await mailsTo(mia.email, 1))[0]), remember: true };
  expect((await mia.own.call('POST /api/portal/device', { body })).status).toBe(204);
  const [{ id }] = (await mia.own.call('GET /api/portal/devices')).body;
  const device = await stored({ ...clientKey(mia.id), sk: `DEVICE#${id}` });
  expect(Math.round((Date.parse(String(device?.endsAt)) - Date.now()) / DAY_MS)).toBe(10);
  await changeStored(clientKey(mia.id), { stepUp: 'off' });
  expect((await open()).status).toBe(200);
});

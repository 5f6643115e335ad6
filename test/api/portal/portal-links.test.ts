import { beforeEach, describe, expect, test } from 'vitest';
import { type ClientItem, clientKey } from '#functions/domain/clients/client.ts';
import { DAY_MS, MINUTE_MS } from '#shared/rules/time.ts';
import { type ClientDesk, clientOf, deleteAccount, openPortal, withCookie } from '../../support/acts.ts';
import { Caller } from '../../support/api.ts';
import { deliver, entryByClient, entryFor, firmEntryFor, followed } from '../../support/audit-entries.ts';
import { changeStored, stored } from '../../support/aws.ts';
import { newAdmin, newAdviser, upload } from '../../support/builders.ts';
import { atOnce, interleaved } from '../../support/faults/interleaved.ts';
import { calling } from '../../support/handlers.ts';
import { SOON } from '../../support/inbox.ts';
import { mailsTo, portalTokenIn } from '../../support/mail.ts';
import { mailedCode, typed } from '../../support/people/devices.ts';
import { confirmedDevice } from '../../support/people/entry.ts';
import { tampered } from '../../support/tampered.ts';

let mia: ClientDesk;
const [ann, bob, admin] = await Promise.all([newAdviser('Ann Smith'), newAdviser('Bob Jones'), newAdmin()]);
beforeEach(async () => {
  mia = await clientOf(ann);
});

const opens = async (token = mia.token) => (await openPortal(token)).status;
const item = (id = mia.id) => stored<ClientItem>(clientKey(id));
const set = (given: object, id = mia.id) => changeStored(clientKey(id), { ...given });
const recordByAdmin = async () => (await mia.by('GET /api/clients/{id}/activity', {}, admin)).body;
const summaries = async () => (await recordByAdmin()).map(({ summary }: { summary: string }) => summary);
const send = () => mia.by('POST /api/clients/{id}/send-portal-link');
const ago = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString();
const isNow = (at: unknown) => Date.parse(String(at)) > Date.now() - MINUTE_MS;

describe('correcting a client’s address', () => {
  test('cancels a link that was mailed to the former address, and reports it', async () => {
    expect((await send()).status).toBe(200);
    const { status, body } = await mia.change({ email: `new-${mia.email}` });
    expect([status, body.linkRenewed, await opens()]).toEqual([200, true, 401]);
    const { body: link } = await mia.by('GET /api/clients/{id}/token', {}, admin);
    expect(await opens(link.token)).toBe(200);
    expect((await summaries())[1]).toBe('Changed email. Created a new portal link');
    expect(await mailsTo(body.email)).toEqual([]);
  });

  test('keeps a link that was never mailed, but asks every device to confirm again', async () => {
    const { cookie } = await confirmedDevice(mia.id);
    await set({ stepUp: 'on' });
    expect((await mia.change({ email: `new-${mia.email}` })).body.linkRenewed).toBeUndefined();
    const answer = await openPortal(mia.token, withCookie(cookie, mia.token));
    expect([answer.status, answer.body.stepUp]).toEqual([401, { to: expect.any(String) }]);
  });

  test('keeps the link if only the case differs', async () => {
    await send();
    const { body } = await mia.change({ email: mia.email.toUpperCase() });
    expect([body.linkRenewed, await opens()]).toEqual([undefined, 200]);
  });

  test('at any moment of the link’s mail leaves no valid link in the former mailbox', async () => {
    await atOnce(
      () => clientOf(ann),
      ({ params }) => calling(ann, 'POST /api/clients/{id}/send-portal-link', { params }),
      ({ params, email }) => calling(ann, 'PATCH /api/clients/{id}', { params, body: { email: `new-${email}` } }),
      async (client, [sent, patched]) => {
        expect([[200, 409].includes(sent.status), patched.status]).toEqual([true, 200]);
        for (const token of (await mailsTo(client.email)).map(portalTokenIn))
          if (token) expect(await opens(token)).toBe(401);
      },
    );
  });
});

test('a client shows when the current link was emailed, also if its creation did that', async () => {
  const mailedAt = async () => (await mia.read('GET /api/clients/{id}')).link.mailedAt;
  expect(await mailedAt()).toBeNull();
  await send();
  expect(isNow(await mailedAt())).toBe(true);
  await mia.newLink();
  expect(await mailedAt()).toBeNull();
  const body = { name: 'Bo Berg', email: `bo-${mia.email}`, phone: '1', emailLink: true };
  expect(isNow((await ann.call('POST /api/clients', { body })).body.link.mailedAt)).toBe(true);
});

describe('reassigning a client', () => {
  const reassign = (more: object = {}) => mia.change({ adviserId: bob.id, ...more }, admin);

  test('keeps the link', async () => {
    const { status, body } = await reassign();
    expect([status, body.linkRenewed, await opens()]).toEqual([200, undefined, 200]);
  });

  test('with renewLink cancels the link in the same change and mails the new one once in the firm’s name', async () => {
    const { body } = await reassign({ renewLink: true });
    expect([body.linkRenewed, await opens()]).toEqual([true, 401]);
    const [mail] = await mailsTo(mia.email, 1);
    expect(mail?.text).not.toMatch(/Ann Smith|Bob Jones/);
    expect(await opens(portalTokenIn(mail))).toBe(200);
    await expect.poll(async () => (await recordByAdmin())[0].action, SOON).toBe('portal-link-sent');
    expect(await summaries()).toContain('Reassigned from Ann Smith to Bob Jones. Created a new portal link');
    const { tokenVersion, linkMailedTo, linkMailedAt } = (await item()) ?? {};
    expect([linkMailedTo, isNow(linkMailedAt)]).toEqual([mia.email, true]);
    // Repeats the change, as a caller does if the response was lost.
    expect((await reassign({ renewLink: true })).body.linkRenewed).toBeUndefined();
    expect((await item())?.tokenVersion).toBe(tokenVersion);
  });

  test('rejects renewLink without an adviser', async () => {
    const { status, body } = await mia.change({ renewLink: true }, admin);
    expect([status, Object.keys(body.fields)]).toEqual([400, ['renewLink']]);
    expect((await mia.change({ renewLink: false, status: 'urgent' }, admin)).status).toBe(200);
  });

  test.each([{ 'summary/mailProblem': 'bounced' }, { 'summary/portalSuspended': true }])(
    'mails nothing to a client with %j',
    async (given) => {
      await set(given);
      const [from, to] = [bob, ann].map(({ id, name }) => ({ id, name }));
      const data = { from, to, renewed: true, mailed: true } as const;
      const by = { kind: 'admin', id: admin.id, name: admin.name } as const;
      await followed(entryFor(mia.id, by, { action: 'client-reassigned', data }));
      expect(await mailsTo(mia.email)).toEqual([]);
    },
  );
});

describe('suspending a portal', () => {
  test('blocks reads and writes until it is allowed again', async () => {
    const { body } = await mia.change({ portalSuspended: true });
    expect([body.portalSuspended, await opens()]).toEqual([true, 401]);
    expect((await mia.write('x', mia.own)).status).toBe(401);
    expect((await mia.own.call('POST /api/portal/code')).status).toBe(401);
    expect((await send()).body.message).toBe('The portal is suspended for this client. Allow it first.');
    expect((await mia.change({ portalSuspended: false })).body.portalSuspended).toBe(false);
    expect(await opens()).toBe(200);
    const entries = ['Suspended the portal', 'Allowed the portal again'];
    expect(await summaries()).toEqual(expect.arrayContaining(entries));
  });

  test('refuses a message of the client that is not yet written', async () => {
    await interleaved(
      () => clientOf(ann),
      ({ params, token }) => calling({ token }, 'POST /api/clients/{id}/messages', { params, body: { content: 'x' } }),
      ({ params }) => calling(ann, 'PATCH /api/clients/{id}', { params, body: { portalSuspended: true } }),
      async ({ read }, { first, other }) => {
        expect([first.status, other.status]).toEqual([401, 200]);
        expect(await read('GET /api/clients/{id}/messages')).toEqual([]);
      },
    );
  });
});

test('step-up of one client is on for each device, off only for a logged reason, or inherited', async () => {
  expect((await mia.change({ stepUp: 'on' })).body).toMatchObject({ stepUp: 'on', stepUpReason: null });
  expect(await opens()).toBe(401);
  for (const stepUpReason of [undefined, null, '  ']) {
    const { status, body } = await mia.change({ stepUp: 'off', stepUpReason });
    expect([status, Object.keys(body.fields)]).toEqual([400, ['stepUpReason']]);
  }
  const { body } = await mia.change({ stepUp: 'off', stepUpReason: ' No mailbox of her own ' });
  expect(body).toMatchObject({ stepUp: 'off', stepUpReason: 'No mailbox of her own' });
  expect((await summaries())[0]).toBe('Allowed new devices without a code: No mailbox of her own');
  expect(await opens()).toBe(200);
  expect((await mia.change({ stepUpReason: '' })).status).toBe(400);
  expect((await mia.change({ stepUp: 'inherit' })).body).toMatchObject({ stepUp: 'inherit', stepUpReason: null });
});

test('a new link asks every device to confirm again and restarts its expiry', async () => {
  await set({ linkIssuedAt: ago(50), linkUsedAt: ago(40), linkMailedTo: mia.email, renewedFrom: 1 });
  await mia.newLink();
  const { tokenVersion, deviceVersion, linkIssuedAt, ...others } = (await item()) ?? ({} as ClientItem);
  expect([tokenVersion, deviceVersion, isNow(linkIssuedAt)]).toEqual([2, 1, true]);
  expect([others.linkUsedAt, others.linkMailedTo, others.renewedFrom]).toEqual([undefined, undefined, undefined]);
});

test('opening a page updates the last use of link and device once a day', async () => {
  const { cookie, id } = await confirmedDevice(mia.id);
  const device = { ...clientKey(mia.id), sk: `DEVICE#${id}` };
  const open = () => openPortal(mia.token, withCookie(cookie));
  const noted = async () => [(await item())?.linkUsedAt, (await stored(device))?.lastAt];
  await changeStored(device, { lastAt: ago(2) });
  await open();
  const first = await noted();
  expect(first.map(isNow)).toEqual([true, true]);
  await open();
  expect(await noted()).toEqual(first);
  await set({ linkUsedAt: ago(1.1) });
  await open();
  const [usedAt] = await noted();
  expect([isNow(usedAt), (await mia.now()).link.usedAt]).toEqual([true, usedAt]);
});

test('a preview by staff equals the client’s page, is logged and marks nothing as read', async () => {
  await mia.write('Hello');
  for (const responsibility of ['client', 'adviser']) await mia.addTask({ responsibility });
  await upload(ann, mia.id, 'x');
  const before = await item();
  const looked = await mia.by('GET /api/clients/{id}/portal');
  expect(await item()).toEqual(before);
  const own = (await openPortal(mia.token)).body;
  expect([looked.status, looked.body]).toEqual([200, { ...own, me: null, reminders: { ...own.reminders, key: null } }]);
  expect((await mia.actions())[0]).toBe('portal-previewed');
  expect(await mia.read('GET /api/clients/{id}/messages', mia.own)).toMatchObject([{ content: 'Hello', read: true }]);
});

describe('confirmed devices', () => {
  let phone: Caller;
  beforeEach(async () => {
    await set({ stepUp: 'on' });
    phone = new Caller(mia.token);
    await typed(phone, await mailedCode(mia));
  });
  const own = async () => (await phone.call('GET /api/portal/devices')).body;
  const byStaff = () => mia.read('GET /api/clients/{id}/devices');
  const subjects = async (email = mia.email) =>
    (await mailsTo(email)).map(({ subject }) => subject).filter((subject) => subject.startsWith('A new device'));

  test('are announced to the client by email with a link to remove them', async () => {
    await expect.poll(() => subjects(), SOON).toEqual([expect.stringMatching(/^A new device can open your page at /)]);
    const mail = (await mailsTo(mia.email)).find(({ subject }) => subject.startsWith('A new device'));
    expect(mail?.text).toContain('Device: Unknown device. Confirmed on ');
    expect(mail?.text).toContain(`/portal/${mia.token}#devices`);
    expect((await item())?.linkMailedTo).toBe(mia.email);
  });

  test('are the same list for client and staff, without expired ones and those of a former link', async () => {
    const old = await confirmedDevice(mia.id);
    await changeStored({ ...clientKey(mia.id), sk: `DEVICE#${old.id}` }, { endsAt: ago(1) });
    const [{ current, ...shown }, ...more] = await own();
    expect([current, more, await byStaff()]).toEqual([true, [], [{ ...shown, person: null }]]);
    await mia.newLink();
    expect(await byStaff()).toEqual([]);
  });

  test('lose access at their next call if staff remove them', async () => {
    const [{ id: deviceId }] = await byStaff();
    const params = { id: mia.id, deviceId };
    const remove = async () => (await mia.by('DELETE /api/clients/{id}/devices/{deviceId}', { params })).status;
    expect(await remove()).toBe(204);
    expect([(await phone.call('GET /api/portal/devices')).status, await remove()]).toEqual([401, 404]);
  });

  test('can be removed by their client and by no other client', async () => {
    const remove = async (id: string) =>
      (await phone.call('DELETE /api/portal/devices/{id}', { params: { id } })).status;
    expect(await remove((await confirmedDevice((await clientOf(ann)).id)).id)).toBe(404);
    const [{ id }] = await own();
    expect([await remove(id), await byStaff()]).toEqual([204, []]);
  });

  test('are announced once for repeated entries, and not after their removal', async () => {
    const client = await clientOf(ann);
    const entry = (ref: string) =>
      entryByClient(client, { action: 'device-confirmed', data: { label: 'iPad', by: 'code' }, ref });
    const line = entry((await confirmedDevice(client.id)).id);
    for (const one of [line, line, line, entry('A'.repeat(22))]) await followed(one);
    expect(await subjects(client.email)).toHaveLength(1);
  });
});

test('makes no new link for a link that has not expired', async () => {
  const before = await item();
  for (const token of [mia.token, 'unknown', tampered(mia.token)]) {
    const { status, body } = await new Caller().call('POST /api/portal/new-link', { body: { token } });
    const message = 'A new link is on its way to the email address that we have for you.';
    expect([status, body.message]).toEqual([202, message]);
  }
  expect(await item()).toEqual(before);
  expect(await mia.actions()).not.toContain('new-link-requested');
});

test('deleting an account replaces every link that it saw by a new mailed one, except links made since', async () => {
  const lea = await newAdviser();
  const [left, renewed] = [await clientOf(lea), await clientOf(lea)];
  await left.change({ adviserId: bob.id }, admin);
  await renewed.change({ adviserId: bob.id, renewLink: true }, admin);
  const { tokenVersion } = (await item(renewed.id)) ?? {};
  expect(await opens(left.token)).toBe(200);
  expect((await deleteAccount(admin, lea.id)).status).toBe(204);
  const [mail] = await mailsTo(left.email, 1);
  expect([await opens(left.token), await opens(portalTokenIn(mail))]).toEqual([401, 200]);
  expect((await item(renewed.id))?.tokenVersion).toBe(tokenVersion);
  await deliver(
    firmEntryFor({ kind: 'admin', ...admin }, { action: 'account-deleted', data: { name: 'Lea' }, ref: lea.id }),
  );
  expect((await item(left.id))?.tokenVersion).toBe(2);
});

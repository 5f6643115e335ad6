import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { secret } from '#functions/aws/derived-keys.ts';
import { sessionPublicKey } from '#functions/aws/session-key.ts';
import { type ClientItem, clientKey } from '#functions/domain/clients/client.ts';
import { newId } from '#functions/services/keys/ids.ts';
import { AUDIT } from '#functions/services/keys/keys.ts';
import type { Activity } from '#shared/contract/messages.ts';
import { Caller } from '../../support/api.ts';
import { changeStored, stored } from '../../support/aws.ts';
import { newAdmin, newAdviser, newClient, type Person, upload } from '../../support/builders.ts';
import { atOnce, interleaved } from '../../support/faults/interleaved.ts';
import { job, killAtEveryCall } from '../../support/faults/killed.ts';
import { callHandler } from '../../support/handlers.ts';
import { SOON } from '../../support/inbox.ts';
import { mailsTo } from '../../support/mail.ts';
import { followed, guardedClient, mailedCode, typed } from '../../support/people/devices.ts';
import { confirmedDevice } from '../../support/people/entry.ts';
import { hear, lineFor, storedQuietly } from '../../support/record-lines.ts';

let ann: Person;
let bob: Person;
let admin: Person;
let mia: Awaited<ReturnType<typeof newClient>>;
beforeAll(async () => {
  [ann, bob, admin] = await Promise.all([newAdviser('Ann Smith'), newAdviser('Bob Jones'), newAdmin()]);
  // A call that is held until another ends must not hold a key that both wait for.
  await Promise.all([sessionPublicKey(), secret('portal-token', 1), secret('device', 1)]);
});
beforeEach(async () => {
  mia = await newClient(ann);
});

const on = ({ id } = mia) => ({ params: { id } });
const patch = (body: object, by: Person = ann) => by.call('PATCH /api/clients/{id}', { ...on(), body });
const opens = async (token = mia.token) =>
  (await new Caller().call('GET /api/portal/{token}', { params: { token } })).status;
const item = (id = mia.id) => stored<ClientItem>(clientKey(id));
const record = async (): Promise<Activity[]> => (await admin.call('GET /api/clients/{id}/activity', on())).body;
const actions = async () => (await record()).map(({ action }) => action);
const send = () => ann.call('POST /api/clients/{id}/send-portal-link', on());
const tokenNow = async () => (await admin.call('GET /api/clients/{id}/token', on())).body.token as string;
const tokenIn = (text = '') => /\/portal\/([\w-]+)/.exec(text)?.[1] ?? '';
const DAY_MS = 24 * 60 * 60 * 1000;
const ago = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString();

describe('a corrected address', () => {
  test('voids at once a link that was mailed to the former one, and says so', async () => {
    expect((await send()).status).toBe(200);
    const { status, body } = await patch({ email: `new-${mia.email}` });
    expect([status, body.linkRenewed, await opens()]).toEqual([200, true, 401]);
    expect(await opens(await tokenNow())).toBe(200);
    expect((await record())[1]).toMatchObject({ summary: 'Changed email. Created a new portal link' });
    expect(await mailsTo(body.email)).toEqual([]);
  });

  test('leaves alone a link that nobody mailed, but asks every device anew', async () => {
    const { cookie } = await confirmedDevice(mia.id);
    await changeStored(clientKey(mia.id), { stepUp: 'on' });
    const { body } = await patch({ email: `new-${mia.email}` });
    expect(body.linkRenewed).toBeUndefined();
    const answer = await Object.assign(new Caller(mia.token), { cookie }).call('GET /api/portal/{token}', {
      params: { token: mia.token },
    });
    expect([answer.status, answer.body.stepUp]).toEqual([401, { to: expect.any(String) }]);
  });

  test('that differs in capitals alone is none', async () => {
    await send();
    const { body } = await patch({ email: mia.email.toUpperCase() });
    expect([body.linkRenewed, await opens()]).toEqual([undefined, 200]);
  });

  test('at any moment of the link’s mail: no live link lies in the former mailbox', async () => {
    await atOnce(
      () => newClient(ann),
      ({ id }) =>
        () =>
          callHandler(ann, 'POST /api/clients/{id}/send-portal-link', { params: { id } }),
      ({ id, email }) =>
        () =>
          callHandler(ann, 'PATCH /api/clients/{id}', { params: { id }, body: { email: `new-${email}` } }),
      async (client, [sent, patched]) => {
        expect(patched.status).toBe(200);
        expect([200, 409]).toContain(sent.status);
        const links = (await mailsTo(client.email)).filter(({ text }) => text.includes('/portal/'));
        for (const { text } of links) expect(await opens(tokenIn(text))).toBe(401);
      },
    );
  });
});

describe('reassigning', () => {
  const reassign = (more: object = {}) => patch({ adviserId: bob.id, ...more }, admin);

  test('leaves the link as it is', async () => {
    const { status, body } = await reassign();
    expect([status, body.linkRenewed, await opens()]).toEqual([200, undefined, 200]);
  });

  test('with renewLink voids it in the same change, and mails the new one as from the firm, once', async () => {
    const { body } = await reassign({ renewLink: true });
    expect([body.linkRenewed, await opens()]).toEqual([true, 401]);
    const [mail] = await mailsTo(mia.email, 1);
    expect(mail?.text).not.toMatch(/Ann Smith|Bob Jones/);
    expect(await opens(tokenIn(mail?.text))).toBe(200);
    await expect.poll(actions, SOON).toContain('portal-link-sent');
    expect((await record()).find(({ action }) => action === 'client-reassigned')?.summary).toBe(
      'Reassigned from Ann Smith to Bob Jones. Created a new portal link',
    );
    expect((await item())?.linkMailedTo).toBe(mia.email);
  });

  test('again to the same adviser, as where an answer was lost, renews nothing again', async () => {
    await reassign({ renewLink: true });
    const { tokenVersion } = (await item()) ?? {};
    expect((await reassign({ renewLink: true })).body.linkRenewed).toBeUndefined();
    expect((await item())?.tokenVersion).toBe(tokenVersion);
  });

  test('renewLink without an adviser is 400 at its field', async () => {
    const { status, body } = await patch({ renewLink: true }, admin);
    expect([status, Object.keys(body.fields)]).toEqual([400, ['renewLink']]);
    expect((await patch({ renewLink: false, status: 'urgent' }, admin)).status).toBe(200);
  });

  const line = (client = mia) =>
    lineFor(
      client.id,
      { kind: 'admin', id: admin.id, name: admin.name },
      {
        action: 'client-reassigned',
        data: { from: { id: bob.id, name: 'B' }, to: { id: ann.id, name: 'A' }, renewed: true, mailed: true },
      },
    );

  test('the mail is killed before any of its calls, and followed again: one link at most, which works', async () => {
    await killAtEveryCall(
      async () => {
        const client = await newClient(ann);
        return { client, followed: line(client) };
      },
      ({ followed: one }) => job(() => followed(one)),
      async ({ client, followed: one }) => {
        await followed(one);
        const mails = await mailsTo(client.email);
        expect(mails.length).toBeLessThanOrEqual(1);
        for (const { text } of mails) expect(await opens(tokenIn(text))).toBe(200);
      },
    );
  });

  test.each([{ mailProblem: 'bounced' }, { portalSuspended: true }])(
    'nothing is mailed to a client with %j',
    async (set) => {
      await changeStored(clientKey(mia.id), set);
      await followed(line());
      expect(await mailsTo(mia.email)).toEqual([]);
    },
  );
});

describe('suspending', () => {
  test('shuts the link at once, for reads and writes; allowing opens it again', async () => {
    const { body } = await patch({ portalSuspended: true });
    expect([body.portalSuspended, await opens()]).toEqual([true, 401]);
    const own = new Caller(mia.token);
    expect((await own.call('POST /api/clients/{id}/messages', { ...on(), body: { content: 'x' } })).status).toBe(401);
    expect((await own.call('POST /api/portal/code')).status).toBe(401);
    expect((await send()).body.message).toBe('The portal is suspended for this client. Allow it first.');
    expect((await patch({ portalSuspended: false })).body.portalSuspended).toBe(false);
    expect(await opens()).toBe(200);
    expect((await record()).map(({ summary }) => summary)).toEqual(
      expect.arrayContaining(['Suspended the portal', 'Allowed the portal again']),
    );
  });

  test('at any moment of a client’s message before it is written: it is refused', async () => {
    const played = await interleaved(
      () => newClient(ann),
      ({ id, token }) =>
        () =>
          callHandler({ token }, 'POST /api/clients/{id}/messages', { params: { id }, body: { content: 'x' } }),
      ({ id }) =>
        () =>
          callHandler(ann, 'PATCH /api/clients/{id}', { params: { id }, body: { portalSuspended: true } }),
      async ({ id }, { first, other }) => {
        expect([first.status, other.status]).toEqual([401, 200]);
        expect((await ann.call('GET /api/clients/{id}/messages', { params: { id } })).body).toEqual([]);
      },
    );
    expect(played).toBeGreaterThan(2);
  });
});

describe('step-up of one client', () => {
  test('on: each device is asked; off needs a reason, which is recorded; inherit has none', async () => {
    expect((await patch({ stepUp: 'on' })).body).toMatchObject({ stepUp: 'on', stepUpReason: null });
    expect(await opens()).toBe(401);
    for (const stepUpReason of [undefined, null, '  ']) {
      const { status, body } = await patch({ stepUp: 'off', stepUpReason });
      expect([status, Object.keys(body.fields)]).toEqual([400, ['stepUpReason']]);
    }
    const { body } = await patch({ stepUp: 'off', stepUpReason: ' No mailbox of her own ' });
    expect(body).toMatchObject({ stepUp: 'off', stepUpReason: 'No mailbox of her own' });
    expect((await record())[0]?.summary).toBe('Lets new devices in without a code: No mailbox of her own');
    expect(await opens()).toBe(200);
    expect((await patch({ stepUpReason: '' })).status).toBe(400);
    expect((await patch({ stepUp: 'inherit' })).body).toMatchObject({ stepUp: 'inherit', stepUpReason: null });
  });

  test('what changes nothing is no change', async () => {
    const before = await record();
    expect((await patch({ stepUp: 'inherit', stepUpReason: null, portalSuspended: false })).status).toBe(200);
    expect(await record()).toEqual(before);
  });
});

test('a link that is made anew asks every device anew, and begins its days', async () => {
  await changeStored(clientKey(mia.id), {
    linkIssuedAt: ago(50),
    linkUsedAt: ago(40),
    linkMailedTo: mia.email,
    renewedFrom: 1,
  });
  await admin.call('POST /api/clients/{id}/token/regenerate', on());
  const { tokenVersion, deviceVersion, linkIssuedAt, ...others } = (await item()) ?? ({} as ClientItem);
  expect([tokenVersion, deviceVersion, Date.parse(linkIssuedAt ?? '') > Date.now() - 60_000]).toEqual([2, 1, true]);
  expect(Object.keys(others)).not.toEqual(expect.arrayContaining(['linkUsedAt']));
  expect([others.linkUsedAt, others.linkMailedTo, others.renewedFrom]).toEqual([undefined, undefined, undefined]);
});

describe('that a page was opened', () => {
  test('is noted once a day, of link and device', async () => {
    const { cookie, id } = await confirmedDevice(mia.id);
    const device = { ...clientKey(mia.id), sk: `DEVICE#${id}` };
    const open = () =>
      Object.assign(new Caller(), { cookie }).call('GET /api/portal/{token}', { params: { token: mia.token } });
    await changeStored(device, { lastAt: ago(2) });
    await open();
    const first = [(await item())?.linkUsedAt, (await stored(device))?.lastAt];
    expect(first.map((at) => Date.parse(String(at)) > Date.now() - 60_000)).toEqual([true, true]);
    await open();
    expect([(await item())?.linkUsedAt, (await stored(device))?.lastAt]).toEqual(first);
    await changeStored(clientKey(mia.id), { linkUsedAt: ago(1.1) });
    await open();
    expect((await item())?.linkUsedAt).not.toBe(ago(1.1));
    expect((await ann.call('GET /api/clients/{id}', on())).body.link.usedAt).toBe((await item())?.linkUsedAt);
  });
});

describe('the page as its client sees it, for staff', () => {
  test('is the same, recorded, and marks nothing', async () => {
    await ann.call('POST /api/clients/{id}/messages', { ...on(), body: { content: 'Hello' } });
    await ann.call('POST /api/clients/{id}/tasks', { ...on(), body: { title: 'Sign', responsibility: 'client' } });
    await ann.call('POST /api/clients/{id}/tasks', { ...on(), body: { title: 'Check', responsibility: 'adviser' } });
    await upload(ann, mia.id, 'x');
    const before = await item();
    const looked = await ann.call('GET /api/clients/{id}/portal', on());
    expect(await item()).toEqual(before);
    const seen = await new Caller().call('GET /api/portal/{token}', { params: { token: mia.token } });
    expect([looked.status, looked.body]).toEqual([200, seen.body]);
    expect((await actions())[0]).toBe('portal-previewed');
    const messages = await new Caller(mia.token).call('GET /api/clients/{id}/messages', on());
    expect(messages.body).toMatchObject([{ content: 'Hello', read: true }]);
  });

  test('is another adviser’s to see as little as the client', async () => {
    expect((await bob.call('GET /api/clients/{id}/portal', on())).status).toBe(404);
    expect((await new Caller(mia.token).call('GET /api/clients/{id}/portal', on())).status).toBe(403);
  });
});

describe('devices', () => {
  let sue: Awaited<ReturnType<typeof guardedClient>>;
  let phone: Caller;
  beforeEach(async () => {
    sue = await guardedClient(ann);
    phone = new Caller(sue.token);
    await typed(phone, await mailedCode(sue));
  });
  const mine = async () => (await phone.call('GET /api/portal/devices')).body;
  const ofSue = async (by: Person = ann) => (await by.call('GET /api/clients/{id}/devices', on(sue))).body;

  test('a client is told of each new one by mail, with the way to remove it', async () => {
    await expect
      .poll(async () => (await mailsTo(sue.email)).map(({ subject }) => subject), SOON)
      .toContainEqual(expect.stringMatching(/^A new device can open your page at /));
    const mail = (await mailsTo(sue.email)).find(({ subject }) => subject.startsWith('A new device'));
    expect(mail?.text).toContain('Device: Unknown device. Confirmed on ');
    expect(mail?.text).toContain(`/portal/${sue.token}#devices`);
    expect((await item(sue.id))?.linkMailedTo).toBe(sue.email);
  });

  test('client and staff see the same; ended ones and those of a former link are gone', async () => {
    const old = await confirmedDevice(sue.id);
    await changeStored({ ...clientKey(sue.id), sk: `DEVICE#${old.id}` }, { endsAt: ago(1) });
    const [own] = await mine();
    const { current, ...shown } = own;
    expect([current, await mine(), await ofSue()]).toEqual([true, [own], [shown]]);
    await admin.call('POST /api/clients/{id}/token/regenerate', on(sue));
    expect(await ofSue()).toEqual([]);
  });

  test('one that is removed is out at its next call', async () => {
    const [{ id }] = await ofSue();
    const remove = { params: { id: sue.id, deviceId: id } };
    expect((await bob.call('DELETE /api/clients/{id}/devices/{deviceId}', remove)).status).toBe(404);
    expect((await ann.call('DELETE /api/clients/{id}/devices/{deviceId}', remove)).status).toBe(204);
    expect((await phone.call('GET /api/portal/devices')).status).toBe(401);
    expect((await ann.call('DELETE /api/clients/{id}/devices/{deviceId}', remove)).status).toBe(404);
  });

  test('a client removes its own, and no other client’s', async () => {
    const other = await confirmedDevice(mia.id);
    expect((await phone.call('DELETE /api/portal/devices/{id}', { params: { id: other.id } })).status).toBe(404);
    const [{ id }] = await mine();
    expect((await phone.call('DELETE /api/portal/devices/{id}', { params: { id } })).status).toBe(204);
    expect(await ofSue()).toEqual([]);
  });

  test('the mail goes out once, however often its line comes, and not for one that was removed', async () => {
    const tom = await guardedClient(ann);
    const device = await confirmedDevice(tom.id);
    const byTom = { kind: 'client', id: tom.id, name: tom.name } as const;
    const line = lineFor(tom.id, byTom, {
      action: 'device-confirmed',
      data: { label: 'iPad, Safari', by: 'code' },
      ref: device.id,
    });
    for (let i = 0; i < 3; i += 1) await followed(line);
    expect((await mailsTo(tom.email)).map(({ subject }) => subject)).toEqual([
      expect.stringMatching(/^A new device can open your page at /),
    ]);
    const gone = lineFor(tom.id, byTom, {
      action: 'device-confirmed',
      data: { label: 'Mac, Safari', by: 'phone' },
      ref: 'A'.repeat(22),
    });
    await followed(gone);
    expect(await mailsTo(tom.email)).toHaveLength(1);
  });

  test('a client that is deleted leaves neither device nor code', async () => {
    await mailedCode(sue);
    expect((await ann.call('DELETE /api/clients/{id}', on(sue))).status).toBe(204);
    for (const sk of ['CODES', `DEVICE#${'A'}`]) expect(await stored({ ...clientKey(sue.id), sk })).toBeUndefined();
    expect((await phone.call('GET /api/portal/devices')).status).toBe(401);
  });
});

test('a new link is made for nobody whose own has not expired', async () => {
  const admins = await item();
  for (const token of [mia.token, 'unknown', `${mia.token.slice(0, -2)}xx`]) {
    const answer = await new Caller().call('POST /api/portal/new-link', { body: { token } });
    expect([answer.status, answer.body.message]).toEqual([
      202,
      'A new link is on its way to the email address that we have for you.',
    ]);
  }
  expect(await item()).toEqual(admins);
  expect(await actions()).not.toContain('new-link-requested');
});

describe('a deleted account', () => {
  const gone = (id: string, data: object) => ({
    ...lineFor('', { kind: 'admin', ...admin }, { action: 'account-deleted', data: { name: 'Lea', ...data }, ref: id }),
    pk: AUDIT,
  });

  test('takes every link that it saw with it: new ones are mailed, and those made since stay', async () => {
    const lea = await newAdviser();
    const [left, renewed] = [await newClient(lea), await newClient(lea)];
    for (const [{ id }, renewLink] of [
      [left, false],
      [renewed, true],
    ] as const)
      await admin.call('PATCH /api/clients/{id}', { params: { id }, body: { adviserId: bob.id, renewLink } });
    const link = async () => (await item(renewed.id))?.tokenVersion;
    const before = await link();
    expect(await opens(left.token)).toBe(200);
    expect((await admin.call('DELETE /api/advisers/{id}', { params: { id: lea.id } })).status).toBe(204);
    const [mail] = await mailsTo(left.email, 1);
    expect([await opens(left.token), await opens(tokenIn(mail?.text)), await link()]).toEqual([401, 200, before]);
    await hear(gone(lea.id, { linksNoted: true }));
    expect((await item(left.id))?.tokenVersion).toBe(2);
  });

  test('deleting an account without notes renews the links that audit logs say it saw, once', async () => {
    const id = newId();
    const seen = { action: 'portal-link-revealed', data: {} } as const;
    await storedQuietly(lineFor(mia.id, { kind: 'adviser', id, name: 'Lea' }, seen));
    for (let i = 0; i < 2; i += 1) await hear(gone(id, {}));
    expect([await opens(), (await item())?.tokenVersion]).toEqual([401, 2]);
  });
});

import { beforeEach, describe, expect, test } from 'vitest';
import { Conflict } from '#functions/aws/retry.ts';
import { get, remove } from '#functions/aws/table.ts';
import { type ClientItem, clientKey } from '#functions/domain/clients/client.ts';
import { type PersonItem, personKey } from '#functions/domain/clients/person.ts';
import { noteUse } from '#functions/domain/portal/requests.ts';
import { newId } from '#functions/services/keys/keys.ts';
import type { ClientPerson } from '#shared/contract/people.ts';
import { PART_BYTES } from '#shared/rules/uploads.ts';
import { type ClientDesk, clientOf, deleteAccount, openPortal } from '../../support/acts.ts';
import { Caller } from '../../support/api.ts';
import { changeStored, stored } from '../../support/aws.ts';
import { demoAdmin, newAdmin, newAdviser, type Person, upload } from '../../support/builders.ts';
import { SOON } from '../../support/inbox.ts';
import { codeIn, mailsTo } from '../../support/mail.ts';
import { newPerson } from '../../support/people/persons.ts';
import { ask } from '../../support/requests.ts';

let adviser: Person;
let sarah: ClientDesk;
let rob: ClientPerson & { token: string };
beforeEach(async () => {
  adviser = await newAdviser();
  sarah = await clientOf(adviser, { name: 'Sarah Smith' });
  rob = await newPerson(adviser, sarah);
});

const people = async (): Promise<ClientPerson[]> => sarah.read('GET /api/clients/{id}/people');
const status = async (token: string) => (await openPortal(token)).status;
const change = (body: object, person = rob) =>
  adviser.call('PATCH /api/people/{id}', { params: { id: person.id }, body });
const robs = { name: 'Rob Smith', kind: 'second', version: 1 };

test('a second person opens the same page by a link of their own', async () => {
  const token = sarah.token.slice(0, 22);
  expect([rob.token.slice(0, 22), rob.token.endsWith('--2')]).toEqual([token, true]);
  const { client, me, people: shown } = (await openPortal(rob.token)).body;
  const everybody = [
    { number: 1, name: 'Sarah Smith', kind: 'first' },
    { number: 2, name: 'Rob Smith', kind: 'second' },
  ];
  expect([client.name, me, shown]).toEqual(['Sarah Smith', everybody[1], everybody]);
  expect((await people()).map(({ name, kind, link }) => [name, kind, link.usedAt !== null])).toEqual([
    ['Sarah Smith', 'first', false],
    ['Rob Smith', 'second', true],
  ]);
  const [entry] = await sarah.read('GET /api/clients/{id}/activity');
  expect([entry.action, entry.summary]).toEqual(['portal-link-revealed', 'Viewed the portal link of Rob Smith']);
  const preview = await sarah.read('GET /api/clients/{id}/portal');
  expect([preview.me, preview.people]).toEqual([null, everybody]);
});

test('a message names its sender', async () => {
  await sarah.write('Hello', new Caller(rob.token));
  const [message] = await sarah.read('GET /api/clients/{id}/messages');
  expect([message.senderId, message.senderName]).toEqual([`${sarah.id}.2`, 'Rob Smith']);
  const [entry] = await sarah.read('GET /api/clients/{id}/activity');
  expect([entry.actorId, entry.actorName]).toEqual([`${sarah.id}.2`, 'Rob Smith']);
});

test('a file and an answer name a further person who sent them', async () => {
  const { id } = await ask(sarah, 'Passport');
  const ofRob = { number: 2, name: 'Rob Smith' };
  const send = (caller: Caller) => upload(caller, sarah.id, 'A passport');
  expect(await send(new Caller(rob.token))).toMatchObject({ uploadedBy: 'client', sentBy: ofRob });
  for (const caller of [sarah.own, adviser]) expect(await send(caller)).toMatchObject({ sentBy: null });
  const answer = async (token: string, reason: string) => {
    const sent = { params: { id }, body: { reason } };
    await new Caller(token).call('POST /api/requests/{id}/cannot', sent);
    const { requests } = (await openPortal(sarah.token)).body;
    return requests[0];
  };
  expect(await answer(rob.token, 'I lost it')).toMatchObject({ answer: 'I lost it', answeredBy: ofRob });
  expect(await answer(sarah.token, 'He lost it')).toMatchObject({ answer: 'He lost it', answeredBy: null });
});

describe('a new link', () => {
  test('for one person leaves the links of others valid', async () => {
    const admin = await demoAdmin();
    const { body } = await admin.call('POST /api/people/{id}/token/regenerate', { params: { id: rob.id } });
    expect([await status(rob.token), await status(body.token), await status(sarah.token)]).toEqual([401, 200, 200]);
    await admin.call('POST /api/clients/{id}/token/regenerate', { params: { id: sarah.id } });
    expect([await status(body.token), await status(sarah.token)]).toEqual([200, 401]);
  });

  test('follows a new address, if the old link was emailed there', async () => {
    expect((await change({ ...robs, email: 'rob.new@clients.example' })).status).toBe(200);
    expect(await status(rob.token)).toBe(200);
    await adviser.call('POST /api/people/{id}/send-link', { params: { id: rob.id } });
    expect((await mailsTo('rob.new@clients.example'))[0]?.text).toContain(rob.token);
    await change({ ...robs, version: 2, email: 'rob@home.example' });
    expect([await status(rob.token), await status(sarah.token)]).toEqual([401, 200]);
  });
});

test('every link is renewed and emailed if a new adviser gets new links', async () => {
  const [admin, next] = [await demoAdmin(), await newAdviser()];
  await adviser.call('POST /api/people/{id}/send-link', { params: { id: rob.id } });
  expect((await sarah.change({ adviserId: next.id, renewLink: true }, admin)).status).toBe(200);
  expect([await status(rob.token), await status(sarah.token)]).toEqual([401, 401]);
  for (const { email } of [rob, sarah])
    await expect
      .poll(async () => (await mailsTo(email)).map(({ subject }) => subject), SOON)
      .toContainEqual(expect.stringContaining('Your new secure link'));
});

test('the deletion of an account renews the link of a person whom it added', async () => {
  const [admin, leaving] = [await demoAdmin(), await newAdmin()];
  const ann = await newPerson(leaving, sarah, { name: 'Ann Smith' });
  expect((await deleteAccount(admin, leaving.id)).status).toBe(204);
  await expect.poll(() => status(ann.token), SOON).toBe(401);
});

test('a repeated addition shows a later link only with an entry in the audit log', async () => {
  const admin = await demoAdmin();
  const sent = {
    body: { name: 'Ann Smith', email: 'ann@clients.example', kind: 'second' },
    headers: { 'idempotency-key': newId() },
  };
  const { body: added } = await sarah.by('POST /api/clients/{id}/people', sent);
  const revealed = async () =>
    (await sarah.actions()).filter((action: string) => action === 'portal-link-revealed').length;
  const before = await revealed();
  expect((await sarah.by('POST /api/clients/{id}/people', sent)).body.token).toBe(added.token);
  expect(await revealed()).toBe(before);
  const { body } = await admin.call('POST /api/people/{id}/token/regenerate', { params: { id: added.id } });
  expect((await sarah.by('POST /api/clients/{id}/people', sent)).body.token).toBe(body.token);
  expect(await revealed()).toBe(before + 1);
});

test('the adviser is told if an admin adds a person, who gets a link', async () => {
  await newPerson(await demoAdmin(), sarah, { name: 'Ann Smith' });
  const notices = async () =>
    (await adviser.call('GET /api/notifications')).body.map(({ text }: { text: string }) => text);
  await expect.poll(notices, SOON).toContainEqual(expect.stringContaining('added Ann Smith as a further person'));
});

test('an unfinished upload belongs to the link that began it', async () => {
  const [ofSarah, ofRob] = [new Caller(sarah.token), new Caller(rob.token)];
  const body = { name: 'scan.bin', size: PART_BYTES + 1 };
  const { body: begun } = await sarah.by('POST /api/clients/{id}/uploads', { body }, ofSarah);
  const list = async (caller: Caller) => (await sarah.read('GET /api/clients/{id}/uploads', caller)).length;
  expect([await list(ofSarah), await list(ofRob)]).toEqual([1, 0]);
  const { status: cancelled } = await ofRob.call('DELETE /api/uploads/{id}', { params: { id: begun.id } });
  expect([cancelled, await list(ofSarah)]).toEqual([404, 1]);
});

test('a visit during the deletion of the client stores nothing', async () => {
  const [client, own] = [await get<ClientItem>(clientKey(sarah.id)), await get<PersonItem>(personKey(sarah.id, 2))];
  if (!client || !own) throw new Error('The client has no second person');
  await Promise.all([remove(client), remove(own)]);
  await expect(
    noteUse({ kind: 'client', id: sarah.id, name: 'Rob Smith', client, person: { client, own } }, new Date()),
  ).rejects.toThrow(Conflict);
  expect([await stored(client), await stored(own)]).toEqual([undefined, undefined]);
});

test('a removed person’s link opens nothing, and their number is not used again', async () => {
  await adviser.call('DELETE /api/people/{id}', { params: { id: rob.id } });
  expect([await status(rob.token), await status(sarah.token)]).toEqual([401, 200]);
  const next = await newPerson(adviser, sarah);
  expect([next.id, await status(rob.token), await status(next.token)]).toEqual([`${sarah.id}.p3`, 401, 200]);
});

test('a search finds a client by the names and addresses of all people', async () => {
  const admin = await demoAdmin();
  const found = async (q: string, caller: Caller) =>
    (await caller.call('GET /api/clients', { query: { q } })).body.map(({ name }: { name: string }) => name);
  const both = async (q: string) => [await found(q, admin), await found(q, adviser)];
  const ann = await newPerson(adviser, sarah, { name: 'Annabel Featherington', email: 'bell@clients.example' });
  const [everywhere, nowhere] = [
    [['Sarah Smith'], ['Sarah Smith']],
    [[], []],
  ];
  expect([await both('featherin'), await both('bell@clients')]).toEqual([everywhere, everywhere]);
  await change({ ...robs, name: 'Annabel Quillington', email: ann.email }, ann);
  expect([await both('featherin'), await both('quilling')]).toEqual([nowhere, everywhere]);
  await adviser.call('DELETE /api/people/{id}', { params: { id: ann.id } });
  expect(await both('quilling')).toEqual(nowhere);
});

test('suspending the portal shuts it for everybody', async () => {
  await sarah.change({ portalSuspended: true });
  expect([await status(rob.token), await status(sarah.token)]).toEqual([401, 401]);
});

test('a code of one person confirms no device of another', async () => {
  await changeStored(clientKey(sarah.id), { stepUp: 'on' });
  const askForCode = async (token: string, address: string) => {
    const caller = new Caller(token);
    await caller.call('POST /api/portal/code');
    const codes = async () => (await mailsTo(address)).map(codeIn).filter((code) => code !== '');
    await expect.poll(codes, SOON).toHaveLength(1);
    return (await codes())[0] ?? '';
  };
  const [codeOfSarah, codeOfRob] = [await askForCode(sarah.token, sarah.email), await askForCode(rob.token, rob.email)];
  const confirm = async (token: string, code: string) => {
    const caller = new Caller(token);
    const { status: answered } = await caller.call('POST /api/portal/device', { body: { code, remember: true } });
    return answered;
  };
  expect([await confirm(rob.token, codeOfSarah), await confirm(sarah.token, codeOfRob)]).toEqual([401, 401]);
  expect([await confirm(rob.token, codeOfRob), await confirm(sarah.token, codeOfSarah)]).toEqual([204, 204]);
  const devices = await sarah.read('GET /api/clients/{id}/devices');
  expect(devices.map(({ person }: { person: string | null }) => person)).toEqual(['Sarah Smith', 'Rob Smith']);
});

describe('staff', () => {
  test.each([
    [{ name: 'Sarah Smith' }, 409, 'This person is here already'],
    [{ kind: 'attorney' }, 400, 'Say when you saw the registered power'],
  ])('cannot add %j', async (given, expected, message) => {
    const body = { name: 'Ann', email: sarah.email, kind: 'second', ...given };
    const answer = await sarah.by('POST /api/clients/{id}/people', { body });
    expect([answer.status, answer.body.message]).toEqual([expected, message]);
  });

  test('cannot add a fifth further person, or change a person from an old page', async () => {
    for (const name of ['B', 'C', 'D']) await newPerson(adviser, sarah, { name });
    const body = { name: 'E', email: 'e@clients.example', kind: 'second' };
    const answer = await sarah.by('POST /api/clients/{id}/people', { body });
    expect([answer.status, answer.body.message]).toEqual([409, 'A client has at most 4 more people.']);
    await change({ ...robs, email: rob.email, name: 'Robert' });
    expect((await change({ ...robs, email: rob.email, name: 'Bob' })).body.message).toBe(
      'Somebody changed this person meanwhile. Reload to see it.',
    );
    expect(await stored({ pk: `CLIENT#${sarah.id}`, sk: 'CLIENT#PERSON#2' })).toMatchObject({
      summary: { name: 'Robert' },
    });
  });
});

describe('emails of news', () => {
  const subjects = async (email: string) => (await mailsTo(email)).map(({ subject }) => subject);
  const news = () => sarah.by('POST /api/clients/{id}/messages', { body: { content: 'Good morning' } });

  test('go to each person with a link of their own, and to one whose mailbox fails none', async () => {
    await news();
    for (const { email, token } of [sarah, rob])
      await expect.poll(async () => (await mailsTo(email)).some(({ text }) => text.includes(token)), SOON).toBe(true);
    const ann = await newPerson(adviser, sarah, { name: 'Ann Smith', email: 'ann.smith@clients.example' });
    await changeStored({ pk: `CLIENT#${sarah.id}`, sk: 'CLIENT#PERSON#3' }, { 'summary/mailProblem': 'bounced' });
    await sarah.addTask({ title: 'Sign', responsibility: 'client' });
    expect([ann.id, await subjects(ann.email)]).toEqual([`${sarah.id}.p3`, []]);
  });
});

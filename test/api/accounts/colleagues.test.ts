import { beforeEach, describe, expect, test, vi } from 'vitest';
import { query } from '#functions/aws/table.ts';
import { adviserKey } from '#functions/domain/accounts/account.ts';
import { adviserPartition } from '#functions/services/keys/keys.ts';
import { isUnread, NOTICE } from '#functions/services/notices.ts';
import { MAX_COLLEAGUES } from '#shared/rules/limits.ts';
import { auditLog, type ClientDesk, changeAccount, clientOf, deleteAccount, openPortal } from '../../support/acts.ts';
import { demoAdmin, newAdviser, newClient, PASSWORD, type Person, signIn } from '../../support/builders.ts';
import { START, setNow } from '../../support/clock.ts';
import { inDays } from '../../support/days.ts';
import { inboxOf, SOON } from '../../support/inbox.ts';
import { worksWith } from '../../support/people/colleagues.ts';

const admin = await demoAdmin();
let [sam, priya]: Person[] = [];
let mia: ClientDesk;
beforeEach(async () => {
  setNow(START);
  [sam, priya] = await Promise.all([newAdviser('Sam Okafor'), newAdviser('Priya Nair')]);
  mia = await clientOf(sam as Person, { name: 'Mia Wood' });
});
const both = () => ({ sam: sam as Person, priya: priya as Person });

const seen = async (by: Person) => (await mia.by('GET /api/clients/{id}', {}, by)).body;
const listOf = async (by: Person, call: 'GET /api/clients' | 'GET /api/tasks/pending', own = {}) =>
  (await by.call(call, { query: own })).body;
const setCover = (by: Person, body: object) => by.call('PATCH /api/account/cover', { body });
const setWorks = (id: string, works: object[], worksWas: object[] = []) =>
  changeAccount(admin, id, { works, worksWas });
const always = ({ id }: Person) => ({ id, from: null, until: null });
const texts = async (by: Person) => (await inboxOf(by)).map(({ text }) => text);

describe('somebody who works with an adviser', () => {
  test('sees what an admin sees of the same advisers', async () => {
    const { sam, priya } = both();
    await mia.addTask({ title: 'Write report', responsibility: 'adviser', dueDate: inDays(-1) });
    await newClient(priya, { name: 'Own One' });
    await worksWith(admin, priya, sam);
    const ofBoth = [sam.id, priya.id];
    const byAdviser = async (call: 'GET /api/clients' | 'GET /api/tasks/pending') =>
      (await Promise.all(ofBoth.map((adviser) => listOf(admin, call, { adviser })))).flat();
    const byKey = (a: { id: string }, b: { id: string }) => (a.id < b.id ? -1 : 1);
    for (const call of ['GET /api/clients', 'GET /api/tasks/pending'] as const)
      expect((await listOf(priya, call)).toSorted(byKey)).toEqual((await byAdviser(call)).toSorted(byKey));
    expect(await listOf(priya, 'GET /api/clients', { adviser: sam.id })).toMatchObject([{ name: 'Mia Wood' }]);
    expect(await listOf(priya, 'GET /api/clients', { q: 'mia' })).toMatchObject([{ adviserName: 'Sam Okafor' }]);
    expect((await priya.call('GET /api/dashboard/stats')).body).toMatchObject({
      totalClients: 2,
      pendingAdviserActions: 1,
    });
    expect((await priya.call('GET /api/today')).body).toMatchObject({
      clients: [{ clientId: mia.id, adviserName: 'Sam Okafor' }],
    });
    const { people, months } = (await priya.call('GET /api/insight')).body;
    expect(people).toMatchObject([{ adviserName: 'Priya Nair' }, { adviserName: 'Sam Okafor', overdue: 1 }]);
    await expect.poll(async () => (await priya.call('GET /api/insight')).body.months.at(-1).added, SOON).toBe(2);
    expect(months).toHaveLength(3);
    expect((await priya.call('GET /api/insight', { query: { adviser: sam.id } })).status).toBe(200);
    expect((await priya.call('GET /api/insight/stuck', { query: { adviser: admin.id } })).status).toBe(403);
  });

  test('pages through the lists of several advisers without gaps and repeats', async () => {
    const { sam, priya } = both();
    await worksWith(admin, priya, sam);
    for (const adviser of [priya, sam, sam, priya]) await newClient(adviser);
    const ids: string[] = [];
    let path: Record<string, string> | undefined = { limit: '2' };
    while (path) {
      const { body, headers } = await priya.call('GET /api/clients', { query: path });
      ids.push(...body.map(({ id }: { id: string }) => id));
      const next = /<([^>]+)>/.exec(headers.get('link') ?? '')?.[1];
      path = next ? Object.fromEntries(new URL(next, 'https://x.example').searchParams) : undefined;
    }
    expect(ids).toEqual((await listOf(priya, 'GET /api/clients')).map(({ id }: { id: string }) => id));
    expect(new Set(ids).size).toBe(5);
  });

  test('adds clients for the adviser, but does not delete or reassign any', async () => {
    const { sam, priya } = both();
    await worksWith(admin, priya, sam);
    const added = await newClient(priya, { adviserId: sam.id });
    expect(added.adviserId).toBe(sam.id);
    await expect.poll(() => texts(sam), SOON).toContain('You are now this client’s adviser');
    const { status, body } = await mia.by('DELETE /api/clients/{id}', {}, priya);
    expect([status, body.message]).toEqual([403, 'Only Sam Okafor or an admin can delete this client']);
    expect((await mia.change({ adviserId: priya.id }, priya)).status).toBe(403);
  });

  test('keeps no notice of a client who was deleted or reassigned', async () => {
    const { sam, priya } = both();
    await worksWith(admin, priya, sam);
    const zoe = await clientOf(sam, { name: 'Zoe Bell' });
    for (const client of [mia, zoe]) await client.write('Hello', client.own);
    const left = async () => (await query(adviserPartition(priya.id), NOTICE)).filter((notice) => 'clientId' in notice);
    await expect.poll(async () => (await left()).length, SOON).toBe(2);
    await mia.by('DELETE /api/clients/{id}', {}, admin);
    await zoe.change({ adviserId: admin.id }, admin);
    await expect.poll(left, SOON).toEqual([]);
  });

  test('is told how they know the client, and the adviser what they did', async () => {
    const { sam, priya } = both();
    await worksWith(admin, priya, sam);
    expect([(await seen(priya)).access, (await seen(sam)).access, (await seen(admin)).access]).toEqual([
      'works',
      'own',
      'admin',
    ]);
    await mia.change({ email: 'mia.new@example.com' }, priya);
    await expect
      .poll(() => inboxOf(sam), SOON)
      .toContainEqual(expect.objectContaining({ kind: 'by-colleague', text: 'Priya Nair changed email' }));
    const [entry] = await mia.read('GET /api/clients/{id}/activity');
    expect([entry.actorName, entry.actorFor]).toEqual(['Priya Nair', undefined]);
  });

  test('is told with whom they work now, without what has ended', async () => {
    const { sam, priya } = both();
    const ended = { id: admin.id, from: null, until: inDays(-1) };
    await setWorks(priya.id, [always(sam), ended]);
    await expect.poll(() => texts(priya), SOON).toEqual(['You now work with Sam Okafor']);
    await setWorks(priya.id, [ended], [always(sam), ended]);
    await expect.poll(() => texts(priya), SOON).toContain('You now work with nobody');
  });

  test('gets the notices of the adviser until an admin ends it; then they are removed', async () => {
    const { sam, priya } = both();
    await worksWith(admin, priya, sam);
    await mia.write('Hello', mia.own);
    await vi.waitFor(async () => expect(await texts(priya)).toContain('Sent you a message'), SOON);
    await setWorks(priya.id, [], [always(sam)]);
    expect((await seen(priya)).message).toBeDefined();
    expect(await texts(priya)).not.toContain('Sent you a message');
    const left = async () => (await query(adviserPartition(priya.id), NOTICE)).filter((notice) => 'clientId' in notice);
    await expect.poll(left, SOON).toEqual([]);
    expect(await texts(sam)).toContain('Sent you a message');
  });
});

describe('a cover', () => {
  const days = { from: inDays(0), until: inDays(13) };

  test('keeps no notice, once it has ended, of a client who is deleted or reassigned', async () => {
    const { sam, priya } = both();
    await setCover(sam, { colleagueId: priya.id, ...days });
    const zoe = await clientOf(sam, { name: 'Zoe Bell' });
    for (const client of [mia, zoe]) await client.write('Hello', client.own);
    const left = async () => (await query(adviserPartition(priya.id), NOTICE)).filter((notice) => 'clientId' in notice);
    await expect.poll(async () => (await left()).length, SOON).toBe(2);
    setNow(new Date(`${inDays(14)}T09:00:00Z`));
    const later = await demoAdmin();
    expect((await mia.by('DELETE /api/clients/{id}', {}, later)).status).toBe(204);
    expect((await zoe.change({ adviserId: admin.id }, later)).status).toBe(200);
    await expect.poll(left, SOON).toEqual([]);
  });

  test('lets a colleague in until its last day, under their own name', async () => {
    const { sam, priya } = both();
    const { status, body } = await setCover(sam, { colleagueId: priya.id, ...days });
    expect([status, body.cover]).toMatchObject([200, { id: priya.id, name: 'Priya Nair', named: true, ...days }]);
    expect((await seen(priya)).access).toBe('cover');
    await mia.addTask({ title: 'Own' });
    await mia.by('POST /api/clients/{id}/tasks', { body: { title: 'Covered' } }, priya);
    const [entry] = await mia.read('GET /api/clients/{id}/activity');
    expect([entry.actorName, entry.actorFor]).toEqual(['Priya Nair', 'Sam Okafor']);
    expect((await openPortal(mia.token)).body.adviser).toEqual({
      name: 'Sam Okafor',
      away: { until: days.until, colleague: 'Priya Nair' },
    });
    await expect
      .poll(() => texts(priya), SOON)
      .toContainEqual(expect.stringMatching(/^You cover for Sam Okafor from /));
    expect((await auditLog({ actor: sam.id }))[0]?.summary).toMatch(/^Let Priya Nair see their clients from /);
    await mia.write('Hello', mia.own);
    await vi.waitFor(async () => expect(await texts(priya)).toContain('Sent you a message'), SOON);
    const unread = async () => {
      const found = await query(adviserPartition(priya.id), NOTICE, { keep: isUnread });
      return found.filter((notice) => 'clientId' in notice).length;
    };
    expect(await unread()).toBe(1);

    setNow(new Date(`${inDays(14)}T00:00:00Z`));
    const [later, back] = await Promise.all([priya, sam].map(({ email }) => signIn(email, PASSWORD)));
    expect((await mia.by('GET /api/clients/{id}', {}, later)).status).toBe(404);
    expect(await texts(later as Person)).not.toContain('Sent you a message');
    expect(await unread()).toBe(0);
    expect((await openPortal(mia.token)).body.adviser.away).toBeNull();
    expect((await back?.call('GET /api/account'))?.body.cover).toBeNull();
  });

  test('can be made longer after it began, but not begin in the past', async () => {
    const { sam, priya } = both();
    await setCover(sam, { colleagueId: priya.id, ...days });
    setNow(new Date(`${inDays(5)}T12:00:00Z`));
    const { body: back } = await setCover(await signIn(sam.email, PASSWORD), {
      colleagueId: priya.id,
      from: days.from,
      until: inDays(20),
    });
    expect(back.cover).toMatchObject({ from: days.from, until: inDays(20) });
  });

  test('is replaced by another, removed by either side, and repeated without effect', async () => {
    const { sam, priya } = both();
    const hannah = await newAdviser('Hannah Pryce');
    await setCover(sam, { colleagueId: priya.id, ...days });
    await setCover(sam, { colleagueId: priya.id, ...days });
    await setCover(sam, { colleagueId: hannah.id, ...days });
    expect([(await seen(hannah)).access, (await mia.by('GET /api/clients/{id}', {}, priya)).status]).toEqual([
      'cover',
      404,
    ]);
    await expect.poll(() => texts(priya), SOON).toContain('You no longer cover for Sam Okafor');
    expect((await setCover(sam, { colleagueId: null })).body).toEqual({ cover: null });
    expect((await setCover(sam, { colleagueId: null })).status).toBe(200);
    expect((await auditLog({ actor: sam.id })).map(({ action }) => action)).toEqual([
      'cover-removed',
      'cover-set',
      'cover-set',
    ]);
    await setCover(sam, { colleagueId: priya.id, ...days });
    await setWorks(priya.id, [], [{ id: sam.id, ...days }]);
    expect((await sam.call('GET /api/account')).body.cover).toBeNull();
    await expect
      .poll(() => texts(sam), SOON)
      .toContainEqual(expect.stringContaining('ended Priya Nair’s cover for you'));
  });

  test.each([
    ['colleagueId', 'Choose somebody else', ({ sam }: ReturnType<typeof both>) => ({ colleagueId: sam.id })],
    ['colleagueId', 'This adviser does not exist', () => ({ colleagueId: 'nobody' })],
    ['from', 'Choose today or a later day', () => ({ from: inDays(-1) })],
    ['until', 'The last day is before the first', () => ({ from: inDays(3), until: inDays(2) })],
    ['until', '90 days at most', () => ({ until: inDays(90) })],
  ])('is refused by %s: %s', async (field, message, sent) => {
    const people = both();
    const { status, body } = await setCover(people.sam, { colleagueId: people.priya.id, ...days, ...sent(people) });
    expect([status, body.fields]).toEqual([400, { [field]: message }]);
  });

  test('is refused for somebody who works with the adviser already', async () => {
    const { sam, priya } = both();
    await worksWith(admin, priya, sam);
    const { body } = await setCover(sam, { colleagueId: priya.id, ...days });
    expect(body.fields).toEqual({ colleagueId: 'Priya Nair works with you already' });
  });
});

describe('the list of whom a person works with', () => {
  test('is refused if somebody changed it meanwhile, and repeated without effect', async () => {
    const { sam, priya } = both();
    expect((await setWorks(priya.id, [always(sam)])).status).toBe(200);
    expect((await setWorks(priya.id, [always(sam)])).status).toBe(200);
    const { status, body } = await setWorks(priya.id, []);
    expect([status, body.message]).toEqual([409, 'Somebody changed this meanwhile. Reload to see it.']);
    const entries = (await auditLog({ action: 'works-changed' })).filter(({ about }) => about === priya.id);
    expect(entries.map(({ summary }) => summary)).toEqual(['Set who Priya Nair works with: Sam Okafor']);
  });

  test.each([
    ['works.0.id', 'Choose somebody else', ({ priya }: ReturnType<typeof both>) => [always(priya)]],
    ['works.1.id', 'This adviser is in the list already', ({ sam }) => [always(sam), always(sam)]],
    ['works.0.id', 'This adviser does not exist', () => [{ id: 'nobody', from: null, until: null }]],
    [
      'works.0.until',
      'The last day is before the first',
      ({ sam }) => [{ id: sam.id, from: inDays(2), until: inDays(1) }],
    ],
    ['works', 'Up to 20 advisers', ({ sam }) => Array(MAX_COLLEAGUES + 1).fill(always(sam))],
  ])('is refused by %s: %s', async (field, message, works) => {
    const { status, body } = await setWorks(both().priya.id, works(both()));
    expect([status, body.fields]).toEqual([400, { [field]: message }]);
  });

  test('is sent alone', async () => {
    const { status, body } = await changeAccount(admin, both().priya.id, { name: 'P', works: [], worksWas: [] });
    expect([status, Object.keys(body.fields)]).toEqual([400, ['works']]);
  });

  test('follows renamed accounts, and forgets deleted ones', async () => {
    const { sam, priya } = both();
    const boss = await newAdviser('Max Boss');
    await setWorks(priya.id, [always(boss), always(sam)]);
    await changeAccount(admin, boss.id, { name: 'Max Chief' });
    const works = async () => (await priya.call('GET /api/account')).body.works.map(({ name }: Person) => name);
    await expect.poll(works, SOON).toEqual(['Max Chief', 'Sam Okafor']);
    expect((await deleteAccount(admin, boss.id)).status).toBe(204);
    expect(await works()).toEqual(['Sam Okafor']);
    expect((await deleteAccount(admin, priya.id)).status).toBe(204);
    const [account] = await query(adviserKey(sam.id).pk, adviserKey(sam.id).sk);
    expect(account).not.toHaveProperty('colleagues');
  });
});

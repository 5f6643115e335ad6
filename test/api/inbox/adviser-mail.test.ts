import { beforeEach, describe, expect, test } from 'vitest';
import { adviserKey } from '#functions/domain/accounts/account.ts';
import { SYSTEM } from '#functions/services/audit-log/entry.ts';
import { adviserPartition } from '#functions/services/keys/keys.ts';
import { readSettings } from '#functions/services/settings.ts';
import type { Happened } from '#shared/audit-log/actions.ts';
import type { Client } from '#shared/contract/clients.ts';
import { saveSettings } from '../../support/acts.ts';
import { entryByClient, entryFor, followed } from '../../support/audit-entries.ts';
import { changeStored } from '../../support/aws.ts';
import { demoAdmin, newAdviser, newClient, type Person } from '../../support/builders.ts';
import { dueItemsOf, tickFor } from '../../support/due.ts';
import { job, killAtEveryCall } from '../../support/faults/killed.ts';
import { inboxOf } from '../../support/inbox.ts';
import { mailsTo } from '../../support/mail.ts';
import { noticesOf } from '../../support/recount.ts';
import { siteOrigin } from '../../support/stack.ts';

// Adviser mail by preference. Dates lie in 2031, so that no deployed job interferes.

const WEDNESDAY = '2031-03-05';
const THURSDAY_8 = new Date('2031-03-06T08:00:00Z');
const at = (time: string) => new Date(`${WEDNESDAY}T${time}Z`);

let ann: Person;
let mia: Client;
beforeEach(async () => {
  ann = await newAdviser();
  mia = await newClient(ann, { name: 'Mia Wood' });
});

const MESSAGE = { action: 'message-sent', data: {} } as const;
const uploaded = (name: string, ref?: string) => ({ action: 'document-uploaded', data: { name }, ref }) as const;
const COMPLETED = {
  action: 'task-changed',
  data: { title: 'Sign', responsibility: 'client', to: 'completed' },
} as const;

const entryOf = (happened: Happened, time: Date, client = mia) => entryByClient(client, happened, time);
const happens = (happened: Happened, time: Date, client = mia) => followed(entryOf(happened, time, client), time);
const tick = (now: Date) => tickFor(adviserPartition(ann.id), now);
const choose = (body: object) => ann.call('PATCH /api/account/notifications', { body });
const pageOf = ({ id }: Client) => `${siteOrigin()}/adviser/client/${id}`;
const leadsTo = async (client = mia) => {
  const [{ text } = expect.fail()] = await mailsTo(ann.email);
  return text.match(/\S+/g)?.filter((word) => word.startsWith(pageOf(client)));
};
/** Returns the subjects without the firm's name, oldest first. */
const subjects = async () => (await mailsTo(ann.email)).map(({ subject }) => subject.split(' – ')[0]).reverse();
const dueTimes = async () => (await dueItemsOf(adviserPartition(ann.id))).map(({ dsk }) => dsk.split('#')[0]).sort();

describe('immediate adviser mail', () => {
  test('is sent for the first event, with a link to it', async () => {
    await happens(uploaded('passport.pdf', 'd1'), at('10:00:00'));
    const [mail] = await mailsTo(ann.email);
    expect(await subjects()).toEqual(['Mia Wood uploaded a document']);
    expect(mail?.text).toContain('Mia Wood uploaded passport.\u2060pdf.');
    expect(await leadsTo()).toEqual([`${pageOf(mia)}#document-d1`]);
    expect(mail?.text).toContain('We sent you this because Mia Wood is your client.');
    expect(mail?.text).toContain(`${siteOrigin()}/account`);
    expect(await dueTimes()).toEqual([]);
  });

  test('combines events within 15 minutes of a mail into the next one', async () => {
    await happens(MESSAGE, at('10:00:00'));
    await happens(uploaded('a.pdf'), at('10:03:00'));
    await happens(COMPLETED, at('10:14:59'));
    expect(await dueTimes()).toEqual([`${WEDNESDAY}T10:15Z`]);
    await tick(at('10:14:59'));
    expect(await subjects()).toEqual(['Mia Wood sent you a message']);
    await tick(at('10:15:00'));
    await tick(at('10:15:01'));
    expect(await subjects()).toEqual(['Mia Wood sent you a message', 'Mia Wood: 2 updates']);
    const [{ text } = expect.fail()] = await mailsTo(ann.email);
    expect(text).toMatch(/Mia Wood uploaded a\.\u2060pdf\.\s+Mia Wood completed “Sign”\./);
    expect(await leadsTo()).toEqual([pageOf(mia)]);
    expect(await dueTimes()).toEqual([]);
    await happens(MESSAGE, at('10:30:01'));
    expect(await subjects()).toHaveLength(3);
  });

  test('is separate for each client and leaves out notices that were read meanwhile', async () => {
    const ben = await newClient(ann, { name: 'Ben Hart' });
    await happens(MESSAGE, at('10:00:00'));
    await happens(MESSAGE, at('10:00:01'), ben);
    await happens(uploaded('a.pdf'), at('10:03:00'));
    const [{ id: upTo } = expect.fail()] = await inboxOf(ann);
    await ann.call('POST /api/notifications/read', { body: { upTo } });
    await tick(at('10:15:00'));
    expect(await subjects()).toEqual(['Mia Wood sent you a message', 'Ben Hart sent you a message']);
    expect(await dueTimes()).toEqual([]);
  });

  test('includes an event that is handled after a later one was mailed', async () => {
    const late = entryOf(uploaded('late.pdf'), at('10:00:00'));
    await happens(MESSAGE, at('10:00:01'));
    await followed(late, at('10:00:02'));
    await tick(at('10:30:00'));
    expect(await subjects()).toEqual(['Mia Wood sent you a message', 'Mia Wood uploaded a document']);
    await followed(late, at('10:50:00'));
    await tick(at('11:00:00'));
    expect(await subjects()).toHaveLength(2);
  });
});

describe('adviser mail preferences', () => {
  test.each([
    ['messages', MESSAGE],
    ['messages', { action: 'help-requested', data: {} }],
    ['documents', uploaded('a.pdf')],
    ['tasks', COMPLETED],
  ] as const)('with %s off, keep the notice in the inbox and mail the other groups', async (group, happened) => {
    await choose({ [group]: 'off' });
    await happens(happened, at('10:00:00'));
    expect([await subjects(), await dueTimes(), (await inboxOf(ann)).length]).toEqual([[], [], 1]);
    await happens(group === 'tasks' ? MESSAGE : COMPLETED, at('10:01:00'));
    expect(await subjects()).toHaveLength(1);
  });

  test.each([
    ['a bounced mailbox', () => ({ action: 'mail-bounced', data: { to: 'mia@mail.example' } }) as const],
    ['a new client', () => ({ action: 'client-created', data: { adviserId: ann.id } }) as const],
  ])('apply the choice for clients to %s', async (_, happenedTo) => {
    const happened = happenedTo();
    const line = entryFor(mia.id, SYSTEM, happened, at('10:00:00'));
    await choose({ clients: 'off' });
    await followed(line, at('10:00:00'));
    expect([await subjects(), (await inboxOf(ann)).length]).toEqual([[], 1]);
    await choose({ clients: 'now' });
    await followed(entryFor(mia.id, SYSTEM, happened, at('10:01:00')), at('10:01:00'));
    expect(await subjects()).toHaveLength(1);
  });

  test('send one daily digest of unread notices of all clients on the next working day', async () => {
    await choose({ messages: 'daily', documents: 'daily' });
    const ben = await newClient(ann, { name: 'Ben Hart' });
    await happens(MESSAGE, at('10:00:00'));
    await happens(uploaded('b.pdf'), at('10:01:00'), ben);
    await happens(uploaded('read.pdf'), at('10:02:00'), ben);
    await happens(COMPLETED, at('10:03:00'));
    expect(await subjects()).toEqual(['Mia Wood completed a task']);
    expect(await dueTimes()).toEqual(['2031-03-06T08:00Z']);
    const read = (await inboxOf(ann)).filter(({ text }) => text.includes('read.pdf')).map(({ id }) => id);
    await ann.call('POST /api/notifications/read', { body: { ids: read } });
    for (let i = 0; i < 3; i += 1) await tick(THURSDAY_8);
    expect(await subjects()).toEqual(['Mia Wood completed a task', 'Your summary: 2 updates']);
    const [{ text } = expect.fail()] = await mailsTo(ann.email);
    expect(text).toContain('Mia Wood sent you a message.');
    expect(text).toContain('Ben Hart uploaded b.\u2060pdf.');
    expect(text).toContain(`${siteOrigin()}/inbox`);
    expect(await dueTimes()).toEqual([]);
  });

  test('put a daily digest off if its day is closed by then', async () => {
    const admin = await demoAdmin();
    await choose({ messages: 'daily' });
    await happens(MESSAGE, at('10:00:00'));
    await saveSettings(admin, { firm: { closedDays: ['2031-03-06'] } });
    try {
      await tick(THURSDAY_8);
      expect([await subjects(), await dueTimes()]).toEqual([[], ['2031-03-07T08:00Z']]);
    } finally {
      await saveSettings(admin, { firm: { closedDays: [] } });
    }
    await tick(new Date('2031-03-07T08:00:00Z'));
    expect(await subjects()).toHaveLength(1);
  });

  test('send the daily digest at the firm’s hour, on a day on which the firm is not closed', async () => {
    const [admin, { mail, firm }] = [await demoAdmin(), await readSettings()];
    await saveSettings(admin, { mail: { dailyAt: '09:15' } });
    await saveSettings(admin, { firm: { closedDays: ['2031-03-06'] } });
    await choose({ messages: 'daily' });
    await happens(MESSAGE, at('10:00:00'));
    for (const section of [{ mail }, { firm }]) await saveSettings(admin, section);
    expect(await dueTimes()).toEqual(['2031-03-07T09:15Z']);
  });

  test('do not postpone a due digest for an event just before the tick', async () => {
    await choose({ messages: 'daily' });
    await happens(MESSAGE, at('10:00:00'));
    await happens(MESSAGE, new Date('2031-03-06T08:00:01Z'));
    await tick(new Date('2031-03-06T08:00:02Z'));
    expect(await subjects()).toEqual(['Your summary: 2 updates']);
  });

  test('put an event that is handled after the digest into the next digest', async () => {
    await choose({ messages: 'daily' });
    const ben = await newClient(ann, { name: 'Ben Hart' });
    const late = entryOf(MESSAGE, at('10:00:00'), ben);
    await happens(MESSAGE, at('10:00:01'));
    await tick(THURSDAY_8);
    await followed(late, new Date('2031-03-06T08:00:05Z'));
    expect(await dueTimes()).toEqual(['2031-03-07T08:00Z']);
    await tick(new Date('2031-03-07T08:00:00Z'));
    const [{ text } = expect.fail()] = await mailsTo(ann.email);
    expect((await subjects()).at(-1)).toBe('Your summary: 1 update');
    expect([text.includes('Ben Hart'), text.includes('Mia Wood')]).toEqual([true, false]);
  });
});

test('sends no mail to an adviser whose address bounced', async () => {
  await changeStored(adviserKey(ann.id), { mailProblem: 'bounced', mailProblemAddress: ann.email });
  await happens(MESSAGE, at('10:00:00'));
  await choose({ documents: 'daily' });
  await happens(uploaded('a.pdf'), at('10:01:00'));
  await tick(THURSDAY_8);
  expect([await subjects(), (await inboxOf(ann)).length]).toEqual([[], 2]);
});

test('sends one notice and at most one mail if the handler is killed at any call and repeated', async () => {
  const mails: number[] = [];
  const calls = await killAtEveryCall(
    async () => {
      ann = await newAdviser();
      mia = await newClient(ann);
      return entryOf(MESSAGE, at('10:00:00'));
    },
    (line) => job(() => followed(line, at('10:00:00'))),
    async () => {
      await tick(at('10:15:00'));
      await tick(at('11:00:00'));
      expect(await noticesOf(ann.id)).toMatchObject({ stored: 1, counted: 1 });
      expect(await dueTimes()).toEqual([]);
      mails.push((await subjects()).length);
    },
    [200],
  );
  expect(mails).toHaveLength(calls);
  expect(mails.toSorted()).toEqual([0, ...Array.from({ length: calls - 1 }, () => 1)]);
});

test.each([
  ['a delayed mail', {}, at('10:15:00')],
  ['a digest', { messages: 'daily', documents: 'daily' }, THURSDAY_8],
])('sends %s at most once if the tick is killed at any call and repeated', async (_, choices, due) => {
  const counts: number[] = [];
  let before = 0;
  const calls = await killAtEveryCall(
    async () => {
      ann = await newAdviser();
      mia = await newClient(ann);
      if (Object.keys(choices).length > 0) await choose(choices);
      await happens(MESSAGE, at('10:00:00'));
      await happens(uploaded('a.pdf'), at('10:03:00'));
      before = (await subjects()).length;
    },
    () => job(() => tick(due)),
    async () => {
      await tick(new Date(due.getTime() + 60 * 60_000));
      expect(await dueTimes()).toEqual([]);
      counts.push((await subjects()).length - before);
    },
    [200],
  );
  expect(counts.toSorted()).toEqual([0, ...Array.from({ length: calls - 1 }, () => 1)]);
});

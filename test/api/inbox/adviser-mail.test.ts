import { beforeEach, describe, expect, test } from 'vitest';
import { retried } from '#functions/aws/retry.ts';
import { adviserKey } from '#functions/domain/accounts/account.ts';
import { handleEntry } from '#functions/events/handlers.ts';
import { SYSTEM } from '#functions/services/audit-log/entry.ts';
import { adviserPartition } from '#functions/services/keys/keys.ts';
import type { Happened } from '#shared/audit-log/actions.ts';
import type { Client } from '#shared/contract/clients.ts';
import { changeStored } from '../../support/aws.ts';
import { newAdviser, newClient, type Person } from '../../support/builders.ts';
import { agendaOf, tickFor } from '../../support/due.ts';
import { job, killAtEveryCall } from '../../support/faults/killed.ts';
import { inboxOf } from '../../support/inbox.ts';
import { mailsTo } from '../../support/mail.ts';
import { lineFor } from '../../support/record-lines.ts';
import { noticesOf } from '../../support/recount.ts';
import { siteOrigin } from '../../support/stack.ts';

// What an adviser is mailed, by its choices. The time is a test's own, long from now: no deployed job has a part in it.

const WEDNESDAY = '2031-03-05';
const THURSDAY_8 = new Date('2031-03-06T08:00:00Z');
const at = (time: string) => new Date(`${WEDNESDAY}T${time}Z`);

let ann: Person;
let mia: Client;
beforeEach(async () => {
  ann = await newAdviser();
  mia = await newClient(ann, { name: 'Mia Wood' });
});

const byClient = ({ id, name }: Client) => ({ kind: 'client', id, name }) as never;
const MESSAGE = { action: 'message-sent', data: {} } as const;
const uploaded = (name: string, ref?: string) => ({ action: 'document-uploaded', data: { name }, ref }) as const;
const COMPLETED = {
  action: 'task-changed',
  data: { title: 'Sign', responsibility: 'client', to: 'completed' },
} as const;

const lineOf = (happened: Happened, time: Date, client = mia) => lineFor(client.id, byClient(client), happened, time);
const followed = (line: ReturnType<typeof lineOf>, now: Date) => retried(() => handleEntry(line, now));
/** Something happens, and the job is told of it at once. */
const happens = (happened: Happened, time: Date, client = mia) => followed(lineOf(happened, time, client), time);
const tick = (now: Date) => tickFor(adviserPartition(ann.id), now);
const choose = (body: object) => ann.call('PATCH /api/account/notifications', { body });
const pageOf = ({ id }: Client) => `${siteOrigin()}/adviser/client/${id}`;
/** The addresses on a client's page that the newest mail leads to. */
const leadsTo = async (client = mia) => {
  const [{ text } = expect.fail()] = await mailsTo(ann.email);
  return text.match(/\S+/g)?.filter((word) => word.startsWith(pageOf(client)));
};
/** What the mails are titled, without the firm's name. */
const subjects = async () => (await mailsTo(ann.email)).map(({ subject }) => subject.split(' – ')[0]).reverse();
const agenda = async () => (await agendaOf(adviserPartition(ann.id))).map(({ dsk }) => dsk.split('#')[0]).sort();

describe('at once', () => {
  test('the first thing is mailed as it comes, with the way to it', async () => {
    await happens(uploaded('passport.pdf', 'd1'), at('10:00:00'));
    const [mail] = await mailsTo(ann.email);
    expect(await subjects()).toEqual(['Mia Wood uploaded a document']);
    expect(mail?.text).toContain('Mia Wood uploaded passport.\u2060pdf.');
    expect(await leadsTo()).toEqual([`${pageOf(mia)}#document-d1`]);
    expect(mail?.text).toContain('We sent you this because Mia Wood is your client.');
    expect(mail?.text).toContain(`${siteOrigin()}/account`);
    expect(await agenda()).toEqual([]);
  });

  test('what comes within a quarter of an hour of a mail is the next one, together', async () => {
    await happens(MESSAGE, at('10:00:00'));
    await happens(uploaded('a.pdf'), at('10:03:00'));
    await happens(COMPLETED, at('10:14:59'));
    expect(await agenda()).toEqual([`${WEDNESDAY}T10:15Z`]);
    await tick(at('10:14:59'));
    expect(await subjects()).toEqual(['Mia Wood sent you a message']);
    await tick(at('10:15:00'));
    await tick(at('10:15:01'));
    expect(await subjects()).toEqual(['Mia Wood sent you a message', 'Mia Wood: 2 updates']);
    const [{ text } = expect.fail()] = await mailsTo(ann.email);
    expect(text).toMatch(/Mia Wood uploaded a\.\u2060pdf\.\s+Mia Wood completed “Sign”\./);
    expect(await leadsTo()).toEqual([pageOf(mia)]);
    expect(await agenda()).toEqual([]);
    await happens(MESSAGE, at('10:30:01'));
    expect(await subjects()).toHaveLength(3);
  });

  test('each client has mails of its own, and what was read meanwhile is not mailed', async () => {
    const ben = await newClient(ann, { name: 'Ben Hart' });
    await happens(MESSAGE, at('10:00:00'));
    await happens(MESSAGE, at('10:00:01'), ben);
    await happens(uploaded('a.pdf'), at('10:03:00'));
    const [{ id: upTo } = expect.fail()] = await inboxOf(ann);
    await ann.call('POST /api/notifications/read', { body: { upTo } });
    await tick(at('10:15:00'));
    expect(await subjects()).toEqual(['Mia Wood sent you a message', 'Ben Hart sent you a message']);
    expect(await agenda()).toEqual([]);
  });

  test('a thing that is told of late is mailed too, though a later one has been', async () => {
    const late = lineOf(uploaded('late.pdf'), at('10:00:00'));
    await happens(MESSAGE, at('10:00:01'));
    await followed(late, at('10:00:02'));
    await tick(at('10:30:00'));
    expect(await subjects()).toEqual(['Mia Wood sent you a message', 'Mia Wood uploaded a document']);
    await followed(late, at('10:50:00'));
    await tick(at('11:00:00'));
    expect(await subjects()).toHaveLength(2);
  });
});

describe('by choice', () => {
  test.each([
    ['messages', MESSAGE],
    ['messages', { action: 'client-stuck', data: {} }],
    ['documents', uploaded('a.pdf')],
    ['tasks', COMPLETED],
  ] as const)('%s: off is in the inbox alone, and the others are mailed', async (group, happened) => {
    await choose({ [group]: 'off' });
    await happens(happened, at('10:00:00'));
    expect([await subjects(), await agenda(), (await inboxOf(ann)).length]).toEqual([[], [], 1]);
    await happens(group === 'tasks' ? MESSAGE : COMPLETED, at('10:01:00'));
    expect(await subjects()).toHaveLength(1);
  });

  test.each([
    ['a mailbox that refuses', { action: 'mail-bounced', data: { to: 'mia@mail.example' } }],
    ['a client that was added', { action: 'client-created', data: {} }],
  ] as const)('clients: %s', async (_, happened) => {
    const line = lineFor(mia.id, SYSTEM, happened, at('10:00:00'));
    await choose({ clients: 'off' });
    await followed(line, at('10:00:00'));
    expect([await subjects(), (await inboxOf(ann)).length]).toEqual([[], 1]);
    await choose({ clients: 'now' });
    await followed(lineFor(mia.id, SYSTEM, happened, at('10:01:00')), at('10:01:00'));
    expect(await subjects()).toHaveLength(1);
  });

  test('daily is one mail on the next working day for all clients, and for what is unread alone', async () => {
    await choose({ messages: 'daily', documents: 'daily' });
    const ben = await newClient(ann, { name: 'Ben Hart' });
    await happens(MESSAGE, at('10:00:00'));
    await happens(uploaded('b.pdf'), at('10:01:00'), ben);
    await happens(uploaded('read.pdf'), at('10:02:00'), ben);
    await happens(COMPLETED, at('10:03:00'));
    expect(await subjects()).toEqual(['Mia Wood completed a task']);
    expect(await agenda()).toEqual(['2031-03-06T08:00Z']);
    const read = (await inboxOf(ann)).filter(({ text }) => text.includes('read.pdf')).map(({ id }) => id);
    await ann.call('POST /api/notifications/read', { body: { ids: read } });
    for (let i = 0; i < 3; i += 1) await tick(THURSDAY_8);
    expect(await subjects()).toEqual(['Mia Wood completed a task', 'Your summary: 2 updates']);
    const [{ text } = expect.fail()] = await mailsTo(ann.email);
    expect(text).toContain('Mia Wood sent you a message.');
    expect(text).toContain('Ben Hart uploaded b.\u2060pdf.');
    expect(text).toContain(`${siteOrigin()}/inbox`);
    expect(await agenda()).toEqual([]);
  });

  test('what comes as the summary is due, before the tick, does not put it off', async () => {
    await choose({ messages: 'daily' });
    await happens(MESSAGE, at('10:00:00'));
    await happens(MESSAGE, new Date('2031-03-06T08:00:01Z'));
    await tick(new Date('2031-03-06T08:00:02Z'));
    expect(await subjects()).toEqual(['Your summary: 2 updates']);
  });

  test('what another client did before the summary, and is told of after it, is in the next', async () => {
    await choose({ messages: 'daily' });
    const ben = await newClient(ann, { name: 'Ben Hart' });
    const late = lineOf(MESSAGE, at('10:00:00'), ben);
    await happens(MESSAGE, at('10:00:01'));
    await tick(THURSDAY_8);
    await followed(late, new Date('2031-03-06T08:00:05Z'));
    expect(await agenda()).toEqual(['2031-03-07T08:00Z']);
    await tick(new Date('2031-03-07T08:00:00Z'));
    const [{ text } = expect.fail()] = await mailsTo(ann.email);
    expect((await subjects()).at(-1)).toBe('Your summary: 1 update');
    expect([text.includes('Ben Hart'), text.includes('Mia Wood')]).toEqual([true, false]);
  });
});

test('an address that refused a mail gets none', async () => {
  await changeStored(adviserKey(ann.id), { mailProblem: 'bounced' });
  await happens(MESSAGE, at('10:00:00'));
  await choose({ documents: 'daily' });
  await happens(uploaded('a.pdf'), at('10:01:00'));
  await tick(THURSDAY_8);
  expect([await subjects(), (await inboxOf(ann)).length]).toEqual([[], 2]);
});

test('killed before any of its calls, and repeated: one notice, and one mail but for the one that is lost', async () => {
  const mails: number[] = [];
  const calls = await killAtEveryCall(
    async () => {
      ann = await newAdviser();
      mia = await newClient(ann);
      return lineOf(MESSAGE, at('10:00:00'));
    },
    (line) => job(() => followed(line, at('10:00:00'))),
    async () => {
      await tick(at('10:15:00'));
      await tick(at('11:00:00'));
      expect(await noticesOf(ann.id)).toMatchObject({ stored: 1, counted: 1 });
      expect(await agenda()).toEqual([]);
      mails.push((await subjects()).length);
    },
    [200],
  );
  expect(mails).toHaveLength(calls);
  expect(mails.toSorted()).toEqual([0, ...Array.from({ length: calls - 1 }, () => 1)]);
});

test.each([
  ['what waits for a quarter of an hour', {}, at('10:15:00')],
  ['a summary', { messages: 'daily', documents: 'daily' }, THURSDAY_8],
])(
  '%s, by a tick that is killed before any of its calls, and repeated: no mail twice, one lost',
  async (_, choices, due) => {
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
        expect(await agenda()).toEqual([]);
        counts.push((await subjects()).length - before);
      },
      [200],
    );
    expect(counts.toSorted()).toEqual([0, ...Array.from({ length: calls - 1 }, () => 1)]);
  },
);

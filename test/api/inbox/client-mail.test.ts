import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { beforeEach, describe, expect, test } from 'vitest';
import { clientKey } from '#functions/domain/clients/client.ts';
import { childItemKey, clientPartition, newChildKey, PREFIX } from '#functions/services/keys/keys.ts';
import { pseudonym } from '#functions/services/keys/pseudonym.ts';
import { attemptsKey } from '#functions/services/rate-limit.ts';
import type { Happened } from '#shared/audit-log/actions.ts';
import type { LoaState, LoaStep } from '#shared/rules/loas.ts';
import { type ClientDesk, clientOf, openPortal } from '../../support/acts.ts';
import { entryByClient, entryFor, followed, storedQuietly } from '../../support/audit-entries.ts';
import { changeStored, stored, table, tableName } from '../../support/aws.ts';
import { newAdviser, type Person } from '../../support/builders.ts';
import { dueItemsOf, tickFor } from '../../support/due.ts';
import { meanwhile, withFault } from '../../support/faults/faults.ts';
import { atOnce } from '../../support/faults/interleaved.ts';
import { job, killAtEveryCall } from '../../support/faults/killed.ts';
import { calling } from '../../support/handlers.ts';
import { mailsTo, portalTokenIn } from '../../support/mail.ts';
import { partitionOf } from '../../support/recount.ts';
import { siteOrigin } from '../../support/stack.ts';

// Client mail about staff actions. Dates lie in 2031, so that no deployed job interferes.

const at = (time: string, date = '2031-03-05') => new Date(`${date}T${time}Z`);

const MESSAGE = expect.stringMatching(/^A new message from Ann Smith at /);

let ann: Person;
let mia: ClientDesk;
beforeEach(async () => {
  ann = await newAdviser('Ann Smith');
  mia = await clientOf(ann);
});

const byAnn = () => ({ kind: 'adviser', id: ann.id, name: ann.name }) as const;

/** Stores the audit entry of a staff action without running its handlers. */
function entryOf(happened: Happened, time: Date): Promise<ReturnType<typeof entryFor>> {
  return storedQuietly(entryFor(mia.id, byAnn(), happened, time));
}
async function itemOf(prefix: string, time: Date, more: object = {}): Promise<string> {
  const key = newChildKey(time);
  await table.send(
    new PutCommand({ TableName: tableName(), Item: { ...childItemKey(prefix, mia.id, key), v: 1, ...more } }),
  );
  return `${mia.id}.${key}`;
}
const message = (time: Date) =>
  entryOf({ action: 'message-sent', data: {}, ref: `${mia.id}.${newChildKey(time)}` }, time);
async function task(time: Date, summary: object = {}) {
  const whole = { title: 'Sign', status: 'pending', responsibility: 'client', ...summary };
  const ref = await itemOf(PREFIX.task, time, { summary: whole });
  return entryOf({ action: 'task-created', data: { title: 'Sign', responsibility: 'client' }, ref }, time);
}
async function document(time: Date) {
  const ref = await itemOf(PREFIX.document, time);
  return entryOf({ action: 'document-uploaded', data: { name: 'letter.pdf' }, ref }, time);
}
const REASON = 'The date is cut off.';
async function request(time: Date) {
  const ref = await itemOf(PREFIX.request, time, { summary: { state: 'open' } });
  return entryOf({ action: 'request-made', data: { title: 'P60', stage: null, due: null }, ref }, time);
}
/** Stores the entry of a decision about a request that was made long ago. */
async function decided(time: Date, decision: 'return' | 'more' = 'return', state = 'open') {
  const ref = await itemOf(PREFIX.request, at('09:00:00', '2031-02-03'), { summary: { state }, reason: REASON });
  return entryOf({ action: 'request-decided', data: { title: 'P60', decision, attempt: 1 }, ref }, time);
}
/** Stores the entry of a step of a letter of authority, whose state may have changed since. */
async function answered(time: Date, state: LoaState = 'received', step: LoaStep | 'undo' = 'received') {
  const ref = await itemOf(PREFIX.loa, at('09:00:00', '2031-02-03'), { summary: { state, provider: 'Aviva' } });
  return entryOf({ action: 'loa-step', data: { provider: 'Aviva', step, on: '2031-03-05', state }, ref }, time);
}
type Line = Awaited<ReturnType<typeof message>>;
const tick = (now: Date) => tickFor(clientPartition(mia.id), now);
const mails = () => mailsTo(mia.email);
const subjects = async () => (await mails()).map(({ subject }) => subject).reverse();
const dueTimes = async () => (await dueItemsOf(clientPartition(mia.id))).map(({ dsk }) => dsk.split('#')[0]);
const notified = async () => (await mia.auditLog()).filter(({ action }) => action === 'client-notified');
const happens = async (make: (time: Date) => Promise<Line>, time: Date) => followed(await make(time), time);

test('mails the first event immediately with a working link and without its content, and logs it once', async () => {
  const line = await message(at('10:00:00'));
  await followed(line, at('10:00:01'));
  await followed(line, at('10:00:02'));
  const [mail, ...others] = await mails();
  expect(others).toEqual([]);
  expect(mail).toMatchObject({ subject: MESSAGE });
  const token = portalTokenIn(mail);
  expect(mail?.text).toContain(`${siteOrigin()}/portal/${token}`);
  const portal = await openPortal(token);
  expect([portal.status, portal.body.client.id]).toEqual([200, mia.id]);
  expect(await notified()).toMatchObject([
    { actorType: 'system', actorName: 'System', summary: `Emailed ${mia.email} about a new message` },
  ]);
});

test('combines events within an hour of a mail into one mail at the end of that hour', async () => {
  await happens(message, at('10:00:00'));
  await happens(message, at('10:05:00'));
  await happens(task, at('10:10:00'));
  await happens(document, at('10:59:00'));
  expect(await dueTimes()).toEqual(['2031-03-05T11:00Z']);
  await tick(at('10:59:59'));
  expect(await subjects()).toHaveLength(1);
  await tick(at('11:00:00'));
  await tick(at('11:00:01'));
  const [mail, ...others] = await mails();
  expect(others).toHaveLength(1);
  for (const said of ['has sent you a message', 'has given you a new task', 'has added a document for you'])
    expect(mail?.text).toContain(`Ann Smith ${said}.`);
  expect((await notified())[0]?.summary).toBe(
    `Emailed ${mia.email} about a new message, a new task and a new document`,
  );
  expect(await dueTimes()).toEqual([]);
});

describe('a delayed client mail', () => {
  beforeEach(async () => {
    await happens(message, at('10:00:00'));
  });

  const before = at('10:05:00');
  const gone = () => `${mia.id}.${newChildKey(before)}`;
  const aTask = { action: 'task-created', data: { title: 'x', responsibility: 'client' } } as const;
  const aDocument = { action: 'document-uploaded', data: { name: 'x' } } as const;
  const CASES: Record<string, () => Promise<unknown>> = {
    'the message was read': async () => {
      await happens(message, before);
      await changeStored(clientKey(mia.id), { readByClient: newChildKey(at('10:06:00')) });
    },
    'the task was completed': () => happens((time) => task(time, { status: 'completed' }), before),
    'the task was moved to the adviser': () => happens((time) => task(time, { responsibility: 'adviser' }), before),
    'the task was deleted': () => happens((time) => entryOf({ ...aTask, ref: gone() }, time), before),
    'the document was deleted': () => happens((time) => entryOf({ ...aDocument, ref: gone() }, time), before),
  };
  test.each(Object.entries(CASES))('is not sent if %s', async (_, happened) => {
    await happened();
    await tick(at('11:00:00'));
    expect([await subjects(), await dueTimes(), (await notified()).length]).toEqual([[MESSAGE], [], 1]);
  });

  test.each([
    ['a client whose mailbox bounced', { 'summary/mailProblem': 'bounced' }],
    ['a client whose journey is complete', { 'summary/completedAt': '2031-03-05T10:30:00.000Z' }],
    ['a client that is being deleted', { deleting: true }],
  ])('is not sent to %s', async (_, change) => {
    await happens(message, at('10:05:00'));
    await changeStored(clientKey(mia.id), change);
    await tick(at('11:00:00'));
    await happens(message, at('11:30:00'));
    await tick(at('13:00:00'));
    expect(await subjects()).toHaveLength(1);
  });
});

test('a delayed mail and its audit entry leave out messages that were read', async () => {
  await happens(message, at('10:00:00'));
  await happens(message, at('10:05:00'));
  await happens(task, at('10:10:00'));
  await changeStored(clientKey(mia.id), { readByClient: newChildKey(at('10:06:00')) });
  await tick(at('11:00:00'));
  const [mail] = await mails();
  expect([mail?.subject, mail?.text.includes('sent you a message')]).toEqual([
    expect.stringMatching(/^A new task from Ann Smith at /),
    false,
  ]);
  expect((await notified())[0]?.summary).toBe(`Emailed ${mia.email} about a new task`);
});

describe('client mail about requests', () => {
  const NEEDS_AGAIN = expect.stringMatching(/^Ann Smith at .* needs something again$/);

  test('is one email for three documents that were requested together, and names none', async () => {
    const entries = [await request(at('10:00:00')), await request(at('10:00:00')), await request(at('10:00:00'))];
    for (const entry of entries) await followed(entry, at('10:00:01'));
    await tick(at('11:00:01'));
    const [mail, ...others] = await mails();
    expect([mail?.subject, others]).toEqual([
      expect.stringMatching(/^Ann Smith at .* needs 3 documents from you$/),
      [],
    ]);
    expect(mail?.text).toContain('Ann Smith has asked you for 3 documents. Your page says what each one is for');
    expect(`${mail?.text}${mail?.html}`).not.toContain('P60');
  });

  test('waits 15 minutes after a decision, and is one email for four decisions', async () => {
    for (const [minute, decision] of [
      [0, 'return'],
      [3, 'more'],
      [6, 'return'],
      [9, 'more'],
    ] as const)
      await happens((time) => decided(time, decision), at(`10:0${minute}:00`));
    await tick(at('10:14:59'));
    expect(await subjects()).toEqual([]);
    for (const time of ['10:15:00', '10:30:00', '11:30:00']) await tick(at(time));
    const [mail, ...others] = await mails();
    expect([mail?.subject, others]).toEqual([NEEDS_AGAIN, []]);
    expect(mail?.text).toContain('needs 4 things again, or a little more of them.');
    expect(mail?.text).not.toContain(REASON);
  });

  test.each(['submitted', 'approved', 'waived'])('leaves out a request that is %s by then', async (state) => {
    await happens((time) => decided(time, 'return', state), at('10:00:00'));
    await tick(at('10:15:00'));
    expect([await subjects(), await dueTimes()]).toEqual([[], []]);
    await happens(decided, at('10:20:00'));
    await happens((time) => decided(time, 'return', state), at('10:21:00'));
    await tick(at('10:45:00'));
    expect((await mails())[0]?.text).toContain('needs 1 thing again');
  });

  test.each<[string, (time: Date) => Promise<Line>]>([
    [
      'a file that staff added to a request',
      async (time) => {
        const ref = await itemOf(PREFIX.document, time);
        const data = { name: 'passport.pdf', request: { id: `${mia.id}.x`, title: 'Passport' } };
        return entryOf({ action: 'document-uploaded', data, ref }, time);
      },
    ],
    ...(
      [
        ['an accepted request', 'approve', 'approved'],
        ['an acceptance that was undone', 'undo', 'submitted'],
      ] as const
    ).map(([name, decision, state]): [string, (time: Date) => Promise<Line>] => [
      name,
      async (time) => {
        const ref = await itemOf(PREFIX.request, time, { summary: { state } });
        return entryOf({ action: 'request-decided', data: { title: 'P60', decision, attempt: 1 }, ref }, time);
      },
    ]),
  ])('is not sent for %s', async (_, make) => {
    await happens(make, at('10:00:00'));
    await tick(at('11:30:00'));
    expect([await subjects(), await dueTimes()]).toEqual([[], []]);
  });
});

describe('client mail about answers of providers', () => {
  const ARRIVED = expect.stringMatching(/^Something you were waiting for has arrived/);

  test('is one email for two answers, and names no provider', async () => {
    await happens(message, at('09:59:00'));
    for (const minute of [0, 1]) await happens(answered, at(`10:0${minute}:00`));
    await tick(at('11:00:00'));
    const [mail, ...others] = await mails();
    expect([mail?.subject, others.map(({ subject }) => subject)]).toEqual([ARRIVED, [MESSAGE]]);
    expect(mail?.text).toContain('Your providers have answered Ann Smith.');
    expect(`${mail?.subject}${mail?.text}${mail?.html}`).not.toContain('Aviva');
    expect((await notified())[0]?.summary).toBe(`Emailed ${mia.email} about an answer of a provider`);
  });

  test('leaves out an answer that was taken back before it went out', async () => {
    await happens(message, at('09:59:00'));
    await happens((time) => answered(time, 'part'), at('10:05:00'));
    await tick(at('11:00:00'));
    expect([await subjects(), await dueTimes()]).toEqual([[MESSAGE], []]);
  });

  test.each<LoaStep | 'undo'>(['sent', 'acknowledged', 'chased', 'part', 'rejected', 'closed', 'undo'])(
    'is not sent for the step: %s',
    async (step) => {
      await happens((time) => answered(time, 'received', step), at('10:00:00'));
      await tick(at('11:30:00'));
      expect([await subjects(), await dueTimes()]).toEqual([[], []]);
    },
  );
});

test.each(['client-changed', 'client-status', 'client-completed'] as const)(
  'notifies a former address once, without naming the new one: %s',
  async (action) => {
    const was = `former-${mia.email}`;
    const changes = [{ field: 'email' as const, was, is: mia.email }];
    const line = await entryOf({ action, data: { fields: ['email'], changes } }, at('10:00:00'));
    for (const _ of [1, 2]) await followed(line, at('10:00:01'));
    const [mail, ...others] = await mailsTo(was);
    expect([mail?.subject, others]).toEqual([expect.stringMatching(/^Your email address at .* has changed$/), []]);
    expect(mail?.text).toContain('We replaced this address on 5 March 2031 at 10:00.');
    expect(`${mail?.text}${mail?.html}`.replaceAll(was, '')).not.toContain(mia.email);
    expect(mail?.text).not.toContain('/portal/');
    expect(await mails()).toEqual([]);
  },
);

test('does not notify a former address of a change of case only, or more than three times a day', async () => {
  const was = `former-${mia.email}`;
  const told = async (is: string, minute: number) => {
    const changes = [{ field: 'email' as const, was, is }];
    const time = at(`10:0${minute}:00`);
    await followed(await entryOf({ action: 'client-changed', data: { fields: ['email'], changes } }, time), time);
    return (await mailsTo(was)).length;
  };
  expect(await told(was.toUpperCase(), 0)).toBe(0);
  const counts = [];
  for (const minute of [1, 2, 3, 4]) counts.push(await told(mia.email, minute));
  expect(counts).toEqual([1, 2, 3, 3]);
});

test.each([
  ['an address', async () => attemptsKey('link-mail-address', await pseudonym(mia.email)), 10],
  ['a sender', async () => attemptsKey('link-mail-sender', ann.id), 50],
])('client mail over a daily limit of %s is sent once its 24 hours are over', async (_, key, max) => {
  await happens(message, at('10:00:00'));
  expect(await stored(await key())).toMatchObject({ count: 1 });
  await changeStored(await key(), { count: max });
  await happens(message, at('11:30:00'));
  await tick(at('12:00:00'));
  expect([(await subjects()).length, await dueTimes()]).toEqual([1, ['2031-03-06T10:00Z']]);
  await tick(at('10:00:00', '2031-03-06'));
  expect([(await subjects()).length, await dueTimes()]).toEqual([2, []]);
});

test('sends no client mail about a client’s own acts or an adviser’s own tasks', async () => {
  const own = entryByClient(mia, { action: 'message-sent', data: {}, ref: `${mia.id}.x` }, at('10:00:00'));
  await followed(await storedQuietly(own), at('10:00:00'));
  const data = { title: 'Call', responsibility: 'adviser' } as const;
  await followed(await entryOf({ action: 'task-created', data, ref: `${mia.id}.x` }, at('10:01:00')), at('10:01:00'));
  expect([await subjects(), await dueTimes()]).toEqual([[], []]);
});

describe('client mail in quiet hours', () => {
  // test/shared/london.test.ts lists the nights.
  test('waits until morning', async () => {
    for (const make of [message, task, document]) await happens(make, at('19:00:00', '2031-07-15'));
    expect([await subjects(), await dueTimes()]).toEqual([[], ['2031-07-16T07:00Z']]);
    await tick(at('07:00:00', '2031-07-16'));
    expect([await subjects(), await dueTimes()]).toEqual([[MESSAGE], []]);
  });

  test('waits until morning if it fell due just before they began', async () => {
    await happens(message, at('18:50:00'));
    await happens(message, at('18:55:00'));
    for (const time of ['19:45:00', '20:00:00', '20:00:01', '20:15:00']) await tick(at(time));
    expect([await subjects(), await dueTimes()]).toEqual([[MESSAGE], ['2031-03-06T08:00Z']]);
    await tick(at('08:00:00', '2031-03-06'));
    expect([(await subjects()).length, await dueTimes()]).toEqual([2, []]);
  });
});

describe('a client mail in progress', () => {
  const asItLeaves = async (happens: () => Promise<unknown>) => {
    const line = await message(at('10:00:00'));
    await followed(line, at('07:00:00'));
    const asked = () => tick(at('10:00:00')).catch(() => undefined);
    await withFault(meanwhile('TransactWriteItems', happens), asked);
    await tick(at('10:15:00'));
  };

  test('is not sent to an address that is replaced meanwhile', async () => {
    await asItLeaves(() => mia.change({ email: `new-${mia.email}` }));
    const news = async (email: string) =>
      (await mailsTo(email)).map(({ subject }) => subject).filter((it) => !/address/.test(it));
    expect([await news(mia.email), await news(`new-${mia.email}`)]).toEqual([[], [MESSAGE]]);
  });

  test('leaves nothing behind if the client is deleted at any moment', () =>
    atOnce(
      async () => {
        mia = await clientOf(ann);
        return message(at('10:00:00'));
      },
      (line) => job(() => followed(line, at('10:00:00'))),
      () => calling(ann, 'DELETE /api/clients/{id}', { params: mia.params }),
      async (_, answers) => {
        expect([answers.map(({ status }) => status), await partitionOf(mia.id)]).toEqual([[200, 204], []]);
      },
    ));
});

test.each([
  ['an event handler', at('10:00:00'), undefined],
  ['a morning tick', at('07:00:00'), at('08:00:00')],
])('sends at most one client mail, logged once, if %s is killed at any call and repeated', async (_, comes, due) => {
  const counts: number[] = [];
  const calls = await killAtEveryCall(
    async () => {
      mia = await clientOf(ann);
      const line = await message(comes);
      if (due) await followed(line, comes);
      return line;
    },
    (line) => job(() => (due ? tick(due) : followed(line, comes))),
    async () => {
      await tick(at('10:15:00'));
      await tick(at('11:15:00'));
      counts.push((await mails()).length);
      expect([(await notified()).length, await dueTimes()]).toEqual([1, []]);
    },
    [200],
  );
  expect(counts.toSorted()).toEqual([0, ...Array.from({ length: calls - 1 }, () => 1)]);
});

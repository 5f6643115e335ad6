import { listOf } from '#shared/rules/counted-words.ts';
import { londonParts } from '#shared/rules/london.ts';
import { type HoldReason, holdOn, isUnanswered, refusalByHand } from '#shared/rules/reminders.ts';
import { unchanged } from '../../aws/expressions.ts';
import { retried } from '../../aws/retry.ts';
import { get, remove, transact } from '../../aws/table.ts';
import { type AuditEntry, SYSTEM } from '../../services/audit-log/entry.ts';
import * as KEYS from '../../services/keys/item-kinds.ts';
import { childKeyOf, clientIdOf, itemKey } from '../../services/keys/keys.ts';
import { isTooLateToMail, type Sent, sendOnce } from '../../services/mail/send.ts';
import { reminderEmail } from '../../services/mail/templates/reminders.ts';
import { type DueItem, dueKeys } from '../../services/scheduler/scheduler.ts';
import { firmOfClients, readSettings, type Settings } from '../../services/settings.ts';
import { adviserNameOf } from '../clients/assignments.ts';
import { type ClientItem, clientKey, clientReader } from '../clients/client.ts';
import { entryWrites } from '../clients/client-writes.ts';
import { sendToAddress } from '../clients/link-mail-quota.ts';
import { linkMailed, takesLink } from '../clients/link-validity.ts';
import { idOfPerson, numberOf, type Person, peopleIn, stoppedAtOf } from '../clients/person.ts';
import { portalTokenOf } from '../clients/portal-token.ts';
import { quietEnd } from './ask.ts';
import { beforeToday, factsOf, type ReminderFile, readReminderFile, type Thing } from './facts.ts';
import { reminderKey } from './key.ts';

/** Purpose of a reminder's marker, and kind of the due item of one that staff asked for in quiet hours. */
const REMINDER = KEYS.due.due;

/** Counts a sent reminder and records it, once a day. */
const noteSent = (clientId: string, to: string, things: number, now: Date): Promise<void> =>
  retried(async () => {
    const client = await get<ClientItem>(clientKey(clientId));
    const on = londonParts(now).date;
    if (!client || client.deleting || client.summary.reminded?.on === on) return;
    const { plannedAt: _, ...before } = client.summary.reminded ?? { n: 0, total: 0 };
    const reminded = { ...before, n: before.n + 1, total: before.total + 1, on };
    const happened = { action: 'reminder-sent', data: { to, things, nth: reminded.n } } as const;
    const when = [unchanged('summary/reminded', client.summary.reminded)];
    await transact(entryWrites({ actor: SYSTEM, client, now }, happened, when, { 'summary/reminded': reminded }));
  });

const firstDue = (things: readonly Thing[]) => things.flatMap(({ due }) => due ?? []).sort()[0];

/** Mails a person one reminder a day at most. Its marker is written with the conditions under which it was decided. */
async function mail(person: Person, things: readonly Thing[], settings: Settings, now: Date): Promise<Sent> {
  const { client } = person;
  const [adviserName, token, key] = await Promise.all([
    adviserNameOf(client),
    portalTokenOf(person, settings.keys),
    reminderKey(person, now),
  ]);
  const today = londonParts(now).date;
  const about = { count: things.length, firstDue: firstDue(things), today };
  const email = reminderEmail(firmOfClients(settings), clientReader(person), about, { adviserName, token, key });
  const asDecided = [
    unchanged('summary/completedAt', client.summary.completedAt),
    unchanged('summary/reminders', client.summary.reminders),
    unchanged('summary/people', client.summary.people),
    unchanged('summary/visitedAt', client.summary.visitedAt),
  ];
  const occasion = { purpose: REMINDER, ref: idOfPerson(person), slot: today };
  return sendOnce(occasion, email, now, linkMailed(person, {}, { client: asDecided }));
}

type Outcome = 'sent' | 'limited' | 'refused';

/** Sends a reminder to each person who takes them. It counts as one of the client's. */
async function send(
  { client, file }: Found,
  things: readonly Thing[],
  settings: Settings,
  now: Date,
): Promise<Outcome> {
  const readers = peopleIn(file.open, client).filter(
    (person) => takesLink(person) && stoppedAtOf(client, numberOf(person)) === undefined,
  );
  const sent: Person[] = [];
  const failures: unknown[] = [];
  let outcome: Outcome = 'refused';
  for (const person of readers)
    try {
      const result = await sendToAddress(person, now, () => mail(person, things, settings, now));
      if (result === 'limited' || result === 'refused') outcome = result;
      else sent.push(person);
    } catch (error) {
      // It keeps nobody else waiting. The repeated run sends it, as the other reminders have markers.
      failures.push(error);
    }
  const to = listOf(sent.map(({ own }) => own.summary.email));
  if (sent.length > 0) await noteSent(clientIdOf(client), to, things.length, now);
  if (failures.length > 0) throw failures[0];
  return sent.length > 0 ? 'sent' : outcome;
}

/** Notifies the adviser once that only a visit would bring the next reminder. */
async function noteUnanswered(client: ClientItem, now: Date): Promise<void> {
  const { unansweredAt = '', summary } = client;
  if (unansweredAt > (summary.visitedAt ?? '')) return;
  const happened = { action: 'reminders-unanswered', data: { count: summary.reminded?.n ?? 0 } } as const;
  const when = [unchanged('unansweredAt', client.unansweredAt), unchanged('summary/visitedAt', summary.visitedAt)];
  await transact(entryWrites({ actor: SYSTEM, client, now }, happened, when, { unansweredAt: now.toISOString() }));
}

interface Found {
  client: ClientItem;
  file: ReminderFile;
}

const readClient = async (clientId: string): Promise<Found | undefined> => {
  const [client, file] = await Promise.all([get<ClientItem>(clientKey(clientId)), readReminderFile(clientId)]);
  return client && !client.deleting ? { client, file } : undefined;
};

/** Sends a client's reminder if the rules say so as the email leaves. Returns what happened, or why none left. */
export async function remind(clientId: string, settings: Settings, now: Date): Promise<Outcome | HoldReason> {
  const found = await readClient(clientId);
  if (!found) return 'nothing';
  const { client, file } = found;
  const facts = factsOf(client, file, settings);
  const today = londonParts(now).date;
  const hold = holdOn(beforeToday(facts, client, today), today);
  if (!hold) return send(found, facts.things, settings, now);
  if (isUnanswered(facts, today)) await noteUnanswered(client, now);
  return hold.why;
}

async function remindByHand(clientId: string, settings: Settings, now: Date): Promise<void> {
  const found = await readClient(clientId);
  if (!found) return;
  const facts = factsOf(found.client, found.file, settings);
  if (refusalByHand(facts, londonParts(now).date) === undefined) await send(found, facts.things, settings, now);
}

/** Sends the reminder that staff asked for, or schedules it for the end of the firm's quiet hours. */
export async function sendAskedReminder(entry: AuditEntry, now: Date): Promise<void> {
  if (isTooLateToMail(childKeyOf(entry), now)) return;
  const clientId = clientIdOf(entry);
  const settings = await readSettings();
  const end = quietEnd(settings, now);
  if (!end) return remindByHand(clientId, settings, now);
  const key = itemKey(KEYS.due, clientId, `${REMINDER}#${clientId}`);
  await transact([
    { put: { ...key, v: 1, ...dueKeys(end, REMINDER, clientId) } },
    {
      check: clientKey(clientId),
      when: [
        ['pk', 'exists'],
        ['deleting', 'absent'],
      ],
    },
  ]);
}

/** Sends a reminder that waited for the end of quiet hours. */
export async function sendDueReminder(due: DueItem, now: Date): Promise<void> {
  const settings = await readSettings();
  await remindByHand(due.id, settings, now);
  await remove(due);
}

import { type Action, type DataOf, isAction } from '#shared/audit-log/actions.ts';
import { NEWS, NEWS_CAUSES, newsOf, type Subject } from '#shared/audit-log/news.ts';
import { quietUntil } from '#shared/rules/london.ts';
import { HOUR_MS, MINUTE_MS } from '#shared/rules/time.ts';
import { unchanged } from '../../aws/expressions.ts';
import { getTogether, type Item, query, transact, type Write } from '../../aws/table.ts';
import { type AuditEntry, dataOf, type EntryOf, SYSTEM } from '../../services/audit-log/entry.ts';
import * as KEYS from '../../services/keys/item-kinds.ts';
import {
  childItemKey,
  childKeyOf,
  clientIdOf,
  clientPartition,
  idOf,
  itemKey,
  PREFIX,
  parseChildId,
} from '../../services/keys/keys.ts';
import { type DigestAddress, requestDigest, type Schedule, sendDigest } from '../../services/mail/digest-queue.ts';
import type { Email } from '../../services/mail/templates/layout.ts';
import { clientMailEmail, type News } from '../../services/mail/templates/notices.ts';
import { type DueItem, notDue } from '../../services/scheduler/scheduler.ts';
import { firmOfClients, readSettings, type Settings } from '../../services/settings.ts';
import { adviserNameOf } from '../clients/assignments.ts';
import { clientKey, clientReader } from '../clients/client.ts';
import { entryWritesAt } from '../clients/client-writes.ts';
import { clientMailWaits } from '../clients/link-mail-quota.ts';
import { linkMailed, takesLink } from '../clients/link-validity.ts';
import { everyone, idOfPerson, isFirst, numberIn, numberOf, type Person, readPerson } from '../clients/person.ts';
import { portalTokenOf } from '../clients/portal-token.ts';
import { isKept } from '../documents/document-item.ts';
import type { LoaItem } from '../loas/loa.ts';
import { type RequestItem, signerOf } from '../requests/request.ts';
import type { TaskItem } from '../tasks/task.ts';

/** At most one email an hour to a client. */
const PAUSE_MS = HOUR_MS;
const MAX_ITEMS = 100;
const REVIEW_MS = 15 * MINUTE_MS;

/** Address of a person's digest. Each person has one, and at most one email an hour. */
const digestOf = (person: Person): DigestAddress => ({
  ...(isFirst(person)
    ? itemKey(KEYS.clientMail, clientIdOf(person.client))
    : itemKey(KEYS.personMail, clientIdOf(person.client), String(numberOf(person)))),
  kind: KEYS.clientMail.due,
  id: idOfPerson(person),
});

const quietEnd = ({ mail }: Settings, at: Date) => quietUntil(at, { from: mail.quietFrom, to: mail.quietTo });

/** Waits an hour after the last email, and until the firm's quiet hours end. */
const schedule =
  (settings: Settings): Schedule =>
  (mailedAt, now) => {
    const at = new Date(Math.max(now.getTime(), (mailedAt?.getTime() ?? 0) + PAUSE_MS));
    return quietEnd(settings, at) ?? at;
  };

const byStaff = ({ actorType }: AuditEntry) => actorType === 'adviser' || actorType === 'admin';

function causedBy<A extends Action>(entry: AuditEntry, action: A): Subject | undefined {
  const cause: ((data: DataOf<A>) => Subject | undefined) | undefined = NEWS_CAUSES[action];
  return cause?.(dataOf(entry, action));
}

/** Returns the subject of what staff did; `undefined` if clients are not emailed. Throws if the data are invalid. */
const subjectOf = (entry: AuditEntry) =>
  byStaff(entry) && isAction(entry.action) ? causedBy(entry, entry.action) : undefined;

const takesMail = (person: Person) => takesLink(person) && person.client.summary.completedAt === undefined;

const notDeleted = (clientId: string): Write => ({
  check: clientKey(clientId),
  when: [
    ['pk', 'exists'],
    ['deleting', 'absent'],
  ],
});

/** Notes an entry for the next email to each person, and sends those that are due. Leaves out who takes no emails. */
async function requestMail(entry: AuditEntry, scheduleBy: (settings: Settings) => Schedule, now: Date): Promise<void> {
  const clientId = clientIdOf(entry);
  const readers = (await everyone(clientId)).filter(takesMail);
  if (readers.length === 0) return;
  const at = scheduleBy(await readSettings());
  const due: DigestAddress[] = [];
  for (const digest of readers.map(digestOf))
    if (await requestDigest(digest, childKeyOf(entry), at, now, [notDeleted(clientId)])) due.push(digest);
  // An email that SES defers keeps nobody else's waiting: all were requested.
  for (const digest of due) await sendClientMail(digest, now);
}

export async function mailClient(entry: AuditEntry, now: Date): Promise<void> {
  const subject = subjectOf(entry);
  if (!subject) return;
  // Somebody who decides on several requests causes one email.
  const earliest = newsOf(subject).afterReview ? new Date(now.getTime() + REVIEW_MS) : now;
  await requestMail(entry, (settings) => (mailedAt) => schedule(settings)(mailedAt, earliest), now);
}

type Changed = EntryOf<'client-changed' | 'client-status' | 'client-reassigned' | 'client-reopened'>;
type Returning = Changed | EntryOf<'mail-allowed' | 'person-changed'>;

/** Returns true if a person may have become reachable again by the entry. */
function isReturn(entry: Returning): boolean {
  if (entry.action === 'mail-allowed') return true;
  if (entry.action === 'person-changed')
    return dataOf(entry, 'person-changed').changes?.some(({ field }) => field === 'email') === true;
  const { data } = entry as Changed;
  return data.portal === 'allowed' || data.completed === false || data.fields?.includes('email') === true;
}

/** Emails a client who is reachable again what came meanwhile, unless they have seen it. */
export async function mailReturned(entry: Returning, now: Date): Promise<void> {
  if (isReturn(entry)) await requestMail(entry, schedule, now);
}

interface Mailable {
  entryKey: string;
  subject: Subject;
  key: string;
  actorId: string;
}

const prefixOf = (subject: Subject) => PREFIX[newsOf(subject).noun];

/** Returns staff actions from a key on, oldest first. Skips restored entries, which were emailed before the backup. */
async function loadSince(clientId: string, from: string): Promise<Mailable[]> {
  const range = { from: `${PREFIX.activity}${from}` };
  const found = await query<AuditEntry>(clientPartition(clientId), PREFIX.activity, range);
  return found.flatMap((entry) => {
    const subject = !entry.restored && entry.ref !== undefined ? subjectOf(entry) : undefined;
    return subject
      ? [{ entryKey: childKeyOf(entry), subject, key: parseChildId(entry.ref ?? '').key, actorId: entry.actorId }]
      : [];
  });
}

function isStillUnseen({ subject, key }: Mailable, person: Person, item: Item | undefined): boolean {
  const { client } = person;
  if (subject === 'message') return client.readByClient === undefined || client.readByClient < key;
  if (subject === 'document') return item !== undefined && isKept(item);
  if (prefixOf(subject) === PREFIX.request) {
    const request = item as RequestItem | undefined;
    return request?.summary.state === 'open' && (!request.sign || signerOf(request.sign) === numberOf(person));
  }
  if (subject === 'answer') return (item as LoaItem | undefined)?.summary.state === 'received';
  const task = item as TaskItem | undefined;
  return task !== undefined && task.summary.status !== 'completed' && task.summary.responsibility === 'client';
}

/** Returns those of the last 100 items that the person has not read or done, and that still exist. */
async function stillUnseen(person: Person, found: readonly Mailable[]): Promise<Mailable[]> {
  const clientId = clientIdOf(person.client);
  const latest = found.slice(-MAX_ITEMS);
  const keys = latest
    .filter(({ subject }) => subject !== 'message')
    .map(({ subject, key }) => childItemKey(prefixOf(subject), clientId, key));
  const items = keys.length > 0 ? await getTogether(keys) : [];
  const bySk = new Map(items.map((item) => [childKeyOf(item), item]));
  return latest.filter((item) => isStillUnseen(item, person, bySk.get(item.key)));
}

/** Counts the items of each subject. An item counts once, under its first subject: a new request is not `again`. */
function countNews(found: readonly Mailable[]): News[] {
  const left = new Set(found.map(({ key }) => key));
  return (Object.keys(NEWS) as Subject[]).flatMap((subject) => {
    const count = found.filter((item) => item.subject === subject && left.delete(item.key)).length;
    return count > 0 ? [{ subject, count }] : [];
  });
}

async function emailOf(
  person: Person,
  [first, ...rest]: readonly News[],
  settings: Settings,
): Promise<Email | undefined> {
  if (!first) return undefined;
  const [adviserName, token] = await Promise.all([adviserNameOf(person.client), portalTokenOf(person, settings.keys)]);
  return clientMailEmail(firmOfClients(settings), clientReader(person), {
    first,
    rest,
    adviserName,
    token,
  });
}

/** Stops a digest whose reader takes no emails now. News waits until they do: see `mailReturned`. */
function stop(due: DueItem, person: Person): Promise<void> {
  const { client, own } = person;
  const { completedAt, portalSuspended } = client.summary;
  const ofPage = [unchanged('summary/completedAt', completedAt), unchanged('summary/portalSuspended', portalSuspended)];
  const ofMailbox = [unchanged('summary/mailProblem', own.summary.mailProblem)];
  return transact([
    { update: due, change: notDue },
    { check: client, when: isFirst(person) ? [...ofPage, ...ofMailbox] : ofPage },
    ...(isFirst(person) ? [] : [{ check: own, when: ofMailbox }]),
  ]);
}

export async function sendClientMail(due: DueItem, now: Date): Promise<void> {
  const clientId = idOf(due.pk);
  const person = await readPerson(clientId, numberIn(due.id));
  if (person && !person.client.deleting && !takesMail(person)) return stop(due, person);
  const settings = await readSettings();
  const actor = SYSTEM;
  let about: Subject[] = [];
  const asRead = person && { client: [unchanged('summary/completedAt', person.client.summary.completedAt)] };
  await sendDigest(
    due,
    {
      load: (from) => loadSince(clientId, from),
      compose: async (found) => {
        if (!person || person.client.deleting) return undefined;
        const news = countNews(await stillUnseen(person, found));
        about = news.map(({ subject }) => subject);
        return emailOf(person, news, settings);
      },
      postponedUntil: async (found) => {
        const sender = found.at(-1)?.actorId;
        return person && sender ? clientMailWaits(sender, person, now) : undefined;
      },
      checks: person ? linkMailed(person, {}, asRead) : [],
      auditWrites: () => {
        if (!person) return [];
        const entry = { action: 'client-notified', data: { to: person.own.summary.email, about } } as const;
        return [notDeleted(clientId), ...entryWritesAt({ actor, client: person.client, now }, [entry])];
      },
      schedule: schedule(settings),
      isPaused: quietEnd(settings, now) !== undefined,
    },
    now,
  );
}

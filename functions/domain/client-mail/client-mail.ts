import type { Action } from '#shared/audit-log/actions.ts';
import { quietUntil } from '#shared/rules/london.ts';
import { unchanged } from '../../aws/expressions.ts';
import { get, getTogether, type Item, query, type Write } from '../../aws/table.ts';
import { type AuditEntry, dataOf, SYSTEM } from '../../services/audit-log/entry.ts';
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
import * as KEYS from '../../services/keys/kinds.ts';
import { type DigestAddress, requestDigest, type Schedule, sendDigest } from '../../services/mail/digest.ts';
import { clientMailEmail, type Subject } from '../../services/mail/templates/clients.ts';
import type { Email } from '../../services/mail/templates/layout.ts';
import type { Due } from '../../services/scheduler/scheduler.ts';
import { readSettings, type Settings } from '../../services/settings.ts';
import { adviserNameOf } from '../clients/assignments.ts';
import { type ClientItem, clientKey, clientReader } from '../clients/client.ts';
import { entryWritesAt } from '../clients/client-writes.ts';
import { clientMailWaits } from '../clients/link-mail-quota.ts';
import { linkMailed, takesLink } from '../clients/link-validity.ts';
import { portalTokenOf } from '../clients/portal-token.ts';
import { isKept } from '../documents/document-item.ts';
import type { TaskItem } from '../tasks/task.ts';

/** At most one mail an hour to a client. */
const PAUSE_MS = 60 * 60_000;
const LOOKED_AT = 100;

export const CLIENT_MAIL = 'client-mail';

const digestOf = (clientId: string): DigestAddress => ({
  ...itemKey(KEYS.clientMail, clientId),
  kind: CLIENT_MAIL,
  id: clientId,
});

const quietEnd = ({ mail }: Settings, at: Date) => quietUntil(at, { from: mail.quietFrom, to: mail.quietTo });

/** Not within an hour of the last mail, and never in the firm's quiet hours. */
const schedule =
  (settings: Settings): Schedule =>
  (mailedAt, now) => {
    const at = new Date(Math.max(now.getTime(), (mailedAt?.getTime() ?? 0) + PAUSE_MS));
    return quietEnd(settings, at) ?? at;
  };

/** What staff do that a client is mailed about. Throws where the line's data is broken. */
const SUBJECTS: Partial<Record<Action, (entry: AuditEntry) => Subject | undefined>> = {
  'message-sent': () => 'message',
  'task-created': (entry) => (dataOf(entry, 'task-created').responsibility === 'client' ? 'task' : undefined),
  'document-uploaded': (entry) => {
    dataOf(entry, 'document-uploaded');
    return 'document';
  },
};

const byStaff = ({ actorType }: AuditEntry) => actorType === 'adviser' || actorType === 'admin';
const subjectOf = (entry: AuditEntry) => (byStaff(entry) ? SUBJECTS[entry.action as Action]?.(entry) : undefined);

/** Returns true if automatic mail to this client is allowed. */
const takesMail = (client: ClientItem | undefined): client is ClientItem =>
  takesLink(client) && client.card.completedAt === undefined;

const stillThere = (clientId: string): Write => ({
  check: clientKey(clientId),
  when: [
    ['pk', 'exists'],
    ['deleting', 'absent'],
  ],
});

export async function mailClient(entry: AuditEntry, now: Date): Promise<void> {
  if (!subjectOf(entry)) return;
  const clientId = clientIdOf(entry);
  if (!takesMail(await get<ClientItem>(clientKey(clientId)))) return;
  const digest = digestOf(clientId);
  const settings = await readSettings();
  const isDue = await requestDigest(digest, childKeyOf(entry), schedule(settings), now, [stillThere(clientId)]);
  if (isDue) await sendClientMail(digest, now);
}

interface Mailable {
  entryKey: string;
  subject: Subject;
  key: string;
  actorId: string;
}

const PREFIX_OF = { message: PREFIX.message, task: PREFIX.task, document: PREFIX.document } as const;

/** What staff did with a client from a key on, the oldest first; not what came back from a backup, which was mailed in its time. */
async function loadSince(clientId: string, from: string): Promise<Mailable[]> {
  const range = { from: `${PREFIX.activity}${from}` };
  const found = await query<AuditEntry>(clientPartition(clientId), PREFIX.activity, range);
  return found.flatMap((entry) => {
    const subject = entry.v === 2 && !entry.restored && entry.ref !== undefined ? subjectOf(entry) : undefined;
    return subject && entry.v === 2
      ? [{ entryKey: childKeyOf(entry), subject, key: parseChildId(entry.ref ?? '').key, actorId: entry.actorId }]
      : [];
  });
}

function isStillUnseen({ subject, key }: Mailable, client: ClientItem, item: Item | undefined): boolean {
  if (subject === 'message') return client.readByClient === undefined || client.readByClient < key;
  if (subject === 'document') return item !== undefined && isKept(item);
  const task = item as TaskItem | undefined;
  return task !== undefined && task.card.status !== 'completed' && task.card.responsibility === 'client';
}

/** What of the news still is some: read, done and deleted since is none. */
async function worthMailing(client: ClientItem, found: readonly Mailable[]): Promise<Mailable[]> {
  const clientId = clientIdOf(client);
  const looked = found.slice(-LOOKED_AT);
  const keys = looked
    .filter(({ subject }) => subject !== 'message')
    .map(({ subject, key }) => childItemKey(PREFIX_OF[subject], clientId, key));
  const items = keys.length > 0 ? await getTogether(keys) : [];
  const bySk = new Map(items.map((item) => [childKeyOf(item), item]));
  return looked.filter((one) => isStillUnseen(one, client, bySk.get(one.key)));
}

const subjectsOf = (found: readonly Mailable[]) =>
  (['message', 'task', 'document'] as const).filter((subject) => found.some((one) => one.subject === subject));

async function emailOf(
  client: ClientItem,
  [first, ...rest]: readonly Subject[],
  { firm, keys }: Settings,
): Promise<Email | undefined> {
  if (!first) return undefined;
  const [adviserName, token] = await Promise.all([adviserNameOf(client), portalTokenOf(client, keys)]);
  return clientMailEmail(firm, clientReader(client), { first, rest, adviserName, token });
}

export async function sendClientMail(due: Due, now: Date): Promise<void> {
  const client = await get<ClientItem>(clientKey(due.id));
  const settings = await readSettings();
  const actor = SYSTEM;
  let about: Subject[] = [];
  await sendDigest(
    due,
    {
      load: (from) => loadSince(idOf(due.pk), from),
      compose: async (found) => {
        if (!takesMail(client)) return undefined;
        about = subjectsOf(await worthMailing(client, found));
        return emailOf(client, about, settings);
      },
      postponedUntil: async (found) => {
        const sender = found.at(-1)?.actorId;
        return client && sender ? clientMailWaits(sender, client, now) : undefined;
      },
      checks: client ? [linkMailed(client, {}, [unchanged('card/completedAt', client.card.completedAt)])] : [],
      auditWrites: () => {
        if (!client) return [];
        const happened = { action: 'client-notified', data: { to: client.card.email, about } } as const;
        return [stillThere(due.id), ...entryWritesAt({ actor, client, now }, [happened])];
      },
      schedule: schedule(settings),
      isPaused: quietEnd(settings, now) !== undefined,
    },
    now,
  );
}

import { HOUR_MS } from '#shared/rules/time.ts';
import { type Condition, unchanged } from '../../aws/expressions.ts';
import { get, type Key, transact, type Write } from '../../aws/table.ts';
import { timeKey, timeOfKey } from '../keys/keys.ts';
import { type DueItem, dueKeys, notDue } from '../scheduler/scheduler.ts';
import { sendOnce } from './send.ts';
import type { Email } from './templates/layout.ts';

// A digest is one email about several audit entries. Each recipient has one item per digest, which is never deleted.
// Example, with a pause of an hour:
// - 09:00 A message arrives: `requestDigest` returns true, `sendDigest` emails it, and it counts as delivered.
// - 09:10 A task arrives: the digest becomes due at 10:00, an hour after its last email.
// - 09:20 A document arrives: the digest stays due at 10:00.
// - 10:00 The scheduler calls `sendDigest`: one email about task and document.

/** Entries are handled up to an hour after newer ones, because their writes are retried. */
const MAX_DELAY_MS = HOUR_MS;

export interface DigestItem extends Key {
  v: 1;
  /** Key of the entry that requested the digest last. */
  requestedBy: string;
  /** Keys of entries that were emailed or need no email. Entries older than {@link oldestOpen} count as delivered. */
  delivered?: readonly string[];
  /** Keys of the entries in an email that a run has begun to send. */
  items?: readonly string[];
  mailedAt?: string;
  dpk?: string;
  dsk?: string;
}

type Digest = Partial<DigestItem>;

const stillAsRead = ({ requestedBy, delivered }: Digest): Condition[] => [
  unchanged('requestedBy', requestedBy),
  unchanged('delivered', delivered),
];

const lastMail = ({ mailedAt }: Digest) => (mailedAt === undefined ? undefined : new Date(mailedAt));

/** Returns the lowest key that an undelivered entry can have. */
function oldestOpen(delivered: readonly string[] = []): string {
  const newest = delivered.toSorted().at(-1);
  return newest ? timeKey(new Date(Date.parse(timeOfKey(newest)) - MAX_DELAY_MS)) : '';
}

const isDelivered = ({ delivered }: Pick<Digest, 'delivered'>, entryKey: string) =>
  delivered?.includes(entryKey) || entryKey < oldestOpen(delivered);

function withDelivered({ delivered = [] }: Digest, items: readonly string[]): string[] {
  const all = [...new Set([...delivered, ...items])];
  const oldest = oldestOpen(all);
  return all.filter((entryKey) => entryKey >= oldest);
}

export interface DigestAddress extends Key {
  kind: string;
  id: string;
}

export type Schedule = (mailedAt: Date | undefined, now: Date) => Date;

/**
 * Requests an email about an entry. Returns true if it is due now: the caller then sends the digest.
 * Otherwise the scheduler sends it. Idempotent.
 */
export async function requestDigest(
  address: DigestAddress,
  entryKey: string,
  schedule: Schedule,
  now: Date,
  checks: readonly Write[] = [],
): Promise<boolean> {
  const digest: Digest = (await get<DigestItem>(address)) ?? {};
  if (isDelivered(digest, entryKey)) return false;
  const at = schedule(lastMail(digest), now);
  const due = dueKeys(at, address.kind, address.id);
  const isDueSooner = digest.dsk !== undefined && digest.dsk <= due.dsk;
  const request: Write = {
    update: address,
    change: {
      set: { v: 1, requestedBy: entryKey, ...(!isDueSooner && due) },
      when: [...stillAsRead(digest), unchanged('dsk', digest.dsk)],
    },
  };
  await transact([request, ...checks]);
  return at <= now;
}

export interface DigestEntry {
  entryKey: string;
}

interface DigestContents<T extends DigestEntry> {
  /** Returns entries from a key on, oldest first. */
  load(from: string): Promise<readonly T[]>;
  compose(entries: readonly T[]): Promise<Email | undefined>;
  /** Counts the email under the limits of its sender and recipient. Returns when it may leave if they are exhausted. */
  postponedUntil?(entries: readonly T[]): Promise<Date | undefined>;
  checks: readonly Write[];
  auditWrites?(): Write[];
  schedule: Schedule;
  isPaused?: boolean;
}

/**
 * Sends a due digest once. Its entry keys are stored with the email's marker, so a retry after a crash sends
 * the same email or none.
 */
export async function sendDigest<T extends DigestEntry>(
  due: DueItem,
  contents: DigestContents<T>,
  now: Date,
): Promise<void> {
  const digest = await get<DigestItem>(due);
  if (!digest) return;
  const dueAgain = (mailedAt: Date | undefined) => dueKeys(contents.schedule(mailedAt, now), due.kind, due.id);
  const update = (set: object, when: readonly Condition[] = []): Write => ({
    update: due,
    change: { set: { ...set }, when: [...stillAsRead(digest), ...when] },
  });
  if (contents.isPaused) return transact([update(dueAgain(lastMail(digest)))]);

  const open = (await contents.load(oldestOpen(digest.delivered))).filter(
    ({ entryKey }) => !isDelivered(digest, entryKey),
  );
  const requested = [...open.map(({ entryKey }) => entryKey), digest.requestedBy];
  const items = digest.items ?? [...new Set(requested)].filter((entryKey) => !isDelivered(digest, entryKey)).sort();
  const entries = open.filter(({ entryKey }) => items.includes(entryKey));
  const email = entries.length > 0 ? await contents.compose(entries) : undefined;

  // A run that crashed after it stored the items had counted the email already.
  const until = email && !digest.items ? await contents.postponedUntil?.(entries) : undefined;
  if (until) return transact([update(dueKeys(until, due.kind, due.id))]);

  const marker = { purpose: due.kind, ref: due.id, slot: items.at(-1) ?? '' };
  const begun = [update({ items }, [unchanged('items', digest.items)]), ...contents.checks];
  const result = email && (await sendOnce(marker, email, now, begun));

  const isSent = result === 'sent' || result === 'sent before';
  const mailedAt = isSent || digest.items ? now : lastMail(digest);
  const delivered = withDelivered(digest, items);
  const isComplete = isDelivered({ delivered }, digest.requestedBy);
  const next = isComplete ? notDue.set : dueAgain(mailedAt);
  const stored = result ? items : digest.items;
  const finish = update({ delivered, items: undefined, mailedAt: mailedAt?.toISOString(), ...next }, [
    unchanged('items', stored),
  ]);
  await transact([finish, ...(isSent ? (contents.auditWrites?.() ?? []) : [])]);
}

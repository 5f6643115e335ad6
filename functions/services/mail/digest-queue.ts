import { type Condition, unchanged } from '../../aws/expressions.ts';
import { get, type Key, transact, type Write } from '../../aws/table.ts';
import { timeKey, timeOfKey } from '../keys/keys.ts';
import { type Due, dueKeys, notDue } from '../scheduler/scheduler.ts';
import { sendOnce } from './send.ts';
import type { Email } from './templates/layout.ts';

// A digest is one email about several audit entries. Each recipient has one item per digest, which is never deleted.
// Example, with a pause of an hour:
// - 09:00 A message arrives: `requestDigest` returns true, `sendDigest` emails it, and it counts as delivered.
// - 09:10 A task arrives: the digest becomes due at 10:00, an hour after its last email.
// - 09:20 A document arrives: the digest stays due at 10:00.
// - 10:00 The scheduler calls `sendDigest`: one email about task and document.

/** Entries are handled up to an hour after newer ones, because their writes are retried. */
const MAX_DELAY_MS = 60 * 60_000;

/** A digest as stored. {@link readDigest} translates its attribute names. */
export interface DigestItem extends Key {
  v: 1;
  asked: string;
  told?: string[];
  batch?: string[];
  mailedAt?: string;
  dpk?: string;
  dsk?: string;
}

interface Digest {
  /** Key of the entry that requested the digest last. */
  requestedBy?: string;
  /** Keys of entries that were emailed or need no email. Entries older than {@link oldestOpen} count as delivered. */
  delivered?: readonly string[];
  /** Keys of the entries in an email that a run has begun to send. */
  items?: readonly string[];
  mailedAt?: Date;
  dueKey?: string;
}

async function readDigest(key: Key): Promise<Digest | undefined> {
  const item = await get<DigestItem>(key);
  if (!item) return undefined;
  const { asked: requestedBy, told: delivered, batch: items, mailedAt, dsk: dueKey } = item;
  return {
    requestedBy,
    ...(delivered && { delivered }),
    ...(items && { items }),
    ...(mailedAt && { mailedAt: new Date(mailedAt) }),
    ...(dueKey && { dueKey }),
  };
}

const stillAsRead = ({ requestedBy, delivered }: Digest): Condition[] => [
  unchanged('asked', requestedBy),
  unchanged('told', delivered),
];

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
  const digest = (await readDigest(address)) ?? {};
  if (isDelivered(digest, entryKey)) return false;
  const at = schedule(digest.mailedAt, now);
  const due = dueKeys(at, address.kind, address.id);
  const isDueSooner = digest.dueKey !== undefined && digest.dueKey <= due.dsk;
  const request: Write = {
    update: address,
    change: {
      set: { v: 1, asked: entryKey, ...(!isDueSooner && due) },
      when: [...stillAsRead(digest), unchanged('dsk', digest.dueKey)],
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
  due: Due,
  contents: DigestContents<T>,
  now: Date,
): Promise<void> {
  const digest = await readDigest(due);
  if (!digest) return;
  const dueAgain = (mailedAt: Date | undefined) => dueKeys(contents.schedule(mailedAt, now), due.kind, due.id);
  const update = (set: object, when: readonly Condition[] = []): Write => ({
    update: due,
    change: { set: { ...set }, when: [...stillAsRead(digest), ...when] },
  });
  if (contents.isPaused) return transact([update(dueAgain(digest.mailedAt))]);

  const open = (await contents.load(oldestOpen(digest.delivered))).filter(
    ({ entryKey }) => !isDelivered(digest, entryKey),
  );
  const requested = [...open.map(({ entryKey }) => entryKey), digest.requestedBy ?? ''];
  const items = digest.items ?? [...new Set(requested)].filter((entryKey) => !isDelivered(digest, entryKey)).sort();
  const entries = open.filter(({ entryKey }) => items.includes(entryKey));
  const email = entries.length > 0 ? await contents.compose(entries) : undefined;

  // A run that crashed after it stored the items had counted the email already.
  const until = email && !digest.items ? await contents.postponedUntil?.(entries) : undefined;
  if (until) return transact([update(dueKeys(until, due.kind, due.id))]);

  const marker = { purpose: due.kind, ref: due.id, slot: items.at(-1) ?? '' };
  const begun = [update({ batch: items }, [unchanged('batch', digest.items)]), ...contents.checks];
  const result = email && (await sendOnce(marker, email, now, begun));

  const isSent = result === 'sent' || result === 'sent before';
  const mailedAt = isSent || digest.items ? now : digest.mailedAt;
  const delivered = withDelivered(digest, items);
  const isComplete = isDelivered({ delivered }, digest.requestedBy ?? '');
  const next = isComplete ? notDue.set : dueAgain(mailedAt);
  const stored = result ? items : digest.items;
  const finish = update({ told: delivered, batch: undefined, mailedAt: mailedAt?.toISOString(), ...next }, [
    unchanged('batch', stored),
  ]);
  await transact([finish, ...(isSent ? (contents.auditWrites?.() ?? []) : [])]);
}

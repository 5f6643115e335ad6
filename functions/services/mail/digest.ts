import { unchanged } from '../../aws/expressions.ts';
import { get, type Key, transact, type Write } from '../../aws/table.ts';
import { timeKey, timeOfKey } from '../keys/keys.ts';
import { type Due, dueKeys, notDue } from '../scheduler/scheduler.ts';
import { sendOnce } from './send.ts';
import type { Email } from './templates/layout.ts';

/** An entry may be handled this much later than a newer one, in milliseconds, because writes are retried. */
const LATE_MS = 60 * 60_000;

/** One digest, which stays after its email so that the time of the next one is known. */
export interface BundleItem extends Key {
  v: 1;
  asked: string;
  /** Keys of entries that were mailed or need no email; older ones count as mailed. */
  told?: string[];
  batch?: string[];
  mailedAt?: string;
  dsk?: string;
}

type Told = Pick<BundleItem, 'told'>;

/** The lowest key that a line may have that is not mailed yet; blank where nothing was mailed. */
function firstOpen({ told = [] }: Told): string {
  const newest = told.toSorted().at(-1);
  return newest ? timeKey(new Date(Date.parse(timeOfKey(newest)) - LATE_MS)) : '';
}

const isTold = (item: Told, line: string) => item.told?.includes(line) || line < firstOpen(item);

function toldWith({ told = [] }: Told, more: readonly string[]): string[] {
  const all = [...new Set([...told, ...more])];
  const first = firstOpen({ told: all });
  return all.filter((line) => line >= first);
}

export interface Bundle extends Key {
  kind: string;
  id: string;
}

export type When = (mailedAt: Date | undefined, now: Date) => Date;

const leaves = (when: When, mailedAt: string | undefined, now: Date) =>
  when(mailedAt === undefined ? undefined : new Date(mailedAt), now);

/** Requests an email about an entry. Returns true if it is due now, and the caller sends it; otherwise the next tick does. */
export async function askForMail(
  bundle: Bundle,
  line: string,
  when: When,
  now: Date,
  checks: readonly Write[] = [],
): Promise<boolean> {
  const known = await get<BundleItem>(bundle);
  if (known && isTold(known, line)) return false;
  const at = leaves(when, known?.mailedAt, now);
  const due = dueKeys(at, bundle.kind, bundle.id);
  const isSooner = known?.dsk !== undefined && known.dsk <= due.dsk;
  const asks: Write = {
    update: bundle,
    change: {
      set: { v: 1, asked: line, ...(!isSooner && due) },
      when: [unchanged('asked', known?.asked), unchanged('told', known?.told), unchanged('dsk', known?.dsk)],
    },
  };
  await transact([asks, ...checks]);
  return at <= now;
}

export interface Mailed {
  line: string;
}

interface Contents<T extends Mailed> {
  /** What came at a key or after it, the oldest first. */
  load(from: string): Promise<readonly T[]>;
  /** The mail about it; `undefined` where none is to be sent. */
  email(lines: readonly T[]): Promise<Email | undefined>;
  /** Counts the mail under the limits of its sender and reader; returns when it may leave if they are spent. */
  waits?(lines: readonly T[]): Promise<Date | undefined>;
  checks: readonly Write[];
  record?(): Write[];
  when: When;
  isHeld?: boolean;
}

/** Sends a digest once. Its entries are stored with the mark of the email, so that a retry sends the same or none. */
export async function sendBundle<T extends Mailed>(due: Due, contents: Contents<T>, now: Date): Promise<void> {
  const item = await get<BundleItem>(due);
  if (!item) return;
  const next = (mailedAt: string | undefined) => dueKeys(leaves(contents.when, mailedAt, now), due.kind, due.id);
  const asItWas = [unchanged('asked', item.asked), unchanged('told', item.told)];
  if (contents.isHeld) {
    await transact([{ update: due, change: { set: next(item.mailedAt), when: asItWas } }]);
    return;
  }
  const found = (await contents.load(firstOpen(item))).filter(({ line }) => !isTold(item, line));
  const open = [...found.map(({ line }) => line), item.asked].filter((line) => !isTold(item, line));
  const batch = item.batch ?? [...new Set(open)].sort();
  const lines = found.filter(({ line }) => batch.includes(line));
  const email = lines.length > 0 ? await contents.email(lines) : undefined;
  // A run that was killed after it wrote the batch had counted the mail already.
  const until = email && item.batch === undefined ? await contents.waits?.(lines) : undefined;
  if (until) {
    await transact([{ update: due, change: { set: dueKeys(until, due.kind, due.id), when: asItWas } }]);
    return;
  }
  const slot = batch.at(-1) ?? '';
  const mark: Write = { update: due, change: { set: { batch }, when: [...asItWas, unchanged('batch', item.batch)] } };
  const alongside = [mark, ...contents.checks];
  const what = email && (await sendOnce({ purpose: due.kind, ref: due.id, slot }, email, now, alongside));
  const left = what === 'sent' || what === 'sent before';
  const mailedAt = left || item.batch !== undefined ? now.toISOString() : item.mailedAt;
  const told = toldWith(item, batch);
  const again = isTold({ told }, item.asked) ? notDue.set : next(mailedAt);
  const when = [...asItWas, unchanged('batch', what ? batch : item.batch)];
  const done: Write = { update: due, change: { set: { told, batch: undefined, mailedAt, ...again }, when } };
  await transact([done, ...(left ? (contents.record?.() ?? []) : [])]);
}

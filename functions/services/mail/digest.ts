import { unchanged } from '../../aws/expressions.ts';
import { get, type Key, transact, type Write } from '../../aws/table.ts';
import { timeKey, timeOfKey } from '../keys/ids.ts';
import { type Due, dueKeys, notDue } from '../scheduler/scheduler.ts';
import { sendOnce } from './send.ts';
import type { Email } from './templates/layout.ts';

/**
 * How much later than a newer line an older one may come to be followed, in milliseconds: changes of one client may meet and
 * be done again, and lines of several clients come in no order.
 */
const LATE_MS = 60 * 60_000;

/**
 * What is mailed together to one reader: all that came since the last mail, however many lines of the record that is. The
 * item stays after a mail, so that it is known when the next one may leave.
 */
export interface BundleItem extends Key {
  v: 1;
  /** The key of the line that was the last to ask for a mail. */
  asked: string;
  /**
   * The keys of the lines that were mailed, or that nothing is to be mailed about, as far back as another may still come;
   * what is older counts as mailed.
   */
  told?: string[];
  /** The keys of the lines of the mail that is being sent. */
  batch?: string[];
  /** When the last mail left, ISO. */
  mailedAt?: string;
  /** When it is due, where it is. */
  dsk?: string;
}

type Told = Pick<BundleItem, 'told'>;

/** The lowest key that a line may have that is not mailed yet; blank where nothing was mailed. */
function firstOpen({ told = [] }: Told): string {
  const newest = told.toSorted().at(-1);
  return newest ? timeKey(new Date(Date.parse(timeOfKey(newest)) - LATE_MS)) : '';
}

const isTold = (item: Told, line: string) => item.told?.includes(line) || line < firstOpen(item);

/** What was told, with more lines. */
function toldWith({ told = [] }: Told, more: readonly string[]): string[] {
  const all = [...new Set([...told, ...more])];
  const first = firstOpen({ told: all });
  return all.filter((line) => line >= first);
}

/** A bundle: where it stands, and as what it is due. */
export interface Bundle extends Key {
  kind: string;
  id: string;
}

/** When a mail may leave, going by when the last one did. */
export type When = (mailedAt: Date | undefined, now: Date) => Date;

/** When a mail may leave, by when the last one did. */
const leaves = (when: When, mailedAt: string | undefined, now: Date) =>
  when(mailedAt === undefined ? undefined : new Date(mailedAt), now);

/**
 * Lets a line of the record ask for a mail, under `checks`. Gives whether the mail is due at once, which whoever asks then
 * sends by {@link sendBundle}; if it does not come to that, the next tick sends it. A line that was mailed already asks for
 * nothing, and none puts off what is due sooner.
 */
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

/** One line that is mailed. */
export interface Mailed {
  /** The line's key. */
  line: string;
}

/** How a bundle becomes a mail. */
interface Contents<T extends Mailed> {
  /** What came at a key or after it, the oldest first. */
  load(from: string): Promise<readonly T[]>;
  /** The mail about it; `undefined` where none is to be sent. */
  email(lines: readonly T[]): Promise<Email | undefined>;
  /** Counts the mail under the limits of its sender and reader; returns when it may leave if they are spent. */
  waits?(lines: readonly T[]): Promise<Date | undefined>;
  /** What has to hold as the mail leaves. */
  checks: readonly Write[];
  /** What is to be written once the mail is on its way. */
  record?(): Write[];
  when: When;
  /** Whether it has to wait, though it is due. */
  isHeld?: boolean;
}

/**
 * Mails a bundle, once: which lines are in the mail is written down together with that it is sent, so that a run that is
 * repeated sends the same mail or none. What comes meanwhile is due again. Throws a Conflict where another run is at it.
 */
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

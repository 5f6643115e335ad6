import { unchanged } from '../../aws/expressions.ts';
import { get, type Key, transact, type Write } from '../../aws/table.ts';
import { type Due, dueKeys, notDue } from '../agenda.ts';
import type { Letter } from './letter.ts';
import { sendOnce } from './send-once.ts';

/**
 * What is mailed together to one reader: all that came since the last mail, however many lines of the record that is. The
 * item stays after a mail, so that it is known when the next one may leave.
 */
interface BundleItem extends Key {
  v: 1;
  /** The key of the newest line that asked for a mail. */
  asked: string;
  /** The key of the newest line that was mailed, or that nothing is to be mailed about. */
  upTo?: string;
  /** The key of the newest line of the mail that is being sent. */
  batch?: string;
  /** When the last mail left, ISO. */
  mailedAt?: string;
}

/** A bundle: where it stands, and as what it is due. */
export interface Bundle extends Key {
  kind: string;
  id: string;
}

/** When a mail may leave, going by when the last one did. */
export type When = (mailedAt: Date | undefined, now: Date) => Date;

/**
 * Lets a line of the record ask for a mail. Gives whether the mail is due at once, which whoever asks then sends by
 * {@link sendBundle}; if it does not come to that, the next tick sends it. A line that was mailed already asks for nothing.
 */
export async function askForMail(bundle: Bundle, line: string, when: When, now: Date): Promise<boolean> {
  const known = await get<BundleItem>(bundle);
  if (known && (known.upTo ?? '') >= line) return false;
  const at = when(known?.mailedAt === undefined ? undefined : new Date(known.mailedAt), now);
  const asked = known && known.asked > line ? known.asked : line;
  const set = { v: 1, asked, ...dueKeys(at, bundle.kind, bundle.id) };
  const asks: Write = {
    update: bundle,
    change: { set, when: [unchanged('asked', known?.asked), unchanged('upTo', known?.upTo)] },
  };
  await transact([asks]);
  return at <= now;
}

/** One line that is mailed. */
export interface Mailed {
  /** The line's key. */
  line: string;
}

/** How a bundle becomes a mail. */
interface Contents<T extends Mailed> {
  /** What came after a line, the oldest first. */
  load(after: string): Promise<readonly T[]>;
  /** The mail about it; `undefined` where none is to be sent. */
  letter(lines: readonly T[]): Promise<Letter | undefined>;
  /** What is to be written once the mail is on its way. */
  record?(lines: readonly T[]): Write[];
  when: When;
}

/**
 * Mails a bundle, once: which lines are in the mail is written down together with that it is sent, so that a run that is
 * repeated sends the same mail or none. What comes meanwhile is due again. Throws a Conflict where another run is at it.
 */
export async function sendBundle<T extends Mailed>(due: Due, contents: Contents<T>, now: Date): Promise<void> {
  const item = await get<BundleItem>(due);
  if (!item) return;
  const found = await contents.load(item.upTo ?? '');
  const last = item.batch ?? found.at(-1)?.line ?? item.asked;
  const lines = found.filter(({ line }) => line <= last);
  const letter = lines.length > 0 ? await contents.letter(lines) : undefined;
  const asItWas = [unchanged('upTo', item.upTo), unchanged('batch', item.batch)];
  const mark: Write = { update: due, change: { set: { batch: last }, when: asItWas } };
  const what = letter && (await sendOnce({ purpose: due.kind, ref: due.id, slot: last }, letter, now, [mark]));
  const isMailed = what === 'sent' || what === 'sent before' || item.batch !== undefined;
  const mailedAt = isMailed ? now.toISOString() : item.mailedAt;
  const waits = item.asked > last;
  const again = waits
    ? dueKeys(contents.when(mailedAt ? new Date(mailedAt) : undefined, now), due.kind, due.id)
    : notDue.set;
  const set = { upTo: last, batch: undefined, mailedAt, ...again };
  const when = [unchanged('asked', item.asked), unchanged('batch', what ? last : item.batch)];
  const done: Write = { update: due, change: { set, when } };
  await transact([done, ...(what === 'sent' || what === 'sent before' ? (contents.record?.(lines) ?? []) : [])]);
}

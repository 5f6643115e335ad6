import { MAX_REMINDER_PAUSE_DAYS } from './lifetimes.ts';
import { addDays } from './london.ts';
import { HOUR_MS } from './time.ts';
import { isWorkingDay } from './working-days.ts';

export const REMINDER_KINDS = ['request', 'task'] as const;
type ReminderKind = (typeof REMINDER_KINDS)[number];

/** Days from the due date; without one, days from the day of asking. */
const DAYS = [-3, 0, 7, 14, 21];
const DAYS_WITHOUT_DATE = [7, 14, 21];

/** At most one reminder every second day. */
const PAUSE_DAYS = 2;
/** No reminder on the day of a visit and the day after. */
const VISIT_DAYS = 2;
/** No reminder so soon after any other email to the client. */
export const MAIL_PAUSE_MS = 20 * HOUR_MS;

/** The next reminder is looked for among this many days. */
const DAYS_AHEAD = 60;

export const REMINDER_TEXTS = {
  linkDead: 'This link no longer works',
  linkOld: 'This link is too old for that. Please use the link in a newer email.',
  oftenChanged: 'Reminder emails were changed too often.',
  stopped: 'The client has stopped reminder emails',
  paused: 'Reminder emails to this client are paused',
  nothing: 'Nothing is open that the client could be reminded of',
  completed: 'The journey is completed',
  suspended: 'The portal is suspended',
  undelivered: 'Email to this address was not delivered',
  sentToday: 'A reminder was sent today already',
  planned: 'A reminder is planned already',
  pastDay: 'Choose a day after today',
  tooLong: `Choose a day within ${MAX_REMINDER_PAUSE_DAYS} days`,
} as const;

/** Something that a client was asked for and has not done. Days are London's. */
export interface OpenThing {
  kind: ReminderKind;
  due?: string | undefined;
  /** Day on which it was asked for, sent back, or first could be reminded of. */
  since: string;
  /** Set if it was overdue already when it was asked for again: its days count from `since`. */
  isLate?: boolean;
}

/** Returns the days on which a reminder of a thing falls due, in order. Days up to `since` do not count. */
export function slotsOf({ due, since, isLate }: OpenThing): string[] {
  const from = isLate ? undefined : due;
  const days = from === undefined ? DAYS_WITHOUT_DATE : DAYS;
  return days.map((offset) => addDays(from ?? since, offset)).filter((slot) => slot > since);
}

/** Reasons for not sending a reminder. The first one that applies is shown. */
export const HOLD_REASONS = [
  'off',
  'nothing',
  'completed',
  'suspended',
  'undelivered',
  'stopped',
  'paused',
  'silent',
  'visited',
  'recent',
  'waiting',
] as const;
export type HoldReason = (typeof HOLD_REASONS)[number];

export interface ReminderFacts {
  /** Set if neither documents nor tasks are reminded of. */
  off?: boolean;
  /** Open things of kinds that are reminded of. */
  things: readonly OpenThing[];
  completed?: boolean;
  suspended?: boolean;
  undelivered?: boolean;
  stopped?: boolean;
  /** First day on which reminders may leave again. */
  pausedUntil?: string | undefined;
  /** Day of the last reminder. */
  lastOn?: string | undefined;
  /** Set while a reminder that staff asked for waits for the end of quiet hours. */
  planned?: boolean;
  /** Reminders since the client last opened the page, and how many are sent at most. */
  sinceVisit: number;
  tries: number;
  /** Day on which the client last opened the page. */
  visitedOn?: string | undefined;
  /** First day on whose run no other email is too recent. */
  mailFreeOn?: string | undefined;
}

export interface Hold {
  why: HoldReason;
  /** Day from which this reason no longer applies; undefined if only an act ends it. */
  until?: string | undefined;
}

/** A reminder dated after `day` does not count: the clock was set back. */
const lastBefore = ({ lastOn }: ReminderFacts, day: string) => (lastOn !== undefined && lastOn <= day ? lastOn : '');

const isBefore = (day: string, until: string | undefined): until is string => until !== undefined && day < until;

function slotHold(facts: ReminderFacts, day: string): Hold | undefined {
  const last = lastBefore(facts, day);
  const left = facts.things
    .flatMap(slotsOf)
    .filter((slot) => slot > last)
    .sort();
  const [next] = left;
  return next !== undefined && next <= day ? undefined : { why: 'waiting', until: next };
}

/** Returns why no reminder leaves on a day, which is a working day, or undefined if one leaves. */
export function holdOn(facts: ReminderFacts, day: string): Hold | undefined {
  const { things, visitedOn, pausedUntil, mailFreeOn } = facts;
  if (facts.off) return { why: 'off' };
  if (things.length === 0) return { why: 'nothing' };
  if (facts.completed) return { why: 'completed' };
  if (facts.suspended) return { why: 'suspended' };
  if (facts.undelivered) return { why: 'undelivered' };
  if (facts.stopped) return { why: 'stopped' };
  if (isBefore(day, pausedUntil)) return { why: 'paused', until: pausedUntil };
  if (facts.sinceVisit >= facts.tries) return { why: 'silent' };
  const afterVisit = visitedOn && visitedOn <= day ? addDays(visitedOn, VISIT_DAYS) : undefined;
  if (isBefore(day, afterVisit)) return { why: 'visited', until: afterVisit };
  const last = lastBefore(facts, day);
  const free = [last && addDays(last, PAUSE_DAYS), mailFreeOn ?? ''].sort().at(-1);
  if (isBefore(day, free)) return { why: 'recent', until: free };
  return slotHold(facts, day);
}

type FactsByHand = Omit<ReminderFacts, 'off' | 'things' | 'sinceVisit' | 'tries'> & { things: readonly unknown[] };

/** Returns why staff cannot send a reminder. Days between reminders, visits and a missing answer do not matter. */
export function refusalByHand(facts: FactsByHand, today: string): keyof typeof REMINDER_TEXTS | undefined {
  if (facts.things.length === 0) return 'nothing';
  if (facts.completed) return 'completed';
  if (facts.suspended) return 'suspended';
  if (facts.undelivered) return 'undelivered';
  if (facts.stopped) return 'stopped';
  if (isBefore(today, facts.pausedUntil)) return 'paused';
  if (facts.planned) return 'planned';
  return facts.lastOn === today ? 'sentToday' : undefined;
}

/** Returns true if only the lack of visits holds a reminder back on this day. The adviser is then notified. */
export const isUnanswered = (facts: ReminderFacts, day: string): boolean =>
  holdOn(facts, day)?.why === 'silent' && holdOn({ ...facts, sinceVisit: 0 }, day) === undefined;

/** Returns the first day from `from` on which a reminder leaves as things are, within 60 days. */
export function nextReminder(facts: ReminderFacts, from: string, closed: readonly string[]): string | undefined {
  for (let day = from, left = DAYS_AHEAD; left > 0; day = addDays(day, 1), left -= 1)
    if (isWorkingDay(day, closed) && !holdOn(facts, day)) return day;
  return undefined;
}

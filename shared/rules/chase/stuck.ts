import { countOf } from '../counted-words.ts';
import { dayAndMonth, daysAgo, londonParts } from '../london.ts';
import { workingDaysBetween } from '../working-days.ts';
import { isWithProvider, type LoaState } from './loas.ts';

export const WAITING_FOR = ['you', 'client', 'provider', 'nobody'] as const;
type WaitingFor = (typeof WAITING_FOR)[number];

/** Reasons for which a journey does not move, in the order in which they are looked for. */
export const STUCK_REASONS = ['help', 'review', 'unread', 'own', 'provider', 'client', 'later', 'nobody'] as const;
type StuckReason = (typeof STUCK_REASONS)[number];

/** Subjects of a reason; each has a place on the client's page. */
export const STUCK_SUBJECTS = ['messages', 'request', 'task', 'loa'] as const;
export type StuckSubject = (typeof STUCK_SUBJECTS)[number];

const WAITS: Readonly<Record<StuckReason, WaitingFor>> = {
  help: 'you',
  review: 'you',
  unread: 'you',
  own: 'you',
  provider: 'provider',
  client: 'client',
  later: 'you',
  nobody: 'nobody',
};

export interface StuckRules {
  /** Working days in a stage after which a client is stuck, and without a change. */
  stuckAfter: number;
  quietAfter: number;
}

/** Requests for help are listed after more than one working day. */
const HELP_DAYS = 1;

export interface StuckTask {
  id: string;
  title: string;
  responsibility: 'adviser' | 'client';
  due?: string | undefined;
}

export interface StuckLetter {
  id: string;
  provider: string;
  state: LoaState;
  /** Working days since it was sent; null before. */
  days: number | null;
}

/** Everything open of a client. Times are ISO. */
export interface StuckFacts {
  completed: boolean;
  stageSince: string | null;
  /** Time of the last change, or of adding. */
  lastUpdate: string;
  stuckSince: string | null;
  unread: number;
  reminders: number;
  lastVisit: string | null;
  tasks: readonly StuckTask[];
  /** Ids and times of requests: to review, and open. */
  submitted: readonly { id: string; since: string }[];
  open: readonly { id: string }[];
  letters: readonly StuckLetter[];
}

interface Found {
  text: string;
  about: StuckSubject | null;
  ref?: string;
}

interface Calendar {
  today: string;
  closed: readonly string[];
}

const dayOf = (iso: string) => londonParts(new Date(iso)).date;

/** Returns working days since a time; 0 if it is in the future. */
const workingDaysSince = (iso: string, { today, closed }: Calendar) => workingDaysBetween(dayOf(iso), today, closed);

const byDue = (a: StuckTask, b: StuckTask) => ((a.due ?? '9999') < (b.due ?? '9999') ? -1 : 1);

const FIND: Readonly<Record<StuckReason, (facts: StuckFacts, today: string) => Found | undefined>> = {
  help: ({ stuckSince }) =>
    stuckSince ? { text: `Asked for help on ${dayAndMonth(dayOf(stuckSince))}`, about: 'messages' } : undefined,
  review: ({ submitted }) => {
    const [first] = submitted.toSorted((a, b) => (a.since < b.since ? -1 : 1));
    if (!first) return undefined;
    const since = dayAndMonth(dayOf(first.since));
    const count = countOf(submitted.length, 'document');
    return {
      text: `${count} to review, ${submitted.length > 1 ? 'the first since' : 'since'} ${since}`,
      about: 'request',
      ref: first.id,
    };
  },
  unread: ({ unread }) =>
    unread > 0 ? { text: `${countOf(unread, 'message')} not read`, about: 'messages' } : undefined,
  own: ({ tasks }, today) => {
    const [first] = tasks
      .filter(({ responsibility, due = '9999' }) => responsibility === 'adviser' && due < today)
      .sort(byDue);
    return (
      first && { text: `“${first.title}” was due on ${dayAndMonth(first.due ?? today)}`, about: 'task', ref: first.id }
    );
  },
  provider: ({ letters }) => {
    const sent = letters.filter(({ state }) => isWithProvider(state)).sort((a, b) => (b.days ?? 0) - (a.days ?? 0));
    const [first, ...others] = sent;
    if (!first) return undefined;
    const more = others.length > 0 ? ` and ${others.length} more` : '';
    const text = `${first.provider}: ${countOf(first.days ?? 0, 'working day')}${more}`;
    return { text, about: 'loa', ref: first.id };
  },
  client: ({ open, tasks, reminders, lastVisit }, today) => {
    const own = tasks.filter(({ responsibility }) => responsibility === 'client').sort(byDue);
    const [first] = [...open, ...own];
    if (!first) return undefined;
    const things = [
      ...(open.length > 0 ? [countOf(open.length, 'document')] : []),
      ...(own.length > 0 ? [countOf(own.length, 'task')] : []),
    ].join(' and ');
    const visit = lastVisit ? daysAgo(dayOf(lastVisit), today) : undefined;
    const sent =
      reminders > 0 ? `; ${countOf(reminders, 'reminder')} since the last visit${visit ? `, ${visit}` : ''}` : '';
    const last = sent === '' && visit ? `; last visit ${visit}` : '';
    return { text: `${things}${sent}${last}`, about: open.length > 0 ? 'request' : 'task', ref: first.id };
  },
  later: ({ tasks, letters }) => {
    const [task] = tasks.filter(({ responsibility }) => responsibility === 'adviser').sort(byDue);
    if (task) {
      const when = task.due ? `due on ${dayAndMonth(task.due)}` : 'open';
      return { text: `“${task.title}” is ${when}`, about: 'task', ref: task.id };
    }
    const letter = letters.find(({ state }) => !isWithProvider(state));
    return letter && { text: `The letter to ${letter.provider} is not sent`, about: 'loa', ref: letter.id };
  },
  nobody: () => ({ text: 'Nobody has anything to do. Assign a task, or ask for something', about: null }),
};

export interface Stuck extends Found {
  reason: StuckReason;
  waitingFor: WaitingFor;
  daysInStage: number | null;
  quietDays: number;
}

/** Returns why a client's journey does not move, by the first reason that is true; undefined if it moves. */
export function stuckOf(facts: StuckFacts, rules: StuckRules, calendar: Calendar): Stuck | undefined {
  const { completed, stageSince, lastUpdate, stuckSince } = facts;
  if (completed) return undefined;
  const daysInStage = stageSince === null ? null : workingDaysSince(stageSince, calendar);
  const quietDays = workingDaysSince(lastUpdate, calendar);
  const waitsForHelp = stuckSince !== null && workingDaysSince(stuckSince, calendar) > HELP_DAYS;
  if ((daysInStage ?? 0) <= rules.stuckAfter && quietDays <= rules.quietAfter && !waitsForHelp) return undefined;
  for (const reason of STUCK_REASONS) {
    const found = FIND[reason](facts, calendar.today);
    if (found) return { reason, waitingFor: WAITS[reason], daysInStage, quietDays, ...found };
  }
  return undefined;
}

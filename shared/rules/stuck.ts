import { countOf } from './counted-words.ts';
import { dayOf } from './london.ts';
import type { OpenKind, Who } from './open-kinds.ts';
import { countsOf, isFactfind, type OpenItem, sayDue, sayOpen, waitingFor, workingDaysSince } from './open-work.ts';
import { daysAgo, sayDayAndMonth } from './say-date.ts';
import type { Calendar } from './working-days.ts';

export interface StuckRules {
  /** Working days in a stage after which a client is stuck, and without a change. */
  stuckAfter: number;
  quietAfter: number;
}

/** Most clients of a list: the longest quiet. */
export const MOST_STUCK = 1000;

/** Requests for help are listed after more than one working day. */
const HELP_DAYS = 1;

/** Facts of a client besides the open items. Times are ISO. */
export interface StuckFacts {
  completed: boolean;
  stageSince: string | null;
  /** Time of the last change, or of adding. */
  lastUpdate: string;
  helpSince: string | null;
  reminders: number;
  lastVisit: string | null;
}

/** Adds to the documents and tasks of a client how often they were reminded. */
function withVisits(text: string, { reminders, lastVisit }: StuckFacts, today: string): string {
  const visit = lastVisit ? daysAgo(dayOf(lastVisit), today) : undefined;
  if (reminders > 0)
    return `${text}; ${countOf(reminders, 'reminder')} since the last visit${visit ? `, ${visit}` : ''}`;
  return visit ? `${text}; last visit ${visit}` : text;
}

type Say = (items: readonly OpenItem[], facts: StuckFacts, calendar: Calendar) => string;

const sinceOf = (items: readonly OpenItem[]) => sayDayAndMonth(dayOf(items[0]?.since ?? ''));

const forClient: Say = (items, facts, { today }) => {
  const groups = (['request', 'client-task'] as const).map((kind) => items.filter((open) => open.kind === kind));
  const things = groups.filter((group) => group.length > 0).map(sayOpen);
  return withVisits(things.join(' and '), facts, today);
};

const forTask: Say = ([task], _, { today }) => `“${task?.title}” is ${task?.due ? sayDue(task.due, today) : 'open'}`;

/** Sentences about the first reason, where more is said than in other lists. */
const SAY: Readonly<Partial<Record<OpenKind, Say>>> = {
  help: (items) => `${sayOpen(items)} on ${sinceOf(items)}`,
  review: (items) => `${sayOpen(items)}, ${items.length > 1 ? 'the first since' : 'since'} ${sinceOf(items)}`,
  task: forTask,
  letter: ([first, ...others], _, calendar) => {
    const days = countOf(workingDaysSince(first?.since ?? '', calendar), 'working day');
    return `${first?.title}: ${days}${others.length > 0 ? ` and ${others.length} more` : ''}`;
  },
  request: forClient,
  'client-task': forClient,
};

const NOTHING = 'Nobody has anything to do. Assign a task, or ask for something';

export interface Stuck {
  /** Kind of the most urgent open item; null if nothing is open. */
  reason: OpenKind | null;
  text: string;
  /** Id of the item. */
  ref: string | null;
  /** Set if the reason is a fact-find. */
  asks?: 'facts';
  waitingFor: Who[];
  daysInStage: number | null;
  quietDays: number;
}

/** Returns the items that a reason is about: those of its kind, or all of the client. */
const about = ({ kind }: OpenItem, items: readonly OpenItem[]) =>
  kind === 'request' || kind === 'client-task' ? items : items.filter((open) => open.kind === kind);

/** Returns the working days of a client in a stage and without a change; undefined if the journey moves. */
export function stillFor(
  { completed, stageSince, lastUpdate, helpSince }: StuckFacts,
  rules: StuckRules,
  calendar: Calendar,
): Pick<Stuck, 'daysInStage' | 'quietDays'> | undefined {
  if (completed) return undefined;
  const daysInStage = stageSince === null ? null : workingDaysSince(stageSince, calendar);
  const quietDays = workingDaysSince(lastUpdate, calendar);
  const waitsForHelp = helpSince !== null && workingDaysSince(helpSince, calendar) > HELP_DAYS;
  if ((daysInStage ?? 0) <= rules.stuckAfter && quietDays <= rules.quietAfter && !waitsForHelp) return undefined;
  return { daysInStage, quietDays };
}

/** Returns why a client's journey does not move, by the most urgent open item; undefined if it moves. */
export function stuckOf(
  facts: StuckFacts,
  items: readonly OpenItem[],
  rules: StuckRules,
  calendar: Calendar,
): Stuck | undefined {
  const days = stillFor(facts, rules, calendar);
  if (!days) return undefined;
  const [first] = items;
  const known = { waitingFor: waitingFor(countsOf(items)), ...days };
  if (!first) return { reason: null, text: NOTHING, ref: null, ...known };
  const same = about(first, items);
  const text = SAY[first.kind]?.(same, facts, calendar) ?? sayOpen(same);
  const ofKind = items.filter(({ kind }) => kind === first.kind);
  return { reason: first.kind, text, ref: first.ref, ...(isFactfind(ofKind) && { asks: 'facts' }), ...known };
}

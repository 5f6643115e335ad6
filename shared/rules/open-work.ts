import type { MailProblem } from './clients.ts';
import { countOf, listOf } from './counted-words.ts';
import { chaseDayOf, isWithProvider, type LoaFacts } from './loas.ts';
import { dayOf } from './london.ts';
import { type Booked, meetingsOn, meetingTitle } from './meetings.ts';
import { OPEN_ITEM_KINDS, OPEN_KINDS, type OpenItemKind, type OpenKind, WHO, type Who, whoOf } from './open-kinds.ts';
import type { RequestKind, RequestState } from './requests.ts';
import { sayDayAndMonth } from './say-date.ts';
import type { Responsibility } from './tasks.ts';
import { daysBetween } from './time.ts';
import { byUrgency } from './urgency.ts';
import { type Calendar, workingDaysBetween } from './working-days.ts';

/** One thing that somebody has to do for a client. */
export interface OpenItem {
  kind: OpenKind;
  /** Title of the task, request or meeting, or name of the provider; blank if the kind says it all. */
  title: string;
  /** ISO time or London's day since which it is open; null if unknown. */
  since: string | null;
  /** London's day by which it is to be done; null if none is set. */
  due: string | null;
  /** Id of the task, request, letter, file, or sub-stage of the meeting. */
  ref: string | null;
  /** Number of messages; else 1. */
  count: number;
  /** Set for a fact-find and for a document to sign. */
  asks?: Exclude<RequestKind, 'file'>;
}

export interface OpenTask {
  id: string;
  title: string;
  responsibility: Responsibility;
  status: string;
  dueDate: string | null;
  createdAt: string;
}

export interface OpenRequest {
  id: string;
  title: string;
  kind?: RequestKind;
  state: RequestState;
  dueDate: string | null;
  askedAt: string;
  submittedAt: string | null;
}

export interface OpenLetter extends Pick<LoaFacts, 'state' | 'sentOn' | 'nextChase'> {
  id: string;
  provider: string;
}

/** Facts of a client that are open items by themselves. */
interface OpenClient {
  helpSince: string | null;
  unread: number;
  unreadSince: string | null;
  booked: Booked | undefined;
  mailProblem: MailProblem | null;
  hasVisited: boolean;
}

/** All that can be open of a client, as lists and the client's page hold it. Items that are settled do not matter. */
export interface OpenFacts extends OpenClient {
  id: string;
  completed: boolean;
  tasks: readonly OpenTask[];
  requests: readonly OpenRequest[];
  letters: readonly OpenLetter[];
  /** Files outside requests that the adviser has not seen, newest first. */
  files: readonly { id: string | null; since: string }[];
}

const item = (kind: OpenKind, more: Partial<OpenItem>): OpenItem => ({
  kind,
  title: '',
  since: null,
  due: null,
  ref: null,
  count: 1,
  ...more,
});

export const taskItems = ({ id: ref, title, responsibility, status, dueDate: due, createdAt }: OpenTask): OpenItem[] =>
  status === 'completed'
    ? []
    : [item(responsibility === 'adviser' ? 'task' : 'client-task', { title, since: createdAt, due, ref })];

export function requestItems({ id: ref, title, kind, state, ...times }: OpenRequest): OpenItem[] {
  const { dueDate, askedAt, submittedAt } = times;
  const asks = kind !== undefined && kind !== 'file' && { asks: kind };
  if (state === 'open') return [item('request', { title, since: askedAt, due: dueDate, ref, ...asks })];
  if (state !== 'submitted') return [];
  const since = submittedAt ?? askedAt;
  return [item('review', { title, since, due: dayOf(since), ref, ...asks })];
}

/** Returns what is open of a letter of authority: the provider's answer, and the chase once it is due. */
function letterItems({ id: ref, provider: title, ...letter }: OpenLetter, { today, closed }: Calendar): OpenItem[] {
  const since = letter.sentOn ?? null;
  if (letter.state === 'to_send' || letter.state === 'rejected') return [item('to-send', { title, ref })];
  if (!isWithProvider(letter.state)) return [];
  const due = chaseDayOf(letter, closed) ?? null;
  const chase = due !== null && due <= today ? [item('chase', { title, since: due, due, ref })] : [];
  return [...chase, item('letter', { title, since, due, ref })];
}

function clientItems({ id, helpSince, mailProblem, ...facts }: OpenFacts, { today }: Calendar): OpenItem[] {
  const { unread: count, unreadSince: since, files } = facts;
  const oldest = files.at(-1);
  return [
    ...(helpSince ? [item('help', { since: helpSince, due: dayOf(helpSince) })] : []),
    // A call for help is a message too.
    ...(since && !helpSince ? [item('message', { count, since, due: dayOf(since) })] : []),
    ...(mailProblem ? [item('bounced', { due: today })] : []),
    ...(oldest
      ? [item('file', { count: files.length, since: oldest.since, due: dayOf(oldest.since), ref: oldest.id })]
      : []),
    ...meetingsOn(today, facts.booked).map(({ number, at, time }) =>
      item('meeting', { title: `${meetingTitle(number)} at ${time}`, since: at, due: today, ref: `${id}.${number}` }),
    ),
  ];
}

/** Kinds that remain once the journey is completed: nobody chases, reminds or meets for it any more. */
const AFTER_COMPLETION: readonly OpenKind[] = ['help', 'task', 'message', 'review', 'file'];

const LAST = '9999';

/** Returns everything that is open of a client, most urgent first. */
export function openWork(facts: OpenFacts, calendar: Calendar): OpenItem[] {
  const items = [
    ...clientItems(facts, calendar),
    ...facts.tasks.flatMap(taskItems),
    ...facts.requests.flatMap(requestItems),
    ...facts.letters.flatMap((letter) => letterItems(letter, calendar)),
  ];
  const isAsked = items.some((open) => whoOf(open) === 'client');
  return [...items, ...(isAsked && !facts.hasVisited ? [item('unopened', {})] : [])]
    .filter(({ kind }) => !facts.completed || AFTER_COMPLETION.includes(kind))
    .sort(byUrgency(calendar.today));
}

/** Numbers of open items by kind. */
export type OpenCounts = Readonly<Partial<Record<OpenKind, number>>>;

export function countsOf(items: readonly OpenItem[]): OpenCounts {
  const counts: Partial<Record<OpenKind, number>> = {};
  for (const { kind, count } of items) counts[kind] = (counts[kind] ?? 0) + count;
  return counts;
}

/** Counters of a client, from which lists tell who is waited for without a row of each item. */
export interface OpenSummary extends Pick<OpenClient, 'helpSince' | 'unread' | 'mailProblem'> {
  completed: boolean;
  openAdviserTasks: number;
  openClientTasks: number;
  openRequests: number;
  requestsToReview: number;
  /** Days of the next chase of letters under way; blank for those to be sent. */
  chaseDays: readonly string[];
}

/** Returns the counts of kinds that somebody waits for. Equals `countsOf` of all items in them. */
export function countsIn(client: OpenSummary, { today, closed }: Calendar): OpenCounts {
  const sent = client.chaseDays.filter((day) => day !== '');
  const counts: OpenCounts = {
    help: client.helpSince ? 1 : 0,
    message: client.helpSince ? 0 : client.unread,
    task: client.openAdviserTasks,
    review: client.requestsToReview,
    chase: sent.filter((nextChase) => (chaseDayOf({ nextChase }, closed) ?? LAST) <= today).length,
    bounced: client.mailProblem ? 1 : 0,
    letter: sent.length,
    request: client.openRequests,
    'client-task': client.openClientTasks,
    'to-send': client.chaseDays.length - sent.length,
  };
  const kept = Object.entries(counts).filter(
    ([kind]) => !client.completed || AFTER_COMPLETION.includes(kind as OpenKind),
  );
  return Object.fromEntries(kept);
}

/** Returns who is waited for. Nobody if empty. */
export const waitingFor = (counts: OpenCounts): Who[] =>
  WHO.filter((who) =>
    OPEN_KINDS.some((kind) => {
      const { who: acts, isNews }: OpenItemKind = OPEN_ITEM_KINDS[kind];
      return acts === who && !isNews && (counts[kind] ?? 0) > 0;
    }),
  );

/** Returns true if items are about the fact-find alone, which has a page of its own. */
export const isFactfind = (items: readonly OpenItem[]) => items.every(({ asks }) => asks === 'facts');

const total = (items: readonly OpenItem[]) => items.reduce((sum, { count }) => sum + count, 0);
const titles = (items: readonly OpenItem[]) => [...new Set(items.map(({ title }) => title))];
const providers = (items: readonly OpenItem[]) => {
  const names = titles(items);
  return names.length === 1 ? names.join() : countOf(names.length, 'provider');
};

const some = (count: number, noun: string) => (count === 0 ? [] : [countOf(count, noun)]);

/** Returns "2 documents", "Fact-find" or "2 documents, 1 signature and the fact-find". */
function sayAsked(items: readonly OpenItem[]): string {
  if (isFactfind(items)) return 'Fact-find';
  const { file = [], sign = [], facts } = Object.groupBy(items, ({ asks = 'file' }) => asks);
  return listOf([
    ...some(file.length, 'document'),
    ...some(sign.length, 'signature'),
    ...(facts ? ['the fact-find'] : []),
  ]);
}

const SAY: Readonly<Record<OpenKind, (items: readonly OpenItem[]) => string>> = {
  help: () => 'Asked for help',
  meeting: (items) => listOf(titles(items)),
  task: (items) => (items.length === 1 ? titles(items).join() : countOf(items.length, 'task')),
  message: (items) => countOf(total(items), 'unread message'),
  review: (items) => `${sayAsked(items)} to review`,
  chase: (items) => `Chase ${providers(items)}`,
  bounced: () => 'Emails are not delivered',
  file: (items) => countOf(total(items), 'new file'),
  letter: (items) => `Answer of ${providers(items)}`,
  request: sayAsked,
  'client-task': (items) => countOf(items.length, 'task'),
  unopened: () => 'Portal not opened yet',
  'to-send': (items) => `Send the letter to ${providers(items)}`,
};

/** Names open items of one kind: "2 documents to review", "Chase Royal London". */
export const sayOpen = (items: readonly OpenItem[]): string => (items[0] ? SAY[items[0].kind](items) : '');

/** Groups items by kind, in their order. */
const byKind = (items: readonly OpenItem[]): OpenItem[][] => [...Map.groupBy(items, ({ kind }) => kind).values()];

/** Tasks and meetings are done one by one; the others of a kind share a line. */
const isAlone = ({ kind }: OpenItem) => kind === 'task' || kind === 'meeting';

/** Returns items by the lines that name them. A task to chase a provider says the same as the chase that is due. */
export function linesOf(items: readonly OpenItem[]): OpenItem[][] {
  const lines = byKind(items).flatMap((group) => (group.some(isAlone) ? group.map((open) => [open]) : [group]));
  const tasks = new Set(items.filter(({ kind }) => kind === 'task').map((task) => sayOpen([task])));
  return lines.filter((line) => line[0]?.kind !== 'chase' || !tasks.has(sayOpen(line)));
}

/** Further days are named by their date. */
const DAYS_COUNTED = 14;

/** Says how late a day is: "3 days late", "due today", "due in 2 days" or "due on 4 December". */
export function sayDue(due: string, today: string): string {
  const days = daysBetween(due, today);
  if (days > 0) return `${countOf(days, 'day')} late`;
  if (days === 0) return 'due today';
  return -days <= DAYS_COUNTED ? `due in ${countOf(-days, 'day')}` : `due on ${sayDayAndMonth(due)}`;
}

/** Returns the working days since a time or day; 0 if it is in the future. */
export const workingDaysSince = (since: string, { today, closed }: Calendar): number =>
  workingDaysBetween(since.includes('T') ? dayOf(since) : since, today, closed);

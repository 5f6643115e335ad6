import { waitedDays } from '#shared/rules/chase/loas.ts';
import { countOf } from '#shared/rules/counted-words.ts';
import { addDays, dayAndMonth, daysAgo } from '#shared/rules/london.ts';
import { getTogether, itemAt } from '../../aws/table.ts';
import { sendOnce } from '../../services/mail/send.ts';
import { type WeeklyPart, weeklyEmail } from '../../services/mail/templates/reminders.ts';
import { type PreferencesItem, preferencesKey, preferencesOf } from '../../services/notices.ts';
import type { Settings } from '../../services/settings.ts';
import { type AdviserItem, adviserKey, adviserReader, mailProblemOf } from '../accounts/account.ts';
import type { ClientRow } from '../clients/client.ts';
import { type Calendar, calendarOf, isLoa, isToChase, type LoaRow } from '../loas/loa.ts';
import { isRequest, type RequestRow } from '../requests/request.ts';
import { isClient, isTask, type TaskRow } from '../tasks/task.ts';
import type { AnyRow } from '../today/today.ts';
import { dayOf } from './facts.ts';

const WEEKLY = 'weekly-list';
const WEEK = 7;
const DAY_MS = 86_400_000;

const WEEKDAY = new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', weekday: 'long' });

/** Formats a day as "today", as a weekday within a week, or as "4 December". */
function spoken(day: string, today: string): string {
  const days = Math.abs(Date.parse(today) - Date.parse(day)) / DAY_MS;
  if (days === 0) return 'today';
  return days < WEEK ? WEEKDAY.format(new Date(day)) : dayAndMonth(day);
}

const on = (day: string, today: string) => (day === today ? 'today' : `on ${spoken(day, today)}`);

const sundayOf = (day: string) => addDays(day, (WEEK - new Date(day).getUTCDay()) % WEEK);

const compare = (a: string, b: string) => Number(a > b) - Number(a < b);

interface Work {
  clients: readonly ClientRow[];
  tasks: readonly TaskRow[];
  requests: readonly RequestRow[];
  loas: readonly LoaRow[];
  nameOf: (row: AnyRow) => string;
}

function workOf(rows: readonly AnyRow[]): Work {
  const clients = rows.filter(isClient);
  const names = new Map(clients.map((client) => [client.pk, client.card.name]));
  // The index may still list rows of a client who was reassigned.
  const known = rows.filter(({ pk }) => names.has(pk));
  return {
    clients,
    tasks: known.filter(isTask),
    requests: known.filter(isRequest),
    loas: known.filter(isLoa),
    nameOf: ({ pk }) => names.get(pk) ?? '',
  };
}

function forAdviser({ clients, tasks, requests, nameOf }: Work, today: string): string[] {
  const help = clients.flatMap(({ card: { name, stuckSince } }) =>
    stuckSince ? [`${name}: asked for help ${on(dayOf(stuckSince), today)}`] : [],
  );
  const reviews = requests
    .filter(({ card }) => card.state === 'submitted')
    .sort((a, b) => compare(a.card.submittedAt ?? '', b.card.submittedAt ?? ''))
    .map((row) => {
      const since = spoken(dayOf(row.card.submittedAt ?? row.card.askedAt), today);
      return `${nameOf(row)}: “${row.card.title}” to review since ${since}`;
    });
  const due = tasks
    .filter(({ card }) => card.responsibility === 'adviser' && (card.dueDate ?? '9999') <= sundayOf(today))
    .sort((a, b) => compare(a.card.dueDate ?? '', b.card.dueDate ?? ''))
    .map((row) => {
      const { title, dueDate = today } = row.card;
      return `${nameOf(row)}: “${title}” ${dueDate < today ? 'was' : 'is'} due ${on(dueDate, today)}`;
    });
  const unread = clients.reduce((sum, { card }) => sum + (card.stuckSince ? 0 : card.unread), 0);
  return [...help, ...reviews, ...due, ...(unread > 0 ? [`${countOf(unread, 'message')} not read`] : [])];
}

interface Waiting {
  line: string;
  count: number;
  /** Sorts the lines. */
  order: string;
}

function ofClient({ pk, card }: ClientRow, { tasks, requests }: Work, today: string): Waiting[] {
  if (card.completedAt !== undefined) return [];
  const documents = requests.filter((row) => row.pk === pk && row.card.state === 'open');
  const own = tasks.filter((row) => row.pk === pk && row.card.responsibility === 'client');
  const count = documents.length + own.length;
  if (count === 0) return [];
  const dates = [...documents.map(({ card: { due } }) => due), ...own.map(({ card: { dueDate } }) => dueDate)];
  const [first] = dates.filter((day) => day !== undefined).sort();
  const sent = card.reminded?.n ?? 0;
  const parts = [
    ...(documents.length > 0 ? [countOf(documents.length, 'document')] : []),
    ...(own.length > 0 ? [countOf(own.length, 'task')] : []),
    ...(first ? [`due ${first < today ? 'since' : 'on'} ${dayAndMonth(first)}`] : []),
    ...(sent > 0 ? [countOf(sent, 'reminder')] : []),
    ...(card.visitedAt ? [`last visit ${daysAgo(dayOf(card.visitedAt), today)}`] : []),
  ];
  return [{ line: `${card.name}: ${parts.join(', ')}`, count, order: first ?? '9999' }];
}

function ofProvider(loas: readonly LoaRow[], { today, closed }: Calendar): Waiting[] {
  const [first] = loas;
  if (!first) return [];
  const oldest = Math.max(...loas.map(({ card }) => waitedDays(card, today, closed) ?? 0));
  const chases = loas.filter((loa) => isToChase(loa, { today, closed }, sundayOf(today)));
  const parts = [
    countOf(loas.length, 'letter'),
    ...(oldest > 0 ? [`the oldest ${countOf(oldest, 'working day')}`] : []),
    ...(chases.length > 0 ? [`${chases.length} to chase this week`] : []),
  ];
  const line = `${first.card.provider}: ${parts.join(', ')}`;
  return [{ line, count: loas.length, order: String(10_000 - oldest) }];
}

const partOf = (heading: WeeklyPart['heading'], found: readonly Waiting[]): WeeklyPart => ({
  heading,
  count: found.reduce((sum, { count }) => sum + count, 0),
  lines: found.toSorted((a, b) => compare(a.order, b.order)).map(({ line }) => line),
});

/** Returns the parts of an adviser's list that have something in them. */
function weeklyParts(rows: readonly AnyRow[], calendar: Calendar): WeeklyPart[] {
  const work = workOf(rows);
  const { today } = calendar;
  const lines = forAdviser(work, today);
  const isOpen = new Set(work.clients.flatMap(({ pk, card }) => (card.completedAt === undefined ? [pk] : [])));
  const letters = Map.groupBy(
    work.loas.filter(({ pk }) => isOpen.has(pk)),
    ({ card }) => card.providerKey,
  );
  const parts: WeeklyPart[] = [
    { heading: 'For you', count: lines.length, lines },
    partOf(
      'For clients',
      work.clients.flatMap((client) => ofClient(client, work, today)),
    ),
    partOf(
      'For providers',
      [...letters.values()].flatMap((loas) => ofProvider(loas, calendar)),
    ),
  ];
  return parts.filter((part) => part.lines.length > 0);
}

/** Emails an adviser what is open, once a week, unless they switched it off or nothing is. */
export async function sendWeeklyList(
  adviserId: string,
  rows: readonly AnyRow[],
  settings: Settings,
  now: Date,
): Promise<void> {
  const calendar = calendarOf(now, settings);
  const parts = weeklyParts(rows, calendar);
  if (parts.length === 0) return;
  const items = await getTogether([adviserKey(adviserId), preferencesKey(adviserId)]);
  const account = itemAt<AdviserItem>(items, adviserKey(adviserId));
  const preferences = preferencesOf(itemAt<PreferencesItem>(items, preferencesKey(adviserId)));
  if (!account || mailProblemOf(account) || preferences.digest === 'off') return;
  const email = weeklyEmail(settings.firm, adviserReader(account), parts);
  await sendOnce({ purpose: WEEKLY, ref: adviserId, slot: calendar.today }, email, now);
}

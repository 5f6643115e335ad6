import { countOf } from '#shared/rules/counted-words.ts';
import { addDays, dayOf } from '#shared/rules/london.ts';
import { whoOf } from '#shared/rules/open-kinds.ts';
import { linesOf, type OpenItem, sayDue, sayOpen, workingDaysSince } from '#shared/rules/open-work.ts';
import { daysAgo, sayDayAndMonth, sayWeekday } from '#shared/rules/say-date.ts';
import { uncapitalised } from '#shared/rules/text.ts';
import { daysBetween } from '#shared/rules/time.ts';
import { isDue } from '#shared/rules/urgency.ts';
import { type Calendar, startsWeek } from '#shared/rules/working-days.ts';
import { getTogether, itemAt, queryIndex } from '../../aws/table.ts';
import { adviserPartition } from '../../services/keys/keys.ts';
import { sendOnce } from '../../services/mail/send.ts';
import { type WeeklyPart, weeklyEmail } from '../../services/mail/templates/reminders.ts';
import { type PreferencesItem, preferencesKey, preferencesOf } from '../../services/notices.ts';
import type { Settings } from '../../services/settings.ts';
import { type AdviserItem, adviserKey, adviserReader, mailProblemOf, worksAt } from '../accounts/account.ts';
import { adviserIdOf } from '../clients/client.ts';
import { calendarOf } from '../loas/loa.ts';
import { type AnyRow, type ClientWork, workIn } from '../open-work/open-work.ts';

const WEEKLY = 'weekly-list';
const WEEK = 7;

/** Formats a day as "today", as a weekday within a week, or as "4 December". */
function spoken(day: string, today: string): string {
  const days = Math.abs(daysBetween(day, today));
  if (days === 0) return 'today';
  return days < WEEK ? sayWeekday(day) : sayDayAndMonth(day);
}

const sundayOf = (day: string) => addDays(day, (WEEK - new Date(day).getUTCDay()) % WEEK);

interface Line {
  line: string;
  count: number;
  /** Sorts the lines of a part; equal ones keep their order. */
  order: string;
}

/** Chases are counted with their providers. */
const isListed = (open: OpenItem, sunday: string) =>
  whoOf(open) === 'adviser' && open.kind !== 'chase' && (open.kind === 'to-send' || isDue(open, sunday));

/** Returns "“Submit the transfer”, 3 days late" or "2 documents to review since Wednesday". */
function textOf(items: readonly OpenItem[], today: string): string {
  const [first] = items;
  if (first?.kind === 'task') return `“${first.title}”${first.due ? `, ${sayDue(first.due, today)}` : ''}`;
  const since = first?.since && first.kind !== 'meeting' ? ` since ${spoken(dayOf(first.since), today)}` : '';
  return uncapitalised(sayOpen(items)) + since;
}

/** Names of the advisers whom the reader works with, by id. */
type Others = ReadonlyMap<string, string>;

/** Returns a client's name, with the adviser's if that is not the reader. */
function nameIn({ client }: ClientWork, others: Others): string {
  const adviser = others.get(adviserIdOf(client));
  return adviser === undefined ? client.summary.name : `${client.summary.name} (${adviser})`;
}

const forAdviser = (work: ClientWork, others: Others, { today }: Calendar): Line[] =>
  linesOf(work.items.filter((open) => isListed(open, sundayOf(today)))).map((group) => ({
    line: `${nameIn(work, others)}: ${textOf(group, today)}`,
    count: group.length,
    order: '',
  }));

function forClient(work: ClientWork, others: Others, { today }: Calendar): Line[] {
  const { client, items } = work;
  const { summary } = client;
  const own = items.filter(({ kind }) => kind === 'request' || kind === 'client-task');
  const [first] = own;
  if (!first) return [];
  const sent = summary.reminded?.n ?? 0;
  const parts = [
    ...linesOf(own).map(sayOpen),
    ...(first.due ? [sayDue(first.due, today)] : []),
    ...(sent > 0 ? [countOf(sent, 'reminder')] : []),
    ...(summary.visitedAt ? [`last visit ${daysAgo(dayOf(summary.visitedAt), today)}`] : []),
  ];
  return [{ line: `${nameIn(work, others)}: ${parts.join(', ')}`, count: own.length, order: first.due ?? '9999' }];
}

function forProvider(letters: readonly OpenItem[], calendar: Calendar): Line {
  const oldest = Math.max(...letters.map(({ since }) => workingDaysSince(since ?? calendar.today, calendar)));
  const chases = letters.filter((letter) => isDue(letter, sundayOf(calendar.today)));
  const parts = [
    countOf(letters.length, 'letter'),
    ...(oldest > 0 ? [`the oldest ${countOf(oldest, 'working day')}`] : []),
    ...(chases.length > 0 ? [`${chases.length} to chase this week`] : []),
  ];
  return { line: `${letters[0]?.title}: ${parts.join(', ')}`, count: letters.length, order: String(10_000 - oldest) };
}

const partOf = (heading: WeeklyPart['heading'], found: readonly Line[]): WeeklyPart => ({
  heading,
  count: found.reduce((sum, { count }) => sum + count, 0),
  lines: found.toSorted((a, b) => Number(a.order > b.order) - Number(a.order < b.order)).map(({ line }) => line),
});

/** Returns the parts of an adviser's list that have something in them. */
function weeklyParts(rows: readonly AnyRow[], others: Others, calendar: Calendar): WeeklyPart[] {
  const work = workIn(rows, calendar);
  const letters = Map.groupBy(
    work.flatMap(({ items }) => items.filter(({ kind }) => kind === 'letter')),
    ({ title }) => title,
  );
  const parts = [
    partOf(
      'For you',
      work.flatMap((client) => forAdviser(client, others, calendar)),
    ),
    partOf(
      'For clients',
      work.flatMap((client) => forClient(client, others, calendar)),
    ),
    partOf(
      'For providers',
      [...letters.values()].map((found) => forProvider(found, calendar)),
    ),
  ];
  return parts.filter(({ count }) => count > 0);
}

/** Reads the lists of the advisers whom somebody works with. */
const rowsOf = async (others: Others): Promise<AnyRow[]> =>
  (await Promise.all([...others.keys()].map((id) => queryIndex<AnyRow>(adviserPartition(id), '')))).flat();

/**
 * Emails an adviser what is open, on the first working day of a week, unless they switched it off or nothing is. It has
 * the clients of their colleagues, too. `date` is the day of the run.
 */
export async function sendWeeklyList(
  adviserId: string,
  rows: readonly AnyRow[],
  settings: Settings,
  { date, now }: { date: string; now: Date },
): Promise<void> {
  if (!startsWeek(date, settings.firm.closedDays)) return;
  const calendar = calendarOf(now, settings);
  const items = await getTogether([adviserKey(adviserId), preferencesKey(adviserId)]);
  const account = itemAt<AdviserItem>(items, adviserKey(adviserId));
  const preferences = preferencesOf(itemAt<PreferencesItem>(items, preferencesKey(adviserId)));
  if (!account || mailProblemOf(account) || preferences.digest === 'off') return;
  const others = new Map(worksAt(account.summary, now).map(({ id, name }) => [id, name]));
  const parts = weeklyParts([...rows, ...(await rowsOf(others))], others, calendar);
  if (parts.length === 0) return;
  const email = weeklyEmail(settings.firm, adviserReader(account), parts);
  await sendOnce({ purpose: WEEKLY, ref: adviserId, slot: calendar.today }, email, now);
}

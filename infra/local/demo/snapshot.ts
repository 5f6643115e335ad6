import { readFile } from 'node:fs/promises';
import type { Key } from '#functions/aws/table.ts';
import { adviserIdOf, type ClientItem, toFacts } from '#functions/domain/clients/client.ts';
import { additionOf, type CountedValue, completionOf, onceFor, spellOf } from '#functions/domain/figures/figure.ts';
import { addedUp, type Counting, countedAsOf, countedOf, figuresOfAll } from '#functions/domain/figures/recount.ts';
import type { LoaItem } from '#functions/domain/loas/loa.ts';
import { countAnswer, countLetters, countProviders } from '#functions/domain/providers/provider.ts';
import type { AuditEntry } from '#functions/services/audit-log/entry.ts';
import { countsKey } from '#functions/services/client-counts.ts';
import * as KEYS from '#functions/services/keys/item-kinds.ts';
import { childKeyOf, idOf, idOfChild, isOf } from '#functions/services/keys/keys.ts';
import { dueKeys } from '#functions/services/scheduler/scheduler.ts';
import { countClients } from '#shared/rules/clients.ts';
import { TOP_STAGES } from '#shared/rules/journey.ts';
import { isUnderWay } from '#shared/rules/loas.ts';
import { addDays, londonInstant, londonParts } from '#shared/rules/london.ts';
import { DAY_MS, MINUTE_MS } from '#shared/rules/time.ts';
import { isWorkingDay } from '#shared/rules/working-days.ts';
import { SETTINGS } from '#shared/settings.ts';

export type DemoItem = Key & Record<string, unknown>;

/** Recorded demo firm: its date in the first line, then one item per line. */
export const RECORDING = new URL('recorded-firm.jsonl', import.meta.url);
/** Matches timestamps, dates, and keys that begin with their time of creation in base 36. */
const TIMES = /\d{4}-\d\d-\d\dT[\d:.]+Z|\b\d{4}-\d\d-\d\d\b|(?<![\w-])0[a-z][0-9a-z]{7}(?=[\w-]{16}(?![\w-]))/g;

const SAMPLES = { '.pdf': ['document.pdf', 'application/pdf'], '.png': ['photo.png', 'image/png'] } as const;

/** Returns a PDF of `size` bytes: the same pages, a comment, and the end once more, which readers look for. */
function padded(pdf: Buffer, size: number): Buffer<ArrayBuffer> {
  const end = pdf.subarray(pdf.lastIndexOf('startxref'));
  return Buffer.concat([
    pdf,
    Buffer.from('\n%'),
    Buffer.alloc(size - pdf.length - end.length - 3, ' '),
    Buffer.from('\n'),
    end,
  ]);
}

/** Returns a specimen that names nobody, under a name that ends in .pdf or .png. Only a PDF can have another size. */
export async function demoFile(name: string, size = 0): Promise<File> {
  const [sample, type] = SAMPLES[name.endsWith('.png') ? '.png' : '.pdf'];
  const bytes = await readFile(new URL(`samples/${sample}`, import.meta.url));
  return new File([size > bytes.length ? padded(bytes, size) : bytes], name, { type });
}

/** Returns a function for London's date a number of working days ago; 0 is the date itself. */
function workingDays(date: string): (ago: number) => string {
  const days = [date];
  return (ago) => {
    for (let day = days.at(-1) ?? date; days.length <= ago; ) {
      day = addDays(day, -1);
      if (isWorkingDay(day, [])) days.push(day);
    }
    return days[ago] ?? date;
  };
}

function workedOn(date: string): string {
  let day = date;
  while (!isWorkingDay(day, [])) day = addDays(day, 1);
  return day;
}

/** Returns a function that moves an item to `now`: the past by working days at the same hour, the rest by days. */
export function mover(recorded: string, now: Date): (item: DemoItem) => DemoItem {
  const today = londonParts(now).date;
  const sinceRecorded = Date.parse(today) - Date.parse(recorded);
  const [then, since] = [workingDays(recorded), workingDays(today)];
  const pastDay = (date: string) => {
    let ago = 0;
    while (then(ago) > date) ago += 1;
    return since(ago);
  };
  const day = (date: string) => (date <= recorded ? pastDay(date) : addDays(date, sinceRecorded / DAY_MS));
  const time = (at: number) => {
    const { date, time } = londonParts(new Date(at));
    return londonInstant(day(date), time).getTime() + (at % MINUTE_MS);
  };
  const text = (found: string) => {
    if (found.includes('T')) return new Date(time(Date.parse(found))).toISOString();
    if (!found.includes('-')) return time(Number.parseInt(found, 36)).toString(36).padStart(9, '0');
    return found > recorded ? workedOn(day(found)) : day(found);
  };
  const move = (name: string, value: unknown) => {
    // An expiry keeps its distance in days, because it may be on any day.
    if (name === 'ttl') return Number(value) + sinceRecorded / 1000;
    return typeof value === 'string' ? value.replaceAll(TIMES, text) : value;
  };
  return (item) => JSON.parse(JSON.stringify(item), move) as DemoItem;
}

/** Returns the demo firm and the date that it was recorded for. */
export async function recording(): Promise<{ today: string; items: DemoItem[] }> {
  const [first = '', ...lines] = (await readFile(RECORDING, 'utf8')).trimEnd().split('\n');
  return { ...(JSON.parse(first) as { today: string }), items: lines.map((line) => JSON.parse(line) as DemoItem) };
}

/** Adds the time of a letter's next chase and the month of its answer, which depend on its moved days. */
function withDerived(item: DemoItem): DemoItem {
  if (!isOf(KEYS.loa, item)) return item;
  const { summary, counted, toldFor } = item as DemoItem & LoaItem;
  return {
    ...item,
    ...(summary.nextChase &&
      summary.nextChase !== toldFor &&
      dueKeys(
        londonInstant(summary.nextChase, SETTINGS.mail.shape.dailyAt.setting.default),
        KEYS.loa.due,
        idOfChild(item),
      )),
    ...(counted && summary.endedOn && { counted: { ...counted, month: summary.endedOn.slice(0, 7) } }),
  };
}

/** Returns the counts of providers, letters and answers, as the app counts them one by one. */
const directoryCounts = (items: readonly DemoItem[]): DemoItem[] =>
  addedUp(
    items.flatMap((item): readonly Counting[] => {
      if (!isOf(KEYS.loa, item)) return isOf(KEYS.provider, item) ? [countProviders(1)] : [];
      const { summary, counted } = item as DemoItem & LoaItem;
      return [
        ...(counted ? [countAnswer(summary.providerKey, counted, 1)] : []),
        ...(isUnderWay(summary.state) ? [countLetters(summary.providerKey, 1)] : []),
      ];
    }),
  );

type Client = DemoItem & ClientItem;
type Entry = DemoItem & AuditEntry;

const clientsIn = (items: readonly DemoItem[]) => items.filter((item): item is Client => isOf(KEYS.client, item));

/** Returns the numbers of each adviser's clients. */
const clientCounts = (items: readonly DemoItem[]): DemoItem[] =>
  items
    .filter((item) => isOf(KEYS.account, item))
    .map(({ pk }) => ({
      ...countsKey(idOf(pk)),
      v: 1,
      ...countClients(
        clientsIn(items)
          .filter((client) => client.gpk === pk)
          .map(toFacts),
      ),
    }));

/** Returns the audit log of a client, oldest first. */
const logOf = (items: readonly DemoItem[], { pk }: DemoItem) =>
  items.filter((item): item is Entry => item.pk === pk && isOf(KEYS.entry, item));

/** Notes a completed client as counted. */
const withCompletion = (items: readonly DemoItem[]) => (item: DemoItem) => {
  if (!isOf(KEYS.client, item)) return item;
  const countedAs = countedAsOf(item as Client, logOf(items, item));
  return countedAs ? { ...item, countedAs } : item;
};

/** Journeys of clients who were deleted since: days since the end, and days of each stage. */
const FORMER: readonly { ended: number; stages: readonly number[] }[] = [
  { ended: 9, stages: [6, 17, 25, 8, 12, 21, 10] },
  { ended: 30, stages: [4, 22, 31, 10, 9, 28, 13] },
  { ended: 58, stages: [8, 14, 19, 7, 15, 17, 7] },
  { ended: 95, stages: [5, 26, 34, 12, 11, 33, 14] },
  { ended: 130, stages: [9, 19, 22, 6, 14, 24, 9] },
];

/** Returns what is counted of former clients, one adviser after the other. */
function formerJourneys(items: readonly DemoItem[], now: Date): CountedValue[] {
  const advisers = [...new Set(clientsIn(items).map(adviserIdOf))];
  const daysAgo = (days: number) => new Date(now.getTime() - days * DAY_MS).toISOString();
  return FORMER.flatMap(({ ended, stages }, i) => {
    const adviserId = advisers[i % advisers.length] ?? '';
    let ago = ended;
    const spells = TOP_STAGES.toReversed().map(({ number }) => {
      const [end, start] = [ago, ago + (stages[number - 1] ?? 0)];
      ago = start + 1;
      return spellOf(adviserId, number, daysAgo(start), daysAgo(end));
    });
    const completion = completionOf(adviserId, daysAgo(ago), daysAgo(ended));
    return [...spells, additionOf(adviserId, daysAgo(ago)), { ...completion, what: 'completed' }];
  });
}

/** Returns the figures of all months, and marks of the entries that event handlers would count again. */
function figures(items: readonly DemoItem[], now: Date): DemoItem[] {
  const known = clientsIn(items).flatMap((client) => countedOf(client, logOf(items, client)));
  const counted = [...known, ...formerJourneys(items, now)];
  const isCounted = ({ action, data }: Entry) => action === 'client-created' || 'since' in data;
  const entries = clientsIn(items).flatMap((client) => logOf(items, client).filter(isCounted));
  const marks = entries.map((entry) => onceFor(childKeyOf(entry), now).put);
  return [...figuresOfAll(counted).map((figure) => ({ ...figure })), ...marks];
}

export async function firmAt(now: Date): Promise<DemoItem[]> {
  const { today, items } = await recording();
  const moved = items.map(mover(today, now)).map(withDerived);
  return [
    ...moved.map(withCompletion(moved)),
    ...clientCounts(moved),
    ...directoryCounts(moved),
    ...figures(moved, now),
  ];
}

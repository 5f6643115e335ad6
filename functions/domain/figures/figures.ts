import type { Figures } from '#shared/contract/figures.ts';
import { type Load, NO_LOAD } from '#shared/rules/client-load.ts';
import { countIn, FIGURE_MONTHS, fewIn, type Histogram, percentile, sumOf } from '#shared/rules/histograms.ts';
import { TOP_STAGES } from '#shared/rules/journey.ts';
import { monthsUntil } from '#shared/rules/time.ts';
import { query, queryIndex } from '../../aws/table.ts';
import { allCounts, areOfLargeFirm, type StoredLoad } from '../../services/client-counts.ts';
import { forbidden } from '../../services/errors.ts';
import { adviserPartition, childKeyOf, PREFIX } from '../../services/keys/keys.ts';
import type { Settings } from '../../services/settings.ts';
import type { Staff } from '../accounts/session.ts';
import { assignee } from '../clients/assignments.ts';
import type { ClientRow } from '../clients/client.ts';
import { reachedAdvisers, reaches, workedFor } from '../clients/reach.ts';
import { calendarOf } from '../loas/loa.ts';
import { loadIn } from '../open-work/load.ts';
import { type AnyRow, forEachAdviser } from '../open-work/open-work.ts';
import { OTHERS } from '../stuck/stuck.ts';
import type { TaskRow } from '../tasks/task.ts';
import { FIGURES, FIRM_FIGURES, type FigureItem, figureName, figuresOf, histogramOf } from './figure.ts';

const MEDIAN = 50;
const NINTH = 90;

type Of = (months: readonly string[], what: number | string) => FigureItem[];

const histogramIn = (items: readonly FigureItem[]): Histogram => sumOf(items.map(histogramOf));
const numberIn = (items: readonly FigureItem[]) => items.reduce((sum, { n }) => sum + n, 0);

function stagesIn(of: Of, months: readonly string[], before: readonly string[]): Figures['stages'] {
  return TOP_STAGES.map(({ number, title }) => {
    const [now, then] = [histogramIn(of(months, number)), histogramIn(of(before, number))];
    return {
      stage: number,
      title,
      n: countIn(now),
      median: percentile(now, MEDIAN),
      ninth: percentile(now, NINTH),
      few: fewIn(now),
      before: { n: countIn(then), median: percentile(then, MEDIAN) },
    };
  });
}

const monthsIn = (of: Of, months: readonly string[]): Figures['months'] =>
  months.map((month) => {
    const completed = of([month], 'completed');
    const days = histogramIn(completed);
    return {
      month,
      added: numberIn(of([month], 'added')),
      completed: numberIn(completed),
      median: percentile(days, MEDIAN),
      few: fewIn(days),
    };
  });

type Person = NonNullable<Figures['people']>[number];

/** Reads the rows by which an adviser's load is counted: clients, and of their open items only tasks that are late. */
async function loadRows(adviserId: string, today: string): Promise<AnyRow[]> {
  const list = adviserPartition(adviserId);
  const [clients, late] = await Promise.all([
    queryIndex<ClientRow>(list, PREFIX.indexedClient),
    queryIndex<TaskRow>(list, PREFIX.indexedTask, { before: PREFIX.indexedTask + today }),
  ]);
  return [...clients, ...late];
}

type Names = ReadonlyMap<string, string>;

async function livePeople(names: Names, settings: Settings, now: Date): Promise<Person[]> {
  const { today } = calendarOf(now, settings);
  const people: Person[] = [];
  await forEachAdviser(
    names.keys(),
    async (adviserId) => ({ adviserId, rows: await loadRows(adviserId, today) }),
    ({ adviserId, rows }) =>
      people.push({ adviserId, adviserName: names.get(adviserId) ?? '', ...loadIn(rows, settings, now) }),
  );
  return people;
}

const NOT_COUNTED = Object.fromEntries(Object.keys(NO_LOAD).map((name) => [name, null])) as Record<keyof Load, null>;

function storedPeople(names: Names, loads: ReadonlyMap<string, StoredLoad>): Person[] {
  return [...names].map(([adviserId, adviserName]) => {
    const { at: _, ...load } = loads.get(adviserId) ?? { at: '', ...NOT_COUNTED };
    return { adviserId, adviserName, ...load };
  });
}

/** Returns what each adviser has in hand, by name: now, or in a large firm as the reminder runs counted it. */
async function readPeople(actor: Staff, settings: Settings, now: Date): Promise<Pick<Figures, 'people' | 'peopleAt'>> {
  const [names, counts] = await Promise.all([reachedAdvisers(actor), actor.kind === 'admin' ? allCounts() : []]);
  const loads = new Map(counts.flatMap((item) => (item.load ? [[childKeyOf(item), item.load]] : [])));
  const isLarge = areOfLargeFirm(counts);
  const people = isLarge ? storedPeople(names, loads) : await livePeople(names, settings, now);
  const [first = null] = [...loads.values()].map(({ at }) => at).sort();
  return {
    people: people.sort((a, b) => (a.adviserName < b.adviserName ? -1 : 1)),
    peopleAt: isLarge ? first : null,
  };
}

interface Asked {
  months?: string | undefined;
  adviser?: string | undefined;
}

/**
 * Returns figures of the firm to admins, and to others of the advisers whom they work with, or of one adviser. Fewer
 * than five values are listed instead.
 * Throws 403 for another adviser's, and 400 for an unknown adviser.
 */
export async function figuresFor(
  actor: Staff,
  { months: asked = FIGURE_MONTHS[0], adviser }: Asked,
  settings: Settings,
  now: Date,
): Promise<Figures> {
  if (adviser !== undefined && !reaches(actor, adviser)) throw forbidden(OTHERS);
  const { today } = calendarOf(now, settings);
  const count = Number(asked);
  const all = monthsUntil(today, 2 * count);
  const [before, months] = [all.slice(0, count), all.slice(count)];
  const ofAll = actor.kind === 'admin' ? [FIRM_FIGURES] : [...workedFor(actor).keys()];
  const owners = adviser === undefined ? ofAll : [adviser];
  const isOfSeveral = adviser === undefined && (actor.kind === 'admin' || owners.length > 1);
  const range = { from: `${FIGURES}${all[0]}`, isEventual: true };
  const [items, hand] = await Promise.all([
    Promise.all(owners.map((owner) => query<FigureItem>(figuresOf(owner), FIGURES, range))),
    isOfSeveral ? readPeople(actor, settings, now) : { people: null, peopleAt: null },
    adviser === undefined || adviser === actor.id || assignee(adviser, 'adviser'),
  ]);
  const found = Map.groupBy(items.flat(), figureName);
  const of: Of = (wanted, what) => wanted.flatMap((month) => found.get(`${month}#${what}`) ?? []);
  return {
    from: `${months[0]}-01`,
    to: today,
    stages: stagesIn(of, months, before),
    months: monthsIn(of, months),
    ...hand,
  };
}

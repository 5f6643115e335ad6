import type { Figures } from '#shared/contract/insight.ts';
import {
  countIn,
  FIGURE_MONTHS,
  fewIn,
  type Histogram,
  monthsUntil,
  percentile,
  sumOf,
} from '#shared/rules/chase/figures.ts';
import { stuckOf } from '#shared/rules/chase/stuck.ts';
import { TOP_STAGES } from '#shared/rules/journey.ts';
import { query, queryIndex } from '../../aws/table.ts';
import { forbidden } from '../../services/errors.ts';
import { adviserPartition, PREFIX } from '../../services/keys/keys.ts';
import type { Settings } from '../../services/settings.ts';
import type { Staff } from '../accounts/session.ts';
import { assignee } from '../clients/assignments.ts';
import { type ClientRow, openCountsOf, toClient } from '../clients/client.ts';
import { adviserNames } from '../clients/firm-lists.ts';
import { calendarOf } from '../loas/loa.ts';
import { forEachAdviser } from '../open-work/open-work.ts';
import type { TaskRow } from '../tasks/task.ts';
import { FIGURES, FIRM_FIGURES, type FigureItem, figureName, figuresOf, histogramOf } from './figure.ts';
import { OTHERS, stuckFacts } from './stuck.ts';

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

interface Load {
  adviserId: string;
  clients: readonly ClientRow[];
  /** Open tasks that were due before today. */
  late: readonly TaskRow[];
}

/** Reads the rows of clients, which hold the numbers of their open items, and of these only the tasks that are late. */
async function readLoad(adviserId: string, today: string): Promise<Load> {
  const list = adviserPartition(adviserId);
  const [clients, late] = await Promise.all([
    queryIndex<ClientRow>(list, PREFIX.indexedClient),
    queryIndex<TaskRow>(list, PREFIX.indexedTask, { before: PREFIX.indexedTask + today }),
  ]);
  return { adviserId, clients, late };
}

const COUNTED = { open: 'task', review: 'review', chase: 'chase', unread: 'message', help: 'help' } as const;

function personIn({ adviserId, clients, late }: Load, adviserName: string, settings: Settings, now: Date): Person {
  const calendar = calendarOf(now, settings);
  const person = {
    adviserId,
    adviserName,
    active: 0,
    stuck: 0,
    open: 0,
    overdue: 0,
    review: 0,
    chase: 0,
    unread: 0,
    help: 0,
  };
  for (const row of clients) {
    const client = toClient(row, adviserName);
    const counts = openCountsOf(client, row, calendar);
    if (!client.completed) person.active += 1;
    if (stuckOf(stuckFacts(client), [], settings.insight, calendar)) person.stuck += 1;
    for (const [name, kind] of Object.entries(COUNTED)) person[name as keyof typeof COUNTED] += counts[kind] ?? 0;
  }
  const own = new Set(clients.map(({ pk }) => pk));
  person.overdue = late.filter(({ pk, summary }) => own.has(pk) && summary.responsibility === 'adviser').length;
  return person;
}

/** Returns what each adviser has in hand now, by name. */
async function readPeople(actor: Staff, settings: Settings, now: Date): Promise<Person[]> {
  const names = await adviserNames(actor);
  const { today } = calendarOf(now, settings);
  const people: Person[] = [];
  await forEachAdviser(
    names.keys(),
    (adviserId) => readLoad(adviserId, today),
    (load) => people.push(personIn(load, names.get(load.adviserId) ?? '', settings, now)),
  );
  return people.sort((a, b) => (a.adviserName < b.adviserName ? -1 : 1));
}

interface Asked {
  months?: string | undefined;
  adviser?: string | undefined;
}

/**
 * Returns figures of the firm to admins, else of one adviser. Fewer than five values are listed instead.
 * Throws 403 for another adviser's, and 400 for an unknown adviser.
 */
export async function figuresFor(
  actor: Staff,
  { months: asked = FIGURE_MONTHS[0], adviser }: Asked,
  settings: Settings,
  now: Date,
): Promise<Figures> {
  const isAdmin = actor.kind === 'admin';
  if (adviser !== undefined && adviser !== actor.id && !isAdmin) throw forbidden(OTHERS);
  const { today } = calendarOf(now, settings);
  const count = Number(asked);
  const all = monthsUntil(today, 2 * count);
  const [before, months] = [all.slice(0, count), all.slice(count)];
  const owner = adviser ?? (isAdmin ? FIRM_FIGURES : actor.id);
  const isWhole = owner === FIRM_FIGURES;
  const [items, people] = await Promise.all([
    query<FigureItem>(figuresOf(owner), FIGURES, { from: `${FIGURES}${all[0]}` }),
    isWhole ? readPeople(actor, settings, now) : null,
    owner === actor.id || isWhole || assignee(owner, 'adviser'),
  ]);
  const found = Map.groupBy(items, figureName);
  const of: Of = (wanted, what) => wanted.flatMap((month) => found.get(`${month}#${what}`) ?? []);
  return {
    from: `${months[0]}-01`,
    to: today,
    stages: stagesIn(of, months, before),
    months: monthsIn(of, months),
    people,
  };
}

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
import { TOP_STAGES } from '#shared/rules/journey.ts';
import { countsOf } from '#shared/rules/open-work.ts';
import { query } from '../../aws/table.ts';
import { forbidden } from '../../services/errors.ts';
import { idOf } from '../../services/keys/keys.ts';
import type { Settings } from '../../services/settings.ts';
import type { Staff } from '../accounts/session.ts';
import { assignee } from '../clients/assignments.ts';
import { ownPart, wholeList } from '../clients/firm-lists.ts';
import { calendarOf } from '../loas/loa.ts';
import { type AnyRow, workIn } from '../open-work/open-work.ts';
import { FIGURES, FIRM_FIGURES, type FigureItem, figureName, figuresOf, histogramOf } from './figure.ts';
import { OTHERS, stuckIn } from './stuck.ts';

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

/** Returns what each adviser has in hand now, by name. */
function peopleIn(
  rows: readonly AnyRow[],
  names: ReadonlyMap<string, string>,
  settings: Settings,
  now: Date,
): Person[] {
  const calendar = calendarOf(now, settings);
  const { today } = calendar;
  const workOf = Map.groupBy(workIn(rows, calendar), ({ client }) => idOf(client.gpk));
  const personOf = ([adviserId, adviserName]: readonly [string, string]): Person => {
    const own = workOf.get(adviserId) ?? [];
    const items = own.flatMap((work) => work.items);
    const counts = countsOf(items);
    return {
      adviserId,
      adviserName,
      active: own.filter(({ client }) => client.summary.completedAt === undefined).length,
      stuck: stuckIn(own, names, settings, now).length,
      open: counts.task ?? 0,
      overdue: items.filter(({ kind, due }) => kind === 'task' && (due ?? '9999') < today).length,
      review: counts.review ?? 0,
      chase: counts.chase ?? 0,
      unread: counts.message ?? 0,
      help: counts.help ?? 0,
    };
  };
  return [...names].map(personOf).sort((a, b) => (a.adviserName < b.adviserName ? -1 : 1));
}

async function readPeople(actor: Staff, settings: Settings, now: Date): Promise<Person[]> {
  const { items, names } = await wholeList(actor, await ownPart<AnyRow>(actor.id, ''), '');
  return peopleIn(items, names, settings, now);
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

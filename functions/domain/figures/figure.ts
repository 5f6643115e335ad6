import { type Histogram, journeyBucket, stageBucket } from '#shared/rules/histograms.ts';
import { FIGURE_MARK_DAYS } from '#shared/rules/lifetimes.ts';
import { londonParts } from '#shared/rules/london.ts';
import { DAY_MS, DAY_SECONDS } from '#shared/rules/time.ts';
import type { Key } from '../../aws/table.ts';
import { TTL_ATTRIBUTE } from '../../aws/table-index.ts';
import * as KEYS from '../../services/keys/item-kinds.ts';
import { isOf, itemKey, shardOf } from '../../services/keys/keys.ts';

// Figures are numbers of an adviser or of the whole firm in a London month, without personal data. They are counted in
// the event handlers of audit entries, each entry once, so that reading them costs one query.

/** Owner of the firm's own figures. */
export const FIRM_FIGURES = 'FIRM';

/** Numbers of a month: `n` in all, and `d7` with seven days. */
export interface FigureItem extends Key {
  v: 1;
  n: number;
  [days: `d${number}`]: number;
}

export const FIGURES = KEYS.figures.sk;

export const figuresOf = (owner: string) => KEYS.figures.pk + owner;

export const isFigure = (item: Key): item is FigureItem => isOf(KEYS.figures, item);

/** Returns London's month, `YYYY-MM`. */
export const monthOf = (at: Date) => londonParts(at).date.slice(0, 'YYYY-MM'.length);

type What = number | 'added' | 'completed';

/** Spreads the additions of many advisers, whose bulks would conflict on one item of the firm. The others are rarer. */
const SHARDS = 8;

function figureKey(owner: string, { adviserId, month, what }: CountedValue): Key {
  const place = what === 'added' ? `${what}#${shardOf(adviserId, SHARDS)}` : what;
  return itemKey(KEYS.figures, owner, `${month}#${place}`);
}

/** Returns `month#what` of a figure, which several items may count. */
export const figureName = ({ sk }: Key) => sk.slice(FIGURES.length).split('#').slice(0, 2).join('#');

export interface CountedValue {
  adviserId: string;
  month: string;
  what: What;
  /** Days under which it is counted, if it has a duration. */
  days?: number;
}

/** Returns the writes that count something for its adviser and the firm, or take it back with −1. */
export const countWrites = (counted: CountedValue, change: 1 | -1) =>
  [counted.adviserId, FIRM_FIGURES].map((owner) => ({
    update: figureKey(owner, counted),
    change: { set: { v: 1 }, add: { n: change, ...(counted.days !== undefined && { [`d${counted.days}`]: change }) } },
  }));

const wholeDays = (from: string, to: string) => Math.floor((Date.parse(to) - Date.parse(from)) / DAY_MS);

/** Returns a stage's time, counted in the month in which it was completed. Times are ISO. */
export const spellOf = (adviserId: string, stage: number, since: string, completedAt: string): CountedValue => ({
  adviserId,
  month: monthOf(new Date(completedAt)),
  what: stage,
  days: stageBucket(wholeDays(since, completedAt)),
});

export const additionOf = (adviserId: string, at: string): CountedValue => ({
  adviserId,
  month: monthOf(new Date(at)),
  what: 'added',
});

/** Returns how a completed client is noted as counted. */
export const completionOf = (adviserId: string, createdAt: string, completedAt: string) => ({
  adviserId,
  month: monthOf(new Date(completedAt)),
  days: journeyBucket(wholeDays(createdAt, completedAt)),
});

/** Marks an entry as counted. Fails if it was. */
export const onceFor = (entryKey: string, now: Date, refuse?: Error) => ({
  put: {
    ...itemKey(KEYS.countedEntry, entryKey),
    v: 1,
    [TTL_ATTRIBUTE]: Math.floor(now.getTime() / 1000) + FIGURE_MARK_DAYS * DAY_SECONDS,
  },
  when: [['pk', 'absent'] as const],
  ...(refuse && { refuse }),
});

export const histogramOf = (item: FigureItem | undefined): Histogram =>
  Object.fromEntries(
    Object.entries(item ?? {}).flatMap(([name, count]) => {
      const [, days] = /^d(\d+)$/.exec(name) ?? [];
      return days && typeof count === 'number' && count > 0 ? [[Number(days), count]] : [];
    }),
  );

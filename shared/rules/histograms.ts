/** Whole London months that figures cover. */
export const FIGURE_MONTHS = ['3', '6', '12'] as const;

/** Fewer values than this show no figure. */
export const ENOUGH = 5;

const MOST_STAGE_DAYS = 120;
const MOST_JOURNEY_DAYS = 1000;
/** From here on, days of a whole journey are counted by tens. */
const FINE_JOURNEY_DAYS = 120;
const STEP = 10;

/** Numbers of values by days, such as `{ 3: 2 }` for twice three days. The last one means "or more". */
export type Histogram = Readonly<Record<number, number>>;

/** Returns under which number of days a stage's time is counted. */
export const stageBucket = (days: number) => Math.min(Math.max(0, days), MOST_STAGE_DAYS);

/** Returns under which number of days a whole journey's time is counted. */
export function journeyBucket(days: number): number {
  const known = Math.min(Math.max(0, days), MOST_JOURNEY_DAYS);
  return known < FINE_JOURNEY_DAYS ? known : Math.floor(known / STEP) * STEP;
}

export function sumOf(histograms: readonly Histogram[]): Histogram {
  const sum: Record<number, number> = {};
  for (const histogram of histograms)
    for (const [days, count] of Object.entries(histogram)) sum[Number(days)] = (sum[Number(days)] ?? 0) + count;
  return sum;
}

export const countIn = (histogram: Histogram) => Object.values(histogram).reduce((sum, count) => sum + count, 0);

/** Returns the days within which that percentage of the values lies, by nearest rank; null for fewer than five values. */
export function percentile(histogram: Histogram, percent: number): number | null {
  const count = countIn(histogram);
  if (count < ENOUGH) return null;
  const rank = Math.ceil((count * percent) / 100);
  let seen = 0;
  for (const [days, values] of Object.entries(histogram)) {
    seen += values;
    if (seen >= rank) return Number(days);
  }
  return null;
}

/** Returns the values in order if they are too few for a figure, else none. */
export const fewIn = (histogram: Histogram): number[] =>
  countIn(histogram) < ENOUGH
    ? Object.entries(histogram).flatMap(([days, count]) => Array.from({ length: count }, () => Number(days)))
    : [];

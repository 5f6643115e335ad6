import { quarterOf } from '#shared/rules/london.ts';
import { MINUTE_MS } from '#shared/rules/time.ts';
import type { ItemChange } from '../../aws/expressions.ts';
import { retried } from '../../aws/retry.ts';
import { type DueRow, type Key, queryDue, tryUpdate } from '../../aws/table.ts';
import * as KEYS from '../keys/item-kinds.ts';
import { shardOf } from '../keys/keys.ts';
import { logEvent } from '../log/log.ts';
import { mapConcurrent } from '../map-concurrent.ts';

/** Prefix of the sort keys of items that only exist to be due, and of partitions of the due index. */
export const DUE = KEYS.due.sk;
const SHARDS = 4;
const QUARTER_MS = 15 * MINUTE_MS;
/** Lambda timeout of `tick`; keep equal to infra/functions/resource-function.ts. */
const LONGEST_RUN_MS = 5 * MINUTE_MS;
/** No job, and no part of a long one, is started after this, to finish within the timeout. */
const MAX_START_MS = LONGEST_RUN_MS - MINUTE_MS;
const CONCURRENCY = 8;

/** Kinds that the map of keys names. Items that are stored may have others, of a later version. */
export type DueKind = {
  [K in keyof typeof KEYS]: (typeof KEYS)[K] extends { due: infer D } ? D : never;
}[keyof typeof KEYS];

export interface DueItem extends Key {
  kind: string;
  id: string;
}

/** Idempotent. Its last transaction applies {@link notDue} or new {@link dueKeys}. A long job stops without `hasTime`. */
type Job = (due: DueItem, now: Date, hasTime: () => boolean) => Promise<void>;

export type Jobs<K extends string = string> = Readonly<Record<K, Job>>;

const partition = (shard: number) => `${DUE}${shard}`;
const quarterAfter = (at: Date, ms: number) => quarterOf(new Date(at.getTime() + ms));

/** Returns the attributes that make an item due at `at`, rounded up to a quarter of an hour. */
export const dueKeys = (at: Date, kind: string, id: string) => ({
  dpk: partition(shardOf(id, SHARDS)),
  dsk: `${quarterAfter(at, QUARTER_MS - 1)}#${kind}#${id}`,
});

/** Removes an item that has another purpose too from the due index. */
export const notDue: ItemChange = { set: { dpk: undefined, dsk: undefined } };

function dueOf({ pk, sk, dsk }: DueRow): DueItem {
  const [, kind = '', ...id] = dsk.split('#');
  return { pk, sk, kind, id: id.join('#') };
}

/** Claims a due item for this run. It becomes due again if the run is killed. */
function claim({ dsk, ...row }: DueRow, now: Date): Promise<boolean> {
  const [, ...named] = dsk.split('#');
  const again = quarterAfter(now, LONGEST_RUN_MS + QUARTER_MS);
  return tryUpdate(row, { set: { dsk: [again, ...named].join('#') }, when: [['dsk', '=', dsk]] });
}

function jobOf({ kind }: DueItem, jobs: Jobs): Job {
  const job = jobs[kind];
  if (!job) throw new Error(`No job for due items of kind "${kind}"`);
  return job;
}

/** Runs all due jobs, earliest first, `known` ones too if the index does not show them yet. A failed job is logged and due again in about a quarter of an hour. */
export async function sweep(
  now: Date,
  jobs: Jobs,
  known: readonly DueRow[] = [],
): Promise<{ due: number; failed: number }> {
  const started = performance.now();
  const until = `${quarterOf(now)}#\uffff`;
  const shards = Array.from({ length: SHARDS }, (_, shard) => queryDue(partition(shard), until));
  const found = [...(await Promise.all(shards)).flat(), ...known];
  const rows = [...new Map(found.map((row) => [`${row.pk} ${row.sk}`, row])).values()].sort((a, b) =>
    a.dsk < b.dsk ? -1 : 1,
  );
  const hasTime = () => performance.now() - started < MAX_START_MS;
  let failed = 0;
  const attempt = async (row: DueRow) => {
    const due = dueOf(row);
    try {
      if (await retried(() => claim(row, now))) await retried(() => jobOf(due, jobs)(due, now, hasTime));
    } catch (error) {
      failed += 1;
      logEvent({ what: `due ${due.kind}`, pk: due.pk, sk: due.sk }, error);
    }
  };
  // Jobs of one client run one after another, to avoid conflicts.
  await mapConcurrent(Map.groupBy(rows, ({ pk }) => pk).values(), CONCURRENCY, async (group) => {
    for (const row of group) if (hasTime()) await attempt(row);
  });
  return { due: rows.length, failed };
}

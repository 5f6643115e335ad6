import { quarterOf } from '#shared/rules/london.ts';
import type { ItemChange } from '../../aws/expressions.ts';
import { retried } from '../../aws/retry.ts';
import { type DueRow, type Key, queryDue, tryUpdate } from '../../aws/table.ts';
import * as KEYS from '../keys/kinds.ts';
import { logEvent } from '../log/log.ts';
import { mapConcurrent } from '../map-concurrent.ts';

/** Sort keys of what is there to be due and for nothing else begin with this, and partitions of the index of what is due. */
export const DUE = KEYS.due.sk;
const SHARDS = 4;
const QUARTER_MS = 15 * 60_000;
/** No run of the sweep takes longer: the longest that its function may run (infra/functions/resource-function.ts). */
const LONGEST_RUN_MS = 5 * 60_000;
/** Milliseconds after which nothing more is begun. */
const ENOUGH_MS = LONGEST_RUN_MS - 60_000;
const AT_ONCE = 8;

/** Something to be done at a time: the item that says so, of which kind it is, and the id within its kind. */
export interface Due extends Key {
  kind: string;
  id: string;
}

/** Idempotent. Its last transaction applies {@link notDue} or new {@link dueKeys}. */
type Job = (due: Due, now: Date) => Promise<void>;

export type Jobs = Readonly<Record<string, Job>>;

const shardOf = (id: string) => [...id].reduce((sum, character) => sum + character.charCodeAt(0), 0) % SHARDS;
const partition = (shard: number) => `${DUE}${shard}`;
const quarterAfter = (at: Date, ms: number) => quarterOf(new Date(at.getTime() + ms));

/** Returns the attributes that make any item due, in the first quarter of an hour at or after `at`. */
export const dueKeys = (at: Date, kind: string, id: string) => ({
  dpk: partition(shardOf(id)),
  dsk: `${quarterAfter(at, QUARTER_MS - 1)}#${kind}#${id}`,
});

/** What takes an item off the agenda that is there for something else too. */
export const notDue: ItemChange = { set: { dpk: undefined, dsk: undefined } };

function dueOf({ pk, sk, dsk }: DueRow): Due {
  const [, kind = '', ...id] = dsk.split('#');
  return { pk, sk, kind, id: id.join('#') };
}

/** Claims a due item for this run. It is due again later if the run ends early. */
function claim({ dsk, ...row }: DueRow, now: Date): Promise<boolean> {
  const [, ...named] = dsk.split('#');
  const again = quarterAfter(now, LONGEST_RUN_MS + QUARTER_MS);
  return tryUpdate(row, { set: { dsk: [again, ...named].join('#') }, when: [['dsk', '=', dsk]] });
}

async function run(due: Due, jobs: Jobs, now: Date): Promise<void> {
  const job = jobs[due.kind];
  if (!job) throw new Error(`Nothing is known of what is due as "${due.kind}"`);
  await job(due, now);
}

/** Runs all due jobs, earliest first. Failures are logged and due again in a quarter of an hour. */
export async function sweep(now: Date, jobs: Jobs): Promise<{ due: number; failed: number }> {
  const started = performance.now();
  const until = `${quarterOf(now)}#\uffff`;
  const shards = Array.from({ length: SHARDS }, (_, shard) => queryDue(partition(shard), until));
  const rows = (await Promise.all(shards)).flat().sort((a, b) => (a.dsk < b.dsk ? -1 : 1));
  let failed = 0;
  const attempt = async (row: DueRow) => {
    const due = dueOf(row);
    try {
      if (await retried(() => claim(row, now))) await retried(() => run(due, jobs, now));
    } catch (error) {
      failed += 1;
      logEvent({ what: `due ${due.kind}`, pk: due.pk, sk: due.sk }, error);
    }
  };
  // What is about one client is done one after the other, so that it does not meet itself.
  await mapConcurrent(Map.groupBy(rows, ({ pk }) => pk).values(), AT_ONCE, async (group) => {
    for (const row of group) if (performance.now() - started < ENOUGH_MS) await attempt(row);
  });
  return { due: rows.length, failed };
}

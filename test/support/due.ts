import { query } from '#functions/aws/table.ts';
import { JOBS } from '#functions/jobs/tick.ts';
import './handlers.ts';
import { asFunction } from '../../infra/local/memory/rights.ts';

interface Row {
  pk: string;
  sk: string;
  dsk?: string;
}

/** Returns the due items of one partition. */
export const dueItemsOf = async (pk: string): Promise<(Row & { dsk: string })[]> =>
  (await query<Row>(pk, '')).flatMap((row) => (row.dsk === undefined ? [] : [{ ...row, dsk: row.dsk }]));

/** Runs the due items of one partition in this process, as the tick does for all. */
export async function tickFor(pk: string, now: Date): Promise<void> {
  for (const { dsk, sk } of await dueItemsOf(pk)) {
    const [at = '', kind = '', ...id] = dsk.split('#');
    const due = { pk, sk, kind, id: id.join('#') };
    if (new Date(at) <= now) await asFunction('tick', async () => JOBS[kind]?.(due, now, () => true));
  }
}

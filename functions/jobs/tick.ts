import { currentTime } from '../aws/clock.ts';
import { put } from '../aws/table.ts';
import { DUTIES } from '../events/due.ts';
import { HEARTBEAT } from '../services/keys/keys.ts';
import { logRun } from '../services/log/log.ts';
import { sweep } from '../services/scheduler/scheduler.ts';

/** Rewrites one item, so that the table's stream runs its handler even when nobody works: silence then means a fault. */
const beat = (): Promise<void> => put({ ...HEARTBEAT, at: new Date().toISOString() });

/** Does what is due, every quarter of an hour. Throws where the table does not say what is due: the next run makes up for it. */
export async function handler(): Promise<void> {
  logRun('tick', await sweep(await currentTime(), DUTIES));
  await beat();
}

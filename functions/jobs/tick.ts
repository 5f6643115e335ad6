import { currentTime } from '../aws/clock.ts';
import { sweep } from '../domain/agenda.ts';
import { DUTIES } from '../domain/duties.ts';
import { beat } from '../domain/heartbeat.ts';
import { logRun } from '../domain/log.ts';

/** Does what is due, every quarter of an hour. Throws where the table does not say what is due: the next run makes up for it. */
export async function handler(): Promise<void> {
  logRun('tick', await sweep(await currentTime(), DUTIES));
  await beat();
}

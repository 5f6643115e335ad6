import { currentTime } from '../aws/clock.ts';
import { put } from '../aws/table.ts';
import { CLIENT_MAIL, sendClientMail } from '../domain/client-mail/client-mail.ts';
import { DAILY, IMMEDIATE, sendDaily, sendImmediate } from '../domain/inbox/adviser-mail.ts';
import { HEARTBEAT } from '../services/keys/keys.ts';
import { logRun } from '../services/log/log.ts';
import { type Jobs, sweep } from '../services/scheduler/scheduler.ts';

/** Rewrites one item, so that the table's stream runs its handler even when nobody works: silence then means a fault. */
const beat = (): Promise<void> => put({ ...HEARTBEAT, at: new Date().toISOString() });

export const JOBS: Jobs = { [IMMEDIATE]: sendImmediate, [DAILY]: sendDaily, [CLIENT_MAIL]: sendClientMail };

/** Does what is due, every quarter of an hour. Throws where the table does not say what is due: the next run makes up for it. */
export async function handler(): Promise<void> {
  logRun('tick', await sweep(await currentTime(), JOBS));
  await beat();
}

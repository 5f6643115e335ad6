import { currentTime } from '../aws/clock.ts';
import { put } from '../aws/table.ts';
import { CLIENT_MAIL, sendClientMail } from '../domain/client-mail/client-mail.ts';
import { UPLOAD } from '../domain/documents/upload-item.ts';
import { DAILY, IMMEDIATE, sendDaily, sendImmediate } from '../domain/inbox/adviser-mail.ts';
import { chaseDue } from '../domain/loas/chase-due.ts';
import { CHASE } from '../domain/loas/loa-write.ts';
import { REMINDER, sendDueReminder } from '../domain/reminders/reminder.ts';
import { beginRound, ROUND, runRound } from '../domain/reminders/round.ts';
import { HAND_IN, handInDue } from '../domain/requests/request-files.ts';
import { HEARTBEAT } from '../services/keys/keys.ts';
import { logRun } from '../services/log/log.ts';
import { type Due, type Jobs, sweep } from '../services/scheduler/scheduler.ts';

/** Triggers the table's stream even when nobody works, so that silence means a fault. */
const beat = (now: Date): Promise<void> => put({ ...HEARTBEAT, at: now.toISOString() });

/** Loaded on use, because most runs have no upload to delete. */
const deleteDueUpload = async (due: Due) => (await import('../domain/documents/uploads.ts')).deleteDueUpload(due);

export const JOBS: Jobs = {
  [IMMEDIATE]: sendImmediate,
  [DAILY]: sendDaily,
  [CLIENT_MAIL]: sendClientMail,
  [UPLOAD]: deleteDueUpload,
  [HAND_IN]: handInDue,
  [CHASE]: chaseDue,
  [REMINDER]: sendDueReminder,
  [ROUND]: runRound,
};

/** Runs due jobs every 15 minutes. Throws if the due index cannot be read; the next run catches up. */
export async function handler(): Promise<void> {
  const now = await currentTime();
  logRun('tick', await sweep(now, JOBS, await beginRound(now)));
  await beat(now);
}

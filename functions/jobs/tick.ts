import { currentTime } from '../aws/clock.ts';
import { put } from '../aws/table.ts';
import { sendClientMail } from '../domain/client-mail/client-mail.ts';
import { sendDaily, sendImmediate } from '../domain/inbox/adviser-mail.ts';
import { chaseDue } from '../domain/loas/chase-due.ts';
import { sendDueReminder } from '../domain/reminders/reminder.ts';
import { beginRun, remindForAdviser } from '../domain/reminders/run.ts';
import { handInDue } from '../domain/requests/request-files.ts';
import { HEARTBEAT } from '../services/keys/keys.ts';
import { logRun } from '../services/log/log.ts';
import { type DueItem, type DueKind, type Jobs, sweep } from '../services/scheduler/scheduler.ts';

/** Triggers the table's stream even when nobody works, so that silence means a fault. */
const beat = (now: Date): Promise<void> => put({ ...HEARTBEAT, at: now.toISOString() });

/** Loaded on use, because most runs have no upload to delete. */
const deleteDueUpload = async (due: DueItem) => (await import('../domain/documents/uploads.ts')).deleteDueUpload(due);

export const JOBS: Jobs = {
  'adviser-mail': sendImmediate,
  'daily-mail': sendDaily,
  'client-mail': sendClientMail,
  upload: deleteDueUpload,
  'request-hand-in': handInDue,
  'loa-chase': chaseDue,
  reminder: sendDueReminder,
  'reminder-run': remindForAdviser,
} satisfies Jobs<DueKind>;

/** Runs due jobs every 15 minutes. Throws if the due index cannot be read; the next run catches up. */
export async function handler(): Promise<void> {
  const now = await currentTime();
  logRun('tick', await sweep(now, JOBS, await beginRun(now)));
  await beat(now);
}

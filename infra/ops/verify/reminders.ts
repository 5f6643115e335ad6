import type { Finding } from '#functions/domain/finding.ts';
import { REMINDER_RUN } from '#functions/domain/reminders/run.ts';
import { addDays, londonParts } from '#shared/rules/london.ts';
import type { Source } from './source.ts';

/** A run ends with its day, and is retried if the job was down. */
const MAX_RUN_DAYS = 2;

/** Finds reminder runs that are still due days later. The log of `tick` has the reason. */
export async function checkReminderRuns(source: Source): Promise<Finding[]> {
  const first = addDays(londonParts(new Date()).date, -MAX_RUN_DAYS);
  return (await source.others()).flatMap(({ pk, dpk }) => {
    const [, purpose, adviserId, date = ''] = pk.split('#');
    return purpose === REMINDER_RUN && dpk !== undefined && date < first
      ? [{ where: `adviser ${adviserId}`, problem: `its reminder run of ${date} is still due` }]
      : [];
  });
}

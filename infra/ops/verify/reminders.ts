import type { Finding } from '#functions/domain/finding.ts';
import { ROUND } from '#functions/domain/reminders/round.ts';
import { addDays, londonParts } from '#shared/rules/london.ts';
import { otherItems } from '../tables.ts';

/** A round ends with its day, and is retried if the job was down. */
const MAX_ROUND_DAYS = 2;

/** Finds rounds of reminders that are still due days later. The log of `tick` has the reason. */
export async function checkRounds(): Promise<Finding[]> {
  const first = addDays(londonParts(new Date()).date, -MAX_ROUND_DAYS);
  return (await otherItems()).flatMap(({ pk, dpk }) => {
    const [, purpose, adviserId, date = ''] = pk.split('#');
    return purpose === ROUND && dpk !== undefined && date < first
      ? [{ where: `adviser ${adviserId}`, problem: `its round of reminders of ${date} is still due` }]
      : [];
  });
}

import { unchanged } from '#functions/aws/expressions.ts';
import { tryUpdate } from '#functions/aws/table.ts';
import { type ClientItem, clientKey } from '#functions/domain/clients/client.ts';
import { ROUND } from '#functions/domain/reminders/round.ts';
import { clientIdOf } from '#functions/services/keys/keys.ts';
import { addDays, dayOf, londonParts } from '#shared/rules/london.ts';
import { otherItems } from '../tables.ts';
import type { Finding } from './finding.ts';

/** A round ends with its day, and is retried if the job was down. */
const MAX_ROUND_DAYS = 2;

/** Finds reminders that count as unanswered, although the client opened the page on a later day. */
export function checkReminders({ client }: { client: ClientItem }): Finding[] {
  const { reminded, visitedAt } = client.summary;
  if (!reminded?.n || !visitedAt || (reminded.on ?? '') >= dayOf(visitedAt)) return [];
  const when = [unchanged('summary/reminded', reminded), unchanged('summary/visitedAt', visitedAt)];
  const set = { 'summary/reminded': { ...reminded, n: 0 } };
  return [
    {
      where: `client ${clientIdOf(client)}`,
      problem: `counts ${reminded.n} reminders since the last visit, which was after them`,
      repair: () => tryUpdate(clientKey(clientIdOf(client)), { set, when }),
    },
  ];
}

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

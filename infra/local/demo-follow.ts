import { retried } from '#functions/aws/retry.ts';
import { query } from '#functions/aws/table.ts';
import { DUTIES } from '#functions/events/due.ts';
import { follow } from '#functions/events/handlers.ts';
import type { ActivityItem } from '#functions/services/audit-log/entry.ts';
import { timeOfKey } from '#functions/services/keys/ids.ts';
import { AUDIT, childKeyOf, clientPartition, PREFIX } from '#functions/services/keys/keys.ts';
import { sweep } from '#functions/services/scheduler/scheduler.ts';
import { sideBySide } from '#functions/services/side-by-side.ts';
import { londonParts } from '#shared/rules/london.ts';

const AT_ONCE = 6;

const timeOf = (line: ActivityItem) => new Date(timeOfKey(childKeyOf(line)));

/** All lines of the record until a time, the oldest first. */
async function linesUntil(until: Date, clientIds: readonly string[]): Promise<ActivityItem[]> {
  const partitions = [AUDIT, ...clientIds.map(clientPartition)];
  const found = await Promise.all(partitions.map((pk) => query<ActivityItem>(pk, PREFIX.activity)));
  return found
    .flat()
    .filter((line) => timeOf(line) < until)
    .sort((a, b) => (childKeyOf(a) < childKeyOf(b) ? -1 : 1));
}

/**
 * Does what followed from the record until a time, each day's at its own time, and what was due since: the notices, and what is
 * known of mails. The deployed job finds it done.
 */
export async function followUntil(until: Date, clientIds: readonly string[], now: Date): Promise<void> {
  const lines = await linesUntil(until, clientIds);
  for (const day of Map.groupBy(lines, (line) => londonParts(timeOf(line)).date).values()) {
    const [first] = day;
    if (first) await sweep(timeOf(first), DUTIES);
    await sideBySide(Map.groupBy(day, ({ pk }) => pk).values(), AT_ONCE, async (some) => {
      for (const line of some) await retried(() => follow(line, timeOf(line)));
    });
  }
  await sweep(now, DUTIES);
}

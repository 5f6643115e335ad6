import { londonInstant } from '#shared/rules/london.ts';
import type { Range } from '../aws/table.ts';
import { timeKey } from './ids.ts';
import { PREFIX } from './keys.ts';

/** What of the firm's record is wanted. Days are London's, `YYYY-MM-DD`, both included. */
interface RecordFilter {
  actor?: string | undefined;
  action?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
}

const NEXT_DAY_MS = 24 * 60 * 60 * 1000;
const dayAfter = (day: string) => new Date(Date.parse(day) + NEXT_DAY_MS).toISOString().slice(0, 10);
const startOf = (day: string) => `${PREFIX.activity}${timeKey(londonInstant(day, '00:00'))}`;

/** What the firm's partition has to give for a page of its record, newest first, from before the cursor. */
export function recordRange({ actor, action, from, to }: RecordFilter, cursor: string | undefined): Range {
  const end = to && startOf(dayAfter(to));
  const start = cursor && `${PREFIX.activity}${cursor}`;
  const before = [end, start].filter((key) => key !== undefined).sort()[0];
  const keep = (item: object) =>
    'actorId' in item &&
    'action' in item &&
    (actor === undefined || item.actorId === actor) &&
    (action === undefined || item.action === action);
  return {
    newestFirst: true,
    before,
    ...(from && { after: startOf(from) }),
    ...((actor || action) && { keep }),
  };
}

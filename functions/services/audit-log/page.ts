import { addDays, londonInstant } from '#shared/rules/london.ts';
import type { Range } from '../../aws/table.ts';
import { PREFIX, timeKey } from '../keys/keys.ts';

/** Days are London's, `YYYY-MM-DD`, both included. */
interface AuditFilter {
  actor?: string | undefined;
  action?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
}

const startOf = (day: string) => `${PREFIX.activity}${timeKey(londonInstant(day, '00:00'))}`;

/** Returns the range of a page; `undefined` if it is empty, because DynamoDB rejects such ranges. */
export function auditRange({ actor, action, from, to }: AuditFilter, cursor: string | undefined): Range | undefined {
  const end = to && startOf(addDays(to, 1));
  const start = cursor && `${PREFIX.activity}${cursor}`;
  const before = [end, start].filter((key) => key !== undefined).sort()[0];
  const first = from && startOf(from);
  if (before && first && before <= first) return undefined;
  const keep = (item: object) =>
    'actorId' in item &&
    'action' in item &&
    (actor === undefined || item.actorId === actor) &&
    (action === undefined || item.action === action);
  return { newestFirst: true, before, ...(first && { from: first }), ...((actor || action) && { keep }) };
}

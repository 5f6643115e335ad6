import type { Key, Write } from '#functions/aws/table.ts';
import { DUE, dueKeys } from '#functions/services/scheduler/scheduler.ts';

/** Where an item stands that is there to be due and for nothing else: in the partition of what it is about. */
export const dueItemKey = (pk: string, kind: string, id: string): Key => ({ pk, sk: `${DUE}${kind}#${id}` });

/** Puts such an item on the agenda. */
export const scheduleDue = (
  pk: string,
  at: Date,
  kind: string,
  id: string,
): { put: Key & Record<string, unknown> } => ({
  put: { ...dueItemKey(pk, kind, id), v: 1, ...dueKeys(at, kind, id) },
});

/** Takes it off the agenda. */
export const dropDue = (pk: string, kind: string, id: string): Write => ({ delete: dueItemKey(pk, kind, id) });

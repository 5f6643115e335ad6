import type { Key } from '#functions/aws/table.ts';
import { DUE, dueKeys } from '#functions/services/scheduler/scheduler.ts';

/** Key of an item that only makes something due, in the partition of its subject. */
export const dueItemKey = (pk: string, kind: string, id: string): Key => ({ pk, sk: `${DUE}${kind}#${id}` });

export const scheduleDue = (
  pk: string,
  at: Date,
  kind: string,
  id: string,
): { put: Key & Record<string, unknown> } => ({
  put: { ...dueItemKey(pk, kind, id), v: 1, ...dueKeys(at, kind, id) },
});

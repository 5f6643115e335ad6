import { DOCUMENTS_FULL } from '#shared/rules/documents.ts';
import { MAX_DOCUMENTS, MAX_TASKS } from '#shared/rules/limits.ts';
import { TASKS_FULL } from '#shared/rules/tasks.ts';
import type { Change } from '../../aws/expressions.ts';
import { conflict } from '../../services/errors.ts';
import type { ClientItem } from './client.ts';

/** The totals that a client's item keeps for its quotas (contract, Documents: Quotas). */
export const QUOTAS = {
  totalDocuments: { max: MAX_DOCUMENTS, full: DOCUMENTS_FULL },
  totalTasks: { max: MAX_TASKS, full: TASKS_FULL },
} as const;

/**
 * Adds to or takes from one of a client's totals, in the transaction of the change. A client without totals is not
 * limited until `ops verify --repair` counts it. Throws 409 if the quota is reached.
 */
export function countTotal(client: ClientItem, name: keyof typeof QUOTAS, change: 1 | -1): Change {
  const { max, full } = QUOTAS[name];
  const total = client[name];
  if (total === undefined) return { when: [[name, 'absent']] };
  if (change < 0) return { add: { [name]: change } };
  if (total >= max) throw conflict(full);
  return { add: { [name]: change }, when: [[name, '<', max]] };
}

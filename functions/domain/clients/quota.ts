import { DOCUMENTS_FULL } from '#shared/rules/documents.ts';
import { MAX_DOCUMENTS, MAX_TASKS } from '#shared/rules/limits.ts';
import { TASKS_FULL } from '#shared/rules/tasks.ts';
import { countOf } from '#shared/rules/words.ts';
import type { Change } from '../../aws/expressions.ts';
import { conflict, tooMany } from '../../services/errors.ts';
import { clientIdOf } from '../../services/keys/keys.ts';
import { consumeAttempt } from '../../services/rate-limit.ts';
import type { ChangeContext } from './change.ts';
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

/** Limit of each kind of change through one portal link: 60 an hour (contract, Documents). */
const ALLOWANCE = { max: 60, seconds: 60 * 60 };

/**
 * Counts what a client sends through its link, before any of it is stored; advisers are not limited. Throws 429 with the time
 * to wait where the link has had its share.
 */
export async function takeFromLink(noun: 'file' | 'message', { actor, client, now }: ChangeContext): Promise<void> {
  if (actor.kind !== 'client') return;
  const link = `${clientIdOf(client)}.${client.tokenVersion}`;
  const wait = await consumeAttempt(`link-${noun}`, link, ALLOWANCE, now);
  const minutes = countOf(Math.ceil(wait / 60), 'minute');
  if (wait > 0)
    throw tooMany(`You can send ${countOf(ALLOWANCE.max, noun)} an hour. Please try again in ${minutes}.`, wait);
}

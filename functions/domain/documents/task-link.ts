import { type Condition, unchanged } from '../../aws/expressions.ts';
import { retried } from '../../aws/retry.ts';
import { query, transact, type Write } from '../../aws/table.ts';
import type { ActivityItem } from '../activity.ts';
import type { Actor } from '../actor.ts';
import { getChild } from '../children.ts';
import { invalid } from '../errors.ts';
import { isChildId, parseChildId } from '../ids.ts';
import { childKeyOf, clientIdOf, clientPartition, PREFIX } from '../keys.ts';
import { type TaskItem, toTask } from '../tasks/task.ts';
import type { DocumentItem } from './document.ts';

/** Most writes of one DynamoDB transaction. */
const MAX_WRITES = 100;

/** A task that a document is sent for. */
export interface TaskLink {
  key: string;
  /** The id and the title that the audit log keeps. */
  named: { id: string; title: string };
  stageId: string | undefined;
  /** Fails the upload if the task was deleted, moved to another stage or hidden from the caller meanwhile. */
  check: Write;
}

/** Reads the task that a document is sent for. Throws 400 unless it is a task of the client that the caller may see. */
export async function linkToTask(taskId: string, clientId: string, actor: Actor): Promise<TaskLink> {
  const isOwn = isChildId(taskId) && parseChildId(taskId).clientId === clientId;
  const task = isOwn ? await getChild<TaskItem>(PREFIX.task, taskId) : undefined;
  const mustBe: Condition[] = actor.kind === 'client' ? [['card/responsibility', '=', 'client']] : [];
  if (!task || (mustBe.length > 0 && task.card.responsibility !== 'client'))
    throw invalid('taskId', 'This task is no longer there. Please upload the file without it.');
  const { id, title } = toTask(task);
  const when = [['pk', 'exists'] as const, unchanged('card/stageId', task.card.stageId), ...mustBe];
  return { key: childKeyOf(task), named: { id, title }, stageId: task.card.stageId, check: { check: task, when } };
}

const detached = (document: DocumentItem): Write => ({
  update: document,
  change: { set: { task: undefined }, when: [['pk', 'exists'], unchanged('task', document.task)] },
});

/**
 * Removes a deleted task from the documents that were sent for it. Idempotent. No document can name the task afterwards,
 * as an upload checks that its task exists.
 */
export const detachTask = (clientId: string, taskKey: string): Promise<void> =>
  retried(async () => {
    const keep = (item: object) => 'task' in item && item.task === taskKey;
    const found = await query<DocumentItem>(clientPartition(clientId), PREFIX.document, { keep });
    for (let i = 0; i < found.length; i += MAX_WRITES) await transact(found.slice(i, i + MAX_WRITES).map(detached));
  });

/** Finishes what a deletion of a task left undone because its request was interrupted. */
export async function detachDeletedTask(entry: ActivityItem): Promise<void> {
  if (entry.v === 2 && entry.ref !== undefined) await detachTask(clientIdOf(entry), parseChildId(entry.ref).key);
}

import { type Condition, unchanged } from '../../aws/expressions.ts';
import type { Write } from '../../aws/table.ts';
import type { Recorded } from '../../services/audit-log/entry.ts';
import { invalid } from '../../services/errors.ts';
import { isChildId, parseChildId } from '../../services/keys/ids.ts';
import { childKeyOf, getChild, PREFIX } from '../../services/keys/keys.ts';
import { type TaskItem, toTask } from './task.ts';

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
export async function linkToTask(taskId: string, clientId: string, actor: Recorded): Promise<TaskLink> {
  const isOwn = isChildId(taskId) && parseChildId(taskId).clientId === clientId;
  const task = isOwn ? await getChild<TaskItem>(PREFIX.task, taskId) : undefined;
  const mustBe: Condition[] = actor.kind === 'client' ? [['card/responsibility', '=', 'client']] : [];
  if (!task || (mustBe.length > 0 && task.card.responsibility !== 'client'))
    throw invalid('taskId', 'This task is no longer there. Please upload the file without it.');
  const { id, title } = toTask(task);
  const when = [['pk', 'exists'] as const, unchanged('card/stageId', task.card.stageId), ...mustBe];
  return { key: childKeyOf(task), named: { id, title }, stageId: task.card.stageId, check: { check: task, when } };
}

import type { Task } from '#shared/contract/tasks.ts';
import type { Responsibility, TaskStatus } from '#shared/rules/tasks.ts';
import type { Key } from '../../aws/table.ts';
import { timeOfKey } from '../ids.ts';
import { adviserPartition, childKeyOf, clientIdOf, idOfChild, PREFIX } from '../keys.ts';

/** A task. Only an open one has index keys, so that the index holds what is to be done. */
export interface TaskItem extends Key {
  gpk?: string;
  gsk?: string;
  stageId?: string;
  title: string;
  description?: string;
  assignedBy: string;
  status: TaskStatus;
  responsibility: Responsibility;
  dueDate?: string;
  adviserNotes?: string;
  clientNotes?: string;
  completedAt?: string;
}

/** Index keys of an open task: oldest due first, undated last; none for a completed one. */
export function taskIndexKeys(task: Pick<TaskItem, 'status' | 'dueDate'>, key: string, adviserId: string) {
  if (task.status === 'completed') return { gpk: undefined, gsk: undefined };
  return { gpk: adviserPartition(adviserId), gsk: `${PREFIX.indexedTask}${task.dueDate ?? '9999'}#${key}` };
}

/** A task as advisers see it. */
export const toTask = (item: TaskItem): Task => ({
  id: idOfChild(item),
  clientId: clientIdOf(item),
  stageId: item.stageId ?? null,
  title: item.title,
  description: item.description ?? null,
  assignedBy: item.assignedBy,
  status: item.status,
  responsibility: item.responsibility,
  dueDate: item.dueDate ?? null,
  adviserNotes: item.adviserNotes ?? null,
  clientNotes: item.clientNotes ?? null,
  completedAt: item.completedAt ?? null,
  createdAt: timeOfKey(childKeyOf(item)),
});

/** A task as its client sees it. */
export function toClientTask(item: TaskItem) {
  const { adviserNotes: _, ...visible } = toTask(item);
  return visible;
}

import type { Task } from '#shared/contract/tasks.ts';
import type { Responsibility, TaskStatus } from '#shared/rules/tasks.ts';
import type { Key, Row } from '../../aws/table.ts';
import { timeOfKey } from '../../services/keys/ids.ts';
import { adviserPartition, childKeyOf, clientIdOf, idOfChild, PREFIX } from '../../services/keys/keys.ts';

/** What lists show of a task: all of it. */
export interface TaskCard {
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

/** A task. Only an open one has index keys, so that the index holds what is to be done. */
export interface TaskItem extends Key {
  v: 1;
  gpk?: string;
  gsk?: string;
  card: TaskCard;
}

/** An open task as it stands in its adviser's list. */
export type TaskRow = Row<TaskCard>;

/** Index keys of an open task: oldest due first, undated last; none for a completed one. */
export function taskIndexKeys(task: Pick<TaskCard, 'status' | 'dueDate'>, key: string, adviserId: string) {
  if (task.status === 'completed') return { gpk: undefined, gsk: undefined };
  return { gpk: adviserPartition(adviserId), gsk: `${PREFIX.indexedTask}${task.dueDate ?? '9999'}#${key}` };
}

/** A task as advisers see it. */
export const toTask = (item: Pick<TaskItem, 'pk' | 'sk' | 'card'>): Task => ({
  id: idOfChild(item),
  clientId: clientIdOf(item),
  stageId: item.card.stageId ?? null,
  title: item.card.title,
  description: item.card.description ?? null,
  assignedBy: item.card.assignedBy,
  status: item.card.status,
  responsibility: item.card.responsibility,
  dueDate: item.card.dueDate ?? null,
  adviserNotes: item.card.adviserNotes ?? null,
  clientNotes: item.card.clientNotes ?? null,
  completedAt: item.card.completedAt ?? null,
  createdAt: timeOfKey(childKeyOf(item)),
});

/** A task as its client sees it. */
export function toClientTask(item: TaskItem) {
  const { adviserNotes: _, ...visible } = toTask(item);
  return visible;
}

import type { Task } from '#shared/contract/tasks.ts';
import { errorToast } from '../../../lib/http/failure.ts';
import { adviserChange, optimistic } from '../../../parts/refreshes.ts';
import { tasksQuery } from '../queries.ts';

export const createTask = adviserChange('POST /api/clients/{id}/tasks', {
  success: { title: 'Task Created', description: 'The task has been assigned.' },
  failure: errorToast('Failed to create task'),
});

export const TASK_UPDATED = { title: 'Task Updated', description: 'The task has been updated.' };

const optimisticPatch = (clientId: string, success?: typeof TASK_UPDATED) =>
  optimistic(
    adviserChange('PATCH /api/tasks/{id}', {
      ...(success && { success }),
      failure: errorToast('Failed to update task'),
    }),
    tasksQuery(clientId),
    (tasks: Task[], body, { params }) => tasks.map((task) => (task.id === params.id ? { ...task, ...body } : task)),
  );

export const patchTask = (clientId: string) => optimisticPatch(clientId, TASK_UPDATED);

/** Completes a task without a success toast, as the caller shows one with Undo. */
export const completeTask = (clientId: string) => optimisticPatch(clientId);

export const deleteTask = adviserChange('DELETE /api/tasks/{id}', {
  success: { title: 'Task Deleted', description: 'The task has been deleted.' },
  failure: errorToast('Failed to delete task'),
});

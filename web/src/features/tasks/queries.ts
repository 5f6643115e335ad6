import { errorToast } from '../../lib/http/failure.ts';
import { queryClient } from '../../lib/query/query.ts';
import { adviserChange } from '../../parts/refreshes.ts';
import { pendingTasksQuery } from '../../parts/task/pending-tasks.ts';

export const loader = () => queryClient.prefetchQuery(pendingTasksQuery);

export const STATUS_SET = { title: 'Success', description: 'Task status updated successfully' };
const STATUS_KEPT = { title: 'Error', description: 'Failed to update task status' };

export const setTaskStatus = adviserChange('PATCH /api/tasks/{id}', { success: STATUS_SET, failure: STATUS_KEPT });

/** Completes or reopens a task. Callers show their own toast on success. */
export const setTaskDone = adviserChange('PATCH /api/tasks/{id}', { failure: STATUS_KEPT });

export const setTaskDate = adviserChange('PATCH /api/tasks/{id}', {
  success: { title: 'Task Updated', description: 'The task has been updated.' },
  failure: errorToast('Failed to update task'),
});

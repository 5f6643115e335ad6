import { errorToast } from '../../lib/http/failure.ts';
import { readWhole } from '../../lib/query/pages.ts';
import { queryClient } from '../../lib/query/query.ts';
import { adviserChange } from '../../parts/refreshes.ts';

/** Every task that is not completed, of the clients one may see; oldest due first. */
export const pendingTasksQuery = readWhole('GET /api/tasks/pending');

export const loader = () => queryClient.prefetchQuery(pendingTasksQuery);

/** What says that a task's status was set. */
export const STATUS_SET = { title: 'Success', description: 'Task status updated successfully' };
const STATUS_KEPT = { title: 'Error', description: 'Failed to update task status' };

/** Sets a task's status from the list of pending ones. */
export const setTaskStatus = adviserChange('PATCH /api/tasks/{id}', { success: STATUS_SET, failure: STATUS_KEPT });

/** Completes a task or takes that back; what it says in the toast is up to whoever asks. */
export const setTaskDone = adviserChange('PATCH /api/tasks/{id}', { failure: STATUS_KEPT });

export const setTaskDate = adviserChange('PATCH /api/tasks/{id}', {
  success: { title: 'Task Updated', description: 'The task has been updated.' },
  failure: errorToast('Failed to update task'),
});

import { read } from '../../lib/query.ts';
import { adviserChange } from '../../parts/refreshes.ts';

/** Every task that is not completed, of the clients one may see; oldest due first. */
export const pendingTasksQuery = read('GET /api/tasks/pending');

/** Sets a task's status from the list of pending ones. */
export const setTaskStatus = adviserChange('PATCH /api/tasks/{id}', {
  success: { title: 'Success', description: 'Task status updated successfully' },
  failure: { title: 'Error', description: 'Failed to update task status' },
});

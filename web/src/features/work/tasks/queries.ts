import type { PendingTask } from '#shared/contract/tasks.ts';
import { errorToast } from '../../../lib/http/failure.ts';
import { queryClient } from '../../../lib/query/query.ts';
import { adviserChange } from '../../../parts/refreshes.ts';
import { pendingPagesQuery, STATUS_KEPT, STATUS_SET } from '../../../parts/task/pending-tasks.ts';

export const ofAdvisers = (tasks: readonly PendingTask[]) =>
  tasks.filter(({ responsibility, status }) => responsibility === 'adviser' && status !== 'completed');

export const loader = () => queryClient.prefetchInfiniteQuery(pendingPagesQuery());

export const setTaskStatus = adviserChange('PATCH /api/tasks/{id}', { success: STATUS_SET, failure: STATUS_KEPT });

export const setTaskDate = adviserChange('PATCH /api/tasks/{id}', {
  success: { title: 'Task Updated', description: 'The task has been updated.' },
  failure: errorToast('Failed to update task'),
});

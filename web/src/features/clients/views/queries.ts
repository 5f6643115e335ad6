import { change } from '../../../lib/query/query.ts';
import { adviserChange, effectOf } from '../../../parts/refreshes.ts';

const PATCH = 'PATCH /api/views/{id}';

const FAILURE = { title: 'Error', description: 'Failed to save the view', server: true };

/** Saves a new view. Pending until the menu has it. */
export const saveView = adviserChange('POST /api/views', {
  success: { title: 'View Saved', description: 'You can open it from “Views”' },
  failure: FAILURE,
  waits: true,
});

/** Changes a view. Pending until the menu shows it. After a failure it refetches the version that a retry needs. */
export const changeView = change(PATCH, {
  success: { title: 'View Updated' },
  failure: FAILURE,
  effect: { ...effectOf(PATCH), refetchedIfFailed: ['GET /api/views'] },
  waits: true,
});

export const deleteView = adviserChange('DELETE /api/views/{id}', {
  success: { title: 'View Deleted' },
  failure: { title: 'Error', description: 'Failed to delete the view', server: true },
  waits: true,
});

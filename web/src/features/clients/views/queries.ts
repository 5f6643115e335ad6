import { adviserChange } from '../../../parts/refreshes.ts';

const FAILURE = { title: 'Error', description: 'Failed to save the view', server: true };

/** Saves a new view. Pending until the menu has it. */
export const saveView = adviserChange('POST /api/views', {
  success: { title: 'View Saved', description: 'You can open it from “Views”' },
  failure: FAILURE,
  waits: true,
});

/** Changes a view. Pending until the menu shows it. */
export const changeView = adviserChange('PATCH /api/views/{id}', {
  success: { title: 'View Updated' },
  failure: FAILURE,
  waits: true,
});

export const deleteView = adviserChange('DELETE /api/views/{id}', {
  success: { title: 'View Deleted' },
  failure: { title: 'Error', description: 'Failed to delete the view', server: true },
  waits: true,
});

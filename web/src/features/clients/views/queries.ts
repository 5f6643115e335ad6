import type { View } from '#shared/contract/views.ts';
import { adviserChange, runChange } from '../../../parts/refreshes.ts';

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

const restoreView = adviserChange('PATCH /api/views/{id}', {
  success: { title: 'View Restored' },
  failure: FAILURE,
  waits: true,
});

/** Changes the query of a view. The toast offers to restore the former one. */
export const updateView = ({ name, query }: View) =>
  adviserChange('PATCH /api/views/{id}', {
    success: {
      title: 'View Updated',
      description: `“${name}” now opens this list`,
      offer: ({ id, version }: View) => ({
        action: {
          label: 'Undo',
          onClick: () => void runChange(restoreView, { params: { id }, body: { version, query } }),
        },
      }),
    },
    failure: FAILURE,
    waits: true,
  });

export const deleteView = adviserChange('DELETE /api/views/{id}', {
  success: { title: 'View Deleted' },
  failure: { title: 'Error', description: 'Failed to delete the view', server: true },
  waits: true,
});

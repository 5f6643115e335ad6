import { errorToast } from '../../../lib/http/failure.ts';
import { adviserChange } from '../../../parts/refreshes.ts';

export const changePlan = adviserChange('PATCH /api/plans/{id}', {
  success: { title: 'Plan Updated' },
  failure: errorToast('Failed to update plan'),
});

/** Deletes a plan. Shows no toast on failure. */
export const deletePlan = adviserChange('DELETE /api/plans/{id}', {
  success: { title: 'Plan Deleted' },
});

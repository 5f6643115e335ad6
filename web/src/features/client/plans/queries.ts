import { errorToast } from '../../../lib/http/failure.ts';
import { adviserChange } from '../../../parts/refreshes.ts';

/** Adds a plan. A failure shows no toast and leaves the form as it is. */
export const addPlan = adviserChange('POST /api/stages/{stageId}/plans', {
  success: { title: 'Plan Added' },
});

export const changePlan = adviserChange('PATCH /api/plans/{id}', {
  success: { title: 'Plan Updated' },
  failure: errorToast('Failed to update plan'),
});

/** Deletes a plan. Shows no toast on failure. */
export const deletePlan = adviserChange('DELETE /api/plans/{id}', {
  success: { title: 'Plan Deleted' },
});

import type { Stage, StageChange } from '#shared/contract/journey.ts';
import { errorToast } from '../../../lib/http/failure.ts';
import { read } from '../../../lib/query/query.ts';
import { adviserChange, optimistic } from '../../../parts/refreshes.ts';

/** A client's journey: seven stages with their sub-stages. */
export const stagesQuery = (id: string) => read('GET /api/clients/{id}/stages', { params: { id } });

/** The plans on a stage; only stage 2.2 has any (product 7). */
export const plansQuery = (stageId: string) => read('GET /api/stages/{stageId}/plans', { params: { stageId } });

const withStage = (stages: Stage[], id: string, change: StageChange): Stage[] =>
  stages.map((stage) => ({
    ...stage,
    ...(stage.id === id && change),
    subStages: withStage(stage.subStages, id, change),
  }));

/** Sets a stage's status or whether it is required. */
export const patchStage = (clientId: string) =>
  optimistic(
    adviserChange('PATCH /api/stages/{stageId}', {
      success: { title: 'Stage Updated', description: 'The stage has been updated.' },
      failure: errorToast('Failed to update stage'),
    }),
    stagesQuery(clientId),
    (stages: Stage[], body, { params }) => withStage(stages, params.stageId, body),
  );

/** Sets every stage back to pending. */
export const resetJourney = adviserChange('POST /api/clients/{id}/stages/reset', {
  success: { title: 'Journey Reset', description: 'All stages are pending again. Documents have been kept.' },
  failure: errorToast('Failed to reset journey'),
});

/** Adds a plan; a failure leaves the form as it is and says nothing (product 8). */
export const addPlan = adviserChange('POST /api/stages/{stageId}/plans', {
  success: { title: 'Plan Added' },
});

/** Deletes a plan; a failure says nothing (product 8). */
export const deletePlan = adviserChange('DELETE /api/plans/{id}', {
  success: { title: 'Plan Deleted' },
});

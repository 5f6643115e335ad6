import type { Stage, StageChange } from '#shared/contract/journey.ts';
import { errorToast } from '../../../lib/http/failure.ts';
import { read } from '../../../lib/query/query.ts';
import { adviserChange, optimistic } from '../../../parts/refreshes.ts';
import { stagesQuery } from '../queries.ts';

/** Reads the plans of a stage. Only stage 2.2 has plans. */
export const plansQuery = (stageId: string) => read('GET /api/stages/{stageId}/plans', { params: { stageId } });

const withStage = (stages: Stage[], id: string, change: StageChange): Stage[] =>
  stages.map((stage) => ({
    ...stage,
    ...(stage.id === id && change),
    subStages: withStage(stage.subStages, id, change),
  }));

/** Sets the status of a stage, or marks it as (not) required. Updates the screen optimistically. */
export const patchStage = (clientId: string) =>
  optimistic(
    adviserChange('PATCH /api/stages/{stageId}', {
      success: { title: 'Stage Updated', description: 'The stage has been updated.' },
      failure: errorToast('Failed to update stage'),
    }),
    stagesQuery(clientId),
    (stages: Stage[], body, { params }) => withStage(stages, params.stageId, body),
  );

export const resetJourney = adviserChange('POST /api/clients/{id}/stages/reset', {
  success: { title: 'Journey Reset', description: 'All stages are pending again. Documents have been kept.' },
  failure: errorToast('Failed to reset journey'),
});

/** Adds a plan. A failure shows no toast and leaves the form as it is. */
export const addPlan = adviserChange('POST /api/stages/{stageId}/plans', {
  success: { title: 'Plan Added' },
});

/** Deletes a plan. Shows no toast on failure. */
export const deletePlan = adviserChange('DELETE /api/plans/{id}', {
  success: { title: 'Plan Deleted' },
});

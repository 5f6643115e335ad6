import type { Stage, StageChange } from '#shared/contract/journey.ts';
import { stillLeft } from '#shared/rules/counted-words.ts';
import { type StageStatus, stepsDone } from '#shared/rules/journey.ts';
import { errorToast } from '../../../lib/http/failure.ts';
import { queryClient, read } from '../../../lib/query/query.ts';
import type { ToastContent } from '../../../lib/screen/notify.ts';
import { adviserChange, execute, optimistic } from '../../../parts/refreshes.ts';
import { stagesQuery } from '../queries.ts';

/** Reads the plans of a stage. Only stage 2.2 has plans. */
export const plansQuery = (stageId: string) => read('GET /api/stages/{stageId}/plans', { params: { stageId } });

const withStage = (stages: Stage[], id: string, change: StageChange): Stage[] =>
  stages.map((stage) => ({
    ...stage,
    ...(stage.id === id && change),
    subStages: withStage(stage.subStages, id, change),
  }));

const setting = (label: string, stage: Stage, status: StageStatus) => ({
  action: { label, onClick: () => void changeStage(stage, { status }).catch(() => undefined) },
});

/** Returns what the toast adds once `stage` is finished: the next action, or Undo. `stage` is as before the change. */
function offerAfter(stage: Stage, { status, notRequired }: StageChange): Pick<ToastContent, 'detail' | 'action'> {
  const stages = queryClient.getQueryData(stagesQuery(stage.clientId).queryKey) ?? [];
  const top = stages.find(({ id }) => id === (stage.parentStageId ?? stage.id));
  if (!top || !(status === 'completed' || notRequired)) return {};
  const { done, total } = stepsDone(top);
  const isStep = stage.id !== top.id;
  if (isStep && (done < total || top.status === 'completed')) return {};
  if (isStep) return setting(`Complete ${top.title}`, top, 'completed');
  if (done < total)
    return { detail: stillLeft(total - done, 'step', 'pending'), ...setting('Undo', stage, stage.status) };
  const next = stages[stages.indexOf(top) + 1];
  return next?.status === 'pending' ? setting(`Start ${next.title}`, next, 'in_progress') : {};
}

/** Sets the status of a stage, or marks it as (not) required. Updates the screen optimistically. */
export const changeStage = (stage: Stage, body: StageChange): Promise<Stage> =>
  execute(
    optimistic(
      adviserChange('PATCH /api/stages/{stageId}', {
        success: {
          title: 'Stage Updated',
          description: 'The stage has been updated.',
          offer: () => offerAfter(stage, body),
        },
        failure: errorToast('Failed to update stage'),
      }),
      stagesQuery(stage.clientId),
      (stages: Stage[], change, { params }) => withStage(stages, params.stageId, change),
    ),
    { params: { stageId: stage.id }, body },
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

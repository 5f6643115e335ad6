import type { Stage } from '#shared/contract/journey.ts';
import type { DocumentRequest } from '#shared/contract/requests.ts';
import { flatStages } from '#shared/rules/journey.ts';
import { isSettled } from '#shared/rules/requests.ts';
import { queryClient } from '../../../lib/query/query.ts';
import { clientQuery } from '../../../parts/client/clients.ts';
import { requestsQuery } from '../../../parts/request/requests.ts';
import { stagesQuery } from '../queries.ts';
import { changeStage } from './queries.ts';

/** Finds a stage that can be completed now: pending, required, and of a journey that is not completed. */
export function pendingStage(clientId: string, isMeant: (stage: Stage) => boolean): Stage | undefined {
  const stages = queryClient.getQueryData(stagesQuery(clientId).queryKey) ?? [];
  const stage = flatStages(stages).find(isMeant);
  const isCompleted = queryClient.getQueryData(clientQuery(clientId).queryKey)?.completed;
  return stage?.status === 'pending' && !stage.notRequired && !isCompleted ? stage : undefined;
}

/** Returns the action of a toast that completes a sub-stage, if it is pending. */
function offerToComplete(clientId: string, isMeant: (stage: Stage) => boolean) {
  const stage = pendingStage(clientId, isMeant);
  const onClick = () => stage && void changeStage(stage, { status: 'completed' }).catch(() => undefined);
  return stage && { label: `Complete ${stage.stageNumber}`, onClick };
}

/** Offers to complete a sub-stage, if it is pending. */
export const completing = (clientId: string, number: number) =>
  offerToComplete(clientId, ({ stageNumber }) => stageNumber === number);

/** Offers to complete a pending sub-stage once its last open request is accepted. */
export function completionAfter({ id, clientId, stageId }: DocumentRequest) {
  const requests = queryClient.getQueryData(requestsQuery(clientId).queryKey) ?? [];
  const isLast = !requests.some((other) => other.id !== id && other.stageId === stageId && !isSettled(other));
  if (!isLast) return;
  return offerToComplete(clientId, (stage) => stage.id === stageId && stage.parentStageId !== null);
}

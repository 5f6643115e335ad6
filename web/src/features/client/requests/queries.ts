import type { Reminders } from '#shared/contract/reminders.ts';
import type { DocumentRequest } from '#shared/contract/requests.ts';
import { flatStages } from '#shared/rules/journey.ts';
import { isSettled } from '#shared/rules/requests.ts';
import { errorToast } from '../../../lib/http/failure.ts';
import { queryClient, read } from '../../../lib/query/query.ts';
import { clientQuery } from '../../../parts/client/clients.ts';
import { adviserChange } from '../../../parts/refreshes.ts';
import { requestsQuery } from '../../../parts/request/requests.ts';
import { changeStage } from '../journey/queries.ts';
import { stagesQuery } from '../queries.ts';

/** Offers to complete a pending sub-stage once its last open request is accepted. */
export function completionAfter({ id, clientId, stageId }: DocumentRequest) {
  const requests = queryClient.getQueryData(requestsQuery(clientId).queryKey) ?? [];
  const isLast = !requests.some((other) => other.id !== id && other.stageId === stageId && !isSettled(other));
  const stages = queryClient.getQueryData(stagesQuery(clientId).queryKey) ?? [];
  const stage = flatStages(stages).find((one) => one.id === stageId);
  const isOpen = stage?.parentStageId && stage.status === 'pending' && !stage.notRequired;
  if (!isLast || !isOpen || queryClient.getQueryData(clientQuery(clientId).queryKey)?.completed) return undefined;
  const onClick = () => void changeStage(stage, { status: 'completed' }).catch(() => undefined);
  return { label: `Complete ${stage.stageNumber}`, onClick };
}

export const clientRemindersQuery = (clientId: string) =>
  read('GET /api/clients/{id}/reminders', { params: { id: clientId } });

/** Returns the end of a pause, which may go on while reminders are off. In other states, `until` is another hold's. */
export const pauseOf = ({ state, until }: Reminders) => (state === 'paused' || state === 'off' ? until : null);

export const changeClientReminders = adviserChange('PATCH /api/clients/{id}/reminders', {
  success: { title: 'Reminders Changed' },
  failure: errorToast('Failed to change reminders'),
});

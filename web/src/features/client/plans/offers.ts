import type { Loa } from '#shared/contract/loas.ts';
import { flatStages, INFORMATION_STAGE, PLANS_STAGE } from '#shared/rules/journey.ts';
import { isUnderWay } from '#shared/rules/loas.ts';
import { queryClient } from '../../../lib/query/query.ts';
import { clientQuery } from '../../../parts/client/clients.ts';
import { loasQuery } from '../../../parts/loa/loas.ts';
import { changeStage } from '../journey/queries.ts';
import { stagesQuery } from '../queries.ts';

/** Offers to complete a sub-stage, if it is pending. */
export function completing(clientId: string, number: number) {
  const stages = queryClient.getQueryData(stagesQuery(clientId).queryKey) ?? [];
  const stage = flatStages(stages).find(({ stageNumber }) => stageNumber === number);
  const isCompleted = queryClient.getQueryData(clientQuery(clientId).queryKey)?.completed;
  if (stage?.status !== 'pending' || stage.notRequired || isCompleted) return;
  const onClick = () => void changeStage(stage, { status: 'completed' }).catch(() => undefined);
  return { label: `Complete ${number}`, onClick };
}

/** Offers to complete 2.2 once no letter is to be sent, and 3.2 once all letters are answered. */
export function offerAfterStep(loa: Loa) {
  const { id, clientId, state } = loa;
  const loas = queryClient.getQueryData(loasQuery(clientId).queryKey) ?? [];
  const others = loas.filter((other) => other.id !== id);
  if (loa.steps.at(-1)?.step === 'sent' && !others.some((other) => other.state === 'to_send'))
    return completing(clientId, PLANS_STAGE);
  if (state === 'received' && !others.some((other) => isUnderWay(other.state)))
    return completing(clientId, INFORMATION_STAGE);
  return;
}

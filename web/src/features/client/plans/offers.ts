import type { Loa } from '#shared/contract/loas.ts';
import { INFORMATION_STAGE, PLANS_STAGE } from '#shared/rules/journey.ts';
import { isUnderWay } from '#shared/rules/loas.ts';
import { queryClient } from '../../../lib/query/query.ts';
import { loasQuery } from '../../../parts/loa/loas.ts';
import { completing } from '../journey/completing.ts';

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

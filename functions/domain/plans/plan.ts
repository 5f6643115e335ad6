import type { Plan } from '#shared/contract/journey.ts';
import type { Key } from '../../aws/table.ts';
import { childId, timeOfKey } from '../../services/keys/ids.ts';
import { childKeyOf, clientIdOf, idOfChild } from '../../services/keys/keys.ts';

/** A plan under stage 2.2. */
export interface PlanItem extends Key {
  v: 1;
  stage: number;
  provider: string;
  planType: Plan['planType'];
  planNumber: string;
  approxValuation?: number;
}

/** A plan for people. */
export const toPlan = (item: PlanItem): Plan => ({
  id: idOfChild(item),
  clientId: clientIdOf(item),
  stageId: childId(clientIdOf(item), item.stage),
  provider: item.provider,
  planType: item.planType,
  planNumber: item.planNumber,
  approxValuation: item.approxValuation ?? null,
  createdAt: timeOfKey(childKeyOf(item)),
});

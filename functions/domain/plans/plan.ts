import type { Happened } from '#shared/audit-log/actions.ts';
import type { Plan } from '#shared/contract/journey.ts';
import { PLANS_STAGE } from '#shared/rules/journey.ts';
import { type ItemChange, unchanged } from '../../aws/expressions.ts';
import { type Key, transact, type Write } from '../../aws/table.ts';
import { invalid, notFound } from '../../services/errors.ts';
import {
  childId,
  childItemKey,
  childKeyOf,
  clientIdOf,
  idOfChild,
  newChildKey,
  PREFIX,
  timeOfKey,
} from '../../services/keys/keys.ts';
import { type ChangeContext, changeOf } from '../clients/client-writes.ts';

export interface PlanItem extends Key {
  v: 1;
  stage: number;
  provider: string;
  planType: Plan['planType'];
  planNumber: string;
  approxValuation?: number;
  /** Key of the letter of authority that is under way, or was the last. */
  loa?: string;
}

export const toPlan = (item: PlanItem): Plan => ({
  id: idOfChild(item),
  clientId: clientIdOf(item),
  stageId: childId(clientIdOf(item), item.stage),
  provider: item.provider,
  planType: item.planType,
  planNumber: item.planNumber,
  approxValuation: item.approxValuation ?? null,
  loaId: item.loa === undefined ? null : childId(clientIdOf(item), item.loa),
  createdAt: timeOfKey(childKeyOf(item)),
});

const recorded = ({ provider, planType, planNumber, approxValuation }: PlanItem) => ({
  provider,
  planType,
  planNumber,
  ...(approxValuation !== undefined && { approxValuation }),
});

type NewPlan = Pick<PlanItem, 'provider' | 'planType' | 'planNumber'> & { approxValuation?: number | null | undefined };

export async function addPlan(
  context: ChangeContext,
  stage: number,
  { approxValuation, ...texts }: NewPlan,
): Promise<PlanItem> {
  if (stage !== PLANS_STAGE) throw invalid('stageId', `Plans belong to stage ${PLANS_STAGE}, Letter of Authority`);
  const plan: PlanItem = {
    ...childItemKey(PREFIX.plan, clientIdOf(context.client), newChildKey(context.now)),
    v: 1,
    stage,
    ...texts,
    ...(typeof approxValuation === 'number' && { approxValuation }),
  };
  const happened = { action: 'plan-added', data: recorded(plan), ref: idOfChild(plan) } as const;
  await transact([...changeOf(context, happened), { put: { ...plan } }]);
  return plan;
}

/** Change of the letter of authority that a deleted plan was in. */
interface LetterChange {
  happened: Happened;
  change: ItemChange;
  writes: readonly Write[];
}

/** Deletes a plan, and takes it out of its letter if one is under way. */
export async function deletePlan(
  context: ChangeContext,
  plan: PlanItem | undefined,
  letter: LetterChange | undefined,
): Promise<void> {
  if (!plan) throw notFound('Plan not found');
  const happened = { action: 'plan-deleted', data: recorded(plan), ref: idOfChild(plan) } as const;
  await transact([
    ...changeOf(context, [happened, ...(letter ? [letter.happened] : [])], letter?.change),
    { delete: plan, when: [['pk', 'exists'], unchanged('loa', plan.loa)] },
    ...(letter?.writes ?? []),
  ]);
}

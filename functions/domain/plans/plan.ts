import type { Happened } from '#shared/audit-log/actions.ts';
import type { FieldChange } from '#shared/contract/field-change.ts';
import type { NewPlan, Plan, PlanChange } from '#shared/contract/journey.ts';
import { loggedOf } from '#shared/nouns/field.ts';
import { PLAN_FIELDS } from '#shared/nouns/plan.ts';
import { PLANS_STAGE } from '#shared/rules/journey.ts';
import { type Condition, type ItemChange, unchanged } from '../../aws/expressions.ts';
import { type Key, query, transact, type Write } from '../../aws/table.ts';
import { conflict, invalid, notFound } from '../../services/errors.ts';
import {
  childId,
  childItemKey,
  childKeyOf,
  clientIdOf,
  clientPartition,
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
  /** Section of the fact-find and id of the row from which it was added. */
  factfindRow?: string;
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
  factfindRow: item.factfindRow ?? null,
  createdAt: timeOfKey(childKeyOf(item)),
});

const recorded = ({ provider, planType, planNumber, approxValuation }: PlanItem) => ({
  provider,
  planType,
  planNumber,
  ...(approxValuation !== undefined && { approxValuation }),
});

export const readPlans = (clientId: string) => query<PlanItem>(clientPartition(clientId), PREFIX.plan);

/** Adds a plan to stage 2.2. Throws 409 if there is one from the same row of the fact-find. */
export async function addPlan(
  context: ChangeContext,
  stage: number,
  { approxValuation, factfindRow, ...texts }: NewPlan,
): Promise<PlanItem> {
  if (stage !== PLANS_STAGE) throw invalid('stageId', `Plans belong to stage ${PLANS_STAGE}, Letter of Authority`);
  const others = factfindRow ? await readPlans(clientIdOf(context.client)) : [];
  if (others.some((plan) => plan.factfindRow === factfindRow)) throw conflict('This is in the plans already.');
  const plan: PlanItem = {
    ...childItemKey(PREFIX.plan, clientIdOf(context.client), newChildKey(context.now)),
    v: 1,
    stage,
    ...texts,
    ...(typeof approxValuation === 'number' && { approxValuation }),
    ...(factfindRow && { factfindRow }),
  };
  const happened = { action: 'plan-added', data: recorded(plan), ref: idOfChild(plan) } as const;
  const { lastUpdate } = context.client.summary;
  // Two plans from one row at once would both find none.
  const change = factfindRow ? { when: [unchanged('summary/lastUpdate', lastUpdate)] } : {};
  await transact([...changeOf(context, happened, change), { put: { ...plan } }]);
  return plan;
}

const FIELDS = loggedOf(PLAN_FIELDS);

/** Returns the fields that differ, with `undefined` for a valuation to remove. */
const differing = (plan: PlanItem, change: PlanChange) =>
  Object.fromEntries(
    FIELDS.filter((field) => change[field] !== undefined)
      .map((field) => [field, change[field] ?? undefined] as const)
      .filter(([field, value]) => value !== plan[field]),
  );

const shortValue = (value: string | number | undefined) => (value === undefined ? null : String(value));

/** Changes a plan, and the letter that it is in by the writes that `inLetter` returns. */
export async function changePlan(
  context: ChangeContext,
  before: PlanItem | undefined,
  change: PlanChange,
  inLetter: (before: PlanItem, after: PlanItem) => Promise<Write[]>,
): Promise<PlanItem> {
  if (!before) throw notFound('Plan not found');
  const set = differing(before, change);
  const after: PlanItem = { ...before, ...set };
  const changed = FIELDS.filter((field) => after[field] !== before[field]);
  if (changed.length === 0) return before;
  const changes = changed.map(
    (field): FieldChange => ({ field, was: shortValue(before[field]), is: shortValue(after[field]) }),
  );
  const { provider, planNumber } = before;
  const happened = { action: 'plan-changed', data: { provider, planNumber, changes }, ref: idOfChild(before) } as const;
  const letter = await inLetter(before, after);
  const asRead = [...FIELDS, 'loa'] as const;
  const when: Condition[] = [['pk', 'exists'], ...asRead.map((field) => unchanged(field, before[field]))];
  await transact([...changeOf(context, happened), { update: before, change: { set, when } }, ...letter]);
  return after;
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

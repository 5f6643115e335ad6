import { PLANS_STAGE } from '#shared/rules/journey.ts';
import { query, transact } from '../aws/table.ts';
import { activity, clientUpdate } from '../domain/activity.ts';
import { getChild } from '../domain/children.ts';
import { invalid, notFound } from '../domain/errors.ts';
import { newChildKey, parseChildId } from '../domain/ids.ts';
import { stageNumber } from '../domain/journey/stage-id.ts';
import { childItemKey, clientIdOf, clientPartition, PREFIX } from '../domain/keys.ts';
import { type PlanItem, toPlan } from '../domain/plans/plan.ts';
import { lambda, prepared } from '../pipeline/lambda.ts';

const valuation = (pounds: number | null | undefined) =>
  typeof pounds === 'number' ? `, about £${pounds.toLocaleString('en-GB')}` : '';

export const handler = lambda('plans', {
  'GET /api/stages/{stageId}/plans': prepared(
    ({ params: { stageId } }) => query<PlanItem>(clientPartition(parseChildId(stageId).clientId), PREFIX.plan),
    async ({ params }, plans) => {
      const number = stageNumber(params.stageId);
      return plans.filter((plan) => plan.stage === number).map(toPlan);
    },
  ),

  'POST /api/stages/{stageId}/plans':
    () =>
    async ({ actor, client, params, body, now }) => {
      const stage = stageNumber(params.stageId);
      if (stage !== PLANS_STAGE) throw invalid('stageId', `Plans belong to stage ${PLANS_STAGE}, Letter of Authority`);
      const { approxValuation, ...texts } = body;
      const key = childItemKey(PREFIX.plan, clientIdOf(client), newChildKey(now));
      const plan: PlanItem = {
        ...key,
        v: 1,
        stage,
        ...texts,
        ...(typeof approxValuation === 'number' && { approxValuation }),
      };
      const context = { actor, client, now };
      const record = activity(
        context,
        'plan-added',
        `Added the ${body.planType} plan ${body.planNumber} with ${body.provider}${valuation(approxValuation)}`,
      );
      await transact([clientUpdate(context), { put: { ...plan } }, record]);
      return toPlan(plan);
    },

  'DELETE /api/plans/{id}': prepared(
    ({ params: { id } }) => getChild<PlanItem>(PREFIX.plan, id),
    async ({ actor, client, now }, plan) => {
      if (!plan) throw notFound('Plan not found');
      const context = { actor, client, now };
      const record = activity(context, 'plan-deleted', `Deleted the plan ${plan.planNumber} with ${plan.provider}`);
      await transact([clientUpdate(context), { delete: plan, when: [['pk', 'exists']] }, record]);
      return undefined;
    },
  ),
});

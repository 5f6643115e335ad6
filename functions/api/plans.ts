import { PLANS_STAGE } from '#shared/rules/journey.ts';
import { query, transact } from '../aws/table.ts';
import { changeOf } from '../domain/clients/change.ts';
import { stageNumber } from '../domain/clients/stage-id.ts';
import { type PlanItem, toPlan } from '../domain/plans/plan.ts';
import { lambda, prepared } from '../pipeline/lambda.ts';
import { invalid, notFound } from '../services/errors.ts';
import { newChildKey, parseChildId } from '../services/keys/ids.ts';
import { childItemKey, clientIdOf, clientPartition, getChild, idOfChild, PREFIX } from '../services/keys/keys.ts';

const dataOf = ({ provider, planType, planNumber, approxValuation }: PlanItem) => ({
  provider,
  planType,
  planNumber,
  ...(approxValuation !== undefined && { approxValuation }),
});

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
      const happened = { action: 'plan-added', data: dataOf(plan), ref: idOfChild(plan) } as const;
      await transact([...changeOf(context, happened), { put: { ...plan } }]);
      return toPlan(plan);
    },

  'DELETE /api/plans/{id}': prepared(
    ({ params: { id } }) => getChild<PlanItem>(PREFIX.plan, id),
    async ({ actor, client, now }, plan) => {
      if (!plan) throw notFound('Plan not found');
      const context = { actor, client, now };
      const happened = { action: 'plan-deleted', data: dataOf(plan), ref: idOfChild(plan) } as const;
      await transact([...changeOf(context, happened), { delete: plan, when: [['pk', 'exists']] }]);
      return undefined;
    },
  ),
});

import { journeyCalls } from '#shared/contract/journey.ts';
import { stageNumber } from '../domain/clients/client-writes.ts';
import { withChangedPlan, withoutPlan } from '../domain/loas/loa-change.ts';
import { addPlan, changePlan, deletePlan, type PlanItem, readPlans, toPlan } from '../domain/plans/plan.ts';
import { createdChild, creating } from '../pipeline/creating.ts';
import { lambda, prepared } from '../pipeline/lambda.ts';
import { getChild, PREFIX, parseChildId } from '../services/keys/keys.ts';

export const handler = lambda('plans', journeyCalls, {
  'GET /api/stages/{stageId}/plans': prepared(
    ({ params: { stageId } }) => readPlans(parseChildId(stageId).clientId),
    async ({ params }, plans) => {
      const number = stageNumber(params.stageId);
      return plans.filter((plan) => plan.stage === number).map(toPlan);
    },
  ),

  'POST /api/stages/{stageId}/plans': creating({
    create: async (request) => addPlan(request, stageNumber(request.params.stageId), request.body),
    find: createdChild<PlanItem>(PREFIX.plan),
    present: toPlan,
  }),

  'PATCH /api/plans/{id}': prepared(
    ({ params: { id } }) => getChild<PlanItem>(PREFIX.plan, id),
    async (request, plan) => toPlan(await changePlan(request, plan, request.body, withChangedPlan)),
  ),

  'DELETE /api/plans/{id}': prepared(
    ({ params: { id } }) => getChild<PlanItem>(PREFIX.plan, id),
    async (request, plan) => deletePlan(request, plan, plan && (await withoutPlan(request, plan))),
  ),
});

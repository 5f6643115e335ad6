import { loaCalls } from '#shared/contract/loas.ts';
import { query } from '../aws/table.ts';
import { finishRows } from '../domain/clients/listed-rows.ts';
import { loasOnBoard, ownBoard } from '../domain/loas/board.ts';
import { calendarOf, type LoaItem, readLoa, toLoa } from '../domain/loas/loa.ts';
import { changeLoa, noteLoa } from '../domain/loas/loa-change.ts';
import { addStep } from '../domain/loas/loa-step.ts';
import type { PlanItem } from '../domain/plans/plan.ts';
import { readDirectory } from '../domain/providers/provider.ts';
import { createdChild, creating } from '../pipeline/creating.ts';
import { pageResponse } from '../pipeline/http.ts';
import { lambda, prepared } from '../pipeline/lambda.ts';
import { clientPartition, PREFIX, parseChildId } from '../services/keys/keys.ts';

const loasOf = (clientId: string) => query<LoaItem>(clientPartition(clientId), PREFIX.loa);

async function plansAndLoas(clientId: string) {
  const [plans, loas] = await Promise.all([query<PlanItem>(clientPartition(clientId), PREFIX.plan), loasOf(clientId)]);
  return { plans, loas };
}

export const handler = lambda('loas', loaCalls, {
  'GET /api/clients/{id}/loas': prepared(
    ({ params: { id } }) => loasOf(id),
    async ({ client, now, settings }, loas) => {
      await finishRows(client, loas);
      return loas.map((loa) => toLoa(loa, calendarOf(now, settings)));
    },
  ),

  'POST /api/clients/{id}/loas': creating({
    load: ({ params: { id } }) => plansAndLoas(id),
    create: async (request, known) =>
      noteLoa(request, { ...known, directory: await readDirectory(request.now) }, request.body),
    find: createdChild<LoaItem>(PREFIX.loa),
    present: (loa, { now, settings }) => toLoa(loa, calendarOf(now, settings)),
  }),

  'GET /api/loas/board': prepared(
    ({ adviserId, query: page }) => ownBoard(adviserId, page),
    async ({ actor, query: page, now, settings }, own) => {
      return pageResponse(await loasOnBoard(actor, own, page, calendarOf(now, settings)));
    },
  ),

  'PATCH /api/loas/{id}': prepared(
    ({ params: { id } }) => plansAndLoas(parseChildId(id).clientId),
    async (request, known) => {
      const loa = known.loas.find(({ sk }) => sk === PREFIX.loa + parseChildId(request.params.id).key);
      return toLoa(await changeLoa(request, known, loa, request.body), calendarOf(request.now, request.settings));
    },
  ),

  'POST /api/loas/{id}/steps': prepared(
    ({ params: { id } }) => readLoa(id),
    async (request, loa) => toLoa(await addStep(request, loa, request.body), calendarOf(request.now, request.settings)),
  ),
});

import { journeyCalls } from '#shared/contract/journey.ts';
import { resetJourney, toStages, updateStage } from '../domain/journey/journey.ts';
import { lambda } from '../pipeline/lambda.ts';

export const handler = lambda('stages', journeyCalls, {
  'GET /api/clients/{id}/stages':
    () =>
    async ({ client, now }) =>
      toStages(client, now),

  'PATCH /api/stages/{stageId}':
    () =>
    async ({ actor, client, params, body, now }) =>
      updateStage({ actor, client, now }, params.stageId, body),

  'POST /api/clients/{id}/stages/reset':
    () =>
    async ({ actor, client, now }) =>
      resetJourney({ actor, client, now }),
});

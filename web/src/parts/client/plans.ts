import { PLANS_STAGE } from '#shared/rules/journey.ts';
import { read } from '../../lib/query/query.ts';

/** Returns the id of stage 2.2, the only one that has plans. */
export const plansStageId = (clientId: string) => `${clientId}.${PLANS_STAGE}`;

export const plansQuery = (clientId: string) =>
  read('GET /api/stages/{stageId}/plans', { params: { stageId: plansStageId(clientId) } });

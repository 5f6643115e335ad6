import { PLANS_STAGE } from '#shared/rules/journey.ts';
import { readPages, readWhole } from '../../lib/query/pages.ts';
import { read } from '../../lib/query/query.ts';

/** Returns the id of stage 2.2, the only one that has plans. */
export const plansStageId = (clientId: string) => `${clientId}.${PLANS_STAGE}`;

export const plansQuery = (clientId: string) =>
  read('GET /api/stages/{stageId}/plans', { params: { stageId: plansStageId(clientId) } });

export const tasksQuery = (id: string) => readWhole('GET /api/clients/{id}/tasks', { params: { id } });

export { stagesQuery } from '../../parts/client/stages.ts';
export { documentsQuery } from '../../parts/document/documents.ts';

/** Reads the client's audit log in pages, newest entry first. */
export const auditLogQuery = (id: string) => readPages('GET /api/clients/{id}/activity', 'next', { params: { id } });

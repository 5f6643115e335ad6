import { readPages, readWhole } from '../../lib/query/pages.ts';

export const tasksQuery = (id: string) => readWhole('GET /api/clients/{id}/tasks', { params: { id } });

export { plansQuery } from '../../parts/client/plans.ts';
export { stagesQuery } from '../../parts/client/stages.ts';
export { documentsQuery } from '../../parts/document/documents.ts';

/** Reads the client's audit log in pages, newest entry first. */
export const auditLogQuery = (id: string) => readPages('GET /api/clients/{id}/activity', 'next', { params: { id } });

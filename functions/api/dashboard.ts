import { clientStats, ownClients } from '../domain/clients/firm-lists.ts';
import { lambda, prepared } from '../pipeline/lambda.ts';

export const handler = lambda('dashboard', {
  'GET /api/dashboard/stats': prepared(ownClients, async ({ actor }, own) => clientStats(actor, own)),
});

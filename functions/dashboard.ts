import { countClients } from '#shared/clients.ts';
import { type ClientItem, PREFIX, toFacts } from './core/entities.ts';
import { ownPart, wholeList } from './core/firm-lists.ts';
import { lambda, prepared } from './core/lambda.ts';

export const handler = lambda('dashboard', {
  'GET /api/dashboard/stats': prepared(
    ({ adviserId }) => ownPart<ClientItem>(adviserId, PREFIX.indexedClient),
    async ({ actor }, own) => countClients((await wholeList(actor, own, PREFIX.indexedClient)).items.map(toFacts)),
  ),
});

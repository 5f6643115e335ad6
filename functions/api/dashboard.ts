import { countClients } from '#shared/rules/clients.ts';
import { ownPart, wholeList } from '../domain/clients/firm-lists.ts';
import { type ClientItem, PREFIX, toFacts } from '../domain/entities.ts';
import { lambda, prepared } from '../pipeline/lambda.ts';

export const handler = lambda('dashboard', {
  'GET /api/dashboard/stats': prepared(
    ({ adviserId }) => ownPart<ClientItem>(adviserId, PREFIX.indexedClient),
    async ({ actor }, own) => countClients((await wholeList(actor, own, PREFIX.indexedClient)).items.map(toFacts)),
  ),
});

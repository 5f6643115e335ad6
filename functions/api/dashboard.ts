import { countClients } from '#shared/rules/clients.ts';
import { type ClientRow, toFacts } from '../domain/clients/client.ts';
import { ownPart, wholeList } from '../domain/clients/firm-lists.ts';
import { PREFIX } from '../domain/keys.ts';
import { lambda, prepared } from '../pipeline/lambda.ts';

export const handler = lambda('dashboard', {
  'GET /api/dashboard/stats': prepared(
    ({ adviserId }) => ownPart<ClientRow>(adviserId, PREFIX.indexedClient),
    async ({ actor }, own) => countClients((await wholeList(actor, own, PREFIX.indexedClient)).items.map(toFacts)),
  ),
});

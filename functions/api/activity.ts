import { addressOf } from '#shared/contract/address.ts';
import { messageCalls } from '#shared/contract/messages.ts';
import { query } from '../aws/table.ts';
import { HttpResponse } from '../pipeline/http.ts';
import { lambda, prepared } from '../pipeline/lambda.ts';
import { type AuditEntry, toClientAuditEntry } from '../services/audit-log/entry.ts';
import { invalid } from '../services/errors.ts';
import { childKeyOf, clientPartition, PREFIX } from '../services/keys/keys.ts';

const DEFAULT_LIMIT = 100;
const CURSOR = /^[\w-]{20,40}$/;

export const handler = lambda('activity', messageCalls, {
  'GET /api/clients/{id}/activity': prepared(
    async ({ params, query: { limit = DEFAULT_LIMIT, cursor } }) => {
      if (cursor !== undefined && !CURSOR.test(cursor)) throw invalid('cursor', 'Unknown cursor');
      const before = cursor && `${PREFIX.activity}${cursor}`;
      const range = { newestFirst: true, before, limit: limit + 1 };
      return query<AuditEntry>(clientPartition(params.id), PREFIX.activity, range);
    },
    async ({ params, query: { limit = DEFAULT_LIMIT } }, found) => {
      const shown = found.slice(0, limit);
      const last = found.length > limit ? shown.at(-1) : undefined;
      const older = last && { limit: String(limit), cursor: childKeyOf(last) };
      const next = older && addressOf('GET /api/clients/{id}/activity', params, older).url;
      return new HttpResponse(
        shown.map(toClientAuditEntry),
        next ? { headers: { link: `<${next}>; rel="next"` } } : {},
      );
    },
  ),
});

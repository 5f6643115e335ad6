import { addressOf } from '#shared/contract/address.ts';
import { takesCsv } from '#shared/contract/call.ts';
import { factfindFormCalls } from '#shared/contract/factfind-form.ts';
import { firmCalls } from '#shared/contract/firm.ts';
import { loaCalls } from '#shared/contract/loas.ts';
import { requestCalls } from '#shared/contract/requests.ts';
import { isHttps } from '#shared/rules/url.ts';
import { hasAccounts } from '../domain/accounts/account.ts';
import { changeForm, readForm, toForm } from '../domain/factfind/form.ts';
import { changeProvider, readDirectory, removeProvider, toProviders } from '../domain/providers/provider.ts';
import { changeTemplates, readTemplates, toTemplates } from '../domain/requests/templates.ts';
import { changeSettings } from '../domain/settings/settings.ts';
import { HttpResponse } from '../pipeline/http.ts';
import { lambda, prepared } from '../pipeline/lambda.ts';
import { auditCsv } from '../services/audit-log/csv.ts';
import { type AuditPage, auditLog, toFirmAuditEntry, writeFirmEntry } from '../services/audit-log/firm-log.ts';
import { auditRange } from '../services/audit-log/page.ts';
import { csvHeaders } from '../services/csv.ts';
import { invalid, notFound } from '../services/errors.ts';
import { readSettings, shownFirm, shownSettings } from '../services/settings.ts';

const defaultLimit = (accept: string) => (takesCsv(accept) ? 1000 : 100);
const CURSOR = /^[\w-]{25}$/;

const CSV_HEADERS = csvHeaders('record.csv');

export const handler = lambda(
  'firm',
  { ...firmCalls, ...loaCalls, ...requestCalls, ...factfindFormCalls },
  {
    'GET /api/firm':
      () =>
      async ({ settings }) => {
        const [known, hasAny] = await Promise.all([settings ?? readSettings(), hasAccounts()]);
        return { ...shownFirm(known), hasAccounts: hasAny };
      },

    'GET /api/firm/complaints':
      () =>
      async ({ settings }) => {
        const { complaints } = (settings ?? (await readSettings())).legal;
        if (complaints === null || isHttps(complaints)) throw notFound();
        return { text: complaints };
      },

    'GET /api/settings':
      () =>
      async ({ settings }) =>
        shownSettings(settings),

    'PATCH /api/settings':
      () =>
      async ({ actor, settings, body, now }) =>
        shownSettings(await changeSettings(actor, settings, body, now)),

    'GET /api/request-templates': prepared(readTemplates, async (_, stored) => toTemplates(stored)),

    'PATCH /api/request-templates': prepared(readTemplates, async ({ actor, body, now }, stored) =>
      changeTemplates(actor, stored, body, now),
    ),

    'GET /api/factfind-form': prepared(readForm, async (_, stored) => toForm(stored)),

    'PATCH /api/factfind-form': prepared(readForm, async ({ actor, body, now }, stored) =>
      changeForm(actor, stored, body, now),
    ),

    'GET /api/providers':
      () =>
      async ({ now }) =>
        toProviders(await readDirectory(now)),

    'PATCH /api/providers/{key}':
      () =>
      async ({ actor, params: { key }, body, now }) =>
        changeProvider(actor, await readDirectory(now), key, body, now),

    'DELETE /api/providers/{key}':
      () =>
      async ({ actor, params: { key }, now }) =>
        removeProvider(actor, await readDirectory(now), key, now),

    'GET /api/record': prepared(
      async ({ accept, query: { limit = defaultLimit(accept), cursor, ...filter } }): Promise<AuditPage> => {
        if (cursor !== undefined && !CURSOR.test(cursor)) throw invalid('cursor', 'Unknown cursor');
        const range = auditRange(filter, cursor);
        return range ? auditLog({ ...range, limit }) : { entries: [] };
      },
      async ({ actor, accept, now, query: { limit = defaultLimit(accept), cursor, ...filter } }, { entries, next }) => {
        const found = entries.map(toFirmAuditEntry);
        const older = next && addressOf('GET /api/record', {}, { ...filter, limit: String(limit), cursor: next });
        const headers = older && { link: `<${older.url}>; rel="next"` };
        if (!takesCsv(accept)) return new HttpResponse(found, { ...(headers && { headers }) });
        await writeFirmEntry(actor, { action: 'record-exported', data: {} }, now);
        return new HttpResponse(auditCsv(found, cursor === undefined), { headers: { ...headers, ...CSV_HEADERS } });
      },
    ),
  },
);

import { addressOf } from '#shared/contract/address.ts';
import { SECTIONS } from '#shared/contract/firm.ts';
import { unchanged } from '../aws/expressions.ts';
import { query, transact } from '../aws/table.ts';
import type { ActivityItem } from '../domain/activity.ts';
import { csv } from '../domain/csv.ts';
import { conflict, invalid } from '../domain/errors.ts';
import { childKeyOf, FIRM, PREFIX } from '../domain/keys.ts';
import { firmLine, recordOfFirm, toRecordLine } from '../domain/record.ts';
import { recordRange } from '../domain/record-range.ts';
import { SETTINGS, shownSettings } from '../domain/settings.ts';
import { lambda, prepared } from '../pipeline/lambda.ts';
import { Answer } from '../pipeline/response.ts';

const DEFAULT_LIMIT = 100;
const CURSOR = /^[\w-]{25}$/;
const STALE = 'Someone else changed the settings. Reload and try again.';
const HEAD = ['Time', 'Who', 'Role', 'What', 'About'];

export const handler = lambda('firm', {
  'GET /api/settings':
    () =>
    async ({ settings }) =>
      shownSettings(settings),

  'PATCH /api/settings':
    () =>
    async ({ actor, settings, body: { version, ...sections }, now }) => {
      const section = SECTIONS.find((name) => sections[name] !== undefined) ?? 'firm';
      const known: Readonly<Record<string, unknown>> = settings[section];
      const sent = Object.entries(sections[section] ?? {}).filter(([, value]) => value !== undefined);
      const change = sent.filter(([name, value]) => JSON.stringify(known[name]) !== JSON.stringify(value));
      if (change.length === 0) return shownSettings(settings);
      if (version !== settings.version) throw conflict(STALE);
      const after = { ...settings, version: version + 1, [section]: { ...known, ...Object.fromEntries(change) } };
      const fields = change.map(([name]) => name);
      await transact([
        {
          update: SETTINGS,
          change: {
            set: { v: 1, version: after.version, [section]: after[section] },
            when: [unchanged('version', version === 0 ? undefined : version)],
          },
          refuse: conflict(STALE),
        },
        firmLine(actor, { action: 'settings-changed', data: { section, fields } }, now),
      ]);
      return shownSettings(after);
    },

  'GET /api/record': prepared(
    async ({ query: { limit = DEFAULT_LIMIT, cursor, ...filter } }) => {
      if (cursor !== undefined && !CURSOR.test(cursor)) throw invalid('cursor', 'Unknown cursor');
      return query<ActivityItem>(FIRM.pk, PREFIX.activity, { ...recordRange(filter, cursor), limit: limit + 1 });
    },
    async ({ actor, accept, now, query: { limit = DEFAULT_LIMIT, ...filter } }, found) => {
      const lines = found.slice(0, limit).map(toRecordLine);
      const last = found.length > limit ? found[limit - 1] : undefined;
      const older = last && { ...filter, limit: String(limit), cursor: childKeyOf(last) };
      const next = older && addressOf('GET /api/record', {}, older).url;
      const headers = next ? { link: `<${next}>; rel="next"` } : undefined;
      if (!accept.includes('text/csv')) return new Answer(lines, { ...(headers && { headers }) });
      await recordOfFirm(actor, { action: 'record-exported', data: {} }, now);
      const rows = lines.map((line) => [line.at, line.actorName, line.actorType, line.summary, line.about ?? '']);
      return new Answer(csv(HEAD, rows), {
        headers: {
          ...headers,
          'content-type': 'text/csv; charset=utf-8',
          'content-disposition': 'attachment; filename="record.csv"',
        },
      });
    },
  ),
});

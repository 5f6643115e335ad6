import { addressOf } from '#shared/contract/address.ts';
import { type RecordLine, SECTIONS, takesCsv } from '#shared/contract/firm.ts';
import { unchanged } from '../aws/expressions.ts';
import { transact } from '../aws/table.ts';
import { weakenedFields } from '../domain/settings/weakened.ts';
import { lambda, prepared } from '../pipeline/lambda.ts';
import { Answer } from '../pipeline/response.ts';
import { csv } from '../services/audit-log/csv.ts';
import { type AuditPage, auditLog, firmLine, recordOfFirm, toRecordLine } from '../services/audit-log/firm-log.ts';
import { recordRange } from '../services/audit-log/range.ts';
import { conflict, invalid } from '../services/errors.ts';
import { readSettings, settingsChange, shownSettings, sinceAfter } from '../services/settings.ts';

/** Lines of a page where the caller names no number: an export takes as many as there may be. */
const linesOf = (accept: string) => (takesCsv(accept) ? 1000 : 100);
const CURSOR = /^[\w-]{25}$/;
const STALE = 'Someone else changed the settings. Reload and try again.';

const CSV_HEADERS = {
  'content-type': 'text/csv; charset=utf-8',
  'content-disposition': 'attachment; filename="record.csv"',
};
const HEAD = ['Time', 'Who', 'Role', 'What', 'About'];
/** Lines of the record as CSV. Pages one after the other are one file, so that only the first has a head. */
const recordCsv = (lines: readonly RecordLine[], isFirst: boolean) =>
  csv(
    lines.map((line) => [line.at, line.actorName, line.actorType, line.summary, line.about ?? '']),
    isFirst ? HEAD : undefined,
  );

export const handler = lambda('firm', {
  'GET /api/firm':
    () =>
    async ({ settings }) => {
      const { firm } = settings ?? (await readSettings());
      return { name: firm.name, phone: firm.phone, hours: firm.hours };
    },

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
      if (version !== settings.version) throw conflict(STALE);
      if (change.length === 0) return shownSettings(settings);
      const after = { ...settings, version: version + 1, [section]: { ...known, ...Object.fromEntries(change) } };
      const fields = change.map(([name]) => name);
      const weakened = weakenedFields(settings, after);
      const data = { section, fields, ...(weakened.length > 0 && { weakened }) };
      const set = { version: after.version, [section]: after[section], since: sinceAfter(settings, after, now) };
      const when = [unchanged('version', version === 0 ? undefined : version)];
      await transact([
        { ...settingsChange(settings.stored, { set, when }), refuse: conflict(STALE) },
        firmLine(actor, { action: 'settings-changed', data }, now),
      ]);
      return shownSettings(after);
    },

  'GET /api/record': prepared(
    async ({ accept, query: { limit = linesOf(accept), cursor, ...filter } }): Promise<AuditPage> => {
      if (cursor !== undefined && !CURSOR.test(cursor)) throw invalid('cursor', 'Unknown cursor');
      const range = recordRange(filter, cursor);
      return range ? auditLog({ ...range, limit }) : { entries: [] };
    },
    async ({ actor, accept, now, query: { limit = linesOf(accept), cursor, ...filter } }, { entries, next }) => {
      const lines = entries.map(toRecordLine);
      const older = next && addressOf('GET /api/record', {}, { ...filter, limit: String(limit), cursor: next });
      const headers = older && { link: `<${older.url}>; rel="next"` };
      if (!takesCsv(accept)) return new Answer(lines, { ...(headers && { headers }) });
      const isFirst = cursor === undefined;
      if (isFirst) await recordOfFirm(actor, { action: 'record-exported', data: {} }, now);
      return new Answer(recordCsv(lines, isFirst), { headers: { ...headers, ...CSV_HEADERS } });
    },
  ),
});

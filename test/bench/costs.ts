import { writeFileSync } from 'node:fs';
import { rules } from '#infra/edge/web-acl.ts';
import type { CallName } from '#shared/contract/api.ts';
import { ROUNDS } from '../api/requests/rounds-table.ts';

// Costs of the stack, from list prices, the AWS calls that test/api/requests/rounds.test.ts counts, and a stated use. Only the
// last lines write a file.

const PRICES_OF = '22 November 2026';

/** List prices in dollars, us-east-1, no free tier, volume discount or tax. */
const PRICE = {
  gateway: 3.5 / 1e6,
  lambdaRequest: 0.2 / 1e6,
  lambdaGigabyteSecond: 0.0000133334,
  readUnit: 0.125 / 1e6,
  writeUnit: 0.625 / 1e6,
  tableGigabyte: 0.25 + 0.2,
  kmsCall: 0.03 / 1e4,
  kmsSignature: 0.15 / 1e4,
  key: 1,
  // A month more for a key's first and for its second rotation, a year apart; none for later ones.
  rotation: 1,
  bucketPut: 0.005 / 1e3,
  bucketGet: 0.0004 / 1e3,
  bucketGigabyte: 0.023,
  mail: 0.1 / 1e3,
  edgeRequest: 0.01 / 1e4,
  edgeGigabyte: 0.085,
  edgeFunction: 0.1 / 1e6,
  // The web ACL, and a dollar for each of its rules.
  firewall: 5 + rules.length,
  firewallRequest: 0.6 / 1e6,
  logGigabyte: 0.5,
  alarm: 0.1,
  metric: 0.3,
  dashboard: 3,
  secret: 0.4,
  trace: 5 / 1e6,
  schedule: 1 / 1e6,
  // In a vault of AWS Backup: each copy of the table whole, of documents what changed.
  backedUpTableGigabyte: 0.1,
  backedUpDocumentGigabyte: 0.05,
  betweenRegionsGigabyte: 0.02,
};

/** Resources with a fixed price in the stacks of one deployment, counted by test/infra/costs.test.ts. */
export const STANDING = { alarms: 26, keys: 7, rotated: 5, secrets: 1, countedMetrics: 7, dashboards: 1 };
/** Fixed-price resources of dev and stage, which have fewer than prod. */
export const LEAN = { ...STANDING, alarms: 23, keys: 5, rotated: 3, dashboards: 0 };
/** Additional resources for backups in a second region, and the days that both regions keep a backup. */
export const SECOND_REGION = { alarms: 1, keys: 4, rotated: 3, days: 35 };

const DAYS = 30;
const WORKING_DAYS = 21;
const CLIENTS = 60;
const MEGABYTE = 1 / 1024;
/** Bytes that a typical client takes in the index (test/api/client-list.test.ts). */
const INDEXED = 332;
const UNIT = 4096;

/** web/src/lib/query/use-poll.ts */
const POLLS_AN_HOUR = 120;
/** Hours on a working day that an adviser's page is visible, and its clients' pages: ten visits of five minutes. */
const SEEN = { adviser: 4, clients: (10 * 5) / 60 };
const POLLS = {
  'GET /api/notifications/unread': SEEN.adviser * POLLS_AN_HOUR,
  'GET /api/portal/{token}/news': SEEN.clients * POLLS_AN_HOUR,
} as const;

/** Calls on a working day: an adviser with 60 clients, and ten visits of clients. */
const USE: Partial<Record<CallName, number>> = {
  ...POLLS,
  'GET /api/notifications': 6,
  'POST /api/notifications/read': 8,
  'POST /api/auth/login': 1.5,
  'GET /api/auth/me': 6,
  'GET /api/clients': 20,
  'GET /api/dashboard/stats': 12,
  'GET /api/tasks/pending': 8,
  'GET /api/tasks/pending-count': 12,
  'GET /api/clients/{id}': 25,
  'GET /api/clients/{id}/stages': 25,
  'GET /api/clients/{id}/documents': 25,
  'GET /api/clients/{id}/tasks': 25,
  'GET /api/clients/{id}/messages': 35,
  'GET /api/clients/{id}/activity': 10,
  'PATCH /api/stages/{stageId}': 10,
  'PATCH /api/clients/{id}': 3,
  'POST /api/clients': 0.3,
  'POST /api/clients/{id}/tasks': 4,
  'PATCH /api/tasks/{id}': 10,
  'POST /api/clients/{id}/messages': 6,
  'POST /api/clients/{id}/documents': 5,
  'GET /api/documents/{id}/download': 6,
  'GET /api/clients/{id}/token': 1,
  'POST /api/clients/{id}/send-portal-link': 1,
  'GET /api/portal/{token}': 14,
};

const LISTS: readonly string[] = [
  'GET /api/clients',
  'GET /api/dashboard/stats',
  'GET /api/tasks/pending',
  'GET /api/tasks/pending-count',
];
const WITH_OBJECT = { 'POST /api/clients/{id}/documents': 'put', 'GET /api/documents/{id}/download': 'get' } as const;
const DOCUMENT_MEGABYTES = 1.5;
/** Calls that sign somebody in have a session signed. */
const SIGNS: readonly CallName[] = ['POST /api/auth/login'];
/** Session and account, or the client; and the firm's settings. */
const identityUnits = (name: CallName) => (name.startsWith('GET /api/portal') ? 2 : 3);
/** A change writes item, client with journey (3 KB), index row and audit entry in one transaction. */
const CHANGE_UNITS = 2 * (1 + 3 + 1) + 1;
/** Megabytes and seconds as billed, on warm functions. */
const LAMBDA = { usual: 0.5 * 0.015, documents: 1 * 0.15, 'sign-in': 1.769 * 0.12, job: 0.5 * 0.1 };

const objectOf = (name: CallName) => WITH_OBJECT[name as keyof typeof WITH_OBJECT];
const records = (name: CallName) => !name.startsWith('GET') || objectOf(name) || name.endsWith('/token');
const clients = (count: number) => Math.ceil((count * INDEXED) / UNIT) / 2;

/** Gigabytes of a call in the logs, and sent to the browser. */
const LOGGED = 1.5 / 1024 / 1024;
const SENT = 4 / 1024 / 1024;

/** One call's cost in dollars, by service. */
function costOf(name: CallName) {
  const object = objectOf(name);
  const signs = SIGNS.includes(name);
  const reads = ROUNDS[name].calls - (records(name) ? 1 : 0) - (object ? 2 : 0) - (signs ? 1 : 0) - 1;
  const units = identityUnits(name) + (LISTS.includes(name) ? clients(CLIENTS) : Math.max(0, reads));
  const kind = object ? 'documents' : name === 'POST /api/auth/login' ? 'sign-in' : 'usual';
  return {
    gateway: PRICE.gateway,
    functions: PRICE.lambdaRequest + LAMBDA[kind] * PRICE.lambdaGigabyteSecond,
    table: units * PRICE.readUnit + (records(name) ? CHANGE_UNITS * PRICE.writeUnit : 0),
    sealing: object ? PRICE.kmsCall + PRICE[object === 'put' ? 'bucketPut' : 'bucketGet'] : 0,
    signing: signs ? PRICE.kmsSignature : 0,
  };
}

/** Ticks in a month, one each quarter of an hour; an idle one reads the shards of what is due, and the settings. */
const TICKS = DAYS * 24 * 4;
const TICK_UNITS = 3;
/** Notices and mails of an adviser on a working day. */
const TOLD = { notices: 12, mails: 8 };
/** Reads client and choices; writes notice, count and client transactionally, and a due item with its index row, twice. */
const NOTICE_UNITS = { read: 2, write: 2 * 3 + 4 };
/** The mark that a mail was sent and its audit-log entry, transactionally. */
const MAIL_UNITS = 2 * (1 + 3 + 1);

/** Jobs: each audit-log entry causes one run at most, and so do the tick and its heartbeat. Reading the stream is free. */
function ofJobs(advisers: number): number {
  const days = advisers * WORKING_DAYS;
  const lines = (Object.entries(USE) as [CallName, number][]).reduce(
    (sum, [name, n]) => sum + (records(name) ? n : 0),
    0,
  );
  const run = (gigabyteSeconds: number) => PRICE.lambdaRequest + gigabyteSeconds * PRICE.lambdaGigabyteSecond;
  const notice = NOTICE_UNITS.read * PRICE.readUnit + NOTICE_UNITS.write * PRICE.writeUnit;
  return (
    days * (lines * run(LAMBDA.job) + TOLD.notices * notice + TOLD.mails * MAIL_UNITS * PRICE.writeUnit) +
    TICKS * (PRICE.schedule + 2 * run(LAMBDA.job) + TICK_UNITS * PRICE.readUnit + PRICE.writeUnit)
  );
}

const tableGigabytesOf = (advisers: number) => (advisers * CLIENTS * 60) / 1024 / 1024;
/** Gigabytes of documents in a month. */
const uploadedOf = (advisers: number) =>
  advisers * WORKING_DAYS * (USE['POST /api/clients/{id}/documents'] ?? 0) * DOCUMENT_MEGABYTES * MEGABYTE;

const keysAndSecrets = ({ keys, rotated, secrets }: typeof STANDING) =>
  keys * PRICE.key + rotated * PRICE.rotation + secrets * PRICE.secret;

const idle = (stacks: typeof STANDING) =>
  PRICE.firewall +
  stacks.alarms * PRICE.alarm +
  stacks.countedMetrics * PRICE.metric +
  stacks.dashboards * PRICE.dashboard +
  keysAndSecrets(stacks);

function monthly(advisers: number): Record<string, number> {
  const days = advisers * WORKING_DAYS;
  const sum = { gateway: 0, functions: 0, table: 0, sealing: 0, signing: 0 };
  let calls = 0;
  for (const [name, times] of Object.entries(USE) as [CallName, number][]) {
    const cost = costOf(name);
    calls += days * times;
    for (const part of Object.keys(sum) as (keyof typeof sum)[]) sum[part] += days * times * cost[part];
  }
  const stored = 12 * uploadedOf(advisers);
  const tableGigabytes = tableGigabytesOf(advisers);
  const out = calls * SENT + days * 6 * DOCUMENT_MEGABYTES * MEGABYTE;
  const requests = calls + days * 30;
  return {
    'API Gateway': sum.gateway,
    Functions: sum.functions,
    'Table, with point-in-time recovery': sum.table + tableGigabytes * PRICE.tableGigabyte,
    'Jobs: event handlers and due items': ofJobs(advisers),
    'Documents: objects and data keys': sum.sealing + stored * PRICE.bucketGigabyte,
    'CloudFront and web ACL':
      requests * (PRICE.edgeRequest + PRICE.edgeFunction + PRICE.firewallRequest) +
      out * PRICE.edgeGigabyte +
      PRICE.firewall,
    Mail: days * (1.2 + TOLD.mails) * PRICE.mail,
    'Logs, alarms, dashboard':
      calls * LOGGED * PRICE.logGigabyte +
      STANDING.alarms * PRICE.alarm +
      STANDING.countedMetrics * PRICE.metric +
      STANDING.dashboards * PRICE.dashboard,
    // Lambda records the first request of each second and one in twenty of the rest: all of them at most.
    'Traces, at most': calls * PRICE.trace,
    'Keys, rotated once, and secrets': keysAndSecrets(STANDING) + sum.signing,
  };
}

function secondRegion(advisers: number): number {
  const table = 2 * SECOND_REGION.days * tableGigabytesOf(advisers) * PRICE.backedUpTableGigabyte;
  const documents = 2 * 12 * uploadedOf(advisers) * PRICE.backedUpDocumentGigabyte;
  const copied = uploadedOf(advisers) + 30 * tableGigabytesOf(advisers);
  return (
    table +
    documents +
    copied * PRICE.betweenRegionsGigabyte +
    (SECOND_REGION.keys + SECOND_REGION.rotated) * PRICE.key +
    SECOND_REGION.alarms * PRICE.alarm
  );
}

const FIRMS = [10, 100, 1000];
const dollars = (amount: number) => `$${amount < 100 ? amount.toFixed(2) : Math.round(amount)}`;
const total = (parts: Record<string, number>) => Object.values(parts).reduce((sum, part) => sum + part, 0);
const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;

/** The cost of a read against API Gateway's own price of a request. */
export const ratio = (name: CallName) => total(costOf(name)) / PRICE.gateway;

/** A row for a page that is open and polls: its requests on a working day, and their cost in a month. */
function openTab(page: string, name: keyof typeof POLLS): string {
  const passing = PRICE.edgeRequest + PRICE.firewallRequest + SENT * PRICE.edgeGigabyte + LOGGED * PRICE.logGigabyte;
  const monthly = WORKING_DAYS * POLLS[name] * (total(costOf(name)) + passing + PRICE.trace);
  return row([page, `\`${name}\``, `${Math.round(POLLS[name])}`, dollars(monthly)]);
}

/** Returns docs/costs.md. */
export function costPage(): string {
  const firms = FIRMS.map(monthly);
  const calls = Object.values(USE).reduce((sum, times) => sum + times, 0);
  return `# What it costs

List prices of ${PRICES_OF} in us-east-1 without free tiers, volume discounts and tax; London is up to a fifth dearer. AWS calls are those that
\`test/api/requests/rounds.test.ts\` counts; prices and use are in \`test/bench/costs.ts\`; \`npm run costs\` writes this page, and a test holds it in step.

A month with ${WORKING_DAYS} working days, a year after the start. Each adviser has ${CLIENTS} clients and causes ${Math.round(calls)} calls a day. These include
ten visits of clients, five uploads and six downloads of ${DOCUMENT_MEGABYTES} MB, and the requests of [open pages](#what-an-open-tab-costs).

${[
  row(['', ...FIRMS.map((count) => `${count.toLocaleString('en-GB')} advisers`)]),
  row(['---', ...FIRMS.map(() => '---:')]),
  ...Object.keys(firms[0] ?? {}).map((part) => row([part, ...firms.map((parts) => dollars(parts[part] ?? 0))])),
  row(['**Together**', ...firms.map((parts) => `**${dollars(total(parts))}**`)]),
  row(['for one adviser', ...firms.map((parts, i) => dollars(total(parts) / (FIRMS[i] ?? 1)))]),
  row(['with `BACKUP_REGION`, besides', ...FIRMS.map((count) => dollars(secondRegion(count)))]),
].join('\n')}

A small firm pays for fixed costs (web ACL, alarms, metrics, keys): ${dollars(idle(STANDING))} for \`prod\`. \`dev\` and \`stage\` leave out what only \`prod\` needs and
pay ${dollars(idle(LEAN))} each. KMS bills $1 a month more for a key after its first and after its second yearly rotation, then no more: ${STANDING.rotated} of the ${STANDING.keys} keys
rotate, so from the third year on \`prod\` pays ${dollars(STANDING.rotated * PRICE.rotation)} more than above. Not in the table: a hosted zone in Route 53 ($0.50), the canary ($0.10).
A large firm pays for documents that are kept, and for requests. Backups copy the whole table each day and keep ${SECOND_REGION.days}; of documents they keep what changed.

## What an open tab costs

A visible page polls every ${3600 / POLLS_AN_HOUR} seconds, and at once when it becomes visible again; a hidden page does not poll. Costs of one adviser, with
logs, CloudFront and a trace of each request:

${[
  row(['', 'call', 'requests a day', 'a month']),
  row(['---', '---', '---:', '---:']),
  openTab(`an adviser’s page, seen ${SEEN.adviser} hours a day`, 'GET /api/notifications/unread'),
  openTab('its clients’ pages, ten visits of five minutes a day', 'GET /api/portal/{token}/news'),
].join('\n')}

Automatic work is under jobs: one run of a function per change, and ${TICKS.toLocaleString('en-GB')} ticks. Reading the table's stream is free for a function's
trigger, and the dead-letter queue is empty.

## What a read costs

A read of one client (\`GET /api/clients/{id}\`) costs ${ratio('GET /api/clients/{id}').toFixed(2)} times API Gateway's own price of a request. A list of ${CLIENTS} costs
${ratio('GET /api/clients').toFixed(2)} times that price. Three read units are for the identity check, which sees a sign-out or changed firm settings immediately.
`;
}

if (import.meta.main) writeFileSync('docs/costs.md', costPage());

import { type LogFields, metricsOf, SERVICE } from './metrics.ts';

/** Details of a request for its log line: ids and names of fields, never values. */
export interface Noted {
  created?: string;
  /** Account that a caller without a session signed in to or reset, as `adviser:` and its id. */
  account?: string;
  address?: string;
  changed?: readonly string[];
}

interface RequestLine extends Noted {
  requestId: string;
  call: string;
  status: number;
  ms: number;
  awsCalls: number;
  awsRounds: number;
  edgeRequestId?: string;
  client?: string;
  target?: string;
  claimed?: string;
  /** Absent if the request was rejected before the caller was identified. */
  actor?: { kind: string; id?: string } | undefined;
  error?: unknown;
}

type Level = 'info' | 'error';

let requestIds: LogFields = {};

/** Writes JSON directly to stdout, because Lambda prefixes console output. */
function write(level: Level, message: string, fields: LogFields): void {
  const now = new Date();
  const line = {
    level: level.toUpperCase(),
    message,
    timestamp: now.toISOString(),
    ...SERVICE,
    ...requestIds,
    ...fields,
  };
  process.stdout.write(`${JSON.stringify({ ...line, ...metricsOf(line, now) })}\n`);
}

const MAIL = /[^\s"'<>]+@[^\s"'<>]+/g;
const LONG_SECRET = /[\w-]{40,}/g;

/** Removes email addresses, and anything as long as a token or key. */
const scrub = (text: string) => text.replace(MAIL, '[mail]').replace(LONG_SECRET, '[secret]');

function errorFields(error: unknown) {
  if (error === undefined) return {};
  const known = error instanceof Error ? error : new Error(String(error));
  return {
    error: known.name,
    detail: scrub(known.stack ?? known.message),
    ...(error instanceof TamperAlarm && { alarm: 'tamper' }),
  };
}

/** Adds the ids of the current request to all log lines until the next one. */
export function nameRequest(ids: { requestId: string; edgeRequestId?: string | undefined }): void {
  requestIds = ids;
}

/** Logs one line per request. Ids only: no names, addresses, tokens or bodies. */
export function logRequest({ actor, error, ms, ...line }: RequestLine): void {
  const who = actor?.id === undefined ? (actor?.kind ?? 'unknown') : `${actor.kind}:${actor.id}`;
  const fields = { ...line, ms: Math.round(ms), actor: who, ...errorFields(error) };
  write(line.status >= 500 ? 'error' : 'info', 'request', fields);
}

interface About {
  client?: string;
  adviser?: string;
}

/** Logs a fault that the caller does not see, such as an email that was not sent. */
export const logFault = (what: string, error: unknown, about: About = {}) =>
  write('error', 'fault', { what, ...about, ...errorFields(error) });

/** Logs the delivery of an email, as an error if only the operator can fix it. */
export const logMail = (level: Level, line: { what: string } & About) => write(level, 'mail', { ...line });

export const logRun = (job: string, counts: Readonly<Record<string, number>>) =>
  write('info', 'run', { job, ...counts });

/** Logs an event or due item that failed, by key only, and raises an alarm. One of deferred email needs to last. */
export function logEvent(line: { what: string; pk: string; sk: string }, error: unknown): void {
  const isDeferred = error instanceof MailDeferred;
  const alarm = isDeferred ? 'mail-deferred' : 'event';
  write(isDeferred ? 'info' : 'error', 'event', { ...line, alarm, ...errorFields(error) });
}

/** Thrown if SES defers an email, which a later attempt may send. */
export class MailDeferred extends Error {
  override readonly name = 'MailDeferred';
  constructor(cause: unknown) {
    super(String(cause), { cause });
  }
}

/** Thrown if a stored object was altered, swapped, cut or removed. Answered with 500 and logged as an alarm. */
export class TamperAlarm extends Error {}

import { type LogFields, metricsOf, SERVICE } from './metrics.ts';

/** What a request's line says of what it did: ids and names of fields, never what they hold. */
export interface Noted {
  created?: string;
  /** The account that a caller without a session signed in to or reset, as `adviser:` and its id. */
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
  /** Unknown where the request was refused before anyone was looked up. */
  actor?: { kind: string; id?: string } | undefined;
  error?: unknown;
}

type Level = 'info' | 'error';

let named: LogFields = {};

/** Writes one line of JSON past the console, which Lambda would have put words before it. */
function write(level: Level, message: string, fields: LogFields): void {
  const now = new Date();
  const line = { level: level.toUpperCase(), message, timestamp: now.toISOString(), ...SERVICE, ...named, ...fields };
  process.stdout.write(`${JSON.stringify({ ...line, ...metricsOf(line, now) })}\n`);
}

const MAIL = /[^\s"'<>]+@[^\s"'<>]+/g;
const LONG_SECRET = /[\w-]{40,}/g;

/** Takes mail addresses and anything as long as a token or key out of a text that goes to the log. */
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

/** Names the request under way in every line that follows, and no other. */
export function nameRequest(ids: { requestId: string; edgeRequestId?: string | undefined }): void {
  named = ids;
}

/** One line of JSON: who called what, how it went. Ids only: no names, addresses, tokens or bodies. */
export function logRequest({ actor, error, ms, ...line }: RequestLine): void {
  const who = actor?.id === undefined ? (actor?.kind ?? 'unknown') : `${actor.kind}:${actor.id}`;
  const fields = { ...line, ms: Math.round(ms), actor: who, ...errorFields(error) };
  write(line.status >= 500 ? 'error' : 'info', 'request', fields);
}

interface About {
  client?: string;
  adviser?: string;
}

/** A fault that the caller is not told of, such as a mail that could not be sent. */
export const logFault = (what: string, error: unknown, about: About = {}) =>
  write('error', 'fault', { what, ...about, ...errorFields(error) });

/** What became of a mail; an error where only the operator can do something about it. */
export const logMail = (level: Level, line: { what: string } & About) => write(level, 'mail', { ...line });

export const logRun = (job: string, counts: Readonly<Record<string, number>>) =>
  write('info', 'run', { job, ...counts });

/** Something that happened, or is due, of which nothing could be made: by the key of its item alone; the operator is told. */
export const logEvent = (line: { what: string; pk: string; sk: string }, error: unknown) =>
  write('error', 'event', { ...line, alarm: 'event', ...errorFields(error) });

/** A stored object that does not open: altered, swapped, cut or gone. Answered as 500 and logged as an alarm. */
export class TamperAlarm extends Error {}

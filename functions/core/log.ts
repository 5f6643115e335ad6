import { Logger } from '@aws-lambda-powertools/logger';
import type { Actor } from './actor.ts';
import { HttpError, TamperAlarm } from './errors.ts';

interface RequestLine {
  requestId: string;
  call: string;
  status: number;
  ms: number;
  awsCalls: number;
  awsRounds: number;
  /** Unknown where the request was refused before anyone was looked up. */
  actor?: Actor | undefined;
  error?: unknown;
}

const logger = new Logger({ serviceName: 'onboarding-portal' });

const MAIL = /[^\s"'<>]+@[^\s"'<>]+/g;
const LONG_SECRET = /[\w-]{40,}/g;

/** Takes mail addresses and anything as long as a token or key out of a text that goes to the log. */
const scrub = (text: string) => text.replace(MAIL, '[mail]').replace(LONG_SECRET, '[secret]');

function errorFields(error: unknown) {
  if (error === undefined || (error instanceof HttpError && error.status < 500)) return {};
  const known = error instanceof Error ? error : new Error(String(error));
  return {
    error: known.name,
    detail: scrub(known.stack ?? known.message),
    ...(error instanceof TamperAlarm && { alarm: 'tamper' }),
  };
}

/** One line of JSON: who called what, how it went. Ids only: no names, addresses, tokens or bodies. */
export function logRequest({ actor, error, ms, ...line }: RequestLine): void {
  const who = actor && actor.kind !== 'anonymous' ? `${actor.kind}:${actor.id}` : (actor?.kind ?? 'unknown');
  const fields = { ...line, ms: Math.round(ms), actor: who, ...errorFields(error) };
  logger[line.status >= 500 ? 'error' : 'info']('request', fields);
}

/** A fault that the caller is not told of, such as a mail that could not be sent. */
export const logFault = (what: string, error: unknown) => logger.error('fault', { what, ...errorFields(error) });

/** What became of a mail, by ids alone; an error where only the operator can do something about it. */
export const logMail = (level: 'info' | 'error', line: { what: string; client?: string; adviser?: string }) =>
  logger[level]('mail', line);

import { timeOf } from '#shared/rules/counted-words.ts';
import { ADVISER_MESSAGES } from '#shared/rules/people.ts';

/** Error response. `message` is a sentence for a toast, `fields` has one per invalid field. */
export class HttpError extends Error {
  readonly status: number;
  readonly fields: Record<string, string> | undefined;
  readonly headers: Record<string, string> | undefined;
  readonly more: Record<string, unknown> | undefined;
  constructor(
    status: number,
    message: string,
    more: {
      fields?: Record<string, string>;
      headers?: Record<string, string>;
      more?: Record<string, unknown>;
    } = {},
  ) {
    super(message);
    this.status = status;
    this.fields = more.fields;
    this.headers = more.headers;
    this.more = more.more;
  }
}

export const invalid = (field: string, message: string) =>
  new HttpError(400, message, { fields: { [field]: message } });
/** 404, also for items that the caller must not know about. */
export const notFound = (what = 'Not found') => new HttpError(404, what);
/** 401 without a valid session or portal token. Unknown, expired and revoked look alike, to prevent enumeration. */
export const unauthorised = (message: string = ADVISER_MESSAGES.signIn) => new HttpError(401, message);
export const wrongCode = (left: number) => {
  const tries = left === 1 ? '1 more try' : `${left} more tries`;
  return unauthorised(
    left > 0 ? `That code is not right. You have ${tries}.` : 'That code is not right. Please try again later.',
  );
};
export const forbidden = (message = 'You are not allowed to do this') => new HttpError(403, message);
export const conflict = (message: string, more?: Record<string, unknown>) => new HttpError(409, message, { more });
export const tooMany = (message: string, seconds: number) =>
  new HttpError(429, message, { headers: { 'retry-after': String(Math.max(1, Math.ceil(seconds))) } });
export const lockedOut = (seconds: number, what = 'Too many failed attempts.') =>
  tooMany(`${what} Please try again in ${timeOf(seconds)}.`, seconds);

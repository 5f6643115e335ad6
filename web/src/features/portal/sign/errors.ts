import { REQUEST_TEXTS } from '#shared/rules/request-texts.ts';
import { SIGN_TEXTS } from '#shared/rules/signing.ts';
import { ApiError } from '../../../lib/http/api.ts';
import { reasonOf } from '../../../lib/http/failure.ts';

/** Places of errors in the order of the page. `form` is below its button. */
const PLACES = ['document', 'name', 'mark', 'consent', 'code', 'form'] as const;
type Place = (typeof PLACES)[number];
export type Errors = Partial<Record<Place, string>>;

export const firstOf = (errors: Errors): Place | undefined => PLACES.find((place) => errors[place]);

const UNKNOWN = 'Something went wrong. Please try again.';
const OF_DOCUMENT: readonly (string | undefined)[] = [SIGN_TEXTS.changed, REQUEST_TEXTS.notRead];
const OF_CODE: readonly number[] = [401, 429];

/** Returns the errors of a refused signature or code at their places. */
export function errorsOf(error: unknown): Errors {
  const reason = reasonOf(error) ?? UNKNOWN;
  if (!(error instanceof ApiError)) return { form: reason };
  const { status, serverMessage, fields } = error;
  if (OF_DOCUMENT.includes(serverMessage)) return { document: reason };
  if (OF_CODE.includes(status)) return { code: reason };
  return firstOf(fields) ? fields : { form: reason };
}

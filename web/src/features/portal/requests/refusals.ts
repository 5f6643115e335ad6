import { REQUEST_LIMITS } from '#shared/rules/limits.ts';
import { REQUEST_TEXTS } from '#shared/rules/request-texts.ts';
import { ApiError } from '../../../lib/http/api.ts';
import { FileError } from '../../../parts/upload/refusals.ts';

const FULL = `${REQUEST_LIMITS.files} files are the most here. Please add the rest under Your Documents.`;

/** Returns true if a request was deleted or settled meanwhile. */
const isGone = ({ status, serverMessage, fields }: ApiError) =>
  status === 404 || 'requestId' in fields || serverMessage === REQUEST_TEXTS.settled;

/** Returns a function that words refusals about requests for clients. It returns all other errors unchanged. */
export const requestRefusal = (adviser: string) => (error: unknown) => {
  if (!(error instanceof ApiError)) return error;
  if (error.serverMessage === REQUEST_TEXTS.tooManyFiles) return new FileError(FULL);
  return isGone(error)
    ? new FileError(`${adviser} has already dealt with this. Your page shows it now.`, { cause: error })
    : error;
};

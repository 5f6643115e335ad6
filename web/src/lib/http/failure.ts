import type { Notice } from '../screen/notify.ts';
import { ApiError, PlainError } from './api.ts';

const OUR_SIDE = 'Something went wrong on our side. Please try again.';
/** States that may have passed by the next try: a timeout, a conflict, too many at once. */
const PASSING = [408, 409, 429];

/** What a failure says. */
export interface Failure extends Notice {
  /** The server's sentence, if there is one, takes the place of the description (product 8). */
  server?: boolean;
  /** The description itself names a cause, which is not said where no answer came. */
  cause?: boolean;
  /** Returns true if the screen itself shows this failure, so that it needs no toast. */
  isShown?: (error: unknown) => boolean;
}

/** A failure under the title of most. */
export const errorToast = (description: string): Failure => ({ title: 'Error', description });

/** Why a call failed, in a sentence for people: its own, or the server's where that said one; undefined where nobody knows. */
export function reasonOf(error: unknown): string | undefined {
  if (error instanceof PlainError) return error.message;
  if (!(error instanceof ApiError)) return;
  return error.serverMessage || (error.status >= 500 ? OUR_SIDE : undefined);
}

/** Whether the same call may succeed the next time. */
export const canRetry = (error: unknown) =>
  !(error instanceof ApiError) || error.status >= 500 || PASSING.includes(error.status);

/** Returns true if a call was refused because too many were made. */
export const isThrottled = (error: unknown): error is ApiError => error instanceof ApiError && error.status === 429;

/** Longest `Retry-After`, in seconds, that a read waits for before the page says so. */
const PATIENCE = 5;
const RETRIES = 3;

/** Retries a read that the API throttled for a moment; the web ACL asks for minutes. */
export const retriesRead = (failures: number, error: unknown) =>
  failures < RETRIES && isThrottled(error) && (error.retryAfter ?? PATIENCE + 1) <= PATIENCE;

/** Milliseconds until the next try; spread, so that throttled pages do not return all together. */
export const retryDelay = (failures: number, error: unknown) =>
  isThrottled(error) ? (error.retryAfter ?? 1) * 1000 * (failures + 1 + Math.random()) : 0;

/** The toast of a failure: the specified sentence first (product 8), then the reason. */
export function failureNotice(error: unknown, { server, cause, isShown: _, ...said }: Failure): Notice {
  const reason = reasonOf(error);
  const isReason = error instanceof ApiError ? server && error.serverMessage : cause;
  return reason && isReason ? { ...said, description: reason } : { ...said, reason };
}

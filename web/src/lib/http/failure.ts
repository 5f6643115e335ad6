import type { ToastContent } from '../screen/notify.ts';
import { ApiError, PlainError } from './api.ts';

const OUR_SIDE = 'Something went wrong on our side. Please try again.';
/** Statuses that a retry may clear: timeout, conflict, rate limit. */
const PASSING = [408, 409, 429];

export interface Failure extends ToastContent {
  /** Shows the server's sentence, if there is one, instead of the description. */
  server?: boolean;
  /** Replaces the description, which names a cause, if there was no response. */
  cause?: boolean;
  /** Returns true if the screen itself shows this failure, so that it needs no toast. */
  isShown?: (error: unknown) => boolean;
}

export const errorToast = (description: string): Failure => ({ title: 'Error', description });

/** Returns why a call failed, in a sentence for people; undefined if unknown. */
export function reasonOf(error: unknown): string | undefined {
  if (error instanceof PlainError) return error.message;
  if (!(error instanceof ApiError)) return;
  return error.serverMessage || (error.status >= 500 ? OUR_SIDE : undefined);
}

export const canRetry = (error: unknown) =>
  !(error instanceof ApiError) || error.status >= 500 || PASSING.includes(error.status);

export const isThrottled = (error: unknown): error is ApiError => error instanceof ApiError && error.status === 429;

/** Longest `Retry-After`, in seconds, that a read waits for before the page shows the failure. */
const PATIENCE = 5;
const RETRIES = 3;

/** Retries a read that the API throttled briefly. The web ACL's wait is minutes, too long to retry. */
export const retriesRead = (failures: number, error: unknown) =>
  failures < RETRIES && isThrottled(error) && (error.retryAfter ?? PATIENCE + 1) <= PATIENCE;

/** Milliseconds until the next try; with jitter, so that throttled pages do not all retry together. */
export const retryDelay = (failures: number, error: unknown) =>
  isThrottled(error) ? (error.retryAfter ?? 1) * 1000 * (failures + 1 + Math.random()) : 0;

export function failureNotice(error: unknown, { server, cause, isShown: _, ...said }: Failure): ToastContent {
  const reason = reasonOf(error);
  const isReason = error instanceof ApiError ? server && error.serverMessage : cause;
  return reason && isReason ? { ...said, description: reason } : { ...said, detail: reason };
}

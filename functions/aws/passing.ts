/** Errors by which services of AWS say that they are asked too much or are busy with the same; many come as a bad request. */
const BUSY =
  /Throttl|SlowDown|TooManyRequests|RequestLimitExceeded|ThroughputExceeded|TransactionInProgress|TransactionConflict/;
/** What Node and the SDK say of a connection that was not made, broke, or took too long. */
const UNREACHED =
  /^(ECONNRESET|ECONNREFUSED|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN|TimeoutError)$/;

interface AwsError {
  name?: unknown;
  code?: unknown;
  $metadata?: { httpStatusCode?: number };
}

/** Whether an error says that AWS itself refuses for now: too much at once, a failure of its own, or no connection. */
export function isPassing(error: unknown): boolean {
  const { name, code, $metadata } = (error ?? {}) as AwsError;
  const status = $metadata?.httpStatusCode ?? 0;
  const names = [name, code].filter((said) => typeof said === 'string');
  return status >= 500 || status === 429 || names.some((said) => BUSY.test(said) || UNREACHED.test(said));
}

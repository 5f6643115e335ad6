import { expect } from 'vitest';
import * as z from 'zod/mini';
import type { CountedName } from '#functions/services/log/metrics.ts';

interface Extracted {
  namespace: string;
  name: string;
  dimensions: Record<string, string>;
  value: number;
}

const named = (most: number) => z.string().check(z.minLength(1), z.maxLength(most), z.regex(/\S/));
/** CloudWatch's specification of the embedded metric format: the part under `_aws`. */
const METADATA = z.strictObject({
  Timestamp: z.int().check(z.gte(1e12), z.lt(1e13)),
  CloudWatchMetrics: z
    .array(
      z.strictObject({
        Namespace: named(1024),
        Dimensions: z.array(z.array(named(250)).check(z.maxLength(30))).check(z.minLength(1)),
        Metrics: z
          .array(z.strictObject({ Name: named(1024), Unit: z.literal('Count') }))
          .check(z.minLength(1), z.maxLength(100)),
      }),
    )
    .check(z.minLength(1)),
});

/** Returns the metrics that CloudWatch extracts from a log line. Throws for a form that it would not read. */
export function extracted(line: Readonly<Record<string, unknown>>): Extracted[] {
  if (!('_aws' in line)) return [];
  expect(JSON.stringify(line).length).toBeLessThan(256 * 1024);
  const { CloudWatchMetrics } = z.parse(METADATA, line._aws);
  return CloudWatchMetrics.flatMap(({ Namespace, Dimensions, Metrics }) =>
    Dimensions.flatMap((names) => {
      const dimensions = Object.fromEntries(names.map((name) => [name, z.parse(named(1024), line[name])]));
      return Metrics.map(({ Name }) => ({
        namespace: Namespace,
        name: Name,
        dimensions,
        value: z.parse(z.number(), line[Name]),
      }));
    }),
  );
}

/** Log lines that each metric counts. */
export const LINES: Readonly<Record<CountedName, readonly Record<string, unknown>[]>> = {
  SignInFailures: [
    { call: 'POST /api/auth/login', status: 401 },
    { call: 'POST /api/auth/login', status: 429 },
  ],
  Tampering: [{ call: 'GET /api/documents/{id}/download', status: 500, error: 'Error', alarm: 'tamper' }],
  EventFailures: [{ what: 'audit entry', error: 'Error', alarm: 'event' }],
  KeyErrors: [
    { error: 'KMSInvalidStateException' },
    { error: 'KMSInternalException' },
    { error: 'DisabledException' },
    { error: 'KeyUnavailableException' },
    { error: 'DependencyTimeoutException' },
  ],
  TableErrors: [
    { error: 'InternalServerError' },
    { error: 'ProvisionedThroughputExceededException' },
    { error: 'RequestLimitExceeded' },
  ],
  AwsThrottles: [{ error: 'ThrottlingException' }, { error: 'TooManyRequestsException' }, { error: 'SlowDown' }],
  MailDeferred: [{ what: 'due reminder-run', error: 'MailDeferred', alarm: 'mail-deferred' }],
  MailRefused: [{ what: 'reset mail' }, { what: 'portal link mail' }, { what: 'rejected mail' }],
  RemindersLate: [{ what: 'late reminders', adviser: 'a' }],
  RemindersSent: [{ job: 'reminder-run', clients: 3, sent: 1, recent: 2 }],
};

import { expect, test } from 'vitest';
import { HttpError } from '#functions/services/errors.ts';
import { logFault, logMail, logRequest, TamperAlarm } from '#functions/services/log/log.ts';
import { COUNTED, metricsOf, NAMESPACE, SERVICE } from '#functions/services/log/metrics.ts';
import { extracted, LINES } from '../support/emf.ts';
import { type LogLine, newLogLines } from '../support/log-lines.ts';

const NOW = new Date('2026-11-22T09:00:00Z');
const namesIn = (fields: LogLine) => extracted({ ...SERVICE, ...fields, ...metricsOf(fields, NOW) }).map((m) => m.name);

test.each(COUNTED.flatMap((name) => LINES[name].map((line) => [name, line] as const)))(
  'the metric %s counts a log line with %o',
  (name, line) => {
    expect(extracted({ ...SERVICE, ...line, ...metricsOf(line, NOW) })).toEqual([
      { namespace: NAMESPACE, name, dimensions: SERVICE, value: 1 },
    ]);
  },
);

test.each([
  { call: 'POST /api/auth/login', status: 200 },
  { call: 'GET /api/auth/me', status: 401 },
  { call: 'POST /api/auth/forgot-password', status: 429 },
  { error: 'TypeError', status: 500 },
  { error: 'ConditionalCheckFailedException' },
  { what: 'stray rows', error: 'Error' },
  { what: 'client bounce' },
  { job: 'reminder-run', clients: 2, sent: 0, recent: 2 },
  { job: 'tick', due: 4, failed: 0 },
])('a log line with %o counts nothing', (line) => {
  expect(metricsOf(line, NOW)).toEqual({});
});

test('the metric RemindersSent counts the reminders of a run', () => {
  const line = { job: 'reminder-run', clients: 9, sent: 7 };
  expect(extracted({ ...SERVICE, ...line, ...metricsOf(line, NOW) })).toMatchObject([
    { name: 'RemindersSent', value: 7 },
  ]);
});

test('a log line counts once for each metric that it matches', () => {
  expect(namesIn({ what: 'reset mail', error: 'ThrottlingException' })).toEqual(['AwsThrottles', 'MailRefused']);
});

const named = (name: string) => Object.assign(new Error('refused'), { name });
const request = (call: string, status: number, error?: unknown) =>
  logRequest({ requestId: 'r', call, status, ms: 1.4, awsCalls: 0, awsRounds: 0, error });

test.each<[string, () => void, string[]]>([
  ['a request', () => request('GET /api/auth/me', 200), []],
  ['a failed sign-in', () => request('POST /api/auth/login', 401, new HttpError(401, 'No')), ['SignInFailures']],
  ['a broken document', () => request('GET /api/documents/{id}/download', 500, new TamperAlarm('No')), ['Tampering']],
  ['a disabled key', () => request('GET /api/auth/me', 500, named('DisabledException')), ['KeyErrors']],
  ['a table error', () => logFault('stray rows', named('InternalServerError')), ['TableErrors']],
  ['a rejected email', () => logFault('reset mail', named('MessageRejected')), ['MailRefused']],
  ['an email rejected by SES', () => logMail('error', { what: 'rejected mail', client: 'c' }), ['MailRefused']],
])('%s is logged as one line of JSON with its metrics', (_, log, expected) => {
  newLogLines();
  log();
  const [line, ...others] = newLogLines();
  expect(others).toEqual([]);
  expect(line).toMatchObject({ ...SERVICE, level: expect.stringMatching(/^(INFO|ERROR)$/) });
  expect(extracted(line ?? {}).map(({ name }) => name)).toEqual(expected);
});

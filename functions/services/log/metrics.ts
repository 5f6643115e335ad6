import type { CallName } from '#shared/contract/api.ts';

export type LogFields = Readonly<Record<string, unknown>>;

export const NAMESPACE = 'OnboardingPortal';
/** The only dimension of every metric: the stack's name, to separate stages in one account. */
export const SERVICE = { service: process.env.SERVICE ?? NAMESPACE } as const;

const SIGN_IN: CallName = 'POST /api/auth/login';
/** KMS errors for unusable keys, besides those whose name begins with `KMS`. */
const KEY_ERRORS = ['DisabledException', 'KeyUnavailableException', 'DependencyTimeoutException'];
const TABLE_ERRORS = ['InternalServerError', 'ProvisionedThroughputExceededException', 'RequestLimitExceeded'];
const AWS_THROTTLES = ['ThrottlingException', 'TooManyRequestsException', 'SlowDown'];

const text = (value: unknown) => (typeof value === 'string' ? value : '');

const RULES = {
  SignInFailures: ({ call, status }) => call === SIGN_IN && (status === 401 || status === 429),
  Tampering: ({ alarm }) => alarm === 'tamper',
  EventFailures: ({ alarm }) => alarm === 'event',
  KeyErrors: ({ error }) => text(error).startsWith('KMS') || KEY_ERRORS.includes(text(error)),
  TableErrors: ({ error }) => TABLE_ERRORS.includes(text(error)),
  AwsThrottles: ({ error }) => AWS_THROTTLES.includes(text(error)),
  MailDeferred: ({ alarm }) => alarm === 'mail-deferred',
  MailRefused: ({ what }) => text(what).endsWith('mail'),
  RemindersLate: ({ what }) => what === 'late reminders',
  RemindersSent: ({ job, sent }) => (job === 'reminder-run' && typeof sent === 'number' ? sent : 0),
} satisfies Record<string, (line: LogFields) => boolean | number>;

export type CountedName = keyof typeof RULES;
export const COUNTED = Object.keys(RULES) as CountedName[];

export function metricsOf(line: LogFields, now: Date): LogFields {
  const values = Object.fromEntries(
    COUNTED.map((name) => [name, Number(RULES[name](line))] as const).filter(([, value]) => value > 0),
  );
  const names = Object.keys(values);
  if (names.length === 0) return {};
  const directive = {
    Namespace: NAMESPACE,
    Dimensions: [Object.keys(SERVICE)],
    Metrics: names.map((name) => ({ Name: name, Unit: 'Count' })),
  };
  return { _aws: { Timestamp: now.getTime(), CloudWatchMetrics: [directive] }, ...values };
}

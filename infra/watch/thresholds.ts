/** Literal facts of an alarm. Its metric is in `signals.ts`, `edge-signals.ts` or `backup-stack.ts`. */
export interface Threshold {
  /** The alarm starts from this value on, in the metric's unit and period. */
  threshold: number;
  /** Unit and period of the metric. */
  unit: string;
  /** Alarms only after three periods in a row, because one slow or refused request may be harmless. */
  lasting?: true;
  /** Missing data also triggers the alarm. */
  silenceRings?: true;
  /** Alarms below the threshold instead of from it on. */
  below?: true;
  /** One sentence: what users notice. */
  notice: string;
  /** First command; `logs` and `output` are defined at the top of the runbook. */
  first: string;
  /** Heading in docs/runbook.md, as its anchor. */
  section: string;
}

const SLOW = 'answers-fail-or-are-slow';
const MAIL = 'mail-is-refused-or-does-not-arrive';
const EVENTS = 'an-event-was-not-handled';

/** All alarms in the order of the dashboard: the site from outside, the API, jobs, AWS, mail, functions. */
export const THRESHOLDS = {
  SiteDown: {
    threshold: 1,
    unit: 'failed visits of the canary in 5 minutes',
    lasting: true,
    silenceRings: true,
    notice: 'Nobody can open the site.',
    first: 'curl -sI "$ORIGIN/"',
    section: 'nobody-gets-in',
  },
  EdgeErrors: {
    threshold: 5,
    unit: 'percent of requests in 5 minutes',
    lasting: true,
    notice: 'One request in twenty fails for everybody.',
    first: "logs '{ $.status >= 500 }' 1h",
    section: 'nobody-gets-in',
  },
  EdgeRefusals: {
    threshold: 50,
    unit: 'percent of requests in 5 minutes',
    lasting: true,
    notice: 'Half of all requests are refused; people may be locked out.',
    first: "logs '{ $.status >= 400 }' 1h",
    section: 'nobody-gets-in',
  },
  Blocked: {
    threshold: 100,
    unit: 'requests in 5 minutes',
    lasting: true,
    notice: 'Usually no impact; an office behind one address may see "Too many requests".',
    first: 'the command "refused" of the section',
    section: 'much-is-refused',
  },
  ServerErrors: {
    threshold: 1,
    unit: 'answers with status 5xx in 5 minutes',
    notice: 'Somebody saw "Something went wrong" and may have to repeat what they did.',
    first: "logs '{ $.status >= 500 }' 1h",
    section: SLOW,
  },
  // Counts few calls too: CloudWatch considers a p95 significant from 200 on, which a small firm never makes.
  SlowAnswers: {
    threshold: 3000,
    unit: 'milliseconds, p95 of 5 minutes',
    lasting: true,
    notice: 'Pages take seconds to load.',
    first: "logs '{ $.ms > 3000 }' 1h",
    section: SLOW,
  },
  SignInFailures: {
    threshold: 50,
    unit: 'failed sign-ins in 5 minutes',
    notice: 'Advisers may be locked out; somebody may be guessing passwords.',
    first: `logs '{ $.call = "POST /api/auth/login" && $.status >= 401 }' 1h`,
    section: 'an-adviser-is-locked-out',
  },
  Tampering: {
    threshold: 1,
    unit: 'documents in 5 minutes',
    notice: 'A stored document cannot be opened.',
    first: `logs '{ $.alarm = "tamper" }' 1d`,
    section: 'tamper-alarm',
  },
  EventFailures: {
    threshold: 1,
    unit: 'audit entries or jobs in 5 minutes',
    notice: 'A notice or an email is late.',
    first: `logs '{ $.alarm = "event" }' 1d`,
    section: EVENTS,
  },
  EventDeadLetters: {
    threshold: 1,
    unit: 'messages in the queue',
    notice: 'Notices or emails are missing until they are replayed.',
    first: `logs '{ $.alarm = "event" }' 1d`,
    section: EVENTS,
  },
  EventsLate: {
    threshold: 900_000,
    unit: 'milliseconds, oldest audit entry',
    lasting: true,
    notice: 'Notices and emails are a quarter of an hour late or more.',
    first: `logs '{ $.what = "event" }' 1h`,
    section: EVENTS,
  },
  EventsSilent: {
    threshold: 1,
    unit: 'invocations in 15 minutes',
    lasting: true,
    silenceRings: true,
    below: true,
    notice: 'No change leads to a notice or an email.',
    first: 'aws lambda list-event-source-mappings --function-name "$(output OnRecordFunction)"',
    section: EVENTS,
  },
  TickSilent: {
    threshold: 1,
    unit: 'invocations in 15 minutes',
    lasting: true,
    silenceRings: true,
    below: true,
    notice: 'Daily summaries and all other scheduled emails stop.',
    first: 'npm run ops -- run tick --aws',
    section: EVENTS,
  },
  RemindersLate: {
    threshold: 1,
    unit: 'advisers’ reminder runs in 5 minutes',
    notice: 'Clients were reminded hours late; no reminder is lost.',
    first: `logs '{ $.what = "late reminders" }' 1d`,
    section: EVENTS,
  },
  KeyErrors: {
    threshold: 1,
    unit: 'calls of KMS in 5 minutes',
    notice: 'Documents, sign-in or portal links fail.',
    first: `logs '{ $.error = "KMS*" || $.error = "Disabled*" || $.error = "KeyUnavailable*" || $.error = "DependencyTimeout*" }' 1h`,
    section: SLOW,
  },
  TableErrors: {
    threshold: 1,
    unit: 'calls of DynamoDB in 5 minutes',
    notice: 'Pages fail or are slow.',
    first: 'aws dynamodb describe-table --table-name "$TABLE" --query Table.TableStatus',
    section: SLOW,
  },
  AwsThrottles: {
    threshold: 1,
    unit: 'calls of AWS in 5 minutes',
    lasting: true,
    notice: 'Some requests are slow or have to be repeated.',
    first: `logs '{ $.error = "*Throttl*" || $.error = "TooMany*" || $.error = "SlowDown" }' 1h`,
    section: SLOW,
  },
  ReadThrottles: {
    threshold: 1,
    unit: 'reads in 5 minutes',
    lasting: true,
    notice: 'Pages load slowly.',
    first: "logs '{ $.ms > 3000 }' 1h",
    section: SLOW,
  },
  WriteThrottles: {
    threshold: 1,
    unit: 'writes in 5 minutes',
    lasting: true,
    notice: 'Saving is slow.',
    first: "logs '{ $.ms > 3000 }' 1h",
    section: SLOW,
  },
  // The tick runs every quarter of an hour, and retries what SES deferred.
  MailDeferred: {
    threshold: 1,
    unit: 'jobs in 15 minutes',
    lasting: true,
    notice: 'Reminders, summaries and other emails are half an hour late or more; none is lost.',
    first: `logs '{ $.alarm = "mail-deferred" }' 1d`,
    section: MAIL,
  },
  MailRefused: {
    threshold: 1,
    unit: 'emails in 5 minutes',
    notice: 'An email was not sent; an adviser may have seen an error.',
    first: `logs '{ $.what = "*mail" }' 1d`,
    section: MAIL,
  },
  MailDeadLetters: {
    threshold: 1,
    unit: 'messages in the queue',
    notice: 'No impact yet; addresses that bounce still receive email.',
    first: 'npm run ops -- replay-mail-events --aws',
    section: MAIL,
  },
  // SES reviews an account from this rate on, as from the rate of complaints below.
  MailBounces: {
    threshold: 0.05,
    unit: 'share of emails, as SES counts',
    notice: 'No impact yet; AWS may soon stop all email.',
    first: `logs '{ $.what = "client bounced" || $.what = "*mail" }' 1d`,
    section: MAIL,
  },
  MailComplaints: {
    threshold: 0.001,
    unit: 'share of emails, as SES counts',
    notice: 'No impact yet; AWS may soon stop all email.',
    first: `logs '{ $.what = "client complained" || $.what = "*mail" }' 1d`,
    section: MAIL,
  },
  FunctionErrors: {
    threshold: 1,
    unit: 'invocations in 5 minutes',
    notice: 'Parts of the app fail, or notices and emails are late.',
    first: 'by_function Errors',
    section: 'a-function-crashes-or-times-out',
  },
  FunctionThrottles: {
    threshold: 1,
    unit: 'invocations in 5 minutes',
    lasting: true,
    notice: 'Parts of the app fail, or notices and emails are late.',
    first: 'by_function Throttles',
    section: SLOW,
  },
  BackupsMissing: {
    threshold: 1,
    unit: 'completed backups in a day',
    silenceRings: true,
    below: true,
    notice: 'No impact; there is no new backup to restore from.',
    first: 'aws backup list-backup-jobs --by-created-after "$(date -u -d "2 days ago" +%FT%TZ)"',
    section: 'a-backup-failed',
  },
} as const satisfies Record<string, Threshold>;

export type SignalName = keyof typeof THRESHOLDS;

import { Duration } from 'aws-cdk-lib';
import type { SpecRestApi } from 'aws-cdk-lib/aws-apigateway';
import { type IMetric, MathExpression, Metric } from 'aws-cdk-lib/aws-cloudwatch';
import type { TableV2 } from 'aws-cdk-lib/aws-dynamodb';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import { type CountedName, NAMESPACE } from '#functions/services/log/metrics.ts';
import type { FunctionName } from '../functions/bundle.ts';
import type { ResourceFunction } from '../functions/resource-function.ts';
import { PERIOD, type Signal } from './signal.ts';

interface Watched {
  /** Name of the stack, under which its functions count. */
  service: string;
  api: SpecRestApi;
  table: TableV2;
  functions: readonly ResourceFunction[];
  mailEvents: Queue;
  /** Dead-letter queue of audit entries and ticks. */
  events: Queue;
  /** Leaves the functions of the API to the API's own metrics. */
  isLean: boolean;
}

const reputation = (metricName: string) =>
  new Metric({ namespace: 'AWS/SES', metricName, period: Duration.hours(1), statistic: 'Maximum' });

const waitingIn = (queue: Queue) =>
  queue.metricApproximateNumberOfMessagesVisible({ period: PERIOD, statistic: 'Maximum' });

/** Milliseconds after which an unhandled audit entry is late. */
const LATE_MS = 15 * 60_000;
/** Interval of the tick, whose heartbeat also triggers the stream's handler. */
const QUARTER = Duration.minutes(15);

/** Alarms if a job was not invoked for three quarters of an hour: its schedule or its stream mapping is off. */
const silent = ({ lambda }: ResourceFunction) =>
  ({
    metric: lambda.metricInvocations({ period: QUARTER }),
    threshold: 1,
    below: true,
    lasting: true,
    silenceRings: true,
  }) as const;

/** Functions whose failure nobody sees. ServerErrors counts the failures of the others, which answer 5xx. */
const JOBS: readonly FunctionName[] = ['mail-events', 'on-record', 'tick'];

/** CloudWatch's limit for an alarm's expression. */
const METRICS_IN_ALARM = 10;

/** Sums a metric over functions: one signal per ten functions, the first under the plain id. */
function overFunctions(
  { id, ...advice }: Omit<Signal, 'metric' | 'threshold' | 'functions'>,
  functions: readonly ResourceFunction[],
  metricOf: (of: ResourceFunction) => IMetric,
): Signal[] {
  const alarms = Math.ceil(functions.length / METRICS_IN_ALARM);
  return Array.from({ length: alarms }, (_, index) => {
    const group = functions.slice(index * METRICS_IN_ALARM, (index + 1) * METRICS_IN_ALARM);
    const usingMetrics = Object.fromEntries(group.map((of, at) => [`f${at}`, metricOf(of)]));
    return {
      ...advice,
      id: index === 0 ? id : `${id}${index + 1}`,
      // Unlike `f0 + f1`, SUM takes 0 for a function that was not called and so has no data.
      metric: new MathExpression({ expression: 'SUM(METRICS())', usingMetrics, label: id, period: PERIOD }),
      threshold: 1,
      functions: Object.fromEntries(group.map((of) => [of.name, metricOf(of)])),
    };
  });
}

const SLOW = 'answers-fail-or-are-slow';
const MAIL = 'mail-is-refused-or-does-not-arrive';
const EVENTS = 'an-event-was-not-handled';

/** Returns the signals of the main stack's region, with their alarm thresholds. */
export function signals({ service, api, table, functions, mailEvents, events, isLean }: Watched): Signal[] {
  const sum = (namespace: string, metricName: string, dimensionsMap: Record<string, string>) =>
    new Metric({ namespace, metricName, dimensionsMap, period: PERIOD, statistic: 'Sum' });
  const counted = (name: CountedName) => ({ id: name, metric: sum(NAMESPACE, name, { service }), threshold: 1 });
  const ofTable = (metricName: string) => sum('AWS/DynamoDB', metricName, { TableName: table.tableName });
  const job = (wanted: FunctionName) => {
    const found = functions.find(({ name }) => name === wanted);
    if (!found) throw new Error(`No function is called ${wanted}`);
    return found;
  };
  return [
    {
      id: 'ServerErrors',
      metric: api.metricServerError({ period: PERIOD, statistic: 'Sum' }),
      threshold: 1,
      notice: 'Somebody saw "Something went wrong" and may have to repeat what they did.',
      first: "logs '{ $.status >= 500 }' 1h",
      section: SLOW,
    },
    {
      id: 'SlowAnswers',
      // Counts few calls too: CloudWatch considers a p95 significant from 200 on, which a small firm never makes.
      metric: api.metricLatency({ period: PERIOD, statistic: 'p95' }),
      threshold: 3000,
      lasting: true,
      notice: 'Pages take seconds to load.',
      first: "logs '{ $.ms > 3000 }' 1h",
      section: SLOW,
    },
    {
      ...counted('SignInFailures'),
      threshold: 50,
      notice: 'Advisers may be locked out; somebody may be guessing passwords.',
      first: `logs '{ $.call = "POST /api/auth/login" && $.status >= 401 }' 1h`,
      section: 'an-adviser-is-locked-out',
    },
    {
      ...counted('Tampering'),
      notice: 'A stored document cannot be opened.',
      first: `logs '{ $.alarm = "tamper" }' 1d`,
      section: 'tamper-alarm',
    },
    {
      ...counted('EventFailures'),
      notice: 'A notice or an email is late.',
      first: `logs '{ $.alarm = "event" }' 1d`,
      section: EVENTS,
    },
    {
      id: 'EventDeadLetters',
      metric: waitingIn(events),
      threshold: 1,
      notice: 'Notices or emails are missing until they are replayed.',
      first: `logs '{ $.alarm = "event" }' 1d`,
      section: EVENTS,
    },
    {
      id: 'EventsLate',
      metric: job('on-record').lambda.metric('IteratorAge', { period: PERIOD, statistic: 'Maximum' }),
      threshold: LATE_MS,
      lasting: true,
      notice: 'Notices and emails are a quarter of an hour late or more.',
      first: `logs '{ $.what = "event" }' 1h`,
      section: EVENTS,
    },
    {
      id: 'EventsSilent',
      ...silent(job('on-record')),
      notice: 'No change leads to a notice or an email.',
      first: 'aws lambda list-event-source-mappings --function-name "$(output OnRecordFunction)"',
      section: EVENTS,
    },
    {
      id: 'TickSilent',
      ...silent(job('tick')),
      notice: 'Daily summaries and all other scheduled emails stop.',
      first: 'npm run ops -- run tick --aws',
      section: EVENTS,
    },
    {
      ...counted('KeyErrors'),
      notice: 'Documents, sign-in or portal links fail.',
      first: `logs '{ $.error = "KMS*" || $.error = "Disabled*" }' 1h`,
      section: SLOW,
    },
    {
      ...counted('TableErrors'),
      notice: 'Pages fail or are slow.',
      first: 'aws dynamodb describe-table --table-name "$TABLE" --query Table.TableStatus',
      section: SLOW,
    },
    {
      ...counted('AwsThrottles'),
      lasting: true,
      notice: 'Some requests are slow or have to be repeated.',
      first: `logs '{ $.error = "*Throttl*" || $.error = "TooMany*" || $.error = "SlowDown" }' 1h`,
      section: SLOW,
    },
    {
      id: 'ReadThrottles',
      metric: ofTable('ReadThrottleEvents'),
      threshold: 1,
      lasting: true,
      notice: 'Pages load slowly.',
      first: "logs '{ $.ms > 3000 }' 1h",
      section: SLOW,
    },
    {
      id: 'WriteThrottles',
      metric: ofTable('WriteThrottleEvents'),
      threshold: 1,
      lasting: true,
      notice: 'Saving is slow.',
      first: "logs '{ $.ms > 3000 }' 1h",
      section: SLOW,
    },
    {
      ...counted('MailRefused'),
      notice: 'An email was not sent; an adviser may have seen an error.',
      first: `logs '{ $.what = "*mail" }' 1d`,
      section: MAIL,
    },
    {
      id: 'MailDeadLetters',
      metric: waitingIn(mailEvents),
      threshold: 1,
      notice: 'No impact yet; addresses that bounce still receive email.',
      first: 'npm run ops -- replay-mail-events --aws',
      section: MAIL,
    },
    {
      id: 'MailBounces',
      metric: reputation('Reputation.BounceRate'),
      // SES reviews an account from this rate on, as from the rate of complaints below.
      threshold: 0.05,
      notice: 'No impact yet; AWS may soon stop all email.',
      first: `logs '{ $.what = "*mail" }' 1d`,
      section: MAIL,
    },
    {
      id: 'MailComplaints',
      metric: reputation('Reputation.ComplaintRate'),
      threshold: 0.001,
      notice: 'No impact yet; AWS may soon stop all email.',
      first: `logs '{ $.what = "*mail" }' 1d`,
      section: MAIL,
    },
    ...overFunctions(
      {
        id: 'FunctionErrors',
        notice: 'Parts of the app fail, or notices and emails are late.',
        first: 'by_function Errors',
        section: 'a-function-crashes-or-times-out',
      },
      isLean ? functions.filter(({ name }) => JOBS.includes(name)) : functions,
      ({ lambda }) => lambda.metricErrors({ period: PERIOD }),
    ),
    ...overFunctions(
      {
        id: 'FunctionThrottles',
        lasting: true,
        notice: 'Parts of the app fail, or notices and emails are late.',
        first: 'by_function Throttles',
        section: SLOW,
      },
      isLean ? [] : functions,
      ({ lambda }) => lambda.metricThrottles({ period: PERIOD }),
    ),
  ];
}

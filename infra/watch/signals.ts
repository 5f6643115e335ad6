import { Duration } from 'aws-cdk-lib';
import type { SpecRestApi } from 'aws-cdk-lib/aws-apigateway';
import { type IMetric, MathExpression, Metric } from 'aws-cdk-lib/aws-cloudwatch';
import type { TableV2 } from 'aws-cdk-lib/aws-dynamodb';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import { type CountedName, NAMESPACE } from '#functions/services/log/metrics.ts';
import type { FunctionName } from '../functions/bundle.ts';
import type { ResourceFunction } from '../functions/resource-function.ts';
import { PERIOD, type Signal, signal } from './signal.ts';
import type { SignalName } from './thresholds.ts';

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

/** Interval of the tick, whose heartbeat also triggers the stream's handler. */
const QUARTER = Duration.minutes(15);

/** Invocations of a job. Its alarm means that the schedule or the stream mapping is off. */
const invocations = ({ lambda }: ResourceFunction) => lambda.metricInvocations({ period: QUARTER });

/** Functions whose failure nobody sees. ServerErrors counts the failures of the others, which answer 5xx. */
const JOBS: readonly FunctionName[] = ['mail-events', 'on-record', 'tick'];

/** CloudWatch's limit for an alarm's expression. */
const METRICS_IN_ALARM = 10;

/** Sums a metric over functions: one signal per ten functions, the first under the plain name. */
function overFunctions(
  name: SignalName,
  functions: readonly ResourceFunction[],
  metricOf: (of: ResourceFunction) => IMetric,
): Signal[] {
  const alarms = Math.ceil(functions.length / METRICS_IN_ALARM);
  return Array.from({ length: alarms }, (_, index) => {
    const group = functions.slice(index * METRICS_IN_ALARM, (index + 1) * METRICS_IN_ALARM);
    const usingMetrics = Object.fromEntries(group.map((of, at) => [`f${at}`, metricOf(of)]));
    // Unlike `f0 + f1`, SUM takes 0 for a function that was not called and so has no data.
    const total = { expression: 'SUM(METRICS())', usingMetrics, label: name, period: PERIOD };
    return {
      ...signal(name, new MathExpression(total)),
      id: index === 0 ? name : `${name}${index + 1}`,
      functions: Object.fromEntries(group.map((of) => [of.name, metricOf(of)])),
    };
  });
}

/** Returns the signals of the main stack's region. */
export function signals({ service, api, table, functions, mailEvents, events, isLean }: Watched): Signal[] {
  const sum = (namespace: string, metricName: string, dimensionsMap: Record<string, string>, period = PERIOD) =>
    new Metric({ namespace, metricName, dimensionsMap, period, statistic: 'Sum' });
  const counted = (name: CountedName & SignalName, period = PERIOD) =>
    signal(name, sum(NAMESPACE, name, { service }, period));
  const ofTable = (metricName: string) => sum('AWS/DynamoDB', metricName, { TableName: table.tableName });
  const job = (wanted: FunctionName) => {
    const found = functions.find(({ name }) => name === wanted);
    if (!found) throw new Error(`No function is called ${wanted}`);
    return found;
  };
  const age = job('on-record').lambda.metric('IteratorAge', { period: PERIOD, statistic: 'Maximum' });
  return [
    signal('ServerErrors', api.metricServerError({ period: PERIOD, statistic: 'Sum' })),
    signal('SlowAnswers', api.metricLatency({ period: PERIOD, statistic: 'p95' })),
    counted('SignInFailures'),
    counted('Tampering'),
    counted('EventFailures'),
    signal('EventDeadLetters', waitingIn(events)),
    signal('EventsLate', age),
    signal('EventsSilent', invocations(job('on-record'))),
    signal('TickSilent', invocations(job('tick'))),
    counted('RemindersLate'),
    counted('KeyErrors'),
    counted('TableErrors'),
    counted('AwsThrottles'),
    signal('ReadThrottles', ofTable('ReadThrottleEvents')),
    signal('WriteThrottles', ofTable('WriteThrottleEvents')),
    counted('MailDeferred', QUARTER),
    counted('MailRefused'),
    signal('MailDeadLetters', waitingIn(mailEvents)),
    signal('MailBounces', reputation('Reputation.BounceRate')),
    signal('MailComplaints', reputation('Reputation.ComplaintRate')),
    ...overFunctions(
      'FunctionErrors',
      isLean ? functions.filter(({ name }) => JOBS.includes(name)) : functions,
      ({ lambda }) => lambda.metricErrors({ period: PERIOD }),
    ),
    ...overFunctions('FunctionThrottles', isLean ? [] : functions, ({ lambda }) =>
      lambda.metricThrottles({ period: PERIOD }),
    ),
  ];
}

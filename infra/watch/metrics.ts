import { Duration } from 'aws-cdk-lib';
import type { SpecRestApi } from 'aws-cdk-lib/aws-apigateway';
import { type IMetric, MathExpression, Metric } from 'aws-cdk-lib/aws-cloudwatch';
import type { TableV2 } from 'aws-cdk-lib/aws-dynamodb';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import { type CountedName, NAMESPACE } from '#functions/services/log/metrics.ts';
import type { FunctionName } from '../functions/bundle.ts';
import type { ResourceFunction } from '../functions/resource-function.ts';
import { PERIOD, type Signal } from './signal.ts';

/** What can be watched. */
interface Watched {
  /** The stack's name, under which its functions count. */
  service: string;
  api: SpecRestApi;
  table: TableV2;
  functions: readonly ResourceFunction[];
  /** What SES told and no function took down. */
  mailEvents: Queue;
  /** Events that nothing could be made of. */
  events: Queue;
  /** Watches the functions of the API by the API's own metrics alone. */
  isLean: boolean;
}

/** What the lines of a stack's functions count, under the metric's own name. */
const countedBy =
  (service: string) =>
  (id: CountedName, threshold = 1) => ({
    id,
    metric: new Metric({
      namespace: NAMESPACE,
      metricName: id,
      dimensionsMap: { service },
      period: PERIOD,
      statistic: 'Sum',
    }),
    threshold,
  });

const reputation = (metricName: string) =>
  new Metric({ namespace: 'AWS/SES', metricName, period: Duration.hours(1), statistic: 'Maximum' });

/** Rings while anything waits in a queue of dead letters. */
const waitingIn = (id: string, queue: Queue) => ({
  id,
  metric: queue.metricApproximateNumberOfMessagesVisible({ period: PERIOD, statistic: 'Maximum' }),
  threshold: 1,
});

/** Milliseconds after which a line of the record that nothing has followed yet is late. */
const LATE_MS = 15 * 60_000;
/** The tick runs every quarter of an hour, and its heartbeat then runs the stream's handler. */
const QUARTER = Duration.minutes(15);

/** Rings when a job was not called for three quarters of an hour: its schedule or its stream mapping is off. */
const silence = (id: string, { lambda }: ResourceFunction): Signal => ({
  id,
  metric: lambda.metricInvocations({ period: QUARTER }),
  threshold: 1,
  below: true,
  lasting: true,
  silenceRings: true,
});

/** An API's function that fails or is throttled answers 5xx, which ServerErrors counts; a job's failure nobody sees. */
const JOBS: readonly FunctionName[] = ['mail-events', 'on-record', 'tick'];

/** The most metrics that CloudWatch takes in an alarm's expression. */
const METRICS_IN_ALARM = 10;

/** Adds up a metric of functions: a signal for each ten of them, the first under the plain id. */
function overFunctions(
  id: string,
  functions: readonly ResourceFunction[],
  metricOf: (of: ResourceFunction) => IMetric,
): Signal[] {
  const alarms = Math.ceil(functions.length / METRICS_IN_ALARM);
  return Array.from({ length: alarms }, (_, index) => {
    const some = functions.slice(index * METRICS_IN_ALARM, (index + 1) * METRICS_IN_ALARM);
    const usingMetrics = Object.fromEntries(some.map((of, at) => [`f${at}`, metricOf(of)]));
    return {
      id: index === 0 ? id : `${id}${index + 1}`,
      // Unlike `f0 + f1`, SUM takes a function that was not called, and so has no data, for 0.
      metric: new MathExpression({ expression: 'SUM(METRICS())', usingMetrics, label: id, period: PERIOD }),
      threshold: 1,
      functions: Object.fromEntries(some.map((of) => [of.name, metricOf(of)])),
    };
  });
}

/** Everything of the product's own region that is watched, with the thresholds at which the operator is told. */
export function signals({ service, api, table, functions, mailEvents, events, isLean }: Watched): Signal[] {
  const counted = countedBy(service);
  const ofTable = (metricName: string) =>
    new Metric({
      namespace: 'AWS/DynamoDB',
      metricName,
      dimensionsMap: { TableName: table.tableName },
      period: PERIOD,
      statistic: 'Sum',
    });
  const job = (wanted: FunctionName) => {
    const found = functions.find(({ name }) => name === wanted);
    if (!found) throw new Error(`There is no function ${wanted}`);
    return found;
  };
  const onRecord = job('on-record');
  const lateness = onRecord.lambda.metric('IteratorAge', { period: PERIOD, statistic: 'Maximum' });
  return [
    { id: 'ServerErrors', metric: api.metricServerError({ period: PERIOD, statistic: 'Sum' }), threshold: 1 },
    // However few calls there are: CloudWatch takes a p95 for certain from 200 on, which a small firm never makes.
    {
      id: 'SlowAnswers',
      metric: api.metricLatency({ period: PERIOD, statistic: 'p95' }),
      threshold: 3000,
      lasting: true,
    },
    counted('SignInFailures', 50),
    counted('Tampering'),
    counted('EventFailures'),
    waitingIn('EventDeadLetters', events),
    { id: 'EventsLate', metric: lateness, threshold: LATE_MS, lasting: true },
    silence('EventsSilent', onRecord),
    silence('TickSilent', job('tick')),
    counted('KeyErrors'),
    counted('TableErrors'),
    { ...counted('AwsThrottles'), lasting: true },
    { id: 'ReadThrottles', metric: ofTable('ReadThrottleEvents'), threshold: 1, lasting: true },
    { id: 'WriteThrottles', metric: ofTable('WriteThrottleEvents'), threshold: 1, lasting: true },
    counted('MailRefused'),
    waitingIn('MailDeadLetters', mailEvents),
    // From here on SES reviews an account.
    { id: 'MailBounces', metric: reputation('Reputation.BounceRate'), threshold: 0.05 },
    { id: 'MailComplaints', metric: reputation('Reputation.ComplaintRate'), threshold: 0.001 },
    ...overFunctions('FunctionErrors', isLean ? functions.filter(({ name }) => JOBS.includes(name)) : functions, (of) =>
      of.lambda.metricErrors({ period: PERIOD }),
    ),
    ...overFunctions('FunctionThrottles', isLean ? [] : functions, (of) =>
      of.lambda.metricThrottles({ period: PERIOD }),
    ).map((signal) => ({ ...signal, lasting: true as const })),
  ];
}

import { Duration } from 'aws-cdk-lib';
import type { SpecRestApi } from 'aws-cdk-lib/aws-apigateway';
import { type IMetric, Metric } from 'aws-cdk-lib/aws-cloudwatch';
import type { TableV2 } from 'aws-cdk-lib/aws-dynamodb';
import { FilterPattern, type IFilterPattern } from 'aws-cdk-lib/aws-logs';
import type { ResourceFunction } from '../functions/resource-function.ts';

/** What metrics and alarms are counted over. */
export const PERIOD = Duration.minutes(5);
const NAMESPACE = 'OnboardingPortal';

/** Something to watch: shown on the dashboard, and an alarm from its threshold on. */
export interface Signal {
  id: string;
  metric: IMetric;
  /** In the metric's own unit and period. */
  threshold: number;
}

/** What can be watched. */
export interface Watched {
  api: SpecRestApi;
  table: TableV2;
  functions: readonly ResourceFunction[];
}

/** Names of what DynamoDB throws when it fails or does not keep up. */
const TABLE_ERRORS = ['InternalServerError', 'ProvisionedThroughputExceededException', 'RequestLimitExceeded'];

/** Names of what KMS throws when a key cannot be used. */
const KEY_ERRORS = ['KMS*', 'DisabledException', 'KeyUnavailableException', 'DependencyTimeoutException'];

/** Names of what any of AWS's services throws when it is asked too much. */
const AWS_THROTTLES = ['ThrottlingException', 'TooManyRequestsException', 'SlowDown'];

const field = (name: string, value: string) => FilterPattern.stringValue(`$.${name}`, '=', value);
const status = (code: number) => FilterPattern.numberValue('$.status', '=', code);

/** Counts lines in the logs of functions. */
function counted(id: string, functions: readonly ResourceFunction[], filterPattern: IFilterPattern): IMetric {
  for (const { logs } of functions)
    logs.addMetricFilter(id, { filterPattern, metricNamespace: NAMESPACE, metricName: id });
  return new Metric({ namespace: NAMESPACE, metricName: id, period: PERIOD, statistic: 'Sum' });
}

const reputation = (metricName: string) =>
  new Metric({ namespace: 'AWS/SES', metricName, period: Duration.hours(1), statistic: 'Maximum' });

/** Everything that is watched, with the thresholds at which the operator is told. */
export function signals({ api, table, functions }: Watched): Signal[] {
  const only = (name: string) => functions.filter((resource) => resource.name === name);
  const failedSignIn = FilterPattern.all(
    field('call', 'POST /api/auth/login'),
    FilterPattern.any(status(401), status(429)),
  );
  const thrown = (id: string, names: readonly string[]) =>
    counted(id, functions, FilterPattern.any(...names.map((name) => field('error', name))));
  const ofTable = (metricName: string) =>
    new Metric({
      namespace: 'AWS/DynamoDB',
      metricName,
      dimensionsMap: { TableName: table.tableName },
      period: PERIOD,
      statistic: 'Sum',
    });
  return [
    { id: 'ServerErrors', metric: api.metricServerError({ period: PERIOD, statistic: 'Sum' }), threshold: 1 },
    { id: 'SlowAnswers', metric: api.metricLatency({ period: PERIOD, statistic: 'p95' }), threshold: 3000 },
    { id: 'SignInFailures', metric: counted('SignInFailures', only('auth'), failedSignIn), threshold: 50 },
    { id: 'Tampering', metric: counted('Tampering', only('documents'), field('alarm', 'tamper')), threshold: 1 },
    { id: 'KeyErrors', metric: thrown('KeyErrors', KEY_ERRORS), threshold: 1 },
    { id: 'TableErrors', metric: thrown('TableErrors', TABLE_ERRORS), threshold: 1 },
    { id: 'AwsThrottles', metric: thrown('AwsThrottles', AWS_THROTTLES), threshold: 1 },
    { id: 'ReadThrottles', metric: ofTable('ReadThrottleEvents'), threshold: 1 },
    { id: 'WriteThrottles', metric: ofTable('WriteThrottleEvents'), threshold: 1 },
    {
      id: 'MailRefused',
      metric: counted(
        'MailRefused',
        [...only('auth'), ...only('clients'), ...only('mail-events')],
        field('what', '*mail'),
      ),
      threshold: 1,
    },
    // From here on SES reviews an account.
    { id: 'MailBounces', metric: reputation('Reputation.BounceRate'), threshold: 0.05 },
    { id: 'MailComplaints', metric: reputation('Reputation.ComplaintRate'), threshold: 0.001 },
    ...functions.flatMap(({ name, lambda }) => [
      { id: `${name}-errors`, metric: lambda.metricErrors({ period: PERIOD }), threshold: 1 },
      { id: `${name}-throttles`, metric: lambda.metricThrottles({ period: PERIOD }), threshold: 1 },
    ]),
  ];
}

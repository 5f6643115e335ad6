import { Duration, Stack, Validations } from 'aws-cdk-lib';
import { CfnBudget } from 'aws-cdk-lib/aws-budgets';
import { Rule, Schedule } from 'aws-cdk-lib/aws-events';
import { LambdaFunction } from 'aws-cdk-lib/aws-events-targets';
import {
  CfnDelivery,
  CfnDeliveryDestination,
  CfnDeliverySource,
  LogGroup,
  type RetentionDays,
} from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import { EDGE_REGION, type Settings } from '../config.ts';
import type { Code } from '../functions/bundle.ts';
import { ResourceFunction } from '../functions/resource-function.ts';
import { incarnation } from '../incarnation.ts';
import { deploymentName } from '../names.ts';
import { removalOf } from '../removal-policy.ts';
import { Alarms } from '../watch/alarms.ts';
import { edgeSignals } from '../watch/edge-signals.ts';
import { PERIOD } from '../watch/signal.ts';
import type { Site } from './site.ts';

/** Maximum delay of a run; a later one is dropped, because the next one is near. */
const LATEST = Duration.minutes(1);
const NEXT = 'A failed run raises an alarm and is not retried: each period has one result.';

interface Canary {
  settings: Settings;
  directory: string;
  origins: readonly string[];
}

/** Adds the canary, which checks the site from outside in each alarm period, without permissions. */
function addCanary(scope: Construct, { settings, directory, origins }: Canary): void {
  const description = 'Checks the site from outside';
  const canary = new ResourceFunction(scope, 'Canary', { name: 'canary', description, settings, directory });
  canary.bind({ ORIGINS: origins.join(' ') });
  const rule = new Rule(scope, 'EveryPeriod', {
    schedule: Schedule.rate(PERIOD),
    targets: [new LambdaFunction(canary.live, { retryAttempts: 0, maxEventAge: LATEST })],
  });
  canary.live.configureAsyncInvoke({ retryAttempts: 0, maxEventAge: LATEST });
  const finding = (rule: string) => ({ id: `Serverless-${rule}`, reason: NEXT });
  Validations.of(rule).acknowledge(finding('EventBusDLQ'));
  Validations.of(canary).acknowledge(finding('LambdaDLQ'), finding('LambdaAsyncFailureDestination'), {
    id: 'Serverless-LambdaTracing',
    reason: 'It calls nothing of AWS; the requests that it makes are in the log of CloudFront.',
  });
}

/** Thresholds in percent: of the actual cost, and of the month's forecast. */
const ALERT_LEVELS = [
  { notificationType: 'ACTUAL', threshold: 80 },
  { notificationType: 'FORECASTED', threshold: 100 },
];

/** Adds a budget, which emails the operator before the month costs more, if the settings have one. */
function addBudget(scope: Construct, settings: Settings): void {
  const { budget: amount, alarmMail: address } = settings;
  if (!amount || !address) return;
  new CfnBudget(scope, 'Budget', {
    budget: {
      // A new address replaces the budget, and the new budget needs another name.
      budgetName: `${deploymentName(settings)} ${address}`,
      budgetType: 'COST',
      timeUnit: 'MONTHLY',
      budgetLimit: { amount, unit: 'USD' },
    },
    notificationsWithSubscribers: ALERT_LEVELS.map((level) => ({
      notification: { ...level, comparisonOperator: 'GREATER_THAN', thresholdType: 'PERCENTAGE' },
      subscribers: [{ subscriptionType: 'EMAIL', address }],
    })),
  });
}

/** Fields of CloudFront's log. Path, query, cookie and referer are left out, because they may contain tokens. */
const FIELDS = [
  'date',
  'time',
  'x-edge-location',
  'c-ip',
  'cs-method',
  'sc-status',
  'sc-bytes',
  'cs-bytes',
  'time-taken',
  'x-edge-result-type',
  'x-edge-detailed-result-type',
  'x-edge-request-id',
  'ssl-protocol',
  'cs-protocol-version',
];

function addAccessLog(scope: Construct, settings: Settings, distributionArn: string): void {
  const name = `${Stack.of(scope).stackName}-${incarnation()}`;
  const log = new LogGroup(scope, 'Log', {
    logGroupName: `/aws/vendedlogs/cloudfront/${name}`,
    retention: settings.logRetentionDays as RetentionDays,
    removalPolicy: removalOf(settings),
  });
  const source = new CfnDeliverySource(scope, 'Source', {
    name,
    logType: 'ACCESS_LOGS',
    resourceArn: distributionArn,
  });
  const destination = new CfnDeliveryDestination(scope, 'Destination', {
    name,
    outputFormat: 'json',
    destinationResourceArn: log.logGroupArn,
  });
  new CfnDelivery(scope, 'Delivery', {
    deliverySourceName: source.name,
    deliveryDestinationArn: destination.attrArn,
    recordFields: FIELDS,
  }).addResourceDependency(source);
}

interface Props {
  settings: Settings;
  bundles: Code;
  web: Site;
}

/** Resources that must be in CloudFront's region, and the canary, which watches the product from another region. */
export class EdgeStack extends Stack {
  constructor(scope: Construct, id: string, { settings, bundles, web }: Props) {
    super(scope, id, {
      env: { ...settings.env, region: EDGE_REGION },
      description: 'Client-onboarding portal: log of CloudFront, canary, alarms of the edge',
      terminationProtection: settings.isProtected,
    });
    addAccessLog(this, settings, web.distributionArn);
    const origins = [...new Set([web.origin, settings.origin ?? web.origin])];
    addCanary(this, { settings, directory: bundles.canary.directory, origins });
    new Alarms(this, 'Alarms', { settings, signals: edgeSignals(settings, web.distributionId) });
    addBudget(this, settings);
  }
}

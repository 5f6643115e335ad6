import { Duration, Validations } from 'aws-cdk-lib';
import { Rule, Schedule } from 'aws-cdk-lib/aws-events';
import { LambdaFunction } from 'aws-cdk-lib/aws-events-targets';
import type { Construct } from 'constructs';
import type { Settings } from '../config.ts';
import { ResourceFunction } from '../functions/resource-function.ts';
import { PERIOD } from './signal.ts';

/** A run that is later than this is left out: the next one is near. */
const LATEST = Duration.minutes(1);
/** Why a run is neither tried again nor kept. */
const NEXT = 'A run that failed is an alarm, and is not tried again: each period has one answer.';

interface Props {
  settings: Settings;
  /** Directory of its bundle. */
  directory: string;
  /** Every name that the site answers under. */
  origins: readonly string[];
}

/** Asks the site for itself once in each period of the alarms, from outside and without any rights. */
export function addCanary(scope: Construct, { settings, directory, origins }: Props): void {
  const description = 'Asks the site as a stranger would';
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

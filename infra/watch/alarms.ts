import { Aws, CfnOutput, Duration, RemovalPolicy, Stack, Validations } from 'aws-cdk-lib';
import { Alarm, ComparisonOperator, Dashboard, GraphWidget, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Key } from 'aws-cdk-lib/aws-kms';
import { type ITopic, Topic } from 'aws-cdk-lib/aws-sns';
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import { Construct } from 'constructs';
import { EDGE_REGION, type Settings } from '../config.ts';
import type { Signal } from './signal.ts';

const WIDTH = 8;

const widgets = (signals: readonly Signal[], region?: string) =>
  signals.map(
    ({ id, metric, threshold, unit, functions }) =>
      new GraphWidget({
        title: id,
        width: WIDTH,
        left: functions ? Object.values(functions) : [metric],
        leftYAxis: { label: unit, showUnits: false },
        leftAnnotations: [{ value: threshold, label: 'Alarm' }],
        ...(region && { region }),
      }),
  );

interface Shown {
  own: readonly Signal[];
  edge: readonly Signal[];
}

/** Adds a dashboard of all signals with their alarm thresholds, those from outside first. */
export function addDashboard(scope: Construct, id: string, { own, edge }: Shown): void {
  const dashboard = new Dashboard(scope, id, { defaultInterval: Duration.days(1) });
  dashboard.addWidgets(...widgets(edge, EDGE_REGION), ...widgets(own));
}

const OWN_TOPICS = `arn:${Aws.PARTITION}:sns:${Aws.REGION}:${Aws.ACCOUNT_ID}:*`;
const OWN_ACCOUNT = { conditions: { StringEquals: { 'aws:SourceAccount': Aws.ACCOUNT_ID } } };

/** Publishers: CloudWatch for alarms, EventBridge for failed backups. */
const PUBLISHERS = ['cloudwatch.amazonaws.com', 'events.amazonaws.com'];

/** Creates the key of the alarm topic. It is separate, so that alarms arrive even if a data key is the problem. */
function alarmKey(scope: Construct): Key {
  const key = new Key(scope, 'Key', {
    description: 'Seals what alarms say',
    enableKeyRotation: true,
    removalPolicy: RemovalPolicy.DESTROY,
  });
  const conditions = { StringLike: { 'kms:EncryptionContext:aws:sns:topicArn': OWN_TOPICS } };
  key.addToResourcePolicy(
    new PolicyStatement({
      actions: ['kms:GenerateDataKey*', 'kms:Decrypt'],
      principals: PUBLISHERS.map((service) => new ServicePrincipal(service, { conditions })),
      resources: ['*'],
    }),
  );
  return key;
}

/**
 * Creates the topic of a region's alarms, which emails the operator. Alarms of dev and stage name no person, and a key
 * for each region costs more than it protects.
 */
function alarmTopic(scope: Construct, { tlsOnly, alarmMail, isLean }: Settings): Topic {
  const topic = new Topic(scope, 'Topic', { enforceSSL: tlsOnly, ...(!isLean && { masterKey: alarmKey(scope) }) });
  topic.grantPublish(new ServicePrincipal('cloudwatch.amazonaws.com', OWN_ACCOUNT));
  Validations.of(topic).acknowledge({
    id: 'Serverless-SNSRedrivePolicy',
    reason: 'An operator who misses the email would not check a queue either; the dashboard shows the alarm.',
  });
  new CfnOutput(Stack.of(scope), 'AlarmsTopic', { value: topic.topicArn });
  if (alarmMail) topic.addSubscription(new EmailSubscription(alarmMail));
  return topic;
}

/** Returns an alarm's description, which AWS puts into its email. */
const description = ({ id, notice, first, section }: Signal, { stackName, region }: Stack): string =>
  [
    `${id}: ${notice}`,
    `Stack: ${stackName} in ${region}`,
    `First: ${first}`,
    `Then: docs/runbook.md#${section} ("logs" and "output" are defined at its top)`,
  ].join('\n');

/** Adds an alarm that notifies a topic when it starts and when it ends. */
export function addAlarm(scope: Construct, signal: Signal, topic: ITopic): Alarm {
  const { id, metric, threshold, lasting, silenceRings, below } = signal;
  const alarm = new Alarm(scope, id, {
    alarmDescription: description(signal, Stack.of(scope)),
    metric,
    threshold,
    ...(below && { comparisonOperator: ComparisonOperator.LESS_THAN_THRESHOLD }),
    evaluationPeriods: lasting ? 3 : 1,
    treatMissingData: silenceRings ? TreatMissingData.BREACHING : TreatMissingData.NOT_BREACHING,
  });
  alarm.addAlarmAction(new SnsAction(topic));
  alarm.addOkAction(new SnsAction(topic));
  return alarm;
}

interface Props {
  settings: Settings;
  /** Metrics of the stack's own region only. */
  signals: readonly Signal[];
}

/** Emails the operator when a signal reaches its threshold, and when it recovers. */
export class Alarms extends Construct {
  readonly topic: Topic;
  private readonly made: ReadonlyMap<string, Alarm>;

  constructor(scope: Construct, id: string, { settings, signals }: Props) {
    super(scope, id);
    this.topic = alarmTopic(this, settings);
    this.made = new Map(signals.map((signal) => [signal.id, addAlarm(this, signal, this.topic)]));
  }

  /** Returns the alarms with these ids, as far as the stage has them. */
  those(...ids: string[]): Alarm[] {
    return ids.flatMap((id) => this.made.get(id) ?? []);
  }
}

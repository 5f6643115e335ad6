import { Aws, CfnOutput, RemovalPolicy, Stack, Validations } from 'aws-cdk-lib';
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Key } from 'aws-cdk-lib/aws-kms';
import { Topic } from 'aws-cdk-lib/aws-sns';
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import type { Construct } from 'constructs';
import type { Settings } from '../config.ts';

const OWN_TOPICS = `arn:${Aws.PARTITION}:sns:${Aws.REGION}:${Aws.ACCOUNT_ID}:*`;
const OWN_ACCOUNT = { conditions: { StringEquals: { 'aws:SourceAccount': Aws.ACCOUNT_ID } } };

/** Who tells of something: CloudWatch of an alarm, EventBridge of a backup that was not made. */
const TELLERS = ['cloudwatch.amazonaws.com', 'events.amazonaws.com'];

/**
 * Seals what alarms say until it is delivered. A key of its own, so that alarms arrive also where a key of the data is the
 * trouble; nothing is kept under it.
 */
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
      principals: TELLERS.map((service) => new ServicePrincipal(service, { conditions })),
      resources: ['*'],
    }),
  );
  return key;
}

/** Where the alarms of a region go: by mail to the operator. */
export function alarmTopic(scope: Construct, { tlsOnly, alarmMail, isLean }: Settings): Topic {
  const topic = new Topic(scope, 'Topic', { enforceSSL: tlsOnly, ...(!isLean && { masterKey: alarmKey(scope) }) });
  if (isLean)
    Validations.of(topic).acknowledge({
      id: 'AwsSolutions-SNS2',
      reason: 'Alarms of dev and stage name no person, and a key for each region costs more than it protects.',
    });
  topic.grantPublish(new ServicePrincipal('cloudwatch.amazonaws.com', OWN_ACCOUNT));
  Validations.of(topic).acknowledge({
    id: 'Serverless-SNSRedrivePolicy',
    reason: 'Who does not get the mail would not look into a queue either; the alarm stays on the dashboard.',
  });
  new CfnOutput(Stack.of(scope), 'AlarmsTopic', { value: topic.topicArn });
  if (alarmMail) topic.addSubscription(new EmailSubscription(alarmMail));
  return topic;
}

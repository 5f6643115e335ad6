import { Duration, Validations } from 'aws-cdk-lib';
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';
import type { Settings } from './config.ts';

/** Creates a dead-letter queue with 14 days of retention, the maximum of SQS. */
export function deadLetterQueue(scope: Construct, { tlsOnly }: Settings): Queue {
  const queue = new Queue(scope, 'DeadLetters', {
    encryption: QueueEncryption.SQS_MANAGED,
    enforceSSL: tlsOnly,
    retentionPeriod: Duration.days(14),
  });
  Validations.of(queue).acknowledge({
    id: 'Serverless-SQSRedrivePolicy',
    reason: 'It is the dead-letter queue itself.',
  });
  return queue;
}

import { Aws, Validations } from 'aws-cdk-lib';
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Key } from 'aws-cdk-lib/aws-kms';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import {
  ConfigurationSet,
  ConfigurationSetTlsPolicy,
  EmailSendingEvent,
  EventDestination,
  SuppressionReasons,
} from 'aws-cdk-lib/aws-ses';
import { Topic } from 'aws-cdk-lib/aws-sns';
import { LambdaSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import type { Settings } from '../config.ts';
import { deadLetterQueue } from '../functions/dead-letters.ts';
import { removalOf } from '../removal-policy.ts';
import { sender } from './sender.ts';

/** The SES events we subscribe to: bounce, complaint, reject. */
const EVENTS = [EmailSendingEvent.BOUNCE, EmailSendingEvent.COMPLAINT, EmailSendingEvent.REJECT];
const OWN_TOPICS = `arn:${Aws.PARTITION}:sns:${Aws.REGION}:${Aws.ACCOUNT_ID}:*`;

/** Encrypts the SNS topic. SES may use the key for topics of this account only. */
function topicKey(scope: Construct, settings: Settings): Key {
  const key = new Key(scope, 'Key', {
    description: 'Seals what SES tells of mail',
    enableKeyRotation: true,
    removalPolicy: removalOf(settings),
  });
  const ses = new ServicePrincipal('ses.amazonaws.com', {
    conditions: { StringLike: { 'kms:EncryptionContext:aws:sns:topicArn': OWN_TOPICS } },
  });
  key.addToResourcePolicy(
    new PolicyStatement({ actions: ['kms:GenerateDataKey', 'kms:Decrypt'], principals: [ses], resources: ['*'] }),
  );
  return key;
}

/** Who mail is sent as, and what SES tells of the mail. */
export class Mail extends Construct {
  /** What every mail is sent under. */
  readonly configuration: ConfigurationSet;
  /** What SES told and no function took down; `npm run ops -- replay-mail-events` tells it again. */
  readonly deadLetters: Queue;
  private readonly events: Topic;
  /** Names for stack outputs. */
  readonly names: Record<string, string>;

  constructor(scope: Construct, id: string, settings: Settings) {
    super(scope, id);
    const { mailFrom, tlsOnly } = settings;
    this.configuration = new ConfigurationSet(this, 'Configuration', {
      reputationMetrics: true,
      suppressionReasons: SuppressionReasons.BOUNCES_AND_COMPLAINTS,
      tlsPolicy: ConfigurationSetTlsPolicy.REQUIRE,
    });
    this.events = new Topic(this, 'Events', { enforceSSL: tlsOnly, masterKey: topicKey(this, settings) });
    const destination = EventDestination.snsTopic(this.events);
    this.configuration.addEventDestination('Undelivered', { destination, events: EVENTS });
    this.deadLetters = deadLetterQueue(this, settings);
    this.names = {
      MailFrom: mailFrom,
      MailConfiguration: this.configuration.configurationSetName,
      MailEventsTopic: this.events.topicArn,
      MailEventsQueue: this.deadLetters.queueUrl,
      ...sender(this, settings),
    };
  }

  /** Hands what SES tells of mail to a function, or keeps it where the function cannot be called. */
  tell(lambda: IFunction): void {
    this.events.addSubscription(new LambdaSubscription(lambda, { deadLetterQueue: this.deadLetters }));
    Validations.of(lambda).acknowledge({
      id: 'CloudFormation-Validate::W3694',
      reason: "An alias stands for its function, and SNS takes the alias's ARN.",
    });
  }
}

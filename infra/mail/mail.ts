import { Aws } from 'aws-cdk-lib';
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Key } from 'aws-cdk-lib/aws-kms';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import {
  ConfigurationSet,
  EmailIdentity,
  EmailSendingEvent,
  EventDestination,
  Identity,
  SuppressionReasons,
} from 'aws-cdk-lib/aws-ses';
import { Topic } from 'aws-cdk-lib/aws-sns';
import { LambdaSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import { Construct } from 'constructs';
import type { Settings } from '../config.ts';
import { removalOf } from '../removal-policy.ts';

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

/** The address that mail is sent from, and what SES tells of the mail. */
export class Mail extends Construct {
  readonly identityArn: string;
  /** What every mail is sent under. */
  readonly configuration: ConfigurationSet;
  private readonly events: Topic;
  /** Names for stack outputs. */
  readonly names: Record<string, string>;

  constructor(scope: Construct, id: string, settings: Settings) {
    super(scope, id);
    const { mailFrom, target, tlsOnly } = settings;
    const identity = new EmailIdentity(this, 'Identity', { identity: Identity.email(mailFrom) });
    // The emulator checks SendEmail against no identity but "*"; AWS checks the sender's.
    this.identityArn = target === 'local' ? '*' : identity.emailIdentityArn;
    this.configuration = new ConfigurationSet(this, 'Configuration', {
      reputationMetrics: true,
      suppressionReasons: SuppressionReasons.BOUNCES_AND_COMPLAINTS,
    });
    this.events = new Topic(this, 'Events', { enforceSSL: tlsOnly, masterKey: topicKey(this, settings) });
    const destination = EventDestination.snsTopic(this.events);
    this.configuration.addEventDestination('Undelivered', { destination, events: EVENTS });
    this.names = {
      MailFrom: mailFrom,
      MailConfiguration: this.configuration.configurationSetName,
      MailEventsTopic: this.events.topicArn,
    };
  }

  /** The configuration's ARN, for who sends under it. */
  get configurationArn(): string {
    const { PARTITION, REGION, ACCOUNT_ID } = Aws;
    return `arn:${PARTITION}:ses:${REGION}:${ACCOUNT_ID}:configuration-set/${this.configuration.configurationSetName}`;
  }

  /** Hands what SES tells of mail to a function. */
  tell(lambda: IFunction): void {
    this.events.addSubscription(new LambdaSubscription(lambda));
  }
}

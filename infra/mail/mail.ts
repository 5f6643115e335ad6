import { Aws, RemovalPolicy, Validations } from 'aws-cdk-lib';
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Key } from 'aws-cdk-lib/aws-kms';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import {
  ConfigurationSet,
  ConfigurationSetTlsPolicy,
  EmailIdentity,
  EmailSendingEvent,
  EventDestination,
  Identity,
  SuppressionReasons,
} from 'aws-cdk-lib/aws-ses';
import { Topic } from 'aws-cdk-lib/aws-sns';
import { LambdaSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import type { Settings } from '../config.ts';
import { deadLetterQueue } from '../dead-letters.ts';
import { domainOf, liesIn } from '../deployment-settings.ts';
import { asLine, type DnsRecord, keptRecord } from '../dns.ts';
import { removalOf } from '../removal-policy.ts';

/** Creates a domain's SES identity and returns its DNS records. It outlives the stack: other stages may use it. */
function provenDomain(scope: Construct, domain: string, region: string): Record<string, DnsRecord> {
  const mailFromDomain = `bounce.${domain}`;
  const identity = new EmailIdentity(scope, 'Identity', { identity: Identity.domain(domain), mailFromDomain });
  identity.applyRemovalPolicy(RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE);
  const dkim = identity.dkimRecords.map((record, at) => [`Dkim${at + 1}`, { ...record, type: 'CNAME' }] as const);
  return {
    ...Object.fromEntries(dkim),
    MailFromMx: { name: mailFromDomain, type: 'MX', value: `10 feedback-smtp.${region}.amazonses.com` },
    MailFromSpf: { name: mailFromDomain, type: 'TXT', value: 'v=spf1 include:amazonses.com ~all' },
  };
}

/** Policy that requests reports and blocks nothing, because it covers all mail of the domain, the office's too. */
const dmarc = (domain: string, reports: string): DnsRecord => ({
  name: `_dmarc.${domain}`,
  type: 'TXT',
  value: `v=DMARC1; p=none; rua=mailto:${reports}`,
});

/**
 * Creates the sender's identity, and returns the records to create by hand. One is DMARC's, which may exist already.
 */
function sender(scope: Construct, settings: Settings): Record<string, string> {
  const { mailFrom, mailIdentity, alarmMail, hostedZone, env } = settings;
  if (mailIdentity === 'existing') return {};
  const domain = domainOf(mailFrom);
  const records = provenDomain(scope, domain, env.region);
  const zone = hostedZone && liesIn(domain, hostedZone) ? hostedZone : undefined;
  if (zone) for (const [id, record] of Object.entries(records)) keptRecord(scope, id, zone, record);
  const byHand = { ...(!zone && records), ...(alarmMail && { Dmarc: dmarc(domain, alarmMail) }) };
  return Object.fromEntries(Object.entries(byHand).map(([id, record]) => [`Dns${id}`, asLine(record)]));
}

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

export class Mail extends Construct {
  readonly configuration: ConfigurationSet;
  /** Dead-letter queue of mail events; `npm run ops -- replay-mail-events` replays them. */
  readonly deadLetters: Queue;
  private readonly events: Topic;
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

  /** Subscribes a function to SES's events; undeliverable ones go to the dead-letter queue. */
  subscribe(lambda: IFunction): void {
    this.events.addSubscription(new LambdaSubscription(lambda, { deadLetterQueue: this.deadLetters }));
    Validations.of(lambda).acknowledge({
      id: 'CloudFormation-Validate::W3694',
      reason: 'SNS accepts the ARN of an alias.',
    });
  }
}

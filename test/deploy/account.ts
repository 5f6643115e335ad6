import { ACMClient, DescribeCertificateCommand } from '@aws-sdk/client-acm';
import {
  CloudFormationClient,
  DescribeStacksCommand,
  type StackStatus,
  UpdateStackCommand,
} from '@aws-sdk/client-cloudformation';
import { CloudFrontClient, ListDistributionsCommand } from '@aws-sdk/client-cloudfront';
import { GetAccountSettingsCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { GetAccountCommand, GetEmailIdentityCommand, NotFoundException, SESv2Client } from '@aws-sdk/client-sesv2';
import { ListSubscriptionsByTopicCommand, SNSClient } from '@aws-sdk/client-sns';
import {
  GetParameterCommand,
  GetParameterHistoryCommand,
  ParameterNotFound,
  PutParameterCommand,
  SSMClient,
} from '@aws-sdk/client-ssm';
import { mockClient } from 'aws-sdk-client-mock';
import type { LastingSettings, Release } from '#infra/deploy/release.ts';

export const PORTAL = 'OnboardingPortal-stage';
export const SETTINGS: LastingSettings = { originKeys: ['1'], durable: true };

/** Returns an answering release of a day in March, with a template named after the day. */
export const releaseOf = (day: number, different: Partial<Release> = {}): Release => ({
  time: `2026-03-0${day}T09:30:00.000Z`,
  commit: '0123456789abcdef',
  settings: SETTINGS,
  stacks: [{ name: PORTAL, region: 'eu-west-2', template: `s3://assets/${day}.json` }],
  answered: true,
  ...different,
});

export const missing = { message: 'not there', $metadata: {} };

/** An AWS account that answers from the state set by a test. */
export class Account {
  readonly ssm = mockClient(SSMClient);
  readonly sns = mockClient(SNSClient);
  readonly lambda = mockClient(LambdaClient);
  readonly ses = mockClient(SESv2Client);
  readonly acm = mockClient(ACMClient);
  readonly cloudFront = mockClient(CloudFrontClient);
  readonly cloudFormation = mockClient(CloudFormationClient);
  /** Status and termination protection of each existing stack. */
  stacks: Record<string, { status: StackStatus; isProtected?: boolean }> = {};
  /** Oldest first. */
  released: Release[] = [];

  private all = () => [this.ssm, this.sns, this.lambda, this.ses, this.acm, this.cloudFront, this.cloudFormation];
  restore = () => this.all().forEach((client) => void client.restore());

  /** Resets to an established account without deployments. */
  reset(): void {
    for (const client of this.all()) client.reset();
    this.stacks = {};
    this.released = [];
    this.ssm.on(GetParameterCommand).resolves({ Parameter: { Value: '30' } });
    this.ssm.on(PutParameterCommand).callsFake(({ Value }) => void this.released.push(JSON.parse(Value)));
    this.ssm.on(GetParameterHistoryCommand).callsFake(() => {
      if (this.released.length === 0) throw new ParameterNotFound(missing);
      return { Parameters: this.released.map((release, at) => ({ Version: at + 1, Value: JSON.stringify(release) })) };
    });
    this.sns.on(ListSubscriptionsByTopicCommand).resolves({ Subscriptions: [{ SubscriptionArn: 'arn:aws:sns:1' }] });
    this.lambda.on(GetAccountSettingsCommand).resolves({ AccountLimit: { ConcurrentExecutions: 1000 } });
    this.ses.on(GetAccountCommand).resolves({ ProductionAccessEnabled: true, SendingEnabled: true });
    this.ses.on(GetEmailIdentityCommand).rejects(new NotFoundException(missing));
    this.cloudFront.on(ListDistributionsCommand).resolves({ DistributionList: undefined });
    this.acm.on(DescribeCertificateCommand).resolves({
      Certificate: { Status: 'ISSUED', DomainName: 'firm.example', SubjectAlternativeNames: ['*.firm.example'] },
    });
    this.cloudFormation.on(DescribeStacksCommand).callsFake(({ StackName }) => {
      const { status, isProtected = false } = this.stacks[StackName] ?? {};
      if (!status) throw new Error(`Stack with id ${StackName} does not exist`);
      const Outputs = [
        { OutputKey: 'DistributionDomain', OutputValue: 'd1.cloudfront.net' },
        { OutputKey: 'AlarmsTopic', OutputValue: 'arn:aws:sns:eu-west-2:111111111111:alarms' },
      ];
      return { Stacks: [{ StackStatus: status, EnableTerminationProtection: isProtected, Outputs }] };
    });
    this.cloudFormation.on(UpdateStackCommand).callsFake(({ StackName }) => {
      this.stacks[StackName] = { status: 'UPDATE_COMPLETE' };
    });
  }
}

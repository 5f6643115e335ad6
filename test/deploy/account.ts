import { ACMClient, DescribeCertificateCommand } from '@aws-sdk/client-acm';
import {
  CloudFormationClient,
  DeleteStackCommand,
  DescribeStacksCommand,
  type Stack,
  UpdateStackCommand,
  UpdateTerminationProtectionCommand,
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
import { GetCallerIdentityCommand, STSClient } from '@aws-sdk/client-sts';
import { mockClient } from 'aws-sdk-client-mock';
import type { Release } from '#infra/deploy/release.ts';

const notFound = { message: 'not there', $metadata: {} };

/** An AWS account that answers from the state set by a test, and logs its calls. */
export class Account {
  readonly sts = mockClient(STSClient);
  readonly ssm = mockClient(SSMClient);
  readonly sns = mockClient(SNSClient);
  readonly lambda = mockClient(LambdaClient);
  readonly ses = mockClient(SESv2Client);
  readonly acm = mockClient(ACMClient);
  readonly cloudFront = mockClient(CloudFrontClient);
  readonly cloudFormation = mockClient(CloudFormationClient);
  private readonly clients = [
    this.sts,
    this.ssm,
    this.sns,
    this.lambda,
    this.ses,
    this.acm,
    this.cloudFront,
    this.cloudFormation,
  ] as const;
  /** Status and termination protection of each existing stack. */
  stacks: Record<string, { status: string; isProtected?: boolean }> = {};
  /** Oldest first. */
  released: Release[] = [];

  /** Resets to an established account without deployments. */
  reset(): void {
    for (const client of this.clients) client.reset();
    this.stacks = {};
    this.released = [];
    this.sts
      .on(GetCallerIdentityCommand)
      .resolves({ Account: '111111111111', Arn: 'arn:aws:iam::111111111111:user/it' });
    this.ssm.on(GetParameterCommand).resolves({ Parameter: { Value: '30' } });
    this.ssm.on(PutParameterCommand).callsFake(({ Value }) => {
      this.released.push(JSON.parse(Value));
      return {};
    });
    this.ssm.on(GetParameterHistoryCommand).callsFake(() => {
      if (this.released.length === 0) throw new ParameterNotFound(notFound);
      return { Parameters: this.released.map((release, at) => ({ Version: at + 1, Value: JSON.stringify(release) })) };
    });
    this.sns
      .on(ListSubscriptionsByTopicCommand)
      .resolves({ Subscriptions: [{ SubscriptionArn: 'arn:aws:sns:eu-west-2:111111111111:alarms:1' }] });
    this.lambda.on(GetAccountSettingsCommand).resolves({ AccountLimit: { ConcurrentExecutions: 1000 } });
    this.ses.on(GetAccountCommand).resolves({ ProductionAccessEnabled: true, SendingEnabled: true });
    this.ses.on(GetEmailIdentityCommand).rejects(new NotFoundException(notFound));
    this.cloudFront.on(ListDistributionsCommand).resolves({ DistributionList: undefined });
    this.acm.on(DescribeCertificateCommand).resolves({
      Certificate: { Status: 'ISSUED', DomainName: 'firm.example', SubjectAlternativeNames: ['*.firm.example'] },
    });
    this.cloudFormation.on(DescribeStacksCommand).callsFake(({ StackName }) => ({ Stacks: [this.stack(StackName)] }));
    this.cloudFormation
      .on(UpdateTerminationProtectionCommand)
      .callsFake(({ StackName, EnableTerminationProtection }) => {
        Object.assign(this.stacks[StackName] ?? {}, { isProtected: EnableTerminationProtection });
        return {};
      });
    this.cloudFormation.on(DeleteStackCommand).callsFake(({ StackName }) => {
      if (this.stacks[StackName]?.isProtected) throw new Error('TerminationProtection is enabled');
      delete this.stacks[StackName];
      return {};
    });
    this.cloudFormation.on(UpdateStackCommand).callsFake(({ StackName }) => {
      Object.assign(this.stacks[StackName] ?? {}, { status: 'UPDATE_COMPLETE' });
      return {};
    });
  }

  /** Restores the mocked SDK clients. */
  restore(): void {
    for (const client of this.clients) client.restore();
  }

  private stack(StackName: string): Partial<Stack> {
    const { status, isProtected } = this.stacks[StackName] ?? {};
    if (!status) throw new Error(`Stack with id ${StackName} does not exist`);
    const Outputs = [
      { OutputKey: 'DistributionDomain', OutputValue: 'd1.cloudfront.net' },
      { OutputKey: 'AlarmsTopic', OutputValue: 'arn:aws:sns:eu-west-2:111111111111:alarms' },
    ];
    return {
      StackName,
      StackStatus: status as Stack['StackStatus'] & string,
      EnableTerminationProtection: isProtected ?? false,
      Outputs,
    };
  }
}

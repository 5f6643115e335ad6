import { CfnResource, CustomResourceProviderBase, RemovalPolicy, type Stack } from 'aws-cdk-lib';
import { LogGroup, type RetentionDays } from 'aws-cdk-lib/aws-logs';
import type { Settings } from '../config.ts';

/** Gives the CDK's own helper functions of a stack logs that expire. Lambda would make them some that are kept for good. */
export function addHelperLogs(stack: Stack, { logRetentionDays }: Settings): void {
  for (const helper of stack.node.children.filter((child) => child instanceof CustomResourceProviderBase)) {
    const lambda = helper.node.findChild('Handler');
    if (!CfnResource.isCfnResource(lambda)) throw new Error(`${helper.node.path} has no function`);
    const logs = new LogGroup(helper, 'Logs', {
      retention: logRetentionDays as RetentionDays,
      removalPolicy: RemovalPolicy.DESTROY,
    });
    lambda.addPropertyOverride('LoggingConfig.LogGroup', logs.logGroupName);
  }
}

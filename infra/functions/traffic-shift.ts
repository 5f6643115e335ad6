import { CfnCondition, CfnParameter, Fn, Validations } from 'aws-cdk-lib';
import type { Alarm } from 'aws-cdk-lib/aws-cloudwatch';
import { CfnApplication, CfnDeploymentGroup } from 'aws-cdk-lib/aws-codedeploy';
import { ManagedPolicy, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { type Alias, CfnAlias } from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';
import type { Settings } from '../config.ts';
import { TRAFFIC_SHIFT } from '../names.ts';
import type { ResourceFunction } from './resource-function.ts';

/** Takes ten minutes. With a firm's few calls an hour, five minutes of a 10 % canary would meet nobody. */
const GRADUALLY = 'CodeDeployDefault.LambdaLinear10PercentEvery1Minute';
const AT_ONCE = 'CodeDeployDefault.LambdaAllAtOnce';
const ROLL_BACK_ON = ['DEPLOYMENT_FAILURE', 'DEPLOYMENT_STOP_ON_REQUEST', 'DEPLOYMENT_STOP_ON_ALARM'];
const POLICY = 'service-role/AWSCodeDeployRoleForLambdaLimited';

interface Props {
  settings: Settings;
  functions: readonly ResourceFunction[];
  /** Alarms that roll back a function's new version. */
  alarmsOf: (of: ResourceFunction) => readonly Alarm[];
}

/**
 * Shifts traffic to new versions by 10 % a minute, all functions in parallel, and rolls back on an alarm. Both versions
 * serve one table meanwhile, so the old one must be able to read what the new one stores.
 *
 * The parameter `TrafficShift=at-once` shifts everything immediately and ignores alarms, for a fix or a rollback during
 * an alarm.
 */
export class TrafficShift extends Construct {
  constructor(scope: Construct, id: string, { settings, functions, alarmsOf }: Props) {
    super(scope, id);
    const parameter = new CfnParameter(scope, TRAFFIC_SHIFT.name, {
      description: 'How traffic moves to new versions: gradually, or immediately regardless of alarms',
      allowedValues: [TRAFFIC_SHIFT.gradually, TRAFFIC_SHIFT.atOnce],
      default: settings.stage === 'dev' ? TRAFFIC_SHIFT.atOnce : TRAFFIC_SHIFT.gradually,
    });
    const gradual = new CfnCondition(this, 'Gradual', {
      expression: Fn.conditionEquals(parameter.valueAsString, TRAFFIC_SHIFT.gradually),
    });
    const { ref: applicationName } = new CfnApplication(this, 'Application', { computePlatform: 'Lambda' });
    const serviceRoleArn = this.role().roleArn;
    for (const resource of functions) {
      const group = new CfnDeploymentGroup(this, resource.name, {
        applicationName,
        serviceRoleArn,
        deploymentConfigName: Fn.conditionIf(gradual.logicalId, GRADUALLY, AT_ONCE).toString(),
        deploymentStyle: { deploymentType: 'BLUE_GREEN', deploymentOption: 'WITH_TRAFFIC_CONTROL' },
        alarmConfiguration: {
          enabled: Fn.conditionIf(gradual.logicalId, true, false),
          alarms: alarmsOf(resource).map(({ alarmName: name }) => ({ name })),
        },
        autoRollbackConfiguration: { enabled: true, events: ROLL_BACK_ON },
      });
      shift(resource.live, { applicationName, deploymentGroupName: group.ref });
    }
  }

  private role(): Role {
    const role = new Role(this, 'Role', {
      assumedBy: new ServicePrincipal('codedeploy.amazonaws.com'),
      managedPolicies: [ManagedPolicy.fromAwsManagedPolicyName(POLICY)],
    });
    Validations.of(role).acknowledge({
      id: `AwsSolutions-IAM4[Policy::arn:<AWS::Partition>:iam::aws:policy/${POLICY}]`,
      reason: 'What CodeDeploy needs to move an alias is its own, and AWS keeps it in this policy.',
    });
    return role;
  }
}

function shift(
  { node: { defaultChild: alias } }: Alias,
  by: { applicationName: string; deploymentGroupName: string },
): void {
  if (!CfnAlias.isCfnAlias(alias)) throw new Error('The alias has no resource');
  alias.cfnOptions.updatePolicy = { codeDeployLambdaAliasUpdate: by };
}

import { CfnOutput, Duration, Stack, Validations } from 'aws-cdk-lib';
import { PolicyStatement, Role, type RoleProps } from 'aws-cdk-lib/aws-iam';
import type { Construct } from 'constructs';
import type { Settings } from '../config.ts';
import { deploymentName } from '../names.ts';
import { deployGrants, diffGrants, type Grant } from './grants.ts';
import { subjectOf, tokenOf } from './trust.ts';

/** Longer than one deployment takes. */
const SESSION = Duration.hours(2);

interface Props {
  settings: Settings;
  /** The repository, as the setting `GITHUB_REPOSITORY` names it. */
  repository: string;
  /** Every other stack of the deployment. */
  stacks: readonly Stack[];
}

/**
 * The roles that the firm's own repository works under at GitHub, by tokens that are good for one job: one deploys, the
 * other reads templates. They trust GitHub's provider of identities, which an account has once and docs/operate.md makes.
 */
export class CiStack extends Stack {
  constructor(scope: Construct, id: string, { settings, repository, stacks }: Props) {
    super(scope, id, {
      env: settings.env,
      description: "Client-onboarding portal: roles of the firm's own CI",
      terminationProtection: settings.isProtected,
    });
    const of = (what: string) => subjectOf(repository, what);
    const name = deploymentName(settings);
    this.role('Deploy', deployGrants(settings, [this, ...stacks]), {
      roleName: `${name}-deploy`,
      description: 'Deploys the main branch, once that is approved',
      // An environment has its reviewers at GitHub. The branch is held here, as an environment may be open to all.
      assumedBy: tokenOf([of(`environment:${settings.stage}`)], 'refs/heads/main'),
      maxSessionDuration: SESSION,
    });
    this.role('Diff', diffGrants([this, ...stacks]), {
      roleName: `${name}-diff`,
      description: 'Reads the templates that are deployed',
      assumedBy: tokenOf([of('pull_request'), of('ref:refs/heads/main')]),
    });
  }

  private role(id: string, grants: readonly Grant[], props: RoleProps): void {
    const role = new Role(this, id, props);
    for (const { actions, resources } of grants)
      role.addToPolicy(new PolicyStatement({ actions: [...actions], resources: [...resources] }));
    const open = grants.flatMap(({ resources }) => resources.filter((arn) => arn.endsWith('*')));
    Validations.of(role).acknowledge(
      ...open.map((arn) => ({
        id: `AwsSolutions-IAM5[Resource::${arn}]`,
        reason:
          'CloudFormation gives the end of a stack’s ARN, a template is named by what is in it, and what is read of the account has no ARN.',
      })),
    );
    new CfnOutput(this, `${id}RoleArn`, { value: role.roleArn });
  }
}

import { RemovalPolicy, SecretValue, Validations } from 'aws-cdk-lib';
import { AnyPrincipal, PolicyDocument, PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { Secret } from 'aws-cdk-lib/aws-secretsmanager';
import { Construct } from 'constructs';

/**
 * The only request header that an API's resource policy can compare. CloudFront overwrites what a browser sends in it.
 */
const HEADER = 'Referer';
const LENGTH = 48;

/**
 * The key that CloudFront sends to the API, which refuses every request without it. CloudFront sends the first of
 * several versions and the API accepts all of them, so that a key can be rotated without a gap.
 */
export class OriginKey extends Construct {
  /** Header that CloudFront adds to every request to the API. */
  readonly headers: Record<string, string>;
  /** Lets in requests that carry a key, and no other. */
  readonly policy: PolicyDocument;

  constructor(scope: Construct, id: string, versions: readonly string[]) {
    super(scope, id);
    const keys = versions.map((version) => this.key(version));
    this.headers = { [HEADER]: keys[0] ?? '' };
    const statement = new PolicyStatement({
      principals: [new AnyPrincipal()],
      actions: ['execute-api:Invoke'],
      resources: ['execute-api:/*'],
      conditions: { StringEquals: { [`aws:${HEADER}`]: keys } },
    });
    this.policy = new PolicyDocument({ statements: [statement] });
  }

  /** Makes a version's secret; gives the reference that CloudFormation replaces by its value. */
  private key(version: string): string {
    const secret = new Secret(this, `Version${version}`, {
      description: 'Shown by CloudFront to the API',
      generateSecretString: { passwordLength: LENGTH, excludePunctuation: true },
      removalPolicy: RemovalPolicy.DESTROY,
    });
    Validations.of(secret).acknowledge({
      id: 'AwsSolutions-SMG4',
      reason: 'CloudFront and the API read the key when they are deployed: it is replaced by the setting ORIGIN_KEYS.',
    });
    return SecretValue.secretsManager(secret.secretArn).unsafeUnwrap();
  }
}

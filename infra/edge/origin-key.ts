import { RemovalPolicy, SecretValue, Validations } from 'aws-cdk-lib';
import { AnyPrincipal, PolicyDocument, PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { Secret } from 'aws-cdk-lib/aws-secretsmanager';
import { Construct } from 'constructs';

/** Only request header that a resource policy can compare. CloudFront overwrites the browser's value. */
const HEADER = 'Referer';
const LENGTH = 48;

/** Key that the API requires. CloudFront sends the first version and the API accepts all, to rotate without a gap. */
export class OriginKey extends Construct {
  readonly headers: Record<string, string>;
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

  /** Creates the secret of a version. Returns a reference that CloudFormation resolves at deployment. */
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

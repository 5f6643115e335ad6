import { Stack } from 'aws-cdk-lib';
import { Certificate, CertificateValidation } from 'aws-cdk-lib/aws-certificatemanager';
import { LogGroup, type RetentionDays } from 'aws-cdk-lib/aws-logs';
import { CfnLoggingConfiguration, CfnWebACL } from 'aws-cdk-lib/aws-wafv2';
import type { Construct } from 'constructs';
import { EDGE_REGION, type Settings } from '../config.ts';
import { zoneOf } from '../dns.ts';
import { incarnation } from '../incarnation.ts';
import { deploymentName } from '../names.ts';
import { removalOf } from '../removal-policy.ts';
import { rules, TOO_MANY, visibility } from './web-acl.ts';

/**
 * The ARN of the own domain's certificate: the one that the settings name, or one made and proven in the hosted zone.
 * `scope` is in the region of CloudFront.
 */
function certificateArnOf(scope: Construct, settings: Settings): string | undefined {
  const { domain, hostedZone } = settings;
  if (!domain || !hostedZone) return domain?.certificateArn;
  const validation = CertificateValidation.fromDns(zoneOf(scope, hostedZone));
  const certificate = new Certificate(scope, 'Certificate', { domainName: domain.name, validation });
  certificate.applyRemovalPolicy(removalOf(settings));
  return certificate.certificateArn;
}

/** What may hold a portal token, a session or a reset token: the path as sent, and these headers. */
const REDACTED_HEADERS = ['cookie', 'referer', 'x-client-token'];

/** What CloudFront reads in one region only: the web ACL in front of it, and the certificate of the own domain. */
export class GuardStack extends Stack {
  readonly webAclArn: string;
  readonly certificateArn: string | undefined;

  constructor(scope: Construct, id: string, settings: Settings) {
    super(scope, id, {
      env: { ...settings.env, region: EDGE_REGION },
      description: 'Client-onboarding portal: web ACL and certificate',
      terminationProtection: settings.isProtected,
    });
    const acl = new CfnWebACL(this, 'WebAcl', {
      scope: 'CLOUDFRONT',
      defaultAction: { allow: {} },
      rules,
      visibilityConfig: visibility(deploymentName(settings)),
      customResponseBodies: {
        [TOO_MANY]: {
          contentType: 'APPLICATION_JSON',
          content: JSON.stringify({ message: 'Too many requests. Please try again in a few minutes.' }),
        },
      },
    });
    this.webAclArn = acl.attrArn;
    this.certificateArn = certificateArnOf(this, settings);
    this.logBlocked(acl, settings);
  }

  private logBlocked(acl: CfnWebACL, settings: Settings): void {
    const log = new LogGroup(this, 'Log', {
      // The name has to begin so.
      logGroupName: `aws-waf-logs-${this.stackName}-${incarnation()}`,
      retention: settings.logRetentionDays as RetentionDays,
      removalPolicy: removalOf(settings),
    });
    new CfnLoggingConfiguration(this, 'Logging', {
      resourceArn: acl.attrArn,
      logDestinationConfigs: [log.logGroupArn],
      redactedFields: [
        { uriPath: {} },
        { queryString: {} },
        ...REDACTED_HEADERS.map((Name) => ({ singleHeader: { Name } })),
      ],
      loggingFilter: {
        DefaultBehavior: 'DROP',
        Filters: [
          { Behavior: 'KEEP', Requirement: 'MEETS_ANY', Conditions: [{ ActionCondition: { Action: 'BLOCK' } }] },
        ],
      },
    });
  }
}

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

type Rule = CfnWebACL.RuleProperty;

type Statement = CfnWebACL.StatementProperty;

const under = (path: string): Statement => ({
  byteMatchStatement: {
    fieldToMatch: { uriPath: {} },
    positionalConstraint: 'STARTS_WITH',
    searchString: path,
    textTransformations: [
      { priority: 0, type: 'URL_DECODE' },
      { priority: 1, type: 'NORMALIZE_PATH' },
    ],
  },
});

const withHeader = (name: string): Statement => ({
  sizeConstraintStatement: {
    fieldToMatch: { singleHeader: { Name: name } },
    comparisonOperator: 'GT',
    size: 0,
    textTransformations: [{ priority: 0, type: 'NONE' }],
  },
});

const not = (statement: Statement): Statement => ({ notStatement: { statement } });

const posted: Statement = {
  byteMatchStatement: {
    fieldToMatch: { method: {} },
    positionalConstraint: 'EXACTLY',
    searchString: 'POST',
    textTransformations: [{ priority: 0, type: 'NONE' }],
  },
};

/** Calls by somebody who holds neither a cookie nor a client's token, which the portal also has in its path. */
const WITHOUT_SESSION = [
  under('/api/'),
  not(under('/api/portal/')),
  not(withHeader('cookie')),
  not(withHeader('x-client-token')),
];

/**
 * Requests that one address may make within five minutes. A client at work makes ten a minute or so, so that a household has
 * room in 600; an adviser does thirty in a busy minute, so that a dozen behind one address have room in 2 000. Of sign-in
 * only what is sent counts: every page asks who is signed in, and a whole office may open theirs at nine o'clock. Without a session
 * a page makes two calls until somebody has signed in.
 */
const RATES: readonly { name: string; limit: number; of?: Statement }[] = [
  { name: 'sign-in', limit: 300, of: { andStatement: { statements: [under('/api/auth/'), posted] } } },
  { name: 'no-session', limit: 100, of: { andStatement: { statements: WITHOUT_SESSION } } },
  { name: 'portal', limit: 300, of: under('/api/portal/') },
  { name: 'client-token', limit: 600, of: withHeader('x-client-token') },
  { name: 'all', limit: 2000 },
];

const TOO_MANY = 'too-many';

/**
 * Rules of the common set that look into bodies. They count and do not block: bodies are documents of up to 4 MiB and texts
 * that are kept as they were written (contract, Documents), parsed by the contract's schemas and never run.
 */
const BODY_RULES = [
  'SizeRestrictions_BODY',
  'CrossSiteScripting_BODY',
  'GenericLFI_BODY',
  'GenericRFI_BODY',
  'EC2MetaDataSSRF_BODY',
];

const MANAGED: readonly { name: string; counted?: readonly string[] }[] = [
  { name: 'AWSManagedRulesAmazonIpReputationList' },
  { name: 'AWSManagedRulesCommonRuleSet', counted: BODY_RULES },
  { name: 'AWSManagedRulesKnownBadInputsRuleSet' },
];

/** Metrics without samples: a sampled request shows its whole path, which may hold a portal token. */
const visibility = (metricName: string) => ({
  metricName,
  cloudWatchMetricsEnabled: true,
  sampledRequestsEnabled: false,
});

const rateRule = ({ name, limit, of }: (typeof RATES)[number], priority: number): Rule => ({
  name,
  priority,
  action: {
    block: {
      customResponse: {
        responseCode: 429,
        customResponseBodyKey: TOO_MANY,
        responseHeaders: [{ name: 'retry-after', value: '300' }],
      },
    },
  },
  visibilityConfig: visibility(name),
  statement: {
    rateBasedStatement: {
      limit,
      evaluationWindowSec: 300,
      aggregateKeyType: 'IP',
      ...(of && { scopeDownStatement: of }),
    },
  },
});

const managedRule = ({ name, counted = [] }: (typeof MANAGED)[number], priority: number): Rule => ({
  name,
  priority,
  overrideAction: { none: {} },
  visibilityConfig: visibility(name),
  statement: {
    managedRuleGroupStatement: {
      vendorName: 'AWS',
      name,
      ruleActionOverrides: counted.map((rule) => ({ name: rule, actionToUse: { count: {} } })),
    },
  },
});

/** The web ACL's rules in their order: rates by address, then what AWS keeps up to date. */
export const rules: Rule[] = [
  ...RATES.map(rateRule),
  ...MANAGED.map((group, i) => managedRule(group, RATES.length + i)),
];

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

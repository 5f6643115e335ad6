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

/** Matches our sessions, finished or not (functions/services/sessions/cookies.ts): any other cookie proves nothing. */
const withSession: Statement = {
  byteMatchStatement: {
    fieldToMatch: { singleHeader: { Name: 'cookie' } },
    positionalConstraint: 'CONTAINS',
    searchString: 'session=',
    textTransformations: [{ priority: 0, type: 'NONE' }],
  },
};

const not = (statement: Statement): Statement => ({ notStatement: { statement } });

const posted: Statement = {
  byteMatchStatement: {
    fieldToMatch: { method: {} },
    positionalConstraint: 'EXACTLY',
    searchString: 'POST',
    textTransformations: [{ priority: 0, type: 'NONE' }],
  },
};

/**
 * Matches API calls without a session or a client's token, except the portal's, whose path contains the token. Links in
 * reminders need neither, so their calls always count.
 */
const WITHOUT_SESSION: Statement = {
  orStatement: {
    statements: [
      under('/api/reminders/'),
      {
        andStatement: {
          statements: [under('/api/'), not(under('/api/portal/')), not(withSession), not(withHeader('x-client-token'))],
        },
      },
    ],
  },
};

/**
 * Requests per address in five minutes. A busy client makes 10 a minute and an adviser 30: a household or 12 advisers
 * can share an address. Sign-in counts only POST, because every page makes a GET; an office may open theirs at nine.
 */
const RATES: readonly { name: string; limit: number; of?: Statement }[] = [
  { name: 'sign-in', limit: 300, of: { andStatement: { statements: [under('/api/auth/'), posted] } } },
  { name: 'no-session', limit: 100, of: WITHOUT_SESSION },
  { name: 'portal', limit: 300, of: under('/api/portal/') },
  { name: 'client-token', limit: 600, of: withHeader('x-client-token') },
  { name: 'all', limit: 2000 },
];

const TOO_MANY = 'too-many';

/**
 * Managed rules that inspect bodies; they count and don't block. Bodies are documents of up to 4 MiB and free text,
 * validated by schema and never executed.
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

/** Metrics without samples: a sampled request contains the path, which may hold a portal token. */
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

/** Rules in order: rate limits by address, then AWS's managed groups. */
const rules: Rule[] = [...RATES.map(rateRule), ...MANAGED.map((group, i) => managedRule(group, RATES.length + i))];

/** Returns the own domain's certificate, from the settings or created in the zone. `scope` is in us-east-1. */
function certificateArnOf(scope: Construct, settings: Settings): string | undefined {
  const { domain, hostedZone } = settings;
  if (!domain || !hostedZone) return domain?.certificateArn;
  const validation = CertificateValidation.fromDns(zoneOf(scope, hostedZone));
  const certificate = new Certificate(scope, 'Certificate', { domainName: domain.name, validation });
  certificate.applyRemovalPolicy(removalOf(settings));
  return certificate.certificateArn;
}

/** Headers that may hold a portal token, a session or a reset token. The path is redacted too. */
const REDACTED_HEADERS = ['cookie', 'referer', 'x-client-token'];

/** Web ACL and certificate, which CloudFront reads in one region only. */
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
      // WAF requires this prefix.
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

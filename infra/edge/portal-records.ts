import type { IDistribution } from 'aws-cdk-lib/aws-cloudfront';
import { AaaaRecord, ARecord, RecordTarget } from 'aws-cdk-lib/aws-route53';
import { CloudFrontTarget } from 'aws-cdk-lib/aws-route53-targets';
import type { Construct } from 'constructs';
import type { Settings } from '../config.ts';
import { asLine, zoneOf } from '../dns.ts';

/** Leads the own domain to CloudFront: by records in the hosted zone, or by one that an output says how to make. */
export function portalRecords(
  scope: Construct,
  distribution: IDistribution,
  { domain, hostedZone }: Pick<Settings, 'domain' | 'hostedZone'>,
): Record<string, string> {
  if (!domain) return {};
  const { name } = domain;
  if (!hostedZone) return { DnsPortal: asLine({ name, type: 'CNAME', value: distribution.distributionDomainName }) };
  const alias = {
    zone: zoneOf(scope, hostedZone),
    recordName: `${name}.`,
    target: RecordTarget.fromAlias(new CloudFrontTarget(distribution)),
  };
  new ARecord(scope, 'Ipv4', alias);
  new AaaaRecord(scope, 'Ipv6', alias);
  return {};
}

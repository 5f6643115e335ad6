import { RemovalPolicy } from 'aws-cdk-lib';
import { CfnRecordSet, HostedZone, type IHostedZone } from 'aws-cdk-lib/aws-route53';
import type { Construct } from 'constructs';
import type { HostedZone as Zone } from './deployment-settings.ts';

const TTL_SECONDS = 1800;

export interface DnsRecord {
  name: string;
  type: 'CNAME' | 'MX' | 'TXT';
  value: string;
}

/** Formats a record for people who create it by hand. */
export const asLine = ({ name, type, value }: DnsRecord) => `${name} ${type} ${value}`;

/** Creates a record for mail. It outlives the stack, as the identity that it proves does. */
export function keptRecord(scope: Construct, id: string, zone: Zone, { name, type, value }: DnsRecord): void {
  const record = new CfnRecordSet(scope, id, {
    hostedZoneId: zone.id,
    name,
    type,
    ttl: `${TTL_SECONDS}`,
    resourceRecords: [type === 'TXT' ? `"${value}"` : value],
  });
  record.applyRemovalPolicy(RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE);
}

/** Imports a zone without a lookup in AWS. */
export const zoneOf = (scope: Construct, { name, id }: Zone): IHostedZone =>
  HostedZone.fromHostedZoneAttributes(scope, 'Zone', { zoneName: name, hostedZoneId: id });

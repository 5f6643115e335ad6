import { RemovalPolicy } from 'aws-cdk-lib';
import { CfnRecordSet, HostedZone, type IHostedZone } from 'aws-cdk-lib/aws-route53';
import type { Construct } from 'constructs';
import type { HostedZone as Zone } from './setting-values.ts';

const TTL_SECONDS = 1800;

export interface DnsRecord {
  name: string;
  type: 'CNAME' | 'MX' | 'TXT';
  value: string;
}

/** A record as somebody reads it who makes it by hand: name, type and value. */
export const asLine = ({ name, type, value }: DnsRecord) => `${name} ${type} ${value}`;

/** Makes a record of mail in a zone. It stays when the stack goes, as what it proves stays too. */
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

/** A zone as CDK's constructs take it, without asking AWS for it. */
export const zoneOf = (scope: Construct, { name, id }: Zone): IHostedZone =>
  HostedZone.fromHostedZoneAttributes(scope, 'Zone', { zoneName: name, hostedZoneId: id });

import { Stack } from 'aws-cdk-lib';
import {
  CfnDelivery,
  CfnDeliveryDestination,
  CfnDeliverySource,
  LogGroup,
  type RetentionDays,
} from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import type { Settings } from '../config.ts';
import { incarnation } from '../incarnation.ts';
import { removalOf } from '../removal-policy.ts';

/** Fields of CloudFront's log. The path, the query, the cookie and the referer may hold tokens and stay out. */
const FIELDS = [
  'date',
  'time',
  'x-edge-location',
  'c-ip',
  'cs-method',
  'sc-status',
  'sc-bytes',
  'cs-bytes',
  'time-taken',
  'x-edge-result-type',
  'x-edge-detailed-result-type',
  'x-edge-request-id',
  'ssl-protocol',
  'cs-protocol-version',
];

/** Keeps a log of CloudFront's requests, without what may hold a token. */
export function addAccessLog(scope: Construct, settings: Settings, distributionArn: string): void {
  const name = `${Stack.of(scope).stackName}-${incarnation()}`;
  const log = new LogGroup(scope, 'Log', {
    logGroupName: `/aws/vendedlogs/cloudfront/${name}`,
    retention: settings.logRetentionDays as RetentionDays,
    removalPolicy: removalOf(settings),
  });
  const source = new CfnDeliverySource(scope, 'Source', {
    name,
    logType: 'ACCESS_LOGS',
    resourceArn: distributionArn,
  });
  const destination = new CfnDeliveryDestination(scope, 'Destination', {
    name,
    outputFormat: 'json',
    destinationResourceArn: log.logGroupArn,
  });
  new CfnDelivery(scope, 'Delivery', {
    deliverySourceName: source.name,
    deliveryDestinationArn: destination.attrArn,
    recordFields: FIELDS,
  }).addResourceDependency(source);
}

import { Stack } from 'aws-cdk-lib';
import {
  CfnDelivery,
  CfnDeliveryDestination,
  CfnDeliverySource,
  LogGroup,
  type RetentionDays,
} from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import { EDGE_REGION, type Settings } from '../config.ts';
import { incarnation } from '../names.ts';
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

interface Props {
  settings: Settings;
  distributionArn: string;
}

/** CloudFront's access log, which is set up in one region only. */
export class EdgeLogStack extends Stack {
  constructor(scope: Construct, id: string, { settings, distributionArn }: Props) {
    super(scope, id, {
      env: { ...settings.env, region: EDGE_REGION },
      description: 'Client-onboarding portal: log of CloudFront',
      terminationProtection: settings.isProtected,
    });
    const name = `${this.stackName}-${incarnation()}`;
    const log = new LogGroup(this, 'Log', {
      logGroupName: `/aws/vendedlogs/cloudfront/${name}`,
      retention: settings.logRetentionDays as RetentionDays,
      removalPolicy: removalOf(settings),
    });
    const source = new CfnDeliverySource(this, 'Source', {
      name,
      logType: 'ACCESS_LOGS',
      resourceArn: distributionArn,
    });
    const destination = new CfnDeliveryDestination(this, 'Destination', {
      name,
      outputFormat: 'json',
      destinationResourceArn: log.logGroupArn,
    });
    new CfnDelivery(this, 'Delivery', {
      deliverySourceName: source.name,
      deliveryDestinationArn: destination.attrArn,
      recordFields: FIELDS,
    }).addResourceDependency(source);
  }
}

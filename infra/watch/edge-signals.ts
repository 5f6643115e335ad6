import { type IMetric, MathExpression, Metric } from 'aws-cdk-lib/aws-cloudwatch';
import { EDGE_REGION, type Settings } from '../config.ts';
import { companionName, deploymentName } from '../names.ts';
import { PERIOD, type Signal, signal } from './signal.ts';

/** Requests in a period from which on a share is meaningful; the canary's own refusals are two. */
const ENOUGH_REQUESTS = 100;

/** Returns a metric of CloudFront's region, for alarms and dashboards of any region. */
const edge = (
  namespace: string,
  metricName: string,
  statistic: 'Sum' | 'Average',
  dimensionsMap: Record<string, string>,
) => new Metric({ namespace, metricName, dimensionsMap, statistic, period: PERIOD, region: EDGE_REGION });

/** Returns a metric that is 0 in periods with fewer than {@link ENOUGH_REQUESTS} requests. */
const withVolume = (value: IMetric, requests: IMetric) =>
  new MathExpression({
    expression: `IF(requests >= ${ENOUGH_REQUESTS}, value, 0)`,
    usingMetrics: { requests, value },
    label: `where at least ${ENOUGH_REQUESTS} requests`,
    period: PERIOD,
  });

/** Returns the signals of CloudFront's region: the site as its users see it. */
export function edgeSignals(settings: Settings, distributionId: string): Signal[] {
  const ofSite = (metricName: string, statistic: 'Sum' | 'Average') =>
    edge('AWS/CloudFront', metricName, statistic, { DistributionId: distributionId, Region: 'Global' });
  const canary = { FunctionName: `${companionName('Edge', settings)}-canary` };
  const acl = { WebACL: deploymentName(settings), Rule: 'ALL' };
  return [
    signal('SiteDown', edge('AWS/Lambda', 'Errors', 'Sum', canary)),
    signal('EdgeErrors', ofSite('5xxErrorRate', 'Average')),
    signal('EdgeRefusals', withVolume(ofSite('4xxErrorRate', 'Average'), ofSite('Requests', 'Sum'))),
    signal('Blocked', edge('AWS/WAFV2', 'BlockedRequests', 'Sum', acl)),
  ];
}

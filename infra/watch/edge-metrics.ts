import { type IMetric, MathExpression, Metric } from 'aws-cdk-lib/aws-cloudwatch';
import { EDGE_REGION, type Settings } from '../config.ts';
import { companionName, deploymentName } from '../names.ts';
import { PERIOD, type Signal } from './signal.ts';

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
    {
      id: 'SiteDown',
      metric: edge('AWS/Lambda', 'Errors', 'Sum', canary),
      threshold: 1,
      lasting: true,
      silenceRings: true,
      notice: 'Nobody can open the site.',
      first: 'curl -sI "$ORIGIN/"',
      section: 'nobody-gets-in',
    },
    {
      id: 'EdgeErrors',
      metric: ofSite('5xxErrorRate', 'Average'),
      // Percent, as CloudFront counts.
      threshold: 5,
      lasting: true,
      notice: 'One request in twenty fails for everybody.',
      first: "logs '{ $.status >= 500 }' 1h",
      section: 'nobody-gets-in',
    },
    {
      id: 'EdgeRefusals',
      metric: withVolume(ofSite('4xxErrorRate', 'Average'), ofSite('Requests', 'Sum')),
      threshold: 50,
      lasting: true,
      notice: 'Half of all requests are refused; people may be locked out.',
      first: "logs '{ $.status >= 400 }' 1h",
      section: 'nobody-gets-in',
    },
    {
      id: 'Blocked',
      metric: edge('AWS/WAFV2', 'BlockedRequests', 'Sum', acl),
      threshold: 100,
      lasting: true,
      notice: 'Usually no impact; an office behind one address may see "Too many requests".',
      first: 'the command "refused" of the section',
      section: 'much-is-refused',
    },
  ];
}

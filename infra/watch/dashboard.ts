import { Duration } from 'aws-cdk-lib';
import { Dashboard, GraphWidget } from 'aws-cdk-lib/aws-cloudwatch';
import type { Construct } from 'constructs';
import { EDGE_REGION } from '../config.ts';
import type { Signal } from './signal.ts';

const WIDTH = 8;

const widgets = (signals: readonly Signal[], region?: string) =>
  signals.map(
    ({ id, metric, threshold, functions }) =>
      new GraphWidget({
        title: id,
        width: WIDTH,
        left: functions ? Object.values(functions) : [metric],
        leftAnnotations: [{ value: threshold, label: 'Alarm' }],
        ...(region && { region }),
      }),
  );

interface Shown {
  /** Signals of the product's own region. */
  own: readonly Signal[];
  /** Those of CloudFront's. */
  edge: readonly Signal[];
}

/** All signals on one page, those from outside first, each with the threshold of its alarm. */
export function addDashboard(scope: Construct, id: string, { own, edge }: Shown): void {
  const dashboard = new Dashboard(scope, id, { defaultInterval: Duration.days(1) });
  dashboard.addWidgets(...widgets(edge, EDGE_REGION), ...widgets(own));
}

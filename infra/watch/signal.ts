import { Duration } from 'aws-cdk-lib';
import type { IMetric } from 'aws-cdk-lib/aws-cloudwatch';
import type { FunctionName } from '../functions/bundle.ts';

export const PERIOD = Duration.minutes(5);

/** Metric with an alarm, shown on the dashboard. The alarm's email says what it means. */
export interface Signal {
  id: string;
  /** One sentence: what users notice. */
  notice: string;
  /** First command; `logs` and `output` are defined at the top of the runbook. */
  first: string;
  /** Heading in docs/runbook.md, as its anchor. */
  section: string;
  metric: IMetric;
  /** In the metric's own unit and period. */
  threshold: number;
  /** Alarms only after three periods in a row, because one slow or refused request may be harmless. */
  lasting?: true;
  /** Missing data also triggers the alarm. */
  silenceRings?: true;
  /** Alarms below the threshold instead of from it on. */
  below?: true;
  /** Metrics of single functions that `metric` adds up; the dashboard shows each. */
  functions?: Readonly<Partial<Record<FunctionName, IMetric>>>;
}

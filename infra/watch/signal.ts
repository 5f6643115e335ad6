import { Duration } from 'aws-cdk-lib';
import type { IMetric } from 'aws-cdk-lib/aws-cloudwatch';
import type { FunctionName } from '../functions/bundle.ts';
import { type SignalName, THRESHOLDS, type Threshold } from './thresholds.ts';

export const PERIOD = Duration.minutes(5);

/** Metric with an alarm, shown on the dashboard. The alarm's email says what it means. */
export interface Signal extends Threshold {
  id: string;
  metric: IMetric;
  /** Metrics of single functions that `metric` adds up; the dashboard shows each. */
  functions?: Readonly<Partial<Record<FunctionName, IMetric>>>;
}

/** Joins a metric with the threshold of its name. */
export const signal = (id: SignalName, metric: IMetric): Signal => ({ id, metric, ...THRESHOLDS[id] });

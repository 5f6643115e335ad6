import { Duration } from 'aws-cdk-lib';
import type { IMetric } from 'aws-cdk-lib/aws-cloudwatch';
import type { FunctionName } from '../functions/bundle.ts';

export const PERIOD = Duration.minutes(5);

/** Something to watch: shown on the dashboard, and an alarm from its threshold on, whose email says what it means. */
export interface Signal {
  id: string;
  /** One sentence: what users notice. */
  notice: string;
  /** The first command; `logs` and `output` are defined at the top of the runbook. */
  first: string;
  /** Heading in docs/runbook.md, as its anchor. */
  section: string;
  metric: IMetric;
  /** In the metric's own unit and period. */
  threshold: number;
  /**
   * The alarm waits for three periods in a row: for what a single slow or refused request may bring about while nothing is
   * wrong. The others are each a fault the first time.
   */
  lasting?: true;
  /** Missing data also rings the alarm. */
  silenceRings?: true;
  /** The alarm rings below the threshold instead of from it on. */
  below?: true;
  /** Metrics of single functions, by their names, that `metric` adds up: the dashboard shows each. */
  functions?: Readonly<Partial<Record<FunctionName, IMetric>>>;
}

import { Stack } from 'aws-cdk-lib';
import { Alarm, ComparisonOperator, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import type { Topic } from 'aws-cdk-lib/aws-sns';
import { Construct } from 'constructs';
import type { Settings } from '../config.ts';
import { description } from './advice.ts';
import { alarmTopic } from './alarm-topic.ts';
import type { Signal } from './signal.ts';

interface Props {
  settings: Settings;
  /** All of them counted in the stack's own region. */
  signals: readonly Signal[];
}

/** Tells the operator by mail when a signal reaches its threshold, and when it no longer does. */
export class Alarms extends Construct {
  readonly topic: Topic;
  private readonly made: ReadonlyMap<string, Alarm>;

  constructor(scope: Construct, id: string, { settings, signals }: Props) {
    super(scope, id);
    this.topic = alarmTopic(this, settings);
    const mail = new SnsAction(this.topic);
    this.made = new Map(signals.map((signal) => [signal.id, this.watch(signal, mail)]));
  }

  /** Returns the alarms of signals, by their ids, as far as the stage has them. */
  those(...ids: string[]): Alarm[] {
    return ids.flatMap((id) => this.made.get(id) ?? []);
  }

  private watch({ id, metric, threshold, lasting, silenceRings, below }: Signal, mail: SnsAction): Alarm {
    const alarm = new Alarm(this, id, {
      alarmDescription: description(id, Stack.of(this)),
      metric,
      threshold,
      ...(below && { comparisonOperator: ComparisonOperator.LESS_THAN_THRESHOLD }),
      evaluationPeriods: lasting ? 3 : 1,
      treatMissingData: silenceRings ? TreatMissingData.BREACHING : TreatMissingData.NOT_BREACHING,
    });
    alarm.addAlarmAction(mail);
    alarm.addOkAction(mail);
    return alarm;
  }
}

import { Aws, Duration } from 'aws-cdk-lib';
import { Alarm, Dashboard, GraphWidget, Metric, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import { ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Topic } from 'aws-cdk-lib/aws-sns';
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import { Construct } from 'constructs';
import { EDGE_REGION, type Settings } from '../config.ts';
import { deploymentName, stackName } from '../names.ts';
import { PERIOD, type Signal, signals, type Watched } from './metrics.ts';

const WIDTH = 8;
const OWN_ACCOUNT = { conditions: { StringEquals: { 'aws:SourceAccount': Aws.ACCOUNT_ID } } };

interface Props extends Omit<Watched, 'service'> {
  settings: Settings;
}

/** Tells the operator by mail when a signal reaches its threshold, and shows all signals on one dashboard. */
export class Alarms extends Construct {
  readonly topic: Topic;
  private readonly made = new Map<string, Alarm>();

  constructor(scope: Construct, id: string, { settings, ...watched }: Props) {
    super(scope, id);
    this.topic = new Topic(this, 'Topic', { enforceSSL: settings.tlsOnly });
    this.topic.grantPublish(new ServicePrincipal('cloudwatch.amazonaws.com', OWN_ACCOUNT));
    if (settings.alarmMail) this.topic.addSubscription(new EmailSubscription(settings.alarmMail));
    const widgets = signals({ ...watched, service: stackName(settings) }).map((signal) => this.watch(signal));
    const dashboard = new Dashboard(this, 'Dashboard', { defaultInterval: Duration.days(1) });
    dashboard.addWidgets(...widgets, ...(settings.edge ? [blocked(settings)] : []));
  }

  /** The alarm of a signal, by the signal's id. Throws where there is none. */
  alarm(id: string): Alarm {
    const alarm = this.made.get(id);
    if (!alarm) throw new Error(`No alarm is called "${id}"`);
    return alarm;
  }

  private watch({ id, metric, threshold }: Signal): GraphWidget {
    const alarm = new Alarm(this, id, {
      metric,
      threshold,
      evaluationPeriods: 1,
      treatMissingData: TreatMissingData.NOT_BREACHING,
    });
    alarm.addAlarmAction(new SnsAction(this.topic));
    this.made.set(id, alarm);
    return new GraphWidget({ title: id, width: WIDTH, left: [metric], leftAnnotations: [alarm.toAnnotation()] });
  }
}

/** What the web ACL blocked, which is counted in the region of CloudFront. */
function blocked(settings: Settings): GraphWidget {
  const metric = new Metric({
    namespace: 'AWS/WAFV2',
    metricName: 'BlockedRequests',
    dimensionsMap: { WebACL: deploymentName(settings), Rule: 'ALL' },
    period: PERIOD,
    statistic: 'Sum',
    region: EDGE_REGION,
  });
  return new GraphWidget({ title: 'Blocked', width: WIDTH, left: [metric], region: EDGE_REGION });
}

import {
  CfnOutput,
  CfnResource,
  CliCredentialsStackSynthesizer,
  CustomResourceProviderBase,
  RemovalPolicy,
  Stack,
} from 'aws-cdk-lib';
import { LogGroup, type RetentionDays } from 'aws-cdk-lib/aws-logs';
import type { ITopic } from 'aws-cdk-lib/aws-sns';
import type { IQueue } from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';
import { LAMBDAS } from '#shared/contract/call.ts';
import { Api } from './api/api.ts';
import type { Settings } from './config.ts';
import { accessLogBucket, Data } from './data/data.ts';
import { OriginKey } from './edge/origin-key.ts';
import { Site } from './edge/site.ts';
import type { Code, FunctionName } from './functions/bundle.ts';
import { grant } from './functions/grants.ts';
import { ResourceFunction } from './functions/resource-function.ts';
import { TrafficShift } from './functions/traffic-shift.ts';
import { Triggers } from './functions/triggers.ts';
import { Mail } from './mail/mail.ts';
import { Alarms, addDashboard } from './watch/alarms.ts';
import { edgeSignals } from './watch/edge-signals.ts';
import { signals } from './watch/signals.ts';

/** Adds logs that expire to the CDK's helper functions, because Lambda would create permanent ones. */
function addHelperLogs(stack: Stack, { logRetentionDays }: Settings): void {
  for (const helper of stack.node.children.filter((child) => child instanceof CustomResourceProviderBase)) {
    const lambda = helper.node.findChild('Handler');
    if (!CfnResource.isCfnResource(lambda)) throw new Error(`${helper.node.path} has no function`);
    const logs = new LogGroup(helper, 'Logs', {
      retention: logRetentionDays as RetentionDays,
      removalPolicy: RemovalPolicy.DESTROY,
    });
    lambda.addPropertyOverride('LoggingConfig.LogGroup', logs.logGroupName);
  }
}

export interface PortalStackProps {
  settings: Settings;
  bundles: Code;
  /** Built web app; read only if the settings upload it. */
  site: string;
  webAclArn?: string;
  certificateArn?: string;
}

/** Main stack; it wires the constructs and creates nothing itself. */
export class PortalStack extends Stack {
  readonly web: Site;
  readonly data: Data;
  readonly alarms: ITopic;

  constructor(scope: Construct, id: string, { settings, bundles, site, webAclArn, certificateArn }: PortalStackProps) {
    super(scope, id, {
      env: settings.env,
      description: 'Client-onboarding portal',
      terminationProtection: settings.isProtected,
      ...(settings.target === 'local' && { synthesizer: new CliCredentialsStackSynthesizer() }),
    });
    const logs = accessLogBucket(this, 'AccessLogs', settings);
    const data = new Data(this, 'Data', { settings, logs });
    this.data = data;
    const mail = new Mail(this, 'Mail', settings);
    const triggers = new Triggers(this, 'Triggers', settings);
    const key = settings.edge && new OriginKey(this, 'OriginKey', settings.edge.originKeys);
    const api = new Api(this, 'Api', { settings, ...(key && { policy: key.policy }) });
    this.web = new Site(this, 'Site', {
      settings,
      logs,
      restApiId: api.rest.restApiId,
      directory: site,
      ...(key && { originHeaders: key.headers }),
      webAclArn,
      certificateArn,
    });
    const origin = settings.origin ?? this.web.origin;
    const make = (name: FunctionName, description: string, deadLetterQueue?: IQueue) => {
      const { directory } = bundles[name];
      const made = new ResourceFunction(this, name, { name, description, settings, directory, deadLetterQueue });
      grant(made, { data, mail, events: triggers.deadLetters, settings });
      return made;
    };
    const calls = LAMBDAS.map((name) => make(name, `Answers the calls of "${name}"`));
    api.open(calls);
    const mailEvents = make('mail-events', 'Records which addresses take no more mail', mail.deadLetters);
    mail.subscribe(mailEvents.live);
    const onRecord = make('on-record', 'Handles new audit entries');
    triggers.onEntries(data, onRecord);
    const tick = make('tick', 'Runs due jobs');
    triggers.everyQuarter(tick);
    for (const resource of [...calls, onRecord, tick]) resource.bind({ ORIGIN: origin, FIRM_NAME: settings.firmName });
    const functions = [...calls, mailEvents, onRecord, tick];
    if (settings.testClock) for (const resource of functions) resource.bind({ TEST_CLOCK: '1' });
    const own = signals({
      service: this.stackName,
      api: api.rest,
      table: data.table,
      functions,
      mailEvents: mail.deadLetters,
      events: triggers.deadLetters,
      isLean: settings.isLean,
    });
    // The emulator refuses alarms on metric math.
    const watched = settings.target === 'aws' ? own : own.filter(({ functions: added }) => !added);
    const alarms = new Alarms(this, 'Alarms', { settings, signals: watched });
    this.alarms = alarms.topic;
    const edge = settings.edge ? edgeSignals(settings, this.web.distributionId) : [];
    if (!settings.isLean) addDashboard(this, 'Dashboard', { own, edge });
    if (settings.target === 'aws') {
      const errors = own.filter(({ id }) => id.startsWith('FunctionErrors'));
      const alarmsOf = ({ name }: ResourceFunction) =>
        alarms.those('ServerErrors', ...errors.flatMap(({ id, functions }) => (functions?.[name] ? [id] : [])));
      new TrafficShift(this, 'Release', { settings, functions, alarmsOf });
    }
    this.web.showAfter(api.rest.deploymentStage, ...functions.map(({ live }) => live));
    addHelperLogs(this, settings);
    const { bucketName: AccessLogsBucket } = logs;
    this.outputs({
      RestApiId: api.rest.restApiId,
      SiteOrigin: origin,
      AccessLogsBucket,
      ...this.web.names,
      ...data.names,
      ...mail.names,
      EventsQueue: triggers.deadLetters.queueUrl,
      OnRecordFunction: onRecord.live.functionArn,
      TickFunction: tick.live.functionArn,
    });
  }

  private outputs(values: Record<string, string>): void {
    for (const [name, value] of Object.entries(values)) new CfnOutput(this, name, { value });
  }
}

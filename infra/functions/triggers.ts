import { Aws, Duration, Validations } from 'aws-cdk-lib';
import { PolicyDocument, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { EventSourceMapping, FilterCriteria, FilterRule, StartingPosition } from 'aws-cdk-lib/aws-lambda';
import { CfnSchedule } from 'aws-cdk-lib/aws-scheduler';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { HEARTBEAT, PREFIX } from '#functions/services/keys/keys.ts';
import type { Settings } from '../config.ts';
import type { Data } from '../data/data.ts';
import { deadLetterQueue } from '../dead-letters.ts';
import type { ResourceFunction } from './resource-function.ts';

/** Maximum audit entries per invocation. */
const BATCH_SIZE = 100;
/** On the quarter hour, so that items due at nine run at nine. Offsets of time zones are whole quarters. */
const EVERY_QUARTER = 'cron(0/15 * * * ? *)';
/** Seconds for which a failed start of the tick is retried; the next tick catches up. */
const TICK_TRIED = 600;

/** Triggers of the jobs: the table's stream and the schedule. */
export class Triggers extends Construct {
  /** Dead-letter queue of events; `npm run ops -- replay-events` replays them. */
  readonly deadLetters: Queue;

  constructor(scope: Construct, id: string, settings: Settings) {
    super(scope, id);
    this.deadLetters = deadLetterQueue(this, settings);
    Validations.of(this.deadLetters).acknowledge({
      id: 'AwsSolutions-SQS3',
      reason: 'It is the dead-letter queue of the stream, the schedule and the event handlers.',
    });
  }

  /**
   * Invokes the job for each new audit entry, in order. If AWS refuses, the batch is bisected and retried for 20 hours
   * of the stream's 24, then sent to the dead-letter queue. The job itself sets aside entries that it cannot handle.
   */
  onEntries({ table }: Data, { live }: ResourceFunction): void {
    if (!table.tableStreamArn) throw new Error('The table has no stream');
    new EventSourceMapping(this, 'Record', {
      target: live,
      eventSourceArn: table.tableStreamArn,
      startingPosition: StartingPosition.TRIM_HORIZON,
      batchSize: BATCH_SIZE,
      bisectBatchOnError: true,
      maxRecordAge: Duration.hours(20),
      onFailure: { bind: () => ({ destination: this.deadLetters.queueArn }) },
      filters: [
        FilterCriteria.filter({
          eventName: FilterRule.isEqual('INSERT'),
          dynamodb: { Keys: { sk: { S: FilterRule.beginsWith(PREFIX.activity) } } },
        }),
        FilterCriteria.filter({ dynamodb: { Keys: { pk: { S: FilterRule.isEqual(HEARTBEAT.pk) } } } }),
      ],
    });
  }

  everyQuarter({ live }: ResourceFunction): void {
    const allow = (action: string, resource: string) =>
      new PolicyStatement({ actions: [action], resources: [resource] });
    const role = new Role(this, 'ClockRole', {
      assumedBy: new ServicePrincipal('scheduler.amazonaws.com', {
        conditions: { StringEquals: { 'aws:SourceAccount': Aws.ACCOUNT_ID } },
      }),
      inlinePolicies: {
        tick: new PolicyDocument({
          statements: [
            allow('lambda:InvokeFunction', live.functionArn),
            allow('sqs:SendMessage', this.deadLetters.queueArn),
          ],
        }),
      },
    });
    new CfnSchedule(this, 'Clock', {
      description: 'Runs the tick every quarter of an hour',
      scheduleExpression: EVERY_QUARTER,
      flexibleTimeWindow: { mode: 'OFF' },
      target: {
        arn: live.functionArn,
        roleArn: role.roleArn,
        input: JSON.stringify({ job: 'tick' }),
        deadLetterConfig: { arn: this.deadLetters.queueArn },
        retryPolicy: { maximumEventAgeInSeconds: TICK_TRIED, maximumRetryAttempts: 10 },
      },
    });
  }
}

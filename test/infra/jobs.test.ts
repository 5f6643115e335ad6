import { Match, type Template } from 'aws-cdk-lib/assertions';
import { describe, expect, test } from 'vitest';
import { awsSettings, settingsFor } from '#infra/config.ts';
import { AWS, DEPLOYER, policiesOf, synthesize, synthesizeWith } from './synthesized.ts';

const templates: Record<string, Template> = {
  aws: (await synthesize('aws')).portal,
  local: (await synthesize('local')).portal,
  clock: (await synthesizeWith(settingsFor('local', { TEST_CLOCK: '1' }))).portal,
};

const template = (name = 'aws') => templates[name] ?? expect.fail('not synthesized');
const only = (name: string, type: string) => {
  const [[id, { Properties }] = expect.fail(`no ${type}`), ...others] = Object.entries(
    template(name).findResources(type),
  );
  expect(others).toEqual([]);
  return { id, ...Properties };
};
const live = (name: string) => ({ Ref: expect.stringMatching(new RegExp(`^${name}Live`)) });
const arnOf = (id: string) => ({ 'Fn::GetAtt': [expect.stringMatching(new RegExp(`^${id}`)), 'Arn'] });
const deadLetters = arnOf('TriggersDeadLetters');

describe.each(['local', 'aws'])('triggers on %s', (name) => {
  test('deliver new audit entries to their job, oldest first, and failed ones to the dead-letter queue', () => {
    const { FilterCriteria, FunctionName, ...mapping } = only(name, 'AWS::Lambda::EventSourceMapping');
    expect(mapping).toMatchObject({
      EventSourceArn: { 'Fn::GetAtt': [expect.stringMatching(/^DataTable/), 'StreamArn'] },
      StartingPosition: 'TRIM_HORIZON',
      BisectBatchOnFunctionError: true,
      MaximumRecordAgeInSeconds: 20 * 60 * 60,
      DestinationConfig: { OnFailure: { Destination: deadLetters } },
    });
    expect(JSON.stringify(FunctionName)).toMatch(/"Ref":"onrecordLive.*":live"/);
    // The job throws to request a retry, because the emulator ignores a list of failures.
    expect(mapping).not.toHaveProperty('FunctionResponseTypes');
    expect(FilterCriteria.Filters.map(({ Pattern }: { Pattern: string }) => JSON.parse(Pattern))).toEqual([
      { eventName: ['INSERT'], dynamodb: { Keys: { sk: { S: [{ prefix: 'ACTIVITY#' }] } } } },
      { dynamodb: { Keys: { pk: { S: ['HEARTBEAT'] } } } },
    ]);
  });

  test('start the tick every quarter-hour, and keep undeliverable events', () => {
    expect(only(name, 'AWS::Scheduler::Schedule')).toMatchObject({
      ScheduleExpression: 'cron(0/15 * * * ? *)',
      FlexibleTimeWindow: { Mode: 'OFF' },
      Target: { Arn: live('tick'), RoleArn: arnOf('TriggersClockRole'), DeadLetterConfig: { Arn: deadLetters } },
    });
  });

  test('may only start the tick and keep failed events', () => {
    const roles = Object.entries(template(name).findResources('AWS::IAM::Role'));
    const [, clock] = roles.find(([id]) => id.startsWith('TriggersClockRole')) ?? expect.fail('no role');
    const { AssumeRolePolicyDocument, Policies } = clock.Properties;
    expect(AssumeRolePolicyDocument.Statement).toEqual([
      {
        Effect: 'Allow',
        Action: 'sts:AssumeRole',
        Principal: { Service: 'scheduler.amazonaws.com' },
        Condition: { StringEquals: { 'aws:SourceAccount': { Ref: 'AWS::AccountId' } } },
      },
    ]);
    expect(Policies.map(({ PolicyDocument }: { PolicyDocument: object }) => PolicyDocument)).toEqual([
      {
        Version: '2012-10-17',
        Statement: [
          { Effect: 'Allow', Action: 'lambda:InvokeFunction', Resource: live('tick') },
          { Effect: 'Allow', Action: 'sqs:SendMessage', Resource: deadLetters },
        ],
      },
    ]);
  });

  test('give jobs five minutes, and API calls as long as API Gateway waits', () => {
    const timeouts = Object.values(template(name).findResources('AWS::Lambda::Function'))
      .filter(({ Properties }) => Properties.FunctionName)
      .map(({ Properties }) => [/-(?:on-record|tick)$/.test(Properties.FunctionName), Properties.Timeout]);
    expect(timeouts.filter(([isJob]) => isJob)).toEqual([
      [true, 300],
      [true, 300],
    ]);
    expect(new Set(timeouts.filter(([isJob]) => !isJob).map(([, timeout]) => timeout))).toEqual(new Set([29]));
  });
});

describe('the test clock', () => {
  test.each(['aws', 'local'])('is disabled by default on %s', (name) => {
    expect(JSON.stringify(template(name).toJSON())).not.toMatch(/TEST_CLOCK|__clock/i);
  });

  test('cannot be enabled on AWS by any environment variable', () => {
    process.env.TEST_CLOCK = '1';
    try {
      expect(awsSettings(AWS, DEPLOYER)).not.toHaveProperty('testClock');
      expect(JSON.stringify(template().toJSON())).not.toMatch(/TEST_CLOCK/);
      expect(() => awsSettings({ ...AWS, TEST_CLOCK: '1' }, DEPLOYER)).toThrow('TEST_CLOCK');
    } finally {
      delete process.env.TEST_CLOCK;
    }
  });

  test('can be enabled locally in every function with TEST_CLOCK=1, with the same permissions', () => {
    const functions = Object.values(template('clock').findResources('AWS::Lambda::Function'));
    for (const { Properties } of functions) expect(Properties.Environment.Variables.TEST_CLOCK).toBe('1');
    const policies = (name: string) => Object.values(policiesOf(template(name))).map(({ Properties }) => Properties);
    expect(policies('clock')).toEqual(policies('local'));
    template('clock').hasResourceProperties('AWS::Lambda::Function', {
      FunctionName: Match.stringLikeRegexp('mail-events$'),
    });
  });
});

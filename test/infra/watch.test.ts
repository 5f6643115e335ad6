import { readFileSync } from 'node:fs';
import { Match } from 'aws-cdk-lib/assertions';
import { describe, expect, test } from 'vitest';
import { AWS, OWN_DOMAIN, PROD, policiesOf, type Synthesized, synthesize } from './synthesized.ts';

const CHOSEN = { ...OWN_DOMAIN, LOG_RETENTION_DAYS: '90', BUDGET: '60' };

const aws = await synthesize('aws', OWN_DOMAIN, PROD);
const chosen = await synthesize('aws', CHOSEN, PROD);
const lean = await synthesize('aws');
const withBackups = await synthesize('aws', { ...OWN_DOMAIN, BACKUP_REGION: 'eu-west-1' }, PROD);

const edgeOf = ({ stacks }: Synthesized) =>
  Object.entries(stacks).find(([name]) => name.startsWith('OnboardingPortalEdge-'))?.[1] ?? expect.fail('no edge');

interface AlarmProperties {
  AlarmDescription: string;
  AlarmActions: { Ref: string }[];
  OKActions: { Ref: string }[];
  EvaluationPeriods: number;
  TreatMissingData: string;
  Dimensions?: { Name: string; Value: unknown }[];
  Metrics?: { Expression?: string; MetricStat?: { Metric: { MetricName: string; Dimensions: unknown[] } } }[];
}

/** Returns every alarm of every stack with its name. */
function alarms(of = aws): [name: string, properties: AlarmProperties][] {
  const all = Object.values(of.stacks).flatMap((stack) => Object.values(stack.findResources('AWS::CloudWatch::Alarm')));
  expect(all).not.toEqual([]);
  return all.map(({ Properties }) => [Properties.AlarmDescription.split(':', 1)[0], Properties]);
}
const alarm = (name: string) => new Map(alarms()).get(name) ?? expect.fail(`no ${name}`);
const dimensionsOf = ({ Dimensions = [] }: AlarmProperties) =>
  Object.fromEntries(Dimensions.map(({ Name, Value }) => [Name, Value]));

describe('the runbook', () => {
  const runbook = readFileSync('docs/runbook.md', 'utf8');
  const [top = ''] = runbook.split('## The commands', 1);
  /** Alarm names and linked heading of each row. */
  const rows = [...top.matchAll(/^\| (?!alarm|---)(.*?)\s*\| \[.*\]\(#(.*)\)\s*\|$/gm)].map(
    ([, names = '', anchor]) => ({
      names: names.split(', ').map((name) => name.replaceAll('`', '')),
      anchor,
    }),
  );
  const headings = [...runbook.matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\w\s-]/g, '')
      .replaceAll(' ', '-'),
  );

  test('lists every alarm once, under the section that its email names', () => {
    const listed = alarms(withBackups).map(([alarmName]) => [
      alarmName,
      rows.flatMap(({ names, anchor }) => (names.some((name) => name === alarmName) ? [anchor] : [])),
    ]);
    const named = alarms(withBackups).map(([alarmName, { AlarmDescription }]) => [
      alarmName,
      [/docs\/runbook\.md#([\w-]+) /.exec(AlarmDescription)?.[1]],
    ]);
    expect(listed).toEqual(named);
  });

  test('lists no alarm that does not exist', () => {
    const names = rows.flatMap((row) => row.names);
    expect(names).not.toEqual([]);
    expect(names.filter((name) => !alarms(withBackups).some(([alarmName]) => name === alarmName))).toEqual([]);
  });

  test('has exactly one section for each link', () => {
    for (const { anchor } of rows) expect(headings.filter((heading) => heading === anchor)).toEqual([anchor]);
  });
});

test('every alarm describes the symptom, the stack and the first command, within CloudWatch’s limit', () => {
  for (const [name, { AlarmDescription }] of alarms(withBackups)) {
    expect(AlarmDescription).toMatch(
      new RegExp(
        `^${name}: [A-Z].+\\.\nStack: OnboardingPortal\\S* in (eu-west-2|us-east-1)\nFirst: .+\nThen: docs/runbook`,
      ),
    );
    expect(AlarmDescription.length).toBeLessThanOrEqual(1024);
  }
});

test('every alarm emails the operator when it starts and when it ends', () => {
  for (const [name, { AlarmActions, OKActions }] of alarms()) {
    expect([name, AlarmActions]).toEqual([name, [{ Ref: expect.stringMatching(/^AlarmsTopic/) }]]);
    expect(OKActions).toEqual(AlarmActions);
  }
});

const LASTING =
  /^(SlowAnswers|EventsLate|EventsSilent|TickSilent|AwsThrottles|ReadThrottles|WriteThrottles|FunctionThrottles2?|SiteDown|EdgeErrors|EdgeRefusals|Blocked)$/;

test('an alarm needs three periods if one request could trigger it, and otherwise one', () => {
  const periods = alarms().map(([name, { EvaluationPeriods }]) => [name, EvaluationPeriods]);
  expect(periods).toEqual(alarms().map(([name]) => [name, LASTING.test(name) ? 3 : 1]));
});

test('missing data triggers only the alarms of the canary, the tick and the stream’s handler', () => {
  const silent = alarms().filter(([, { TreatMissingData }]) => TreatMissingData === 'breaching');
  expect(silent.map(([name]) => name).sort()).toEqual(['EventsSilent', 'SiteDown', 'TickSilent']);
});

test.each([
  ['EventsSilent', /^onrecordFunction/],
  ['TickSilent', /^tickFunction/],
])('the alarm %s starts if its function was not called for 45 minutes', (name, id) => {
  expect(alarm(name)).toMatchObject({
    MetricName: 'Invocations',
    Statistic: 'Sum',
    Period: 900,
    Threshold: 1,
    ComparisonOperator: 'LessThanThreshold',
  });
  expect(dimensionsOf(alarm(name))).toEqual({ FunctionName: { Ref: expect.stringMatching(id) } });
});

test.each([
  ['MailDeadLetters', /^MailDeadLetters/],
  ['EventDeadLetters', /^TriggersDeadLetters/],
])('the alarm %s starts while its queue contains a message', (name, id) => {
  const queues = Object.keys(aws.portal.findResources('AWS::SQS::Queue'));
  expect(queues).toHaveLength(2);
  const queue = queues.find((queueId) => id.test(queueId));
  expect(alarm(name)).toMatchObject({ MetricName: 'ApproximateNumberOfMessagesVisible', Threshold: 1 });
  expect(dimensionsOf(alarm(name))).toEqual({ QueueName: { 'Fn::GetAtt': [queue, 'QueueName'] } });
});

test('the alarm EventsLate starts if audit entries wait for 15 minutes', () => {
  expect(alarm('EventsLate')).toMatchObject({ MetricName: 'IteratorAge', Statistic: 'Maximum', Threshold: 900_000 });
  expect(dimensionsOf(alarm('EventsLate'))).toEqual({
    FunctionName: { Ref: expect.stringMatching(/^onrecordFunction/) },
  });
});

test('the alarm of refused requests ignores low traffic, because the canary is refused each time', () => {
  expect(alarm('EdgeRefusals').Metrics).toContainEqual(
    expect.objectContaining({ Expression: 'IF(requests >= 100, value, 0)', ReturnData: true }),
  );
});

/** Returns logical ids of the functions in an alarm’s sum. */
const addedUp = ({ Metrics = [] }: AlarmProperties, metricName: string) =>
  Metrics.flatMap(({ MetricStat }) => {
    if (!MetricStat) return [];
    expect(MetricStat.Metric).toMatchObject({ MetricName: metricName, Dimensions: [{ Name: 'FunctionName' }] });
    const [{ Value } = expect.fail('no dimension')] = MetricStat.Metric.Dimensions as { Value: { Ref: string } }[];
    return [Value.Ref];
  });
/** Returns alarms of a kind, including numbered ones. */
const kind = (start: string, of = aws) => alarms(of).filter(([name]) => name.startsWith(start));

test.each([
  ['FunctionErrors', 'Errors'],
  ['FunctionThrottles', 'Throttles'],
])('the alarms %s start with the first event of any function, at most ten functions each', (start, metricName) => {
  const functions = Object.entries(aws.portal.findResources('AWS::Lambda::Function'));
  const ours = functions.flatMap(([id, { Properties }]) => (Properties.FunctionName ? [id] : []));
  expect(
    kind(start)
      .flatMap(([, alarm]) => addedUp(alarm, metricName))
      .sort(),
  ).toEqual(ours.sort());
  for (const [, alarm] of kind(start)) {
    expect(addedUp(alarm, metricName).length).toBeLessThanOrEqual(10);
    expect(alarm).toMatchObject({ Threshold: 1, ComparisonOperator: 'GreaterThanOrEqualToThreshold' });
    expect(alarm.Metrics).toContainEqual(expect.objectContaining({ Expression: 'SUM(METRICS())' }));
  }
});

test('stages other than prod have only error alarms of jobs, no dashboard and no alarm key', () => {
  const names = (of: Synthesized) => alarms(of).map(([name]) => name);
  const left = names(aws).filter((name) => !names(lean).includes(name));
  expect(left).toEqual(['FunctionErrors2', 'FunctionThrottles', 'FunctionThrottles2']);
  const jobs = kind('FunctionErrors', lean).flatMap(([, alarm]) => addedUp(alarm, 'Errors'));
  expect(jobs.map((id) => id.replace(/Function.*/, '')).sort()).toEqual(['mailevents', 'onrecord', 'tick']);
  lean.portal.resourceCountIs('AWS::CloudWatch::Dashboard', 0);
  for (const stack of Object.values(lean.stacks))
    expect(stack.findResources('AWS::KMS::Key', { Properties: { Description: 'Seals what alarms say' } })).toEqual({});
});

test('the only dashboard shows every alarm, with those of the edge from us-east-1', () => {
  const [dashboard, ...others] = Object.values(aws.portal.findResources('AWS::CloudWatch::Dashboard'));
  expect(others).toEqual([]);
  const body: string = dashboard?.Properties.DashboardBody['Fn::Join'][1]
    .map((part: unknown) => (typeof part === 'string' ? part : 'token'))
    .join('');
  const widgets: { properties: { title: string; region: string } }[] = JSON.parse(body).widgets;
  expect(widgets.map(({ properties }) => properties.title).sort()).toEqual(
    alarms()
      .map(([name]) => name)
      .sort(),
  );
  const elsewhere = widgets.flatMap(({ properties: { title, region } }) => (region === 'us-east-1' ? [title] : []));
  expect(elsewhere).toEqual(['SiteDown', 'EdgeErrors', 'EdgeRefusals', 'Blocked']);
});

test.each(['OnboardingPortal-prod', 'OnboardingPortalEdge-prod-eu-west-2'])(
  'alarms of %s are sent encrypted to the operator’s mailbox',
  (name) => {
    const stack = aws.stacks[name] ?? expect.fail(`no ${name}`);
    const [key] = Object.keys(
      stack.findResources('AWS::KMS::Key', { Properties: { Description: 'Seals what alarms say' } }),
    );
    const [topic] = Object.entries(stack.findResources('AWS::SNS::Topic')).filter(([id]) => id.startsWith('Alarms'));
    expect(topic?.[1].Properties).toEqual({ KmsMasterKeyId: { 'Fn::GetAtt': [key, 'Arn'] } });
    const TopicArn = { Ref: topic?.[0] };
    stack.hasResourceProperties('AWS::SNS::Subscription', { Protocol: 'email', Endpoint: AWS.ALARM_MAIL, TopicArn });
    const CloudWatch = { Effect: 'Allow', Principal: { Service: 'cloudwatch.amazonaws.com' } };
    stack.hasResourceProperties('AWS::KMS::Key', {
      KeyPolicy: {
        Statement: Match.arrayWith([
          Match.objectLike({ ...CloudWatch, Action: Match.arrayWith(['kms:Decrypt', 'kms:GenerateDataKey*']) }),
        ]),
      },
    });
    stack.hasResourceProperties('AWS::SNS::TopicPolicy', {
      Topics: [TopicArn],
      PolicyDocument: {
        Statement: Match.arrayWith([
          Match.objectLike({ Effect: 'Deny', Condition: { Bool: { 'aws:SecureTransport': 'false' } } }),
          Match.objectLike({ ...CloudWatch, Action: 'sns:Publish' }),
        ]),
      },
    });
  },
);

describe('the canary', () => {
  const ours = (deployment: Synthesized) => {
    const [[id, found] = expect.fail('no function'), ...others] = Object.entries(
      edgeOf(deployment).findResources('AWS::Lambda::Function'),
    );
    expect(others).toEqual([]);
    return { id, ...found.Properties };
  };

  test('runs on Node 24 once in each period of its alarm, without retries', () => {
    const { id, ...canary } = ours(aws);
    expect(canary).toMatchObject({ Runtime: 'nodejs24.x', Architectures: ['arm64'] });
    expect(canary).not.toHaveProperty('ReservedConcurrentExecutions');
    expect(alarm('SiteDown')).toMatchObject({ Period: 300, Namespace: 'AWS/Lambda', MetricName: 'Errors' });
    expect(dimensionsOf(alarm('SiteDown'))).toEqual({ FunctionName: canary.FunctionName });
    edgeOf(aws).hasResourceProperties('AWS::Events::Rule', {
      ScheduleExpression: 'rate(5 minutes)',
      Targets: [Match.objectLike({ Arn: { Ref: Match.stringLikeRegexp('^CanaryLive') } })],
    });
    edgeOf(aws).hasResourceProperties('AWS::Lambda::EventInvokeConfig', {
      FunctionName: { Ref: id },
      Qualifier: { 'Fn::Select': [7, { 'Fn::Split': [':', { Ref: Match.stringLikeRegexp('^CanaryLive') }] }] },
      MaximumRetryAttempts: 0,
    });
  });

  test('requests CloudFront’s domain, and the firm’s domain if there is one', () => {
    const origins = (deployment: Synthesized) =>
      ours(deployment)
        .Environment.Variables.ORIGINS['Fn::Join'][1].map((part: unknown) =>
          typeof part === 'string' ? part : 'd1.cloudfront.net',
        )
        .join('');
    expect(origins(lean)).toBe('https://d1.cloudfront.net');
    expect(origins(aws)).toBe('https://d1.cloudfront.net https://portal.firm.example');
  });

  test('may only write its own log', () => {
    const policies = Object.values(policiesOf(edgeOf(aws)));
    expect(policies.map(({ Properties }) => Properties.PolicyDocument.Statement)).toEqual([
      [
        {
          Effect: 'Allow',
          Action: ['logs:CreateLogStream', 'logs:PutLogEvents'],
          Resource: { 'Fn::GetAtt': [expect.stringMatching(/^CanaryLogs/), 'Arn'] },
        },
      ],
    ]);
    edgeOf(aws).resourcePropertiesCountIs('AWS::IAM::Role', { ManagedPolicyArns: Match.anyValue() }, 0);
  });
});

test('a budget notifies the operator, and exists only if it is set', () => {
  edgeOf(aws).resourceCountIs('AWS::Budgets::Budget', 0);
  const told = (NotificationType: string, Threshold: number) => ({
    Notification: { NotificationType, Threshold, ThresholdType: 'PERCENTAGE', ComparisonOperator: 'GREATER_THAN' },
    Subscribers: [{ SubscriptionType: 'EMAIL', Address: AWS.ALARM_MAIL }],
  });
  edgeOf(chosen).hasResourceProperties('AWS::Budgets::Budget', {
    Budget: {
      BudgetName: Match.stringLikeRegexp('^OnboardingPortal-prod-eu-west-2 '),
      BudgetLimit: { Amount: 60, Unit: 'USD' },
      BudgetType: 'COST',
      TimeUnit: 'MONTHLY',
    },
    NotificationsWithSubscribers: [told('ACTUAL', 80), told('FORECASTED', 100)],
  });
});

test('every log group of every stack has the retention of the settings', async () => {
  const days = (deployment: Synthesized) =>
    Object.values(deployment.stacks).flatMap((stack) =>
      Object.values(stack.findResources('AWS::Logs::LogGroup')).map(({ Properties }) => Properties.RetentionInDays),
    );
  expect(new Set(days(aws))).toEqual(new Set([365]));
  expect(new Set(days(chosen))).toEqual(new Set([90]));
  expect(new Set(days(await synthesize('local')))).toEqual(new Set([30]));
});

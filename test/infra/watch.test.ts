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

/** Every alarm of every stack, by its name. */
function alarms(of = aws): [name: string, properties: AlarmProperties][] {
  const all = Object.values(of.stacks).flatMap((stack) => Object.values(stack.findResources('AWS::CloudWatch::Alarm')));
  return all.map(({ Properties }) => [Properties.AlarmDescription.split(':', 1)[0], Properties]);
}
const alarm = (name: string) => new Map(alarms()).get(name) ?? expect.fail(`no ${name}`);
const dimensionsOf = ({ Dimensions = [] }: AlarmProperties) =>
  Object.fromEntries(Dimensions.map(({ Name, Value }) => [Name, Value]));

describe('the runbook', () => {
  const runbook = readFileSync('docs/runbook.md', 'utf8');
  const [top = ''] = runbook.split('## The commands', 1);
  /** Of each row what it names, and the heading that it leads to. */
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

  test('lists every alarm once, under the section that the alarm’s email names', () => {
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

  test('names no alarm that is not there', () => {
    const names = rows.flatMap((row) => row.names);
    expect(names).not.toEqual([]);
    expect(names.filter((name) => !alarms(withBackups).some(([alarmName]) => name === alarmName))).toEqual([]);
  });

  test('has one section for each place that it leads to', () => {
    for (const { anchor } of rows) expect(headings.filter((heading) => heading === anchor)).toEqual([anchor]);
  });
});

test('every alarm’s description has what users notice, the stack and the first command, within CloudWatch’s limit', () => {
  for (const [name, { AlarmDescription }] of alarms(withBackups)) {
    expect(AlarmDescription).toMatch(
      new RegExp(
        `^${name}: [A-Z].+\\.\nStack: OnboardingPortal\\S* in (eu-west-2|us-east-1)\nFirst: .+\nThen: docs/runbook`,
      ),
    );
    expect(AlarmDescription.length).toBeLessThanOrEqual(1024);
  }
});

test('every alarm tells the operator when it begins and when it ends', () => {
  for (const [name, { AlarmActions, OKActions }] of alarms()) {
    expect([name, AlarmActions]).toEqual([name, [{ Ref: expect.stringMatching(/^AlarmsTopic/) }]]);
    expect(OKActions).toEqual(AlarmActions);
  }
});

const LASTING =
  /^(SlowAnswers|EventsLate|EventsSilent|TickSilent|AwsThrottles|ReadThrottles|WriteThrottles|FunctionThrottles2?|SiteDown|EdgeErrors|EdgeRefusals|Blocked)$/;

test('an alarm waits for three periods where one request could set it off, and for one where that is a fault', () => {
  const periods = alarms().map(([name, { EvaluationPeriods }]) => [name, EvaluationPeriods]);
  expect(periods).toEqual(alarms().map(([name]) => [name, LASTING.test(name) ? 3 : 1]));
});

test('missing data rings for the canary, the tick and the stream’s handler, and for nothing else', () => {
  const silent = alarms().filter(([, { TreatMissingData }]) => TreatMissingData === 'breaching');
  expect(silent.map(([name]) => name).sort()).toEqual(['EventsSilent', 'SiteDown', 'TickSilent']);
});

test.each([
  ['EventsSilent', /^onrecordFunction/],
  ['TickSilent', /^tickFunction/],
])('%s rings when its function is not called for three quarters of an hour', (name, id) => {
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
])('%s rings while anything waits in its queue', (name, id) => {
  const queues = Object.keys(aws.portal.findResources('AWS::SQS::Queue'));
  expect(queues).toHaveLength(2);
  const queue = queues.find((queueId) => id.test(queueId));
  expect(alarm(name)).toMatchObject({ MetricName: 'ApproximateNumberOfMessagesVisible', Threshold: 1 });
  expect(dimensionsOf(alarm(name))).toEqual({ QueueName: { 'Fn::GetAtt': [queue, 'QueueName'] } });
});

test('EventsLate rings where lines of the record wait for a quarter of an hour', () => {
  expect(alarm('EventsLate')).toMatchObject({ MetricName: 'IteratorAge', Statistic: 'Maximum', Threshold: 900_000 });
  expect(dimensionsOf(alarm('EventsLate'))).toEqual({
    FunctionName: { Ref: expect.stringMatching(/^onrecordFunction/) },
  });
});

test('a share of refusals rings only where there are many requests, as the canary is refused each time', () => {
  expect(alarm('EdgeRefusals').Metrics).toContainEqual(
    expect.objectContaining({ Expression: 'IF(requests >= 100, value, 0)', ReturnData: true }),
  );
});

/** Functions whose metric an alarm adds up, by their logical ids. */
const addedUp = ({ Metrics = [] }: AlarmProperties, metricName: string) =>
  Metrics.flatMap(({ MetricStat }) => {
    if (!MetricStat) return [];
    expect(MetricStat.Metric).toMatchObject({ MetricName: metricName, Dimensions: [{ Name: 'FunctionName' }] });
    const [{ Value } = expect.fail('no dimension')] = MetricStat.Metric.Dimensions as { Value: { Ref: string } }[];
    return [Value.Ref];
  });
/** Alarms of a kind, the numbered ones included. */
const kind = (start: string, of = aws) => alarms(of).filter(([name]) => name.startsWith(start));

test.each([
  ['FunctionErrors', 'Errors'],
  ['FunctionThrottles', 'Throttles'],
])('%s rings from the first one of any function, with at most ten functions in an alarm', (start, metricName) => {
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

test('outside prod there is an alarm on errors of the jobs and of no other function, no dashboard, and no key for alarms', () => {
  const names = (of: Synthesized) => alarms(of).map(([name]) => name);
  const left = names(aws).filter((name) => !names(lean).includes(name));
  expect(left).toEqual(['FunctionErrors2', 'FunctionThrottles', 'FunctionThrottles2']);
  const jobs = kind('FunctionErrors', lean).flatMap(([, alarm]) => addedUp(alarm, 'Errors'));
  expect(jobs.map((id) => id.replace(/Function.*/, '')).sort()).toEqual(['mailevents', 'onrecord', 'tick']);
  lean.portal.resourceCountIs('AWS::CloudWatch::Dashboard', 0);
  for (const stack of Object.values(lean.stacks))
    expect(stack.findResources('AWS::KMS::Key', { Properties: { Description: 'Seals what alarms say' } })).toEqual({});
});

test('every signal is on the one dashboard, those of the edge from its region', () => {
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
  '%s: alarms go over TLS and sealed to the operator’s mailbox, and CloudWatch may send them',
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

  test('runs on Node 24 once in each period of its alarm, and is not tried again', () => {
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

  test('asks CloudFront under its name, and under the firm’s own where there is one', () => {
    const origins = (deployment: Synthesized) =>
      ours(deployment)
        .Environment.Variables.ORIGINS['Fn::Join'][1].map((part: unknown) =>
          typeof part === 'string' ? part : 'd1.cloudfront.net',
        )
        .join('');
    expect(origins(lean)).toBe('https://d1.cloudfront.net');
    expect(origins(aws)).toBe('https://d1.cloudfront.net https://portal.firm.example');
  });

  test('may write its own log and nothing else', () => {
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

test('a budget tells the operator, and there is none where none is set', () => {
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

test('every log group of every stack has the retention that the settings say', async () => {
  const days = (deployment: Synthesized) =>
    Object.values(deployment.stacks).flatMap((stack) =>
      Object.values(stack.findResources('AWS::Logs::LogGroup')).map(({ Properties }) => Properties.RetentionInDays),
    );
  expect(new Set(days(aws))).toEqual(new Set([365]));
  expect(new Set(days(chosen))).toEqual(new Set([90]));
  expect(new Set(days(await synthesize('local')))).toEqual(new Set([30]));
});

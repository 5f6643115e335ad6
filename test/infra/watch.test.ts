import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { deployed } from './synthesized.ts';

const prod = await deployed('prod');
const dev = await deployed('dev');

interface AlarmProperties {
  AlarmDescription: string;
  AlarmActions: unknown[];
  OKActions: unknown[];
  EvaluationPeriods: number;
  TreatMissingData: string;
  Metrics?: { Expression?: string; MetricStat?: { Metric: { MetricName: string; Dimensions: unknown[] } } }[];
}

/** Returns every alarm of every stack with its name. */
function alarms(of = prod): [name: string, properties: AlarmProperties][] {
  const all = Object.values(of.stacks).flatMap((stack) => Object.values(stack.findResources('AWS::CloudWatch::Alarm')));
  expect(all).not.toEqual([]);
  return all.map(({ Properties }) => [Properties.AlarmDescription.split(':', 1)[0], Properties]);
}

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
    const listed = alarms().map(([alarmName]) => [
      alarmName,
      rows.flatMap(({ names, anchor }) => (names.some((name) => name === alarmName) ? [anchor] : [])),
    ]);
    const named = alarms().map(([alarmName, { AlarmDescription }]) => [
      alarmName,
      [/docs\/runbook\.md#([\w-]+) /.exec(AlarmDescription)?.[1]],
    ]);
    expect(listed).toEqual(named);
  });

  test('lists no alarm that does not exist', () => {
    const names = rows.flatMap((row) => row.names);
    expect(names).not.toEqual([]);
    expect(names.filter((name) => !alarms().some(([alarmName]) => name === alarmName))).toEqual([]);
  });

  test('has exactly one section for each link', () => {
    for (const { anchor } of rows) expect(headings.filter((heading) => heading === anchor)).toEqual([anchor]);
  });
});

test('every alarm describes the symptom, the stack and the first command, within CloudWatch’s limit', () => {
  for (const [name, { AlarmDescription }] of alarms()) {
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
    expect(AlarmActions, name).toHaveLength(1);
    expect(JSON.stringify(AlarmActions), name).toContain('AlarmsTopic');
    expect(OKActions).toEqual(AlarmActions);
  }
});

const LASTING =
  /^(SlowAnswers|EventsLate|EventsSilent|TickSilent|AwsThrottles|MailDeferred|ReadThrottles|WriteThrottles|FunctionThrottles[23]?|SiteDown|EdgeErrors|EdgeRefusals|Blocked)$/;

test('an alarm needs three periods if one request could trigger it, and otherwise one', () => {
  const periods = alarms().map(([name, { EvaluationPeriods }]) => [name, EvaluationPeriods]);
  expect(periods).toEqual(alarms().map(([name]) => [name, LASTING.test(name) ? 3 : 1]));
});

test('missing data triggers only the alarms of backups, the canary, the tick and the stream’s handler', () => {
  const silent = alarms().filter(([, { TreatMissingData }]) => TreatMissingData === 'breaching');
  expect(silent.map(([name]) => name).sort()).toEqual(['BackupsMissing', 'EventsSilent', 'SiteDown', 'TickSilent']);
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
const kind = (start: string, of = prod) => alarms(of).filter(([name]) => name.startsWith(start));

test.each([
  ['FunctionErrors', 'Errors'],
  ['FunctionThrottles', 'Throttles'],
])('the alarms %s start with the first event of any function, at most ten functions each', (start, metricName) => {
  const functions = Object.entries(prod.portal.findResources('AWS::Lambda::Function'));
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

test('stages other than prod have only error alarms of jobs', () => {
  const names = alarms(dev).map(([name]) => name);
  const left = alarms().flatMap(([name]) => (names.includes(name) ? [] : [name]));
  expect(left).toEqual([
    'FunctionErrors2',
    'FunctionErrors3',
    'FunctionThrottles',
    'FunctionThrottles2',
    'FunctionThrottles3',
    'BackupsMissing',
  ]);
  const jobs = kind('FunctionErrors', dev).flatMap(([, alarm]) => addedUp(alarm, 'Errors'));
  expect(jobs.map((id) => id.replace(/Function.*/, '')).sort()).toEqual(['mailevents', 'onrecord', 'tick']);
});

test('the only dashboard shows every alarm, with those of the edge from us-east-1', () => {
  const [dashboard, ...others] = Object.values(prod.portal.findResources('AWS::CloudWatch::Dashboard'));
  expect(others).toEqual([]);
  const body: string = dashboard?.Properties.DashboardBody['Fn::Join'][1]
    .map((part: unknown) => (typeof part === 'string' ? part : 'token'))
    .join('');
  const widgets: { properties: { title: string; region: string } }[] = JSON.parse(body).widgets;
  // Backups have a stack of their own, deployed later.
  const names = alarms().flatMap(([name]) => (name === 'BackupsMissing' ? [] : [name]));
  expect(widgets.map(({ properties }) => properties.title).sort()).toEqual(names.sort());
  const elsewhere = widgets.flatMap(({ properties: { title, region } }) => (region === 'us-east-1' ? [title] : []));
  expect(elsewhere).toEqual(['SiteDown', 'EdgeErrors', 'EdgeRefusals', 'Blocked']);
});

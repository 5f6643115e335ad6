import { spawnSync } from 'node:child_process';
import { accessSync, constants, globSync, readFileSync } from 'node:fs';
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { deploymentName } from '#infra/names.ts';
import packageJson from '../../package.json' with { type: 'json' };

interface Step {
  uses?: string;
  run?: string;
  with?: Record<string, string | number | boolean>;
}

interface Job {
  needs?: string | string[];
  if?: string;
  permissions?: Record<string, string>;
  environment?: string;
  concurrency?: { group: string; 'cancel-in-progress': boolean };
  steps: Step[];
}

interface Workflow {
  on: Record<string, { inputs?: { stage: { options: string[]; default: string } } } | null>;
  permissions: Record<string, string>;
  jobs: Record<'check' | 'difference' | 'deploy', Job>;
}

/** Returns a workflow expression. */
const value = (of: string) => `\${{ ${of} }}`;

const read = (file: string) => {
  const text = readFileSync(file, 'utf8');
  const workflow = parse(text) as Workflow;
  return { text, workflow, steps: Object.values(workflow.jobs).flatMap((job) => job.steps) };
};
const { workflow } = read('.github/workflows/deploy.yml');
const { check, difference, deploy } = workflow.jobs;

test('each job has minimal permissions, and only two can get an AWS token', () => {
  const permissions = Object.entries(workflow.jobs).map(([name, job]) => [name, job.permissions]);
  expect(Object.fromEntries(permissions)).toEqual({
    check: { contents: 'read' },
    difference: { contents: 'read', 'id-token': 'write' },
    deploy: { contents: 'read', 'id-token': 'write' },
  });
});

test('jobs with an AWS token run no install scripts except two named ones', () => {
  for (const { steps } of [difference, deploy]) {
    const installs = steps.flatMap(({ run = '' }) => (/npm (ci|rebuild|install)/.test(run) ? run : []));
    expect(installs).toEqual([expect.stringMatching(/^npm ci --ignore-scripts /), 'npm rebuild esbuild node']);
  }
});

describe.each(globSync('.github/workflows/*.yml').sort())('the workflow %s', (file) => {
  const { text, workflow, steps } = read(file);
  const commands = steps.flatMap(({ run = '' }) => run.split('\n'));

  test('contains no secret, and no permission beyond those of its jobs', () => {
    expect(text).not.toMatch(/secrets\.|access-key/);
    expect(workflow.permissions).toEqual({});
  });

  test('pins every action to a commit, with its release in a comment', () => {
    const used = text.match(/uses: .*/g) ?? [];
    expect(used).toHaveLength(steps.filter(({ uses }) => uses).length);
    for (const line of used) expect(line).toMatch(/^uses: [\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
  });

  test('runs only commands that exist', () => {
    const scripts = commands.flatMap((line) => /npm run (?:--silent )?([\w:]+)/.exec(line)?.[1] ?? []);
    const files = commands.flatMap((line) => /^(\.ci\/\w+)/.exec(line)?.[1] ?? []);
    expect([...scripts, ...files].length).toBeGreaterThan(0);
    for (const script of scripts) expect(Object.keys(packageJson.scripts)).toContain(script);
    for (const script of files) accessSync(script, constants.X_OK);
  });

  test('never inserts input or pull-request text into a command', () => {
    for (const line of commands) expect(line).not.toContain('${{');
  });
});

test('a deployment is checked, compared, from the main branch, and approved for its stage', () => {
  const stage = value('needs.check.outputs.stage');
  expect(difference.needs).toBe('check');
  expect(deploy).toMatchObject({
    needs: ['check', 'difference'],
    if: "github.ref == 'refs/heads/main' && github.event_name != 'pull_request'",
    environment: stage,
    concurrency: { group: `deploy-${stage}`, 'cancel-in-progress': false },
  });
  expect([check.environment, difference.environment]).toEqual([undefined, undefined]);
});

test('a pull request from another repository is not compared with AWS', () => {
  expect(difference.if).toContain('github.event.pull_request.head.repo.full_name == github.repository');
});

test.each([
  ['difference', difference, 'diff'],
  ['deploy', deploy, 'deploy'],
] as const)('the job %s assumes the role of its CI stack', (_, job, role) => {
  const name = deploymentName({
    stage: value('needs.check.outputs.stage') as 'prod',
    env: { account: '', region: value('needs.check.outputs.region') },
  });
  const taken = job.steps.flatMap((step) => step.with?.['role-to-assume'] ?? []);
  expect(taken).toEqual([`arn:aws:iam::${value('vars.AWS_ACCOUNT_ID')}:role/${name}-${role}`]);
});

describe('the stage of a workflow run', () => {
  let folder: string;

  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'stage-test-'));
    await cp('.ci/stage', path.join(folder, '.ci/stage'));
  });
  afterAll(() => rm(folder, { recursive: true }));

  /** Runs the script with settings of these stages. */
  async function run(event: string, stages: readonly string[], asked = '') {
    const settings = path.join(folder, 'infra/settings');
    await rm(settings, { recursive: true, force: true });
    await mkdir(settings, { recursive: true });
    for (const stage of stages) await writeFile(path.join(settings, `${stage}.env`), `A=1\nAWS_REGION=eu-${stage}-1\n`);
    const env = { PATH: process.env.PATH, GITHUB_EVENT_NAME: event, ASKED: asked };
    const { stdout, status } = spawnSync(path.join(folder, '.ci/stage'), { env, encoding: 'utf8' });
    return { stdout, status };
  }

  const outputs = (stage: string) => ({ stdout: `stage=${stage}\nregion=eu-${stage}-1\n`, status: 0 });
  const NONE = { stdout: '', status: 0 };

  test.each([
    ['push', ['stage', 'prod'], '', outputs('stage')],
    ['push', ['prod'], '', NONE],
    ['pull_request', ['stage', 'prod'], '', outputs('stage')],
    ['pull_request', ['prod'], '', outputs('prod')],
    ['pull_request', ['dev'], '', NONE],
    ['workflow_dispatch', ['stage', 'prod'], 'prod', outputs('prod')],
    ['workflow_dispatch', ['stage'], 'prod', { stdout: '', status: 1 }],
  ])('for a %s, with settings of %j and the input "%s", is %j', async (event, stages, asked, expected) => {
    expect(await run(event, stages, asked)).toEqual(expected);
  });
});

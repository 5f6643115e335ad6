import { setTimeout as wait } from 'node:timers/promises';
import { DescribeStackResourcesCommand } from '@aws-sdk/client-cloudformation';
import { CloudFrontClient, CreateFunctionCommand, DeleteFunctionCommand } from '@aws-sdk/client-cloudfront';
import { GetFunctionConfigurationCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { afterAll, beforeAll, expect } from 'vitest';
import { releases } from '#infra/deploy/release.ts';
import { cloudFormation } from '#infra/deploy/stack-state.ts';
import { synthesizeWith } from '../infra/synthesized.ts';
import { PASSWORD } from '../support/builders.ts';
import { testWith } from '../support/emulator.ts';
import { type Running, StageOnEmulator } from './deployments.ts';

// Two stages stand side by side on the emulator of this run. They are deployed at the same time, each through what may
// happen to it, and the tests look at what came of it.
const REGION = 'eu-west-2';
const SLOW_MS = 300_000;
let dev: StageOnEmulator;
let stage: StageOnEmulator;

/** Takes a name that the stack of a stage needs, so that its creation fails; gives what frees it. */
async function takeName(of: StageOnEmulator): Promise<() => Promise<unknown>> {
  const { portal } = await synthesizeWith(of.place.settings);
  const [made] = Object.values(portal.findResources('AWS::CloudFront::Function'));
  const { Name, FunctionConfig } = made?.Properties ?? {};
  const client = new CloudFrontClient({ region: REGION });
  const FunctionCode = new TextEncoder().encode('function handler(event) { return event.request; }');
  const { ETag: IfMatch } = await client.send(new CreateFunctionCommand({ Name, FunctionConfig, FunctionCode }));
  return () => client.send(new DeleteFunctionCommand({ Name, IfMatch }));
}

/** Kills a deployment with all its processes once its stack is being created and has some resources. */
async function killHalfWay(of: StageOnEmulator, { child, ran }: Running): Promise<void> {
  const asked = new DescribeStackResourcesCommand({ StackName: of.place.product.name });
  const hasResources = async () => (await cloudFormation(REGION).send(asked)).StackResources?.length;
  const isHalfWay = async () => (await of.state())?.status.startsWith('CREATE_') && (await hasResources());
  while (child.exitCode === null && !(await isHalfWay())) await wait(20);
  process.kill(-(child.pid ?? 0), 'SIGKILL');
  await ran;
}

/** How the functions of a stage sign the firm's mail: what differs between one release and the next. */
async function firmOf({ place }: StageOnEmulator): Promise<string | undefined> {
  const asked = new GetFunctionConfigurationCommand({ FunctionName: `${place.product.name}-auth` });
  const { Environment } = await new LambdaClient({ region: REGION }).send(asked);
  return Environment?.Variables?.FIRM_NAME;
}

/** How the steps of the two stages went, in the order in which they were made. */
const steps: Record<string, { code: number; output: string; status: string | undefined }> = {};
async function step(name: string, of: StageOnEmulator, running: Running): Promise<void> {
  const { code, output } = await running.ran;
  steps[name] = { code, output, status: (await of.state())?.status };
}

async function failAndKillAndDeploy(): Promise<void> {
  const freeName = await takeName(dev);
  await step('fails', dev, dev.start('deploy'));
  await freeName();
  await killHalfWay(dev, dev.start('deploy'));
  recordedByKilled = (await releases(dev.place)).length;
  await step('goes on', dev, dev.start('deploy'));
}
let recordedByKilled: number;

beforeAll(async () => {
  [dev, stage] = await Promise.all([StageOnEmulator.open('test-dev'), StageOnEmulator.open('test-stage')]);
  await Promise.all([
    failAndKillAndDeploy(),
    step('is deployed', stage, stage.start('deploy', { FIRM_NAME: 'First' })),
  ]);
}, SLOW_MS);
afterAll(async () => {
  await Promise.all([dev, stage].map((of) => of.start('destroy').ran));
  await Promise.all([dev.close(), stage.close()]);
}, SLOW_MS);

testWith('failed creations')('a creation that fails says so, and is undone by itself', () => {
  expect(steps.fails).toMatchObject({ code: 1, status: 'ROLLBACK_COMPLETE' });
  expect(steps.fails?.output).toContain('run the command again with the same settings');
});

testWith('failed creations')(
  'one that failed and was killed goes on with the same command, to a site that answers',
  () => {
    expect(recordedByKilled).toBe(0);
    expect(steps['goes on']).toMatchObject({ code: 0, status: 'CREATE_COMPLETE' });
    expect(steps['goes on']?.output).toContain(`${dev.origin} answers as it should, page and API.`);
  },
);

testWith('failed creations')('an account of one stage is none of the other', async () => {
  const account = { email: 'ruth@firm.example', password: PASSWORD, name: 'Ruth Amari' };
  const { email, password } = account;
  expect(await dev.post('/api/auth/register', account)).toBe(201);
  expect(await dev.post('/api/auth/login', { email, password })).toBe(200);
  expect(await stage.post('/api/auth/login', { email, password })).toBe(401);
});

testWith('failed creations')(
  'a release that is brought back answers again, data as it was',
  async () => {
    const account = { email: 'alex@firm.example', password: PASSWORD, name: 'Alex Morgan' };
    expect(await stage.post('/api/auth/register', account)).toBe(201);
    expect(await firmOf(stage)).toBe('First');
    expect(await stage.start('deploy', { FIRM_NAME: 'Second' }).ran).toMatchObject({ code: 0 });
    expect(await firmOf(stage)).toBe('Second');
    const back = await stage.start('rollback').ran;
    expect(back).toMatchObject({ code: 0, output: expect.stringContaining('answers as it should') });
    expect(await firmOf(stage)).toBe('First');
    const { email, password } = account;
    expect(await stage.post('/api/auth/login', { email, password })).toBe(200);
    const recorded = await releases(stage.place);
    expect(recorded.at(-1)).toMatchObject({ ...recorded[1], broughtBack: expect.any(String) });
  },
  SLOW_MS,
);

testWith('failed creations')('removing one stage leaves the other whole', async () => {
  expect(await dev.start('destroy').ran).toMatchObject({ code: 0 });
  expect(await dev.state()).toBeUndefined();
  expect(await releases(dev.place)).toEqual([]);
  expect(await stage.post('/api/auth/login', { email: 'alex@firm.example', password: PASSWORD })).toBe(200);
});

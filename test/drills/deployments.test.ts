import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { DescribeStackResourcesCommand } from '@aws-sdk/client-cloudformation';
import { CloudFrontClient, CreateFunctionCommand, DeleteFunctionCommand } from '@aws-sdk/client-cloudfront';
import { GetFunctionConfigurationCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { afterAll, beforeAll, expect } from 'vitest';
import { settingsFor } from '#infra/config.ts';
import { placeFor } from '#infra/deploy/place.ts';
import { releases } from '#infra/deploy/release.ts';
import { cloudFormation, stackState } from '#infra/deploy/stacks.ts';
import { apiUrlOf } from '#infra/local/deploy.ts';
import { freePort } from '#infra/local/ports.ts';
import { proxy } from '#infra/local/proxy.ts';
import { staticFiles } from '#infra/local/static-files.ts';
import { emulatorAccess } from '#infra/tools/emulator-access.ts';
import { SITE } from '#infra/tools/web.ts';
import { synthesizeWith } from '../infra/synthesized.ts';
import { PASSWORD } from '../support/builders.ts';
import { testWith } from '../support/emulator.ts';
import type { Ran } from '../support/operator.ts';
import { emulatorUrl, siteOrigin } from '../support/stack.ts';

const REGION = 'eu-west-2';
const SLOW_MS = 300_000;
const STAGE = 'test-dev';
const port = await freePort();
const origin = `http://localhost:${port}`;
// Without a fixed name the emulator would replace the table on each deployment.
const environment = {
  ...emulatorAccess(emulatorUrl()),
  STAGE,
  ORIGIN: origin,
  LOCAL_TABLE: `${STAGE}-table`,
};
Object.assign(process.env, emulatorAccess(emulatorUrl()));
const place = placeFor(settingsFor('local', environment));
const state = () => stackState(place.product);

/** Serves the page, and the API once it exists. */
const server = createServer(async (request, response) => {
  const { pathname } = new URL(request.url ?? '/', origin);
  if (!pathname.startsWith('/api/')) return staticFiles(SITE)(request, response, pathname);
  const { RestApiId = '' } = (await state())?.outputs ?? {};
  return proxy(apiUrlOf(emulatorUrl(), { RestApiId }))(request, response);
});

interface Running {
  child: ChildProcess;
  ran: Promise<Ran>;
}

function start(command: 'deploy' | 'rollback' | 'destroy', FIRM_NAME = 'First'): Running {
  const child = spawn('node', [`infra/deploy/${command}.ts`, '--target', 'local', '--yes'], {
    env: { ...process.env, ...environment, FIRM_NAME },
    detached: true,
  });
  child.stdin.end();
  const ended = once(child, 'close').then(([code]) => (code ?? 1) as number);
  const ran = Promise.all([text(child.stdout), text(child.stderr), ended]).then(([out, error, code]) => ({
    code,
    output: out + error,
  }));
  return { child, ran };
}

async function post(path: string, body: object, site = origin): Promise<number> {
  const headers = { 'content-type': 'application/json' };
  return (await fetch(site + path, { method: 'POST', headers, body: JSON.stringify(body) })).status;
}

/** Creates a resource whose name the stack needs, so that its creation fails; returns its removal. */
async function takeName(): Promise<() => Promise<unknown>> {
  const { portal } = await synthesizeWith(place.settings);
  const [made] = Object.values(portal.findResources('AWS::CloudFront::Function'));
  const { Name, FunctionConfig } = made?.Properties ?? {};
  const client = new CloudFrontClient({ region: REGION });
  const FunctionCode = new TextEncoder().encode('function handler(event) { return event.request; }');
  const { ETag: IfMatch } = await client.send(new CreateFunctionCommand({ Name, FunctionConfig, FunctionCode }));
  return () => client.send(new DeleteFunctionCommand({ Name, IfMatch }));
}

/** Kills a deployment and its processes once its stack has some resources. */
async function killHalfWay({ child, ran }: Running): Promise<void> {
  const asked = new DescribeStackResourcesCommand({ StackName: place.product.name });
  const hasResources = async () => (await cloudFormation(REGION).send(asked)).StackResources?.length;
  const isHalfWay = async () => (await state())?.status.startsWith('CREATE_') && (await hasResources());
  while (child.exitCode === null && !(await isHalfWay())) await wait(20);
  process.kill(-(child.pid ?? 0), 'SIGKILL');
  await ran;
}

async function deployedFirm(): Promise<string | undefined> {
  const asked = new GetFunctionConfigurationCommand({ FunctionName: `${place.product.name}-auth` });
  const { Environment } = await new LambdaClient({ region: REGION }).send(asked);
  return Environment?.Variables?.FIRM_NAME;
}

const ACCOUNT = { email: 'ruth@deployments.example', password: PASSWORD };
const login = (site = origin) => post('/api/auth/login', ACCOUNT, site);

beforeAll(async () => {
  server.listen(port, 'localhost');
  await once(server, 'listening');
});
afterAll(async () => {
  await start('destroy').ran;
  server.closeAllConnections();
  server.close();
}, SLOW_MS);

testWith('failed creations')(
  'a failed deployment is rolled back, and a killed one is completed by the same command',
  async () => {
    const freeName = await takeName();
    const failed = await start('deploy').ran;
    expect(failed).toMatchObject({ code: 1, output: expect.stringContaining('run the command again with the same') });
    expect((await state())?.status).toBe('ROLLBACK_COMPLETE');
    await freeName();
    await killHalfWay(start('deploy'));
    expect(await releases(place)).toEqual([]);
    const output = expect.stringContaining(`${origin} answers correctly: page and API.`);
    expect(await start('deploy').ran).toEqual({ code: 0, output });
    expect((await state())?.status).toBe('CREATE_COMPLETE');
  },
  SLOW_MS,
);

testWith('failed creations')('an account of one stage cannot sign in to another', async () => {
  expect(await post('/api/auth/register', { ...ACCOUNT, name: 'Ruth Amari' })).toBe(201);
  expect([await login(), await login(siteOrigin())]).toEqual([200, 401]);
});

testWith('failed creations')(
  'a rollback restores the former release and keeps the data',
  async () => {
    expect(await deployedFirm()).toBe('First');
    expect(await start('deploy', 'Second').ran).toMatchObject({ code: 0 });
    expect(await deployedFirm()).toBe('Second');
    const back = await start('rollback', 'Second').ran;
    expect(back).toMatchObject({ code: 0, output: expect.stringContaining('answers correctly') });
    expect(await deployedFirm()).toBe('First');
    expect(await login()).toBe(200);
    const recorded = await releases(place);
    expect(recorded.at(-1)).toEqual(recorded[1]);
  },
  SLOW_MS,
);

testWith('failed creations')(
  'removing one stage leaves nothing of it and does not affect the other',
  async () => {
    expect(await start('destroy').ran).toMatchObject({ code: 0 });
    expect([await state(), await releases(place)]).toEqual([undefined, []]);
    expect((await fetch(`${siteOrigin()}/api/auth/me`)).status).toBe(401);
  },
  SLOW_MS,
);

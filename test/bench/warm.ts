import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { App, CfnOutput, CliCredentialsStackSynthesizer, Stack } from 'aws-cdk-lib';
import { LambdaIntegration, RestApi } from 'aws-cdk-lib/aws-apigateway';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { Code, Function as LambdaFunction, Runtime } from 'aws-cdk-lib/aws-lambda';
import { build } from 'esbuild';
import { apiUrlOf } from '#infra/local/deploy.ts';
import { emulatorAccess, REGION } from '#infra/tools/emulator-access.ts';
import { childEnvironment, run } from '#infra/tools/process.ts';
import { makeWorld } from '../api/requests/world.ts';
import { emulatorUrl, stackOutput } from '../support/stack.ts';
import { median } from './child.ts';

const TURNS = 5;
const CALLS = 200;
const AT_ONCE = 4;

const HELLO = `export const handler = async () => ({ statusCode: 200, body: '{}' });`;
/** The one read that GET of a client needs, and nothing else. */
const ONE_GET = `import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, GetCommand } from '@aws-sdk/lib-dynamodb';
const db = DynamoDBDocumentClient.from(new DynamoDBClient({}));
const key = { pk: process.env.PK, sk: 'CLIENT' };
export const handler = async () => {
  const { Item } = await db.send(new GetCommand({ TableName: process.env.TABLE_NAME, Key: key, ConsistentRead: true }));
  return { statusCode: Item ? 200 : 404, body: JSON.stringify(Item) };
};`;

const SOURCES = { hello: HELLO, get: ONE_GET };

async function bundle(name: string, source: string, folder: string): Promise<string> {
  const outdir = path.join(folder, name);
  const stdin = { contents: source, resolveDir: process.cwd() };
  const banner = { js: "import{createRequire}from'node:module';const require=createRequire(import.meta.url);" };
  await mkdir(outdir);
  const { outputFiles } = await build({
    stdin,
    bundle: true,
    minify: true,
    platform: 'node',
    format: 'esm',
    mainFields: ['module', 'main'],
    banner,
    write: false,
    logLevel: 'error',
  });
  await writeFile(path.join(outdir, 'index.mjs'), outputFiles[0]?.text ?? '');
  return outdir;
}

/** Deploys the two functions that ours is measured against. Returns the address of their API. */
async function deployPeers(folder: string, clientId: string): Promise<string> {
  const outdir = path.join(folder, 'cdk.out');
  const app = new App({ outdir });
  const env = { account: '000000000000', region: REGION };
  const stack = new Stack(app, 'Bench', { env, synthesizer: new CliCredentialsStackSynthesizer() });
  const rest = new RestApi(stack, 'Rest', { deployOptions: { stageName: 'live' } });
  for (const [name, source] of Object.entries(SOURCES)) {
    const lambda = new LambdaFunction(stack, name, {
      code: Code.fromAsset(await bundle(name, source, folder)),
      handler: 'index.handler',
      runtime: Runtime.NODEJS_24_X,
      memorySize: 512,
      environment: { TABLE_NAME: stackOutput('TableName'), PK: `CLIENT#${clientId}` },
    });
    const table = stack.formatArn({ service: 'dynamodb', resource: 'table', resourceName: stackOutput('TableName') });
    lambda.addToRolePolicy(new PolicyStatement({ actions: ['dynamodb:GetItem'], resources: [table] }));
    rest.root.addResource(name).addMethod('GET', new LambdaIntegration(lambda));
  }
  new CfnOutput(stack, 'RestApiId', { value: rest.restApiId });
  app.synth();
  const file = path.join(folder, 'outputs.json');
  const deploy = [
    'deploy',
    '--app',
    outdir,
    '--require-approval',
    'never',
    '--method',
    'direct',
    '--outputs-file',
    file,
  ];
  await run('cdk', deploy, childEnvironment(emulatorAccess(emulatorUrl())));
  return apiUrlOf(emulatorUrl(), JSON.parse(await readFile(file, 'utf8')).Bench);
}

/** Calls a second, a few at a time. */
async function rate(url: string, cookie = ''): Promise<number> {
  const started = performance.now();
  const one = async () => {
    for (let i = 0; i < CALLS / AT_ONCE; i += 1) {
      const answer = await fetch(url, { headers: { cookie } });
      if (answer.status !== 200) throw new Error(`${url} answered ${answer.status}`);
      await answer.arrayBuffer();
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, one));
  return CALLS / ((performance.now() - started) / 1000);
}

/** G6: GET of one client against a function that does the same one read, and against one that does nothing, in turns. */
export async function warmCalls(): Promise<string[]> {
  const folder = await mkdtemp(path.join(tmpdir(), 'warm-'));
  try {
    const { owner, client } = await makeWorld();
    const peers = await deployPeers(folder, client.id);
    const ours = `${apiUrlOf(emulatorUrl(), { RestApiId: stackOutput('RestApiId') })}/api/clients/${client.id}`;
    const rates: Record<'ours' | 'get' | 'hello', number[]> = { ours: [], get: [], hello: [] };
    for (let turn = 0; turn < TURNS; turn += 1) {
      rates.ours.push(await rate(ours, owner.cookie));
      rates.get.push(await rate(`${peers}/get`));
      rates.hello.push(await rate(`${peers}/hello`));
    }
    const [own, get, hello] = [median(rates.ours), median(rates.get), median(rates.hello)];
    return [
      `one client  ${(own / get).toFixed(2)} of a function with the same read (${own.toFixed(0)} : ${get.toFixed(0)} a second)`,
      `            ${(own / hello).toFixed(2)} of one that does nothing (${hello.toFixed(0)} a second)`,
    ];
  } finally {
    await rm(folder, { recursive: true });
  }
}

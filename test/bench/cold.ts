import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { build } from 'esbuild';
import { bundleFunctions } from '#infra/functions/bundle.ts';
import type { CallName } from '#shared/contract/api.ts';
import { LAMBDAS, type LambdaName } from '#shared/contract/call.ts';
import { CALLS, makeWorld } from '../api/requests/world.ts';
import { CALL_TESTS } from '../calls/calls.ts';
import { eventOf } from '../support/event.ts';
import { inFreshProcess, median } from './child.ts';

const TURNS = 21;

/** Returns the call that starts a function. */
function firstOf(lambda: LambdaName): CallName {
  const [name] = CALLS.find(([found, call]) => call.lambda === lambda && CALL_TESTS[found].isFirst) ?? [];
  if (!name) throw new Error(`No call of ${lambda} is the first: set isFirst in test/calls/.`);
  return name;
}

interface Start {
  ms: number;
  megabytes: number;
}

/** Bundle by the defaults of CDK's NodejsFunction: CommonJS, not minified, with the runtime's SDK. */
async function defaultBundle(name: LambdaName, folder: string): Promise<string> {
  const outfile = path.join(folder, `${name}-default.cjs`);
  const external = ['@aws-sdk/*', '@smithy/*'];
  await build({
    entryPoints: [`functions/api/${name}.ts`],
    outfile,
    bundle: true,
    platform: 'node',
    target: 'node24',
    format: 'cjs',
    // CommonJS has no URL of the module, which the inspection of files needs.
    define: { 'import.meta.url': 'ownUrl' },
    banner: { js: "const ownUrl = require('node:url').pathToFileURL(__filename).href;" },
    external,
    logLevel: 'error',
  });
  return outfile;
}

async function bareBundle(folder: string): Promise<string> {
  const file = path.join(folder, 'bare.mjs');
  await writeFile(file, 'export const handler = async () => ({ statusCode: 200 });');
  return file;
}

/** G5: each function's cold start against the same source under NodejsFunction's defaults, taken in turns. */
export async function* coldStarts(): AsyncGenerator<string> {
  // Inside the project, so that what is left to the runtime is found.
  const folder = await mkdtemp(path.resolve('dist-bench-'));
  try {
    const { client, admin } = await makeWorld();
    const known = { id: client.id, stageId: `${client.id}.2.2`, token: client.token };
    const ours = await bundleFunctions(folder);
    const bare = await bareBundle(folder);
    for (const name of LAMBDAS) {
      const first = firstOf(name);
      const params = Object.fromEntries(Object.entries(known).filter(([key]) => first.includes(`{${key}}`)));
      const event = await eventOf(name === 'portal' ? { token: client.token } : admin, first, { params });
      const bundles = [path.join(ours[name].directory, 'index.mjs'), await defaultBundle(name, folder), bare];
      const starts: Start[][] = [[], [], []];
      for (let turn = 0; turn < TURNS; turn += 1)
        for (const [i, bundle] of bundles.entries())
          starts[i]?.push(await inFreshProcess<Start>('cold-start.ts', [bundle], event));
      const [own = Number.NaN, other = Number.NaN] = starts.map((all) => median(all.map(({ ms }) => ms)));
      // Turn by turn, as the machine's speed changes from one to the next.
      const ratio = median((starts[0] ?? []).map(({ ms }, turn) => ms / (starts[1]?.[turn]?.ms ?? Number.NaN)));
      const [memory = Number.NaN, , idle = Number.NaN] = starts.map((all) =>
        median(all.map(({ megabytes }) => megabytes)),
      );
      yield `${name.padEnd(10)} ${ratio.toFixed(2)} of the defaults (${own.toFixed(0)} : ${other.toFixed(0)} ms), memory ${(memory / idle).toFixed(2)} of bare`;
    }
  } finally {
    await rm(folder, { recursive: true });
  }
}

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { run } from '../local/process.ts';
import { buildWeb } from '../local/web.ts';
import { TRAFFIC_SHIFT } from '../names.ts';
import { Refusal } from './ask.ts';
import type { Place } from './place.ts';
import type { Release } from './release.ts';

interface Manifest {
  artifacts: Record<
    string,
    {
      type: string;
      environment?: string;
      properties?: { stackName?: string; stackTemplateAssetObjectUrl?: string; templateFile?: string };
    }
  >;
}

const environment = () => ({
  ...process.env,
  PATH: `${path.resolve('node_modules/.bin')}${path.delimiter}${process.env.PATH}`,
});

/** The synthesized templates and code of a deployment. */
const assemblyOf = ({ name }: Place) => path.resolve('cdk.out', name);

/** Writes templates, code and page. `isFirst` leaves out what protects them, as a creation may fail and has to be repeated. */
async function synthesize(place: Place, isFirst: boolean): Promise<void> {
  const { target, uploadsSite, firmName } = place.settings;
  if (uploadsSite) await buildWeb(firmName);
  const context = ['--context', `target=${target}`, ...(isFirst ? ['--context', 'first=true'] : [])];
  // A command that was killed leaves a mark there by which the CDK would wait for it, for good.
  await rm(assemblyOf(place), { recursive: true, force: true });
  const args = ['synth', '--quiet', '--no-notices', '--output', assemblyOf(place), ...context];
  await run('cdk', args, environment() as Record<string, string>);
}

/** Runs the CDK on what was synthesized; the terminal shows what it says. */
async function cdk(place: Place, args: readonly string[]): Promise<boolean> {
  const child = spawn('cdk', [...args, '--app', assemblyOf(place), '--no-notices'], {
    env: environment(),
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const stop = () => {
    console.log(
      'Stopped here; CloudFormation goes on by itself. Run the command again: it waits for that, and goes on.',
    );
    child.kill('SIGTERM');
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, stop);
  const [code] = await once(child, 'close');
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.off(signal, stop);
  return code === 0;
}

/** Shows what a deployment would change. */
async function showDifference(place: Place): Promise<void> {
  if (!(await cdk(place, ['diff', '--method', 'template'])))
    throw new Refusal('The difference to what is deployed could not be shown: see the message above.');
}

/**
 * Uploads code and templates and brings every stack to them; calls move to the new code as is usual in the stage, or at
 * once.
 * @throws Refusal
 */
async function deployStacks(place: Place, atOnce: boolean): Promise<void> {
  const { product, settings } = place;
  const shift = `${product.name}:${TRAFFIC_SHIFT.name}=${TRAFFIC_SHIFT.atOnce}`;
  // What was said for an earlier deployment, or by a roll-back, holds for that one alone.
  const parameters = [
    '--no-previous-parameters',
    ...(atOnce && settings.target === 'aws' ? ['--parameters', shift] : []),
  ];
  if (!(await cdk(place, ['deploy', '--all', '--require-approval', 'never', ...parameters])))
    throw new Refusal(
      'The deployment was not ended. CloudFormation undoes by itself what it had begun: a stack that was there is as before, one that is new will be removed by the next run. Mend what the message above names, and run the command again with the same settings.',
    );
}

/** Where the templates that were synthesized are uploaded to, stack by stack, and how many resources each has. */
function synthesizedStacks(place: Place): (Release['stacks'][number] & { resources: number })[] {
  const read = (file: string) => JSON.parse(readFileSync(path.join(assemblyOf(place), file), 'utf8'));
  const { artifacts } = read('manifest.json') as Manifest;
  return place.stacks.map(({ name, region }) => {
    const properties = artifacts[name]?.properties;
    if (!properties?.stackTemplateAssetObjectUrl || !properties.templateFile)
      throw new Error(`The assembly has no stack ${name}`);
    const resources = Object.keys(read(properties.templateFile).Resources).length;
    return { name, region, template: properties.stackTemplateAssetObjectUrl, resources };
  });
}

/** What the CDK does for a deployment. */
export const CDK = { synthesize, synthesizedStacks, showDifference, deployStacks };
export type Cdk = typeof CDK;

import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { TRAFFIC_SHIFT } from '../names.ts';
import { run } from '../tools/process.ts';
import { buildWeb } from '../tools/web.ts';
import { type Place, Refusal } from './place.ts';
import type { Release } from './release.ts';

interface Manifest {
  artifacts: Record<string, { properties?: { stackTemplateAssetObjectUrl?: string; templateFile?: string } }>;
}

const env = {
  ...process.env,
  PATH: `${path.resolve('node_modules/.bin')}${path.delimiter}${process.env.PATH}`,
} as Record<string, string>;

const assemblyOf = ({ name }: Place) => path.resolve('cdk.out', name);

/** Builds and synthesizes. `isFirst` leaves out the deletion protection, so that a failed creation can be repeated. */
async function synthesize(place: Place, isFirst: boolean): Promise<void> {
  const { target, uploadsSite, firmName } = place.settings;
  if (uploadsSite) await buildWeb(firmName);
  const context = ['--context', `target=${target}`, ...(isFirst ? ['--context', 'first=true'] : [])];
  // A killed command leaves a lock here, for which the CDK would wait forever.
  await rm(assemblyOf(place), { recursive: true, force: true });
  await run('cdk', ['synth', '--quiet', '--no-notices', '--output', assemblyOf(place), ...context], env);
}

function cdk(place: Place, args: readonly string[]): boolean {
  const all = [...args, '--app', assemblyOf(place), '--no-notices'];
  return spawnSync('cdk', all, { env, stdio: ['ignore', 'inherit', 'inherit'] }).status === 0;
}

async function showDifference(place: Place): Promise<void> {
  if (!cdk(place, ['diff', '--method', 'template']))
    throw new Refusal('Could not show the difference to the deployed stacks: see the message above.');
}

/** Deploys every stack. `atOnce` skips the gradual shift of traffic. */
async function deployStacks(place: Place, atOnce: boolean): Promise<void> {
  const shift = `${place.product.name}:${TRAFFIC_SHIFT.name}=${TRAFFIC_SHIFT.atOnce}`;
  // Parameters of an earlier deployment or rollback applied to that one only.
  const parameters = ['--no-previous-parameters'];
  if (atOnce && place.settings.target === 'aws') parameters.push('--parameters', shift);
  if (!cdk(place, ['deploy', '--all', '--require-approval', 'never', ...parameters]))
    throw new Refusal(
      'The deployment failed. CloudFormation rolls it back: an existing stack returns to its previous state, and the next run removes a new one. Fix the problem in the message above, then run the command again with the same settings.',
    );
}

/** Returns each stack with its uploaded template and number of resources. */
function synthesizedStacks(place: Place): (Release['stacks'][number] & { resources: number })[] {
  const read = (file: string) => JSON.parse(readFileSync(path.join(assemblyOf(place), file), 'utf8'));
  const { artifacts } = read('manifest.json') as Manifest;
  return place.stacks.map((stack) => {
    const { stackTemplateAssetObjectUrl: template, templateFile } = artifacts[stack.name]?.properties ?? {};
    if (!template || !templateFile) throw new Error(`The assembly has no stack ${stack.name}`);
    return { ...stack, template, resources: Object.keys(read(templateFile).Resources).length };
  });
}

export const CDK = { synthesize, synthesizedStacks, showDifference, deployStacks };
export type Cdk = typeof CDK;

import { spawnSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { TRAFFIC_SHIFT } from '../names.ts';
import { type Place, Refusal } from './place.ts';
import type { Release } from './release.ts';

interface Manifest {
  artifacts: Record<string, { properties?: { stackTemplateAssetObjectUrl?: string } }>;
}

const assemblyOf = ({ name }: Place) => path.resolve('cdk.out', name);

function run(args: readonly string[], failure: string): void {
  const all = [...args, '--no-notices'];
  const { status } = spawnSync('node_modules/.bin/cdk', all, { stdio: ['ignore', 'inherit', 'inherit'] });
  if (status !== 0) throw new Refusal(failure);
}

/** `isFirst` leaves out the deletion protection, so that a failed creation can be repeated. */
function synthesize(place: Place, isFirst: boolean): void {
  // A killed command leaves a lock here, for which the CDK would wait forever.
  rmSync(assemblyOf(place), { recursive: true, force: true });
  const context = ['--context', `target=${place.settings.target}`, ...(isFirst ? ['--context', 'first=true'] : [])];
  run(['synth', '--quiet', '--output', assemblyOf(place), ...context], 'Nothing was changed: see the message above.');
}

function showDifference(place: Place): void {
  const failure = 'Could not show the difference to the deployed stacks: see the message above.';
  run(['diff', '--app', assemblyOf(place), '--method', 'template'], failure);
}

/** Deploys every stack. `atOnce` skips the gradual shift of traffic. */
function deployStacks(place: Place, atOnce: boolean): void {
  const shift = `${place.product.name}:${TRAFFIC_SHIFT.name}=${TRAFFIC_SHIFT.atOnce}`;
  // Parameters of an earlier deployment or rollback applied to that one only.
  const parameters = ['--no-previous-parameters'];
  if (atOnce && place.settings.target === 'aws') parameters.push('--parameters', shift);
  run(
    ['deploy', '--app', assemblyOf(place), '--all', '--require-approval', 'never', ...parameters],
    'The deployment failed. CloudFormation rolls it back: an existing stack returns to its previous state, and the next run removes a new one. Fix the problem in the message above, then run the command again with the same settings.',
  );
}

function destroyStacks(place: Place): void {
  const failure = 'A stack remains. Fix the problem in the message above, then run the command again.';
  run(['destroy', '--app', assemblyOf(place), '--all', '--force'], failure);
}

/** Returns each synthesized stack with the URL of its uploaded template. */
function templates(place: Place): Release['stacks'] {
  const manifest = readFileSync(path.join(assemblyOf(place), 'manifest.json'), 'utf8');
  const { artifacts } = JSON.parse(manifest) as Manifest;
  return place.stacks.map((stack) => {
    const template = artifacts[stack.name]?.properties?.stackTemplateAssetObjectUrl;
    if (!template) throw new Error(`The assembly has no stack ${stack.name}`);
    return { ...stack, template };
  });
}

export const CDK = { synthesize, showDifference, deployStacks, destroyStacks, templates };
export type Cdk = typeof CDK;

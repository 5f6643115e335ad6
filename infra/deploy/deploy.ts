import { ask } from './ask.ts';
import { CDK, type Cdk } from './cdk.ts';
import { type Options, runCommand } from './command.ts';
import { formerStacks, planOf, removeFormer } from './former-stacks.ts';
import { checkedOut } from './git.ts';
import { refuseStepsBack } from './guards.ts';
import { leftToDo } from './left-to-do.ts';
import { answersOutside } from './outside.ts';
import type { Place, StackAddress } from './place.ts';
import { Refusal } from './refusal.ts';
import { lasting, type Release, record, releases } from './release.ts';
import { isFailedCreation, remedy, removeStack, type StackState, settled } from './stack-state.ts';

/** The stacks that are there, once CloudFormation is at work on none. Throws {@link Refusal} for one that nothing can be done with. */
async function presentStacks(place: Place): Promise<StackState[]> {
  const states: StackState[] = [];
  for (const address of place.stacks) {
    const state = await settled(address);
    const stuck = state && remedy(state);
    if (stuck) throw new Refusal(stuck);
    if (state) states.push(state);
  }
  return states;
}

async function showPlan(place: Place, cdk: Cdk, isFirst: boolean, failed: readonly StackState[]): Promise<void> {
  const { account } = place.settings.env;
  if (isFirst)
    for (const { name, region, resources } of cdk.synthesizedStacks(place))
      console.log(`Creates ${name} with ${resources} resources in account ${account}, ${region}.`);
  else await cdk.showDifference(place);
  for (const { name, status } of failed)
    console.log(
      `${name} is left of a creation that failed (${status}): it is removed first. Nobody has worked in it, as it never came to its end.`,
    );
}

function releaseOf(place: Place, cdk: Cdk): Release {
  const stacks = cdk.synthesizedStacks(place).map(({ name, region, template }) => ({ name, region, template }));
  const { settings } = place;
  const { stage } = settings;
  const time = new Date().toISOString();
  return { time, ...checkedOut(), ...(stage && { stage }), settings: lasting(settings), stacks, answered: false };
}

/** The part of a release about stacks that the settings no longer name. */
const leaving = (stacks: readonly StackAddress[]): Pick<Release, 'left'> =>
  stacks.length > 0 ? { left: stacks.map(({ name, region }) => ({ name, region })) } : {};

/**
 * Deploys a place, or goes on with a deployment that failed or was killed; gives whether the site answers.
 * @throws Refusal
 */
export async function deploy(
  place: Place,
  { yes, changeDomain, atOnce, removeBackups }: Options,
  { cdk = CDK, trySite = answersOutside } = {},
): Promise<boolean> {
  const { settings, product } = place;
  const states = await presentStacks(place);
  const failed = states.filter(isFailedCreation);
  const isFirst = !states.some((state) => state.name === product.name && !isFailedCreation(state));
  const last = isFirst ? undefined : (await releases(place)).at(-1);
  if (last) refuseStepsBack(last, lasting(settings), changeDomain);
  const former = await formerStacks(place, last, removeBackups);
  await cdk.synthesize(place, isFirst);
  await showPlan(place, cdk, isFirst, failed);
  for (const line of planOf(former)) console.log(line);
  await ask(`Deploy ${place.name}?`, { yes });
  for (const state of failed) await removeStack(state);
  await cdk.deployStacks(place, atOnce);
  if (isFirst && settings.durable) {
    console.log('Everything is there: protecting it against deletion.');
    await cdk.synthesize(place, false);
    await cdk.deployStacks(place, atOnce);
  }
  const made = releaseOf(place, cdk);
  // Recorded with what is about to be removed, so that a removal that fails is repeated by the next deployment.
  await record(place, { ...made, ...leaving([...former.kept, ...former.removed]) });
  await removeFormer(former);
  const release = { ...made, ...leaving(former.kept) };
  if (former.removed.length > 0) await record(place, release);
  const present = await settled(product);
  if (!present) throw new Refusal(`${product.name} is gone: somebody removed it meanwhile.`);
  const answers = await trySite(place, present);
  if (answers) await record(place, { ...release, answered: true });
  conclude(place, present, { answers, isNew: !last });
  return answers;
}

/** Says what is left to do. */
function conclude(place: Place, made: StackState, { answers, isNew }: { answers: boolean; isNew: boolean }): void {
  if (!answers) console.log('The deployment is made, and the site does not answer as it should.');
  if (!answers && !isNew) console.log('"npm run rollback" brings back what was deployed before.');
  console.log(['', 'Left to do:', ...leftToDo(place, made, isNew)].join('\n'));
}

if (import.meta.main) process.exitCode = await runCommand(deploy);

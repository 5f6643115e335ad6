import { ask, Refusal } from './ask.ts';
import { type Options, runCommand } from './command.ts';
import type { Place } from './place.ts';
import { forgetReleases, noLongerNamed, releases } from './release.ts';
import { removeStack, type StackState, settled } from './stack-state.ts';

/** The stacks to remove. Throws {@link Refusal} while settings or stacks still keep what they hold. */
async function removable(place: Place): Promise<StackState[]> {
  const { settings } = place;
  const deployFirst = 'deploy it with REMOVAL_POLICY=destroy in its settings, then run this again';
  if (settings.durable)
    throw new Refusal(`${place.name} keeps its data: ${deployFirst}. Nothing of the data can be brought back after.`);
  const last = (await releases(place)).at(-1);
  const stacks = new Map([...place.stacks, ...noLongerNamed(place, last)].map((of) => [of.name, of]));
  const states = (await Promise.all([...stacks.values()].map(settled))).filter((state) => state !== undefined);
  if (last?.settings.durable || states.some(({ isProtected }) => isProtected))
    throw new Refusal(`${place.name} was deployed so that it keeps its data: ${deployFirst}.`);
  return states;
}

/** Removes every stack of a place with all its data. Throws {@link Refusal}. */
export async function destroy(place: Place, { yes }: Options): Promise<boolean> {
  const states = await removable(place);
  const wanted = place.settings.stage ?? place.name;
  await ask(
    `This removes ${place.name} with all its data, for good: every account, client and document of ${wanted}.`,
    {
      yes,
      wanted,
    },
  );
  // Each before those that it needs.
  for (const state of states.toReversed()) {
    console.log(`Removing ${state.name}.`);
    await removeStack(state);
  }
  await forgetReleases(place);
  console.log(`${place.name} is removed. The CDK's own stack and bucket stay, as other deployments may use them.`);
  return true;
}

if (import.meta.main) process.exitCode = await runCommand(destroy);

import { ask, type Options, runCommand } from './command.ts';
import { type Place, Refusal } from './place.ts';
import { forgetReleases, releases } from './release.ts';
import { formerStacks, present, removeStacks } from './stacks.ts';

/** Deletes all stacks and data of a place. Throws {@link Refusal} while the settings or a stack protect the data. */
export async function destroy(place: Place, options: Pick<Options, 'yes'>): Promise<boolean> {
  const { name, settings, stacks } = place;
  const deployFirst = 'deploy it with REMOVAL_POLICY=destroy in its settings, then run this again';
  if (settings.durable)
    throw new Refusal(`${name} keeps its data: ${deployFirst}. Nothing of the data can be brought back after.`);
  const last = (await releases(place)).at(-1);
  const states = [...(await present(stacks)), ...(await formerStacks(place, last))];
  if (last?.settings.durable || states.some(({ isProtected }) => isProtected))
    throw new Refusal(`${name} was deployed so that it keeps its data: ${deployFirst}.`);
  const wanted = settings.stage ?? name;
  const what = `This removes ${name} with all its data, for good: every account, client and document of ${wanted}.`;
  await ask(what, options, wanted);
  await removeStacks(states);
  await forgetReleases(place);
  console.log(`${name} is removed. The CDK's own stack and bucket stay, as other deployments may use them.`);
  return true;
}

if (import.meta.main) await runCommand(destroy);

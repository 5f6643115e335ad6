import { ask, type Options, runCommand } from './command.ts';
import { type Place, Refusal } from './place.ts';
import { forgetReleases, releases } from './release.ts';
import { formerStacks, present, removeStacks } from './stacks.ts';

/** Deletes all stacks and data of a place. Throws {@link Refusal} while the settings or a stack protect the data. */
export async function destroy(place: Place, options: Pick<Options, 'yes'>): Promise<boolean> {
  const { name, settings, stacks } = place;
  const deployFirst = 'deploy it with REMOVAL_POLICY=destroy in its settings, then run this command again';
  if (settings.durable) throw new Refusal(`${name} protects its data. To delete it permanently, ${deployFirst}.`);
  const last = (await releases(place)).at(-1);
  const states = [...(await present(stacks)), ...(await formerStacks(place, last))];
  if (last?.settings.durable || states.some(({ isProtected }) => isProtected))
    throw new Refusal(`${name} was deployed with protected data. To delete it permanently, ${deployFirst}.`);
  const wanted = settings.stage ?? name;
  const what = `This permanently deletes ${name} with all its data: every account, client and document of ${wanted}.`;
  await ask(what, options, wanted);
  await removeStacks(states);
  await forgetReleases(place);
  console.log(`${name} is deleted. The CDK's own stack and bucket are kept, because other deployments may use them.`);
  return true;
}

if (import.meta.main) await runCommand(destroy);

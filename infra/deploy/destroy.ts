import { CDK } from './cdk.ts';
import { ask, type Options, runCommand } from './command.ts';
import { type Place, Refusal } from './place.ts';
import { forgetReleases, keptStacks, releases } from './release.ts';
import { present } from './stacks.ts';

/** Deletes all stacks and data of a place. Throws {@link Refusal} while the settings or a stack protect the data. */
export async function destroy(place: Place, options: Pick<Options, 'yes'>, cdk = CDK): Promise<boolean> {
  const { name, settings, stacks } = place;
  const last = (await releases(place)).at(-1);
  const states = await present(stacks);
  if (settings.durable || last?.settings.durable || states.some(({ isProtected }) => isProtected))
    throw new Refusal(
      `${name} protects its data. To delete it permanently, deploy it with REMOVAL_POLICY=destroy in its settings, then run this command again.`,
    );
  const wanted = settings.stage ?? name;
  const what = `This permanently deletes ${name} with all its data: every account, client and document of ${wanted}.`;
  await ask(what, options, wanted);
  await keptStacks(stacks, last);
  cdk.synthesize(place, false);
  cdk.destroyStacks(place);
  if (last) await forgetReleases(place);
  console.log(`${name} is deleted. The CDK's own stack and bucket are kept, because other deployments may use them.`);
  return true;
}

if (import.meta.main) await runCommand((place, options) => destroy(place, options));

import { CDK } from './cdk.ts';
import { runCommand } from './command.ts';
import type { Place } from './place.ts';

/** Shows what a deployment would change. It reads templates that are deployed, and nothing else. Throws {@link Refusal}. */
async function difference(place: Place): Promise<boolean> {
  await CDK.synthesize(place, false);
  await CDK.showDifference(place);
  return true;
}

if (import.meta.main) process.exitCode = await runCommand(difference);

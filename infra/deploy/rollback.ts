import { type Capability, UpdateStackCommand } from '@aws-sdk/client-cloudformation';
import { TRAFFIC_SHIFT } from '../names.ts';
import { ask, type Options, runCommand } from './command.ts';
import { type Place, Refusal } from './place.ts';
import { keptStacks, type Release, refuseStepBack, releases } from './release.ts';
import { answersOutside, conclude } from './smoke.ts';
import { cloudFormation, settled } from './stacks.ts';

const CAPABILITIES: Capability[] = ['CAPABILITY_IAM', 'CAPABILITY_NAMED_IAM', 'CAPABILITY_AUTO_EXPAND'];
/** Shifts all traffic immediately and ignores firing alarms. The next deployment uses the default again. */
const AT_ONCE = [{ ParameterKey: TRAFFIC_SHIFT.name, ParameterValue: TRAFFIC_SHIFT.atOnce }];

const templatesOf = ({ stacks }: Release) => stacks.map(({ template }) => template).join();
const named = ({ time, commit }: Release) => `the release of ${time} (commit ${commit})`;

/** Returns the last earlier release that answered and has other templates. A rolled-back release keeps its time. */
export function releaseBefore(recorded: readonly Release[]): Release | undefined {
  const current = recorded.at(-1);
  return recorded.findLast(
    (of) => current && of.answered && of.time < current.time && templatesOf(of) !== templatesOf(current),
  );
}

/** Updates a stack to an earlier template, under the role of its last deployment. Throws {@link Refusal}. */
async function bringBack({ settings, product }: Place, stack: Release['stacks'][number]): Promise<void> {
  const { name, region, template } = stack;
  if (!(await settled(stack)))
    return console.log(`${name} has been removed since and is not restored: to get it back, deploy with its setting.`);
  const TemplateURL = template.replace(/^s3:\/\//, `https://s3.${region}.amazonaws.com/`);
  const Parameters = settings.target === 'aws' && name === product.name ? AT_ONCE : [];
  const update = new UpdateStackCommand({ StackName: name, TemplateURL, Capabilities: CAPABILITIES, Parameters });
  try {
    await cloudFormation(region).send(update);
  } catch (error) {
    if (!`${error}`.includes('No updates are to be performed')) throw error;
    return console.log(`${name} has not changed since.`);
  }
  console.log(`Restoring ${name}.`);
  const state = await settled(stack);
  if (state?.status !== 'UPDATE_COMPLETE')
    throw new Refusal(
      `${name} could not be restored (${state?.status ?? 'deleted'}): see its events in the CloudFormation console, fix the cause, then run the command again.`,
    );
}

/** Restores functions, API and page of the previous release. Returns true if the site answers. */
export async function rollback(place: Place, options: Pick<Options, 'yes'>, trySite = answersOutside) {
  const recorded = await releases(place);
  const [current, to] = [recorded.at(-1), releaseBefore(recorded)];
  if (!current || !to)
    throw new Refusal(
      'There is no earlier release that answered, so there is nothing to roll back to: fix the problem and deploy again.',
    );
  const advice = `To go back, check out commit ${to.commit}, add the current settings file, and deploy that`;
  refuseStepBack(current, to.settings, { advice });
  console.log(`Current: ${named(current)}. This restores ${named(to)}.`);
  console.log(
    'Data is not changed. If the newer release has migrated it, see "Migrate" and "restore" in docs/runbook.md first.',
  );
  await ask(`Roll back ${place.name}?`, options);
  for (const stack of to.stacks) await bringBack(place, stack);
  return conclude(place, { ...to, stacks: [...to.stacks, ...(await keptStacks(to.stacks, current))] }, trySite);
}

if (import.meta.main) await runCommand(rollback);

import { type Capability, UpdateStackCommand } from '@aws-sdk/client-cloudformation';
import { TRAFFIC_SHIFT } from '../names.ts';
import { ask, type Options, runCommand } from './command.ts';
import { type Place, Refusal } from './place.ts';
import { named, type Release, record, refuseRollback, releases } from './release.ts';
import { answersOutside } from './smoke.ts';
import { cloudFormation, settled } from './stacks.ts';

const CAPABILITIES: Capability[] = ['CAPABILITY_IAM', 'CAPABILITY_NAMED_IAM', 'CAPABILITY_AUTO_EXPAND'];

const templatesOf = ({ stacks }: Release) => stacks.map(({ template }) => template).join();

/** Returns the newest earlier release that answered and has other templates; `undefined` if there is none. */
export function releaseBefore(recorded: readonly Release[]): Release | undefined {
  const current = recorded.at(-1);
  return recorded
    .filter((of) => current && of.answered && of.time < current.time && templatesOf(of) !== templatesOf(current))
    .toSorted((a, b) => (a.time < b.time ? 1 : -1))[0];
}

/** Shifts all traffic immediately and ignores firing alarms. The next deployment uses the default again. */
const AT_ONCE = [{ ParameterKey: TRAFFIC_SHIFT.name, ParameterValue: TRAFFIC_SHIFT.atOnce }];

/** Updates a stack; retries without parameters if the template doesn't declare them. */
async function update(stack: Release['stacks'][number], Parameters: typeof AT_ONCE): Promise<void> {
  const { name: StackName, region } = stack;
  const TemplateURL = stack.template.replace(/^s3:\/\//, `https://s3.${region}.amazonaws.com/`);
  const input = { StackName, TemplateURL, Capabilities: CAPABILITIES, Parameters };
  try {
    await cloudFormation(region).send(new UpdateStackCommand(input));
  } catch (error) {
    if (Parameters.length === 0 || !/do not exist in the template/.test(`${error}`)) throw error;
    await update(stack, []);
  }
}

/** Updates a stack to an earlier template, under the role of its last deployment. Throws {@link Refusal}. */
async function bringBack(stack: Release['stacks'][number], isProduct: boolean): Promise<void> {
  const { name, region } = stack;
  if (!(await settled(stack)))
    return console.log(`${name} has been removed since and is not restored: to get it back, deploy with its setting.`);
  try {
    await update(stack, isProduct ? AT_ONCE : []);
  } catch (error) {
    if (!`${error}`.includes('No updates are to be performed')) throw error;
    return console.log(`${name} has not changed since.`);
  }
  console.log(`Restoring ${name}.`);
  const state = await settled({ name, region });
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
  refuseRollback(current, to);
  console.log(`Current: ${named(current)}. This restores ${named(to)}.`);
  console.log(
    'Data is not changed. If the newer release has migrated it, see "Migrate" and "restore" in docs/runbook.md first.',
  );
  await ask(`Roll back ${place.name}?`, options);
  for (const stack of to.stacks) await bringBack(stack, stack.name === place.product.name);
  const { left } = current;
  const release = { ...to, ...(left && { left }), broughtBack: new Date().toISOString(), answered: false };
  await record(place, release);
  const product = await settled(place.product);
  const answers = product !== undefined && (await trySite(place, product));
  if (answers) await record(place, { ...release, answered: true });
  return answers;
}

if (import.meta.main) await runCommand(rollback);

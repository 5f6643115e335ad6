import { type Capability, type Parameter, UpdateStackCommand } from '@aws-sdk/client-cloudformation';
import { TRAFFIC_SHIFT } from '../names.ts';
import { ask, Refusal } from './ask.ts';
import { type Options, runCommand } from './command.ts';
import { refuseRollback } from './guards.ts';
import type { Place } from './place.ts';
import { named, type Release, record, releases } from './release.ts';
import { answersOutside } from './smoke.ts';
import { cloudFormation, settled } from './stack-state.ts';

const CAPABILITIES: Capability[] = ['CAPABILITY_IAM', 'CAPABILITY_NAMED_IAM', 'CAPABILITY_AUTO_EXPAND'];

/** Where CloudFormation reads a template that the CDK uploaded to `s3://BUCKET/KEY`. */
const templateUrl = (template: string, region: string) =>
  template.replace(/^s3:\/\//, `https://s3.${region}.amazonaws.com/`);

const templatesOf = ({ stacks }: Release) => stacks.map(({ template }) => template).join();

/** The newest release before the present one that differs from it and answered; `undefined` where there is none. */
export function releaseBefore(recorded: readonly Release[]): Release | undefined {
  const present = recorded.at(-1);
  if (!present) return undefined;
  const [before] = recorded
    .filter((of) => of.answered && of.time < present.time && templatesOf(of) !== templatesOf(present))
    .toSorted((a, b) => (a.time < b.time ? 1 : -1));
  return before;
}

/** Moves all calls at once and whatever the alarms say, which may be ringing. The next deployment has the default again. */
const AT_ONCE: Parameter[] = [{ ParameterKey: TRAFFIC_SHIFT.name, ParameterValue: TRAFFIC_SHIFT.atOnce }];

/** Asks CloudFormation for a template; where that knows no such parameters, without them. */
async function update({ name, region, template }: Release['stacks'][number], Parameters: Parameter[]): Promise<void> {
  const input = { StackName: name, TemplateURL: templateUrl(template, region), Capabilities: CAPABILITIES, Parameters };
  try {
    await cloudFormation(region).send(new UpdateStackCommand(input));
  } catch (error) {
    if (Parameters.length === 0 || !/do not exist in the template/.test(`${error}`)) throw error;
    await update({ name, region, template }, []);
  }
}

/** Brings a stack back to a template, by the role that it was deployed by. Throws {@link Refusal}. */
async function bringBack(stack: Release['stacks'][number], parameters: Parameter[]): Promise<void> {
  const { name, region } = stack;
  try {
    await update(stack, parameters);
  } catch (error) {
    if (!(error instanceof Error && error.message.includes('No updates are to be performed'))) throw error;
    return console.log(`${name} is as it was then.`);
  }
  console.log(`Bringing back ${name}.`);
  const state = await settled({ name, region });
  if (state?.status !== 'UPDATE_COMPLETE')
    throw new Refusal(
      `${name} was not brought back (${state?.status ?? 'it is gone'}): see its events in the CloudFormation console. It is as it was before this command; run it again once the cause is mended.`,
    );
}

/** Brings back the release before the present one, functions, API and page together; gives whether the site answers. */
export async function rollback(place: Place, { yes }: Options, trySite = answersOutside): Promise<boolean> {
  const recorded = await releases(place);
  const [present, to] = [recorded.at(-1), releaseBefore(recorded)];
  if (!present || !to)
    throw new Refusal('No earlier release is recorded that answered: there is nothing to go back to.');
  refuseRollback(present, to);
  console.log(`Present is ${named(present)}. This brings back ${named(to)}.`);
  console.log(
    'Data stays as it is. If the newer release changed its form, see "Migrate" and "restore" in docs/runbook.md first.',
  );
  await ask(`Bring it back in ${place.name}?`, { yes });
  for (const stack of to.stacks) {
    if (!(await settled(stack))) {
      console.log(
        `${stack.name} was removed since and stays so: deploy with the setting that names it to get it back.`,
      );
      continue;
    }
    await bringBack(stack, stack.name === place.product.name ? AT_ONCE : []);
  }
  const { left } = present;
  const release = { ...to, ...(left && { left }), broughtBack: new Date().toISOString(), answered: false };
  await record(place, release);
  const product = await settled(place.product);
  const answers = product !== undefined && (await trySite(place, product));
  if (answers) await record(place, { ...release, answered: true });
  return answers;
}

if (import.meta.main) process.exitCode = await runCommand(rollback);

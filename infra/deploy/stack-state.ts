import { setTimeout as wait } from 'node:timers/promises';
import {
  CloudFormationClient,
  DeleteStackCommand,
  DescribeStacksCommand,
  UpdateTerminationProtectionCommand,
} from '@aws-sdk/client-cloudformation';
import { Refusal } from './ask.ts';
import type { StackAddress } from './place.ts';

const POLL_MS = 2000;
/** Statuses of a stack whose creation never came to its end, so that nobody ever worked in it. */
const FAILED_CREATION = ['REVIEW_IN_PROGRESS', 'CREATE_FAILED', 'ROLLBACK_COMPLETE', 'ROLLBACK_FAILED'];
const USABLE = [
  'CREATE_COMPLETE',
  'UPDATE_COMPLETE',
  'UPDATE_ROLLBACK_COMPLETE',
  'IMPORT_COMPLETE',
  'IMPORT_ROLLBACK_COMPLETE',
];

/** A stack as CloudFormation has it now. */
export interface StackState extends StackAddress {
  status: string;
  outputs: Readonly<Record<string, string>>;
  /** It refuses to be deleted. */
  isProtected: boolean;
}

/** CloudFormation in a region. */
export const cloudFormation = (region: string) => new CloudFormationClient({ region });

/** A stack as it is now; `undefined` where there is none. */
export async function stackState({ name, region }: StackAddress): Promise<StackState | undefined> {
  try {
    const { Stacks = [] } = await cloudFormation(region).send(new DescribeStacksCommand({ StackName: name }));
    const [stack] = Stacks;
    if (!stack || stack.StackStatus === 'DELETE_COMPLETE') return undefined;
    const outputs = Object.fromEntries(stack.Outputs?.map((o) => [o.OutputKey ?? '', o.OutputValue ?? '']) ?? []);
    const { StackStatus: status = '', EnableTerminationProtection: isProtected = false } = stack;
    return { name, region, status, outputs, isProtected };
  } catch (error) {
    if (error instanceof Error && error.message.includes('does not exist')) return undefined;
    throw error;
  }
}

/** Whether a stack is what a creation left that failed. */
export const isFailedCreation = ({ status }: StackState) => FAILED_CREATION.includes(status);

/** Whether CloudFormation is at work on a stack. */
export const isBusy = (state: StackState) => state.status.endsWith('_IN_PROGRESS') && !isFailedCreation(state);

/** A stack once CloudFormation has ended what it does with it, which it does also where nobody waits. */
export async function settled(address: StackAddress): Promise<StackState | undefined> {
  let state = await stackState(address);
  if (state && isBusy(state)) console.log(`CloudFormation is at work on ${state.name} (${state.status}): waiting.`);
  while (state && isBusy(state)) {
    await wait(POLL_MS);
    state = await stackState(address);
  }
  return state;
}

/** What to do about a status that no deployment can go on from; `undefined` where one can. */
export function remedy({ name, region, status }: StackState): string | undefined {
  if (USABLE.includes(status) || FAILED_CREATION.includes(status)) return undefined;
  const named = `--stack-name ${name} --region ${region}`;
  if (status === 'UPDATE_ROLLBACK_FAILED')
    return `${name} is in ${status}: see its events for what failed, mend it, run "aws cloudformation continue-update-rollback ${named}", then try again.`;
  if (status === 'DELETE_FAILED')
    return `${name} is in ${status}: a removal was not ended. See its events for what is in the way, then run "npm run destroy" again.`;
  return `${name} is in ${status}: see its events in the CloudFormation console and bring it to an end there, then try again.`;
}

/** Removes a stack, whether or not it is protected, and waits until it is gone. Throws {@link Refusal} where something stays. */
export async function removeStack({ name, region, isProtected }: StackState): Promise<void> {
  const client = cloudFormation(region);
  const protection = { StackName: name, EnableTerminationProtection: false };
  if (isProtected) await client.send(new UpdateTerminationProtectionCommand(protection));
  await client.send(new DeleteStackCommand({ StackName: name }));
  const left = await settled({ name, region });
  if (left)
    throw new Refusal(
      `${name} could not be removed (${left.status}): see its events in the CloudFormation console of ${region} for what is in the way, delete that, then run the command again.`,
    );
}

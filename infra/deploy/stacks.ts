import { setTimeout as wait } from 'node:timers/promises';
import {
  CloudFormationClient,
  DeleteStackCommand,
  DescribeStacksCommand,
  UpdateTerminationProtectionCommand,
} from '@aws-sdk/client-cloudformation';
import { PRODUCT } from '../names.ts';
import { type Place, Refusal, type StackAddress } from './place.ts';
import type { Release } from './release.ts';

const POLL_MS = 2000;
/** Statuses of a stack whose creation failed, so that nobody has used it. */
const FAILED_CREATION = ['REVIEW_IN_PROGRESS', 'CREATE_FAILED', 'ROLLBACK_COMPLETE', 'ROLLBACK_FAILED'];
const USABLE = /^(CREATE|UPDATE|UPDATE_ROLLBACK|IMPORT|IMPORT_ROLLBACK)_COMPLETE$/;

export interface StackState extends StackAddress {
  status: string;
  outputs: Readonly<Record<string, string>>;
  isProtected: boolean;
}

export const cloudFormation = (region: string) => new CloudFormationClient({ region });

export async function stackState({ name, region }: StackAddress): Promise<StackState | undefined> {
  try {
    const { Stacks = [] } = await cloudFormation(region).send(new DescribeStacksCommand({ StackName: name }));
    const [{ StackStatus: status, Outputs = [], EnableTerminationProtection: isProtected = false } = {}] = Stacks;
    if (!status || status === 'DELETE_COMPLETE') return undefined;
    const outputs = Object.fromEntries(Outputs.map((o) => [o.OutputKey ?? '', o.OutputValue ?? '']));
    return { name, region, status, outputs, isProtected };
  } catch (error) {
    if (error instanceof Error && error.message.includes('does not exist')) return undefined;
    throw error;
  }
}

export const isFailedCreation = ({ status }: StackState) => FAILED_CREATION.includes(status);

export const isBusy = (state: StackState) => state.status.endsWith('_IN_PROGRESS') && !isFailedCreation(state);

/** Waits until CloudFormation is idle; the CDK would take an operation in progress for a failure. */
export async function settled(address: StackAddress): Promise<StackState | undefined> {
  let state = await stackState(address);
  if (state && isBusy(state)) console.log(`CloudFormation is working on ${state.name} (${state.status}). Waiting.`);
  while (state && isBusy(state)) {
    await wait(POLL_MS);
    state = await stackState(address);
  }
  return state;
}

/** Returns the stacks that exist, once CloudFormation is idle. */
export const present = async (stacks: readonly StackAddress[]): Promise<StackState[]> =>
  (await Promise.all(stacks.map(settled))).filter((state) => state !== undefined);

/** Returns the fix for a status that blocks deployments; `undefined` if it doesn't. */
export function remedy({ name, region, status }: StackState): string | undefined {
  if (USABLE.test(status) || FAILED_CREATION.includes(status)) return undefined;
  const resume = `aws cloudformation continue-update-rollback --stack-name ${name} --region ${region}`;
  const what: Record<string, string> = {
    UPDATE_ROLLBACK_FAILED: `see its events for the cause, fix it, run "${resume}", then try again`,
    DELETE_FAILED: 'its removal failed. See its events for the cause, then run "npm run destroy" again',
  };
  const other = 'see its events in the CloudFormation console and resolve it there, then try again';
  return `${name} is in ${status}: ${what[status] ?? other}.`;
}

/** Deletes stacks in reverse order, protected or not. Throws {@link Refusal} if one remains. */
export async function removeStacks(states: readonly StackState[]): Promise<void> {
  for (const { name, region, isProtected } of states.toReversed()) {
    console.log(`Removing ${name}.`);
    const client = cloudFormation(region);
    const unprotect = { StackName: name, EnableTerminationProtection: false };
    if (isProtected) await client.send(new UpdateTerminationProtectionCommand(unprotect));
    await client.send(new DeleteStackCommand({ StackName: name }));
    const left = await settled({ name, region });
    if (left)
      throw new Refusal(
        `${name} could not be removed (${left.status}): see its events in the CloudFormation console of ${region} for the cause, delete what blocks it, then run the command again.`,
      );
  }
}

/** Returns existing stacks of the last release that are no longer in the settings. */
export const formerStacks = ({ stacks }: Place, last: Release | undefined): Promise<StackState[]> =>
  present(
    [...(last?.stacks ?? []), ...(last?.left ?? [])].filter(({ name }) => !stacks.some((of) => of.name === name)),
  );

/** Returns true if a former stack is kept: backups are removed on request only. */
export const stays = ({ name }: StackAddress, removeBackups: boolean | undefined) =>
  name.startsWith(`${PRODUCT}Backup`) && !removeBackups;

export const fateOf = (stack: StackAddress, removeBackups: boolean | undefined): string =>
  stays(stack, removeBackups)
    ? `${stack.name} is no longer in the settings but is kept, because it makes and holds backups. It still costs money. Add "-- --remove-backups" to remove it.`
    : `${stack.name} is no longer in the settings and will be removed after the deployment.`;

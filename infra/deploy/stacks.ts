import { setTimeout as wait } from 'node:timers/promises';
import { CloudFormationClient, DescribeStacksCommand } from '@aws-sdk/client-cloudformation';
import type { StackAddress } from './place.ts';

const POLL_MS = 2000;
/** Statuses of a stack whose creation failed. Nobody has used it, and the CDK removes it before the next creation. */
const FAILED_CREATION = ['REVIEW_IN_PROGRESS', 'ROLLBACK_COMPLETE', 'ROLLBACK_FAILED'];

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

const isBusy = (state: StackState) => state.status.endsWith('_IN_PROGRESS') && !isFailedCreation(state);

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

/** Returns the advice for a stack that accepts no update; `undefined` if it does. */
export const remedy = (state: StackState): string | undefined =>
  state.status.endsWith('_FAILED') && !isFailedCreation(state)
    ? `${state.name} is in ${state.status} and accepts no update: see its events in the CloudFormation console, and "A deployment's roll-back failed" in docs/runbook.md.`
    : undefined;

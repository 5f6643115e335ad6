import { formerStacks, planOf } from '../former-stacks.ts';
import { refuseStepsBack } from '../guards.ts';
import type { Place, StackAddress } from '../place.ts';
import { Refusal } from '../refusal.ts';
import { lasting, releases } from '../release.ts';
import { isBusy, isFailedCreation, remedy, stackState } from '../stack-state.ts';
import { type Answer, type Check, ok, todo, wrong } from './answer.ts';

async function stack(address: StackAddress): Promise<Answer> {
  const state = await stackState(address);
  if (!state) return ok(`${address.name} is not there yet.`);
  const { name, status } = state;
  const stuck = remedy(state);
  if (isBusy(state)) return ok(`CloudFormation is at work on ${name} (${status}): the deployment waits for it.`);
  if (stuck) return wrong(stuck);
  return isFailedCreation(state)
    ? todo(`${name} is left of a creation that failed (${status}): the deployment removes it first.`)
    : ok(`${name} is there (${status}).`);
}

/** Whether the settings may follow those of the release before. */
async function settings(place: Place): Promise<Answer> {
  const last = (await releases(place)).at(-1);
  if (!last) return ok('No release is recorded: nothing holds the settings.');
  try {
    refuseStepsBack(last, lasting(place.settings), false);
    return ok('The settings take nothing back that is in force.');
  } catch (error) {
    if (error instanceof Refusal) return wrong(error.message);
    throw error;
  }
}

/** Says what becomes of stacks that the settings no longer name. */
async function former(place: Place): Promise<Answer[]> {
  const found = await formerStacks(place, (await releases(place)).at(-1), false);
  return planOf(found).map(todo);
}

/** What is there already. */
export const stackChecks = (place: Place): Check[] => [
  ...place.stacks.map((address) => ({ about: address.name, ask: () => stack(address) })),
  { about: 'Settings', ask: () => settings(place) },
  { about: 'Former stacks', ask: () => former(place) },
];

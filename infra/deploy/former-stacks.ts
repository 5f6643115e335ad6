import { holdsBackups, type Place, type StackAddress } from './place.ts';
import { noLongerNamed, type Release } from './release.ts';
import { removeStack, type StackState, settled } from './stack-state.ts';

/** Stacks that the settings no longer name: those that this deployment removes, and those that stay. */
export interface FormerStacks {
  removed: readonly StackState[];
  kept: readonly StackState[];
}

/** Finds the stacks that the settings no longer name. Stacks with backups stay, unless the caller asks for their removal. */
export async function formerStacks(
  place: Place,
  last: Release | undefined,
  removeBackups: boolean,
): Promise<FormerStacks> {
  const found = await Promise.all(noLongerNamed(place, last).map(settled));
  const states = found.filter((state) => state !== undefined);
  const stays = (stack: StackAddress) => holdsBackups(stack) && !removeBackups;
  return { removed: states.filter((state) => !stays(state)), kept: states.filter(stays) };
}

/** Says what becomes of stacks that the settings no longer name. */
export const planOf = ({ removed, kept }: FormerStacks): string[] => [
  ...removed.map(({ name }) => `${name} is no longer in the settings: it is removed afterwards.`),
  ...kept.map(
    ({ name }) =>
      `${name} is no longer in the settings and stays: it makes and keeps backups, and costs. Add "-- --remove-backups" to remove it.`,
  ),
];

/** Removes each stack before those that it needs. Throws a Refusal where something stays. */
export async function removeFormer({ removed }: FormerStacks): Promise<void> {
  for (const state of removed.toReversed()) {
    console.log(`Removing ${state.name}.`);
    await removeStack(state);
  }
}

import type { Staff } from './actor.ts';
import { type AdviserItem, adviserPartition, type ClientItem, DIRECTORY, idOf, type TaskItem } from './entities.ts';
import { queryIndex, type Range } from './table.ts';

type Listed = ClientItem | TaskItem;

/** Everyone who can sign in, by name. */
export const allAdvisers = () => queryIndex<AdviserItem>(DIRECTORY, '');

/** An adviser's own part of a list, to be read while the identity is still being checked. */
export const ownPart = async <T extends Listed>(adviserId: string | undefined, prefix: string, range?: Range) =>
  adviserId === undefined ? [] : queryIndex<T>(adviserPartition(adviserId), prefix, range);

/** A whole list: an adviser's own part, or for an admin everyone's, the others' parts read in parallel. */
export async function wholeList<T extends Listed>(actor: Staff, own: T[], prefix: string, range?: Range): Promise<T[]> {
  if (actor.kind === 'adviser') return own;
  const advisers = await allAdvisers();
  const others = advisers.map((adviser) => idOf(adviser.pk)).filter((id) => id !== actor.id);
  return [
    ...own,
    ...(await Promise.all(others.map((id) => queryIndex<T>(adviserPartition(id), prefix, range)))).flat(),
  ];
}

import { type ClientAccess, isCover } from '#shared/rules/colleagues.ts';
import { idOf } from '../../services/keys/keys.ts';
import { type AdviserRow, allAdvisers, worksAt } from '../accounts/account.ts';
import type { Staff } from '../accounts/session.ts';

// The only place that decides which clients a member of staff may know. Admins may know all, others their own and those of
// the advisers whom they work with today.

type Reach = Pick<Staff, 'kind' | 'id' | 'name' | 'works'>;

/** Returns what decides which clients the holder of an account may know. */
export const reachOf = ({ pk, summary }: Pick<AdviserRow, 'pk' | 'summary'>, now: Date): Reach => ({
  kind: summary.role,
  id: idOf(pk),
  name: summary.name,
  works: worksAt(summary, now),
});

/** Returns the caller and the advisers whom they work with today: id and name, the caller first. */
export const workedFor = ({ id, name, works }: Pick<Reach, 'id' | 'name' | 'works'>): ReadonlyMap<string, string> =>
  new Map([[id, name], ...works.map((row) => [row.id, row.name] as const)]);

/** Returns true if staff may know of an adviser's clients. */
export const reaches = (actor: Pick<Reach, 'kind' | 'id' | 'works'>, adviserId: string): boolean =>
  actor.kind === 'admin' || adviserId === actor.id || actor.works.some(({ id }) => id === adviserId);

/** Returns how a member of staff has come to know of an adviser's client. */
export function accessOf({ id, works }: Pick<Reach, 'id' | 'works'>, adviserId: string): ClientAccess {
  if (adviserId === id) return 'own';
  const row = works.find((worked) => worked.id === adviserId);
  if (!row) return 'admin';
  return isCover(row) ? 'cover' : 'works';
}

/** Returns the advisers whose clients the caller may know, the caller first. Reads the list of accounts for admins. */
export async function reachedAdvisers(actor: Reach): Promise<ReadonlyMap<string, string>> {
  const own = workedFor(actor);
  if (actor.kind !== 'admin') return own;
  const everyone = (await allAdvisers()).map(({ pk, summary }) => [idOf(pk), summary.name] as const);
  return new Map([[actor.id, actor.name] as const, ...everyone.filter(([id]) => id !== actor.id)]);
}

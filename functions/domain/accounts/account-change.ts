import type { AdviserChange } from '#shared/contract/advisers.ts';
import { type Condition, unchanged } from '../../aws/expressions.ts';
import { transact, type Write } from '../../aws/table.ts';
import { cardPaths } from '../../aws/table-index.ts';
import type { Staff } from '../actor.ts';
import { idOf } from '../keys.ts';
import { firmLine } from '../record.ts';
import { type AdviserItem, adviserKey, directoryKeys } from './account.ts';
import { countAdmins, reserveEmail } from './accounts.ts';
import { emailKey } from './addresses.ts';

const moveEmail = async (id: string, from: string, to: string): Promise<Write[]> => [
  { delete: await emailKey(from), when: [['adviserId', '=', id]] },
  await reserveEmail(to, id),
];

/**
 * The fields of a change that differ from the account. Only these are written, so that no field undoes somebody else's
 * change.
 */
function changedFields({ card }: AdviserItem, { name, email, role }: AdviserChange) {
  return {
    ...(name !== undefined && name !== card.name && { name }),
    ...(email !== undefined && email !== card.email && { email }),
    ...(role !== undefined && role !== card.role && { role }),
  };
}

/** What the firm's record keeps of a change: names of fields, and the role before and after. */
function dataOf({ card }: AdviserItem, { name, email, role }: AdviserChange, passwordHash: string | undefined) {
  const changed = { name, email, password: passwordHash };
  const fields = Object.entries(changed).flatMap(([field, value]) => (value === undefined ? [] : [field]));
  return { name: name ?? card.name, fields, ...(role && { from: card.role, to: role }) };
}

/**
 * Applies a PATCH to an account and returns the account after it. Each write requires that what it was computed from is
 * unchanged: the old address, the old role. Throws 409 for an address in use or the last admin.
 */
export async function changeAccount(
  account: AdviserItem,
  sent: AdviserChange,
  passwordHash: string | undefined,
  { actor, now }: { actor: Staff; now: Date },
): Promise<AdviserItem> {
  const id = idOf(account.pk);
  const isOwn = id === actor.id;
  const change = changedFields(account, sent);
  const { name, email, role } = change;
  if (Object.keys(change).length === 0 && !passwordHash) return account;
  const set = {
    ...cardPaths(change),
    ...(name && directoryKeys(id, name)),
    ...(passwordHash && { passwordHash }),
    // A new e-mail address or password voids the outstanding reset link; a new address also clears `mailProblem`.
    ...((passwordHash || email) && { reset: undefined }),
    ...(email && { mailProblem: undefined }),
  };
  // A password that an admin sets ends the holder's sessions; an admin's own stays signed in.
  const add = { sessionVersion: passwordHash && !isOwn ? 1 : 0 };
  const when: Condition[] = [
    ['pk', 'exists'],
    ...(email ? [unchanged('card/email', account.card.email)] : []),
    ...(role ? [unchanged('card/role', account.card.role)] : []),
  ];
  await transact([
    { update: adviserKey(id), change: { set, add, when } },
    ...(email ? await moveEmail(id, account.card.email, email) : []),
    ...(role ? [countAdmins(role === 'admin' ? 1 : -1)] : []),
    firmLine(actor, { action: 'account-changed', data: dataOf(account, change, passwordHash), ref: id }, now),
  ]);
  return { ...account, card: { ...account.card, ...change } };
}

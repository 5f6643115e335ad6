import type { AdviserChange } from '#shared/contract/advisers.ts';
import { ADVISER_MESSAGES } from '#shared/rules/people.ts';
import { type Change, together, unchanged } from '../../aws/expressions.ts';
import { transact, type Write } from '../../aws/table.ts';
import { cardPaths } from '../../aws/table-index.ts';
import { firmLine } from '../../services/audit-log/firm-log.ts';
import { conflict } from '../../services/errors.ts';
import { idOf } from '../../services/keys/keys.ts';
import { pseudonym } from '../../services/keys/pseudonym.ts';
import type { Settings } from '../../services/settings.ts';
import { type AdviserItem, adviserKey, directoryKeys } from './account.ts';
import { countAdmins, emailKey, reserveEmail, setByAnother } from './accounts.ts';
import type { Staff } from './actor.ts';
import { requireFresh, requireRecent } from './fresh.ts';
import { leaveAlone } from './own-sessions.ts';
import { liftLockOut } from './sign-in-attempts.ts';

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

/**
 * What the firm's record keeps of a change: names of fields, the role before and after, and the address before, to which a mail
 * goes.
 */
function dataOf({ card }: AdviserItem, { name, email, role }: AdviserChange, passwordHash: string | undefined) {
  const changed = { name, email, password: passwordHash };
  const fields = Object.entries(changed).flatMap(([field, value]) => (value === undefined ? [] : [field]));
  return {
    name: name ?? card.name,
    fields,
    ...(role && { from: card.role, to: role }),
    ...(email && { formerEmail: card.email }),
  };
}

/** What a new password changes besides: it ends the holder's sessions, but for the one in which it was chosen. */
function sessionsAfter(isOwn: boolean, { actor, now }: By): Partial<ReturnType<typeof leaveAlone>> {
  return isOwn ? leaveAlone(actor.session, now) : { change: { add: { sessionVersion: 1 } } };
}

/** Who changes an account, under which policy, and when. */
interface By {
  actor: Staff;
  settings: Settings;
  now: Date;
}

/** An account after a change, with the Set-Cookie lines of who made it. */
interface Changed {
  account: AdviserItem;
  cookies: string[];
}

/**
 * Applies a PATCH to an account and returns the account after it. Each write requires that what it was computed from is
 * unchanged: the old address, the old role. A new password ends the holder's sessions; one that another sets ends a lock-out too,
 * and may have to be changed at the next sign-in. Throws 409 for an address in use or the last admin, 403 with `confirm` where
 * the session has to re-authenticate first: always for a role, a password or an address.
 */
export async function changeAccount(
  account: AdviserItem,
  sent: AdviserChange,
  passwordHash: string | undefined,
  by: By,
): Promise<Changed> {
  const { actor, settings, now } = by;
  const id = idOf(account.pk);
  const isOwn = id === actor.id;
  const change = changedFields(account, sent);
  const { name, email, role } = change;
  if (Object.keys(change).length === 0 && !passwordHash) return { account, cookies: [] };
  const changesCredentials = passwordHash !== undefined || email !== undefined;
  if (isOwn && changesCredentials) requireFresh(actor, now);
  if (role || (!isOwn && changesCredentials)) requireRecent(actor, now);
  const own: Change = {
    set: {
      ...cardPaths(change),
      ...(name && directoryKeys(id, name)),
      ...(passwordHash &&
        (isOwn ? { passwordHash, mustChangePassword: undefined } : setByAnother(passwordHash, settings))),
      // A new e-mail address or password voids the outstanding reset link; a new address also clears `mailProblem`.
      ...((passwordHash || email) && { reset: undefined }),
      ...(email && { mailProblem: undefined }),
    },
    when: [
      ['pk', 'exists'],
      ...(email ? [unchanged('card/email', account.card.email)] : []),
      ...(role ? [unchanged('card/role', account.card.role)] : []),
    ],
  };
  const sessions = passwordHash ? sessionsAfter(isOwn, by) : {};
  const after = { ...account, card: { ...account.card, ...change } };
  if (passwordHash) await liftLockOut(await pseudonym(after.card.email));
  const [cookie] = await Promise.all([
    sessions.cookie?.(),
    transact([
      { update: adviserKey(id), change: together(own, sessions.change ?? {}) },
      ...(sessions.moved ? [sessions.moved] : []),
      ...(email ? await moveEmail(id, account.card.email, email) : []),
      ...(role ? [countAdmins(role === 'admin' ? 1 : -1)] : []),
      firmLine(actor, { action: 'account-changed', data: dataOf(account, change, passwordHash), ref: id }, now),
    ]),
  ]);
  return { account: after, cookies: cookie ? [cookie] : [] };
}

/** Deletes an account. Throws 409 for one's own, the last admin's and one with clients. */
export async function deleteAccount(account: AdviserItem, { actor, now }: Pick<By, 'actor' | 'now'>): Promise<void> {
  const { card, clientCount, linksNoted } = account;
  const id = idOf(account.pk);
  if (id === actor.id) throw conflict(ADVISER_MESSAGES.ownAccount);
  if (clientCount > 0) throw conflict(ADVISER_MESSAGES.hasClients);
  const asRead = [unchanged('card/email', card.email), unchanged('card/role', card.role)];
  const data = { name: card.name, ...(linksNoted && { linksNoted: true as const }) };
  await transact([
    { delete: adviserKey(id), when: [...asRead, ['clientCount', '=', 0]] },
    { delete: await emailKey(card.email) },
    ...(card.role === 'admin' ? [countAdmins(-1)] : []),
    firmLine(actor, { action: 'account-deleted', data, ref: id }, now),
  ]);
}

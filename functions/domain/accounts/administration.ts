import type { Adviser, AdviserChange } from '#shared/contract/advisers.ts';
import { ADVISER_MESSAGES } from '#shared/rules/people.ts';
import { type ItemChange, together, unchanged } from '../../aws/expressions.ts';
import { transact } from '../../aws/table.ts';
import type { EntryActor } from '../../services/audit-log/entry.ts';
import { firmEntry, writeFirmEntry } from '../../services/audit-log/firm-log.ts';
import { removeCounts } from '../../services/client-counts.ts';
import { conflict, invalid, tooMany } from '../../services/errors.ts';
import { idOf, newId } from '../../services/keys/keys.ts';
import { pseudonym } from '../../services/keys/pseudonym.ts';
import { INVITATION_MAILS } from '../../services/limits.ts';
import { consumeAttempt } from '../../services/rate-limit.ts';
import type { Settings } from '../../services/settings.ts';
import { type AdviserItem, type AdviserSummary, adviserKey, toAdviser, VOID_LINKS } from './account.ts';
import { changedFields, changeWrites } from './account-change.ts';
import { countAdmins, creation, emailKey, newAccount, setByAnother } from './account-creation.ts';
import { leavingOthers } from './colleagues.ts';
import { requireFresh, requireRecent } from './fresh.ts';
import { keepOnlySession } from './own-sessions.ts';
import type { Staff } from './session.ts';
import { liftLockOut } from './sign-in-attempts.ts';

/** Ends all sessions of the account. After a change of the own password, the current session stays. */
function sessionsAfter(isOwn: boolean, { actor, now }: By): Partial<ReturnType<typeof keepOnlySession>> {
  return isOwn ? keepOnlySession(actor.session, now) : { change: { add: { sessionVersion: 1 } } };
}

interface By {
  actor: Staff;
  settings: Settings;
  now: Date;
}

interface Changed {
  account: AdviserItem;
  cookies: string[];
}

/** Applies a PATCH with an optimistic lock on address and role. Throws 403 with `confirm` without re-authentication. */
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
  const { email, role } = change;
  if (Object.keys(change).length === 0 && !passwordHash) return { account, cookies: [] };
  const changesCredentials = passwordHash !== undefined || email !== undefined;
  if (isOwn && email !== undefined) throw invalid('email', ADVISER_MESSAGES.ownEmail);
  if (isOwn && changesCredentials) requireFresh(actor, now);
  if (role || (!isOwn && changesCredentials)) requireRecent(actor, now);
  const own: ItemChange = passwordHash
    ? {
        set: {
          ...VOID_LINKS,
          ...(isOwn ? { passwordHash, mustChangePassword: undefined } : setByAnother(passwordHash, settings)),
        },
      }
    : {};
  const sessions = passwordHash ? sessionsAfter(isOwn, by) : {};
  const after = { ...account, summary: { ...account.summary, ...change } };
  if (passwordHash) await liftLockOut(await pseudonym(after.summary.email));
  const [cookie] = await Promise.all([
    sessions.cookie?.(),
    transact([
      ...(await changeWrites(account, change, { also: together(own, sessions.change ?? {}), actor, now })),
      ...(sessions.moved ? [sessions.moved] : []),
    ]),
  ]);
  return { account: after, cookies: cookie ? [cookie] : [] };
}

export async function deleteAccount(account: AdviserItem, { actor, now }: Pick<By, 'actor' | 'now'>): Promise<void> {
  const { summary } = account;
  const id = idOf(account.pk);
  if (id === actor.id) throw conflict(ADVISER_MESSAGES.ownAccount);
  const unchangedSince = [unchanged('summary/email', summary.email), unchanged('summary/role', summary.role)];
  const leaving = await leavingOthers(account);
  await transact([
    removeCounts(id, conflict(ADVISER_MESSAGES.hasClients)),
    { delete: adviserKey(id), when: [...unchangedSince, ...leaving.when] },
    ...leaving.writes,
    { delete: await emailKey(summary.email) },
    ...(summary.role === 'admin' ? [countAdmins(-1)] : []),
    firmEntry(actor, { action: 'account-deleted', data: { name: summary.name }, ref: id }, now),
  ]);
}

/** Creates an account whose holder chooses a password by an emailed link. Throws 409 if the address is in use. */
export async function invite(summary: AdviserSummary, { by, now }: { by: EntryActor; now: Date }): Promise<Adviser> {
  const account = newAccount(newId(), { ...summary, invited: true }, undefined, now);
  await transact(await creation(account, by, now));
  return toAdviser(account);
}

/** Sends another invitation, voiding the old link. Throws 409 once a password is set, 429 after three an hour. */
export async function inviteAgain(account: AdviserItem, { by, now }: { by: EntryActor; now: Date }): Promise<void> {
  const { name, invited } = account.summary;
  if (!invited) throw conflict(`${name} has chosen a password already`);
  const id = idOf(account.pk);
  const wait = await consumeAttempt('invitation', id, INVITATION_MAILS, now);
  if (wait > 0) throw tooMany('This invitation was sent several times already. Please try again later.', wait);
  await writeFirmEntry(by, { action: 'invitation-repeated', data: { name }, ref: id }, now);
}

import { ADVISER_MESSAGES } from '#shared/rules/people.ts';
import { DAY_SECONDS } from '#shared/rules/time.ts';
import { unchanged } from '../../aws/expressions.ts';
import { get, put, transact } from '../../aws/table.ts';
import { removedAfter } from '../../aws/table-index.ts';
import { newEntry, SYSTEM } from '../../services/audit-log/entry.ts';
import { firmEntry } from '../../services/audit-log/firm-log.ts';
import { HttpError } from '../../services/errors.ts';
import * as KEYS from '../../services/keys/item-kinds.ts';
import { idOf, isRootId, itemKey, newChildKey } from '../../services/keys/keys.ts';
import { pseudonym } from '../../services/keys/pseudonym.ts';
import { RESET_MAILS } from '../../services/limits.ts';
import { consumeAttempt } from '../../services/rate-limit.ts';
import { readSettings } from '../../services/settings.ts';
import { type AdviserItem, adviserKey, personOf, VOID_LINKS } from './account.ts';
import { claimedOwner, isLiveToken } from './mailed-link.ts';
import { checkNewPassword } from './password-rule.ts';
import { hashPassword } from './passwords.ts';
import { finishRegistration, registrationOf } from './registration.ts';
import { liftLockOut } from './sign-in-attempts.ts';

/** Stores a request for two days, outside the audit log so that strangers cannot fill that. */
export async function requestReset(address: string, now: Date): Promise<void> {
  // Reads no account, so that timing does not reveal one. The event handler looks it up.
  if ((await consumeAttempt('reset-mail', address, RESET_MAILS, now)) > 0) return;
  const key = itemKey(KEYS.resetRequest, `reset-request#${address}`, newChildKey(now));
  const item = newEntry(key, SYSTEM, { action: 'password-reset-requested', data: { address } });
  await put({ ...item, ...removedAfter(Math.floor(now.getTime() / 1000) + DAY_SECONDS) });
}

const invalidToken = () => new HttpError(400, ADVISER_MESSAGES.resetInvalid);

async function resetOfAccount(id: string, token: string, newPassword: string, now: Date): Promise<string> {
  const [account, settings] = await Promise.all([get<AdviserItem>(adviserKey(id)), readSettings()]);
  if (!account?.reset || !isLiveToken(token, account.reset, now)) throw invalidToken();
  await checkNewPassword('newPassword', newPassword, account.summary, settings);
  const set = {
    ...VOID_LINKS,
    passwordHash: await hashPassword(newPassword),
    mustChangePassword: undefined,
    'summary/invited': undefined,
  };
  const change = { set, add: { sessionVersion: 1 }, when: [unchanged('reset/hash', account.reset.hash)] };
  await Promise.all([
    transact([
      { update: adviserKey(id), change, refuse: invalidToken() },
      firmEntry(personOf(account), { action: 'password-reset', data: {} }, now),
    ]),
    liftLockOut(await pseudonym(account.summary.email)),
  ]);
  return id;
}

/** Completes a registration with a new password: opening the link proves that the mailbox is theirs. */
async function resetOfRegistration(token: string, newPassword: string, now: Date): Promise<string> {
  const [registration, settings] = await Promise.all([registrationOf(token, now), readSettings()]);
  if (!registration) throw invalidToken();
  await checkNewPassword('newPassword', newPassword, registration, settings);
  const passwordHash = await hashPassword(newPassword);
  await Promise.all([
    finishRegistration({ ...registration, passwordHash }, invalidToken(), now),
    liftLockOut(idOf(registration.pk)),
  ]);
  return registration.adviserId;
}

/** Sets a new password by an emailed token, and ends sessions and lock-out. A refused password does not use it up. */
export async function resetPassword(token: string, newPassword: string, now: Date): Promise<string> {
  const owner = claimedOwner(token);
  if (owner === undefined) throw invalidToken();
  return isRootId(owner)
    ? resetOfAccount(owner, token, newPassword, now)
    : resetOfRegistration(token, newPassword, now);
}

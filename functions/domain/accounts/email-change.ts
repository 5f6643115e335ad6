import type { Account } from '#shared/contract/account.ts';
import { EMAIL_CHANGE_LINK } from '#shared/rules/lifetimes.ts';
import { ADVISER_MESSAGES, EMAIL_CHANGE_MESSAGES, MAILBOXES } from '#shared/rules/people.ts';
import { type ItemChange, unchanged } from '../../aws/expressions.ts';
import { get, transact } from '../../aws/table.ts';
import { firmEntry } from '../../services/audit-log/firm-log.ts';
import { conflict, HttpError, tooMany } from '../../services/errors.ts';
import { newId } from '../../services/keys/keys.ts';
import { pseudonym } from '../../services/keys/pseudonym.ts';
import { EMAIL_CHANGES } from '../../services/limits.ts';
import { attemptsKey, consumeAll } from '../../services/rate-limit.ts';
import { type AdviserItem, adviserKey, mailProblemOf, pendingEmail, personOf } from './account.ts';
import { changedFields, changeWrites } from './account-change.ts';
import { reservationKey } from './account-creation.ts';
import { isLiveToken } from './mailed-link.ts';
import type { Staff } from './session.ts';

export function toEmailChange(account: AdviserItem, now: Date): Account['emailChange'] {
  const pending = pendingEmail(account, now);
  if (!pending) return null;
  const { email, confirmed, endsAt } = pending;
  return { email, confirmed: MAILBOXES.filter((mailbox) => confirmed[mailbox]), endsAt };
}

/** Counts a request by account and by new address, taken or not, so that nobody can try many addresses. */
async function checkMayRequest(actor: Staff, account: AdviserItem, email: string, now: Date): Promise<void> {
  if (mailProblemOf(account)) throw conflict(EMAIL_CHANGE_MESSAGES.undelivered);
  const address = await pseudonym(email);
  const limits = [actor.id, address].map((subject) => ({
    key: attemptsKey('email-change', subject),
    allowance: EMAIL_CHANGES,
  }));
  const [reserved, { waits }] = await Promise.all([get(reservationKey(address)), consumeAll(limits, now)]);
  const wait = Math.max(...waits);
  if (wait > 0) throw tooMany(EMAIL_CHANGE_MESSAGES.spent, wait);
  if (reserved) throw conflict(ADVISER_MESSAGES.emailInUse);
}

/**
 * Applies a PATCH of the own account: the name immediately, a new address once both mailboxes have confirmed it.
 * The current address cancels a pending change.
 */
export async function changeOwnAccount(
  account: AdviserItem,
  sent: { name?: string | undefined; email?: string | undefined },
  { actor, now }: { actor: Staff; now: Date },
): Promise<AdviserItem> {
  const { email, ...change } = changedFields(account, sent);
  const pending = pendingEmail(account, now);
  if (email !== undefined) await checkMayRequest(actor, account, email, now);
  const isCancelled = sent.email === account.summary.email && pending !== undefined;
  if (change.name === undefined && email === undefined && !isCancelled) return account;
  const endsAt = new Date(now.getTime() + EMAIL_CHANGE_LINK.ms).toISOString();
  const emailChange =
    email === undefined
      ? undefined
      : // A mailbox that has confirmed the same address need not confirm it again.
        { id: newId(), email, endsAt, confirmed: pending?.email === email ? pending.confirmed : {} };
  const requested: ItemChange = {
    set: { emailChange, emailLinks: emailChange && { request: emailChange.id } },
    when: [unchanged('summary/email', account.summary.email), unchanged('emailChange/id', account.emailChange?.id)],
  };
  await transact([
    ...(await changeWrites(account, change, { also: emailChange || isCancelled ? requested : {}, actor, now })),
    ...(emailChange
      ? [firmEntry(actor, { action: 'email-change-requested', data: { request: emailChange.id } }, now)]
      : []),
    ...(isCancelled ? [firmEntry(actor, { action: 'email-change-cancelled', data: {} }, now)] : []),
  ]);
  return {
    ...account,
    summary: { ...account.summary, ...change },
    ...(emailChange && { emailChange }),
    ...(isCancelled && { emailChange: undefined }),
  };
}

/**
 * Confirms a new address from one mailbox. The second confirmation changes the address. Returns what to do next.
 * Throws 409 if another account has taken the address.
 */
export async function confirmEmailChange(id: string, token: string, now: Date): Promise<string> {
  const account = await get<AdviserItem>(adviserKey(id));
  const { emailChange, emailLinks } = account ?? {};
  const mailbox = MAILBOXES.find((one) => isLiveToken(token, emailLinks?.[one], now));
  if (!account || !mailbox || !emailChange || emailChange.endsAt <= now.toISOString())
    throw new HttpError(400, EMAIL_CHANGE_MESSAGES.invalid);
  const other = mailbox === 'old' ? 'new' : 'old';
  const { confirmed, email } = emailChange;
  const message = confirmed[other] ? EMAIL_CHANGE_MESSAGES.done : EMAIL_CHANGE_MESSAGES.halfDone[mailbox];
  if (confirmed[mailbox]) return message;
  const when = [
    unchanged('emailLinks/request', emailChange.id),
    unchanged(`emailChange/confirmed/${other}`, confirmed[other]),
  ];
  const by = { actor: personOf(account), now };
  const done = { ...emailChange, confirmed: { old: true, new: true } };
  await transact(
    confirmed[other]
      ? await changeWrites(account, { email }, { also: { set: { emailChange: done, emailLinks }, when }, ...by })
      : [
          { update: adviserKey(id), change: { set: { [`emailChange/confirmed/${mailbox}`]: true }, when } },
          firmEntry(by.actor, { action: 'email-change-confirmed', data: { mailbox } }, now),
        ],
  );
  return message;
}

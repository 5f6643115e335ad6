import * as z from 'zod/mini';
import { ACTIONS, type Action, isAction } from '#shared/audit-log/actions.ts';
import { unchanged } from '../aws/expressions.ts';
import { Conflict } from '../aws/retry.ts';
import { deleteAll, get, query, tryUpdate } from '../aws/table.ts';
import { type AdviserItem, adviserKey } from '../domain/accounts/account.ts';
import {
  emailHolder,
  mailConfirmationLink,
  mailEmailChange,
  mailInvitation,
  mailResetLink,
} from '../domain/accounts/emails.ts';
import { PASSKEYS, passkeyClaimKey } from '../domain/accounts/factors/passkeys.ts';
import { mailClient, mailReturned } from '../domain/client-mail/client-mail.ts';
import { adviserIdOf, type ClientItem, clientKey } from '../domain/clients/client.ts';
import { mailNewLink, mailRenewedLink, tellFormerAddress } from '../domain/clients/emails.ts';
import { renewSeenLinks } from '../domain/clients/portal-link.ts';
import { detachDeletedTask } from '../domain/documents/document-item.ts';
import {
  causesNotice,
  notifyAdmins,
  notifyAdviser,
  notifyFormerAdviser,
  notifyOfDamage,
  notifyOfDeletion,
  removeFormerNotices,
} from '../domain/inbox/notify.ts';
import { countAddition, countCompletion, countSpell } from '../domain/insight/count.ts';
import { figuresOf } from '../domain/insight/figure.ts';
import { chaseReopened } from '../domain/loas/chase-due.ts';
import { mailCode, mailNewDevice } from '../domain/portal/emails.ts';
import { sendAskedReminder } from '../domain/reminders/reminder.ts';
import { viewsOf } from '../domain/views/view.ts';
import { type AuditEntry, dataOf, type EntryOf } from '../services/audit-log/entry.ts';
import { AUDIT, adviserPartition, childKeyOf, clientIdOf, timeOfKey } from '../services/keys/keys.ts';
import { refreshAdmins, refreshAdviser } from '../services/notices.ts';

/** Handler of an audit entry. Idempotent: the keys of items that it creates contain the entry's key. */
type Handler<A extends Action> = (entry: EntryOf<A>, now: Date) => Promise<void>;

const HANDLERS: { readonly [A in Action]?: readonly Handler<A>[] } = {
  'password-reset-requested': [mailResetLink],
  'confirmation-requested': [mailConfirmationLink],
  'portal-code-requested': [mailCode],
  'portal-help-asked': [notifyAdviser],
  'new-link-requested': [mailNewLink],
  'message-sent': [notifyAdviser, mailClient],
  'client-stuck': [notifyAdviser],
  'document-uploaded': [notifyAdviser, mailClient],
  'request-made': [mailClient],
  'request-decided': [mailClient],
  'request-submitted': [notifyAdviser],
  'request-unavailable': [notifyAdviser],
  'reminder-asked': [sendAskedReminder],
  'reminders-unanswered': [notifyAdviser],
  'reminders-stopped': [notifyAdviser],
  'loa-step': [mailClient],
  'loa-due': [notifyAdviser],
  'task-created': [mailClient],
  'task-changed': [notifyAdviser, mailClient],
  'task-deleted': [detachDeletedTask],
  'stage-changed': [countSpell],
  'client-created': [listClients, notifyAdviser, countAddition],
  'client-reassigned': [
    listClients,
    removeFormerNotices,
    notifyFormerAdviser,
    notifyAdviser,
    mailRenewedLink,
    tellFormerAddress,
    countCompletion,
    chaseReopened,
    mailReturned,
  ],
  'client-changed': [notifyAdviser, tellFormerAddress, mailReturned],
  'client-status': [notifyAdviser, tellFormerAddress, mailReturned],
  'client-completed': [notifyAdviser, tellFormerAddress, countCompletion],
  'client-reopened': [notifyAdviser, tellFormerAddress, countCompletion, chaseReopened, mailReturned],
  'client-deleted': [listClients, notifyOfDeletion],
  'mail-bounced': [notifyAdviser],
  'mail-complained': [notifyAdviser],
  'mail-allowed': [mailReturned],
  'portal-link-revealed': [notifyAdviser],
  'portal-link-regenerated': [notifyAdviser],
  'device-phrase-made': [notifyAdviser],
  'journey-reset': [notifyAdviser],
  'document-deleted': [notifyAdviser],
  'document-damaged': [notifyOfDamage],
  'account-deleted': [renewSeenLinks, sweepAccount],
  'portal-link-renewed': [mailRenewedLink],
  'device-confirmed': [notifyAdviser, mailNewDevice],
  'signed-in': [listSignIn, emailHolder],
  'second-factor-refused': [emailHolder],
  'sign-in-blocked': [emailHolder],
  'password-changed': [emailHolder],
  'password-reset': [emailHolder],
  'account-created': [mailInvitation, notifyAdmins],
  'invitation-repeated': [mailInvitation],
  'account-changed': [emailHolder, notifyAdmins],
  'email-change-requested': [mailEmailChange],
  'settings-changed': [notifyAdmins],
  'factor-added': [emailHolder],
  'factor-removed': [emailHolder],
  'recovery-codes-made': [emailHolder],
  'recovery-code-used': [emailHolder],
  'second-factor-reset': [emailHolder, notifyAdmins],
};

/** Runs the handlers of an entry. Skips restored entries. Throws if the entry is invalid. */
export async function handleEntry(entry: AuditEntry, now: Date): Promise<void> {
  if (entry.restored) return;
  const { action } = entry;
  if (!isAction(action)) throw new Error('The action of the entry is unknown');
  const data = z.parse(ACTIONS[action].data, entry.data);
  const handlers: readonly Handler<never>[] = HANDLERS[action] ?? [];
  for (const handle of handlers) await handle({ ...entry, data } as never, now);
  await refreshPages(entry);
}

/** Refreshes the open pages of everybody else who may see the client. Runs last, so that they read what changed. */
async function refreshPages(entry: AuditEntry): Promise<void> {
  if (entry.pk === AUDIT && entry.action !== 'client-deleted') return;
  // The email about a change would refresh the pages of its actor.
  if (entry.action === 'client-notified') return;
  const change = childKeyOf(entry);
  // A notice refreshes its adviser's pages.
  const advisers = causesNotice(entry) ? [] : await advisersOf(entry);
  for (const adviserId of advisers)
    if (adviserId && adviserId !== entry.actorId) await refreshAdviser(adviserId, change);
  await refreshAdmins(entry.actorId, change);
}

// Functions that may not write an account's summary store these values elsewhere. The handlers below copy them.

/** Copies an account's `clientCount` to its summary. Throws {@link Conflict} if the count changed meanwhile. */
async function listCount(adviserId: string): Promise<void> {
  const account = await get<AdviserItem>(adviserKey(adviserId));
  if (!account || account.card.clients === account.clientCount) return;
  const { clientCount } = account;
  const change = { set: { 'card/clients': clientCount }, when: [unchanged('clientCount', clientCount)] };
  if (!(await tryUpdate(account, change))) throw new Conflict();
}

/** Returns the client's adviser, and both advisers for a reassignment. */
async function advisersOf(entry: AuditEntry): Promise<(string | undefined)[]> {
  if (entry.action === 'client-deleted') return [dataOf(entry, entry.action).adviserId];
  if (entry.action === 'client-reassigned') {
    const { from, to } = dataOf(entry, entry.action);
    return [from?.id, to?.id];
  }
  const client = await get<ClientItem>(clientKey(clientIdOf(entry)));
  return [client && adviserIdOf(client)];
}

async function listClients(entry: AuditEntry): Promise<void> {
  for (const adviserId of await advisersOf(entry)) if (adviserId) await listCount(adviserId);
}

async function listSignIn(entry: AuditEntry): Promise<void> {
  const at = timeOfKey(childKeyOf(entry));
  const account = await get<AdviserItem>(adviserKey(entry.actorId));
  if (!account || (account.card.lastSignInAt ?? '') >= at) return;
  const before = unchanged('card/lastSignInAt', account.card.lastSignInAt);
  if (!(await tryUpdate(account, { set: { 'card/lastSignInAt': at }, when: [['pk', 'exists'], before] })))
    throw new Conflict();
}

async function sweepAccount(entry: AuditEntry): Promise<void> {
  const id = entry.ref;
  if (id === undefined || (await get(adviserKey(id)))) return;
  const [items, figures, views] = await Promise.all([
    query(adviserPartition(id), ''),
    query(figuresOf(id), ''),
    query(viewsOf(id), ''),
  ]);
  const passkeys = items.filter(({ sk }) => sk.startsWith(PASSKEYS));
  await deleteAll([...passkeys.map((passkey) => passkeyClaimKey(childKeyOf(passkey))), ...figures, ...views, ...items]);
}

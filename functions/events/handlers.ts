import * as z from 'zod/mini';
import { ACTIONS, type Action, isAction } from '#shared/audit-log/actions.ts';
import { unchanged } from '../aws/expressions.ts';
import { Conflict } from '../aws/retry.ts';
import { deleteAll, get, query, tryUpdate } from '../aws/table.ts';
import { type AdviserItem, adviserKey } from '../domain/accounts/account.ts';
import { renameColleague } from '../domain/accounts/colleagues.ts';
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
import { countAddition, countCompletion, countSpell } from '../domain/figures/count.ts';
import { figuresOf } from '../domain/figures/figure.ts';
import { notifyColleagues, removeColleagueNotices, removeDeletedNotices } from '../domain/inbox/colleague-notices.ts';
import {
  colleagueIds,
  notifiedBy,
  notifyAdmins,
  notifyAdviser,
  notifyFormerAdviser,
  notifyOfDamage,
  notifyOfDeletion,
  removeFormerNotices,
} from '../domain/inbox/notify.ts';
import { chaseReopened } from '../domain/loas/chase-due.ts';
import { mailCode, mailNewDevice, mailSigned } from '../domain/portal/emails.ts';
import { sendAskedReminder } from '../domain/reminders/reminder.ts';
import { viewsOf } from '../domain/views/view.ts';
import { type AuditEntry, dataOf, type EntryOf } from '../services/audit-log/entry.ts';
import { AUDIT, adviserPartition, childKeyOf, clientIdOf, timeOfKey } from '../services/keys/keys.ts';
import { refreshPagesOf, refreshPagesOfAdmins } from '../services/notices.ts';

type HandlerName = (typeof ACTIONS)[Action]['handlers'][number];
type HandledBy<N extends HandlerName> = {
  [A in Action]: N extends (typeof ACTIONS)[A]['handlers'][number] ? EntryOf<A> : never;
}[Action];

/** Handlers of audit entries by name. Idempotent: the keys of items that they create contain the entry's key. */
const HANDLERS: { readonly [N in HandlerName]: (entry: HandledBy<N>, now: Date) => Promise<void> } = {
  mailResetLink,
  mailConfirmationLink,
  mailCode,
  notifyAdviser,
  mailNewLink,
  mailClient,
  sendAskedReminder,
  detachDeletedTask,
  countSpell,
  countAddition,
  removeFormerNotices,
  notifyFormerAdviser,
  mailRenewedLink,
  tellFormerAddress,
  countCompletion,
  chaseReopened,
  mailReturned,
  notifyOfDeletion,
  notifyOfDamage,
  renewSeenLinks,
  sweepAccount,
  mailNewDevice,
  mailSigned,
  listSignIn,
  emailHolder,
  mailInvitation,
  notifyAdmins,
  mailEmailChange,
  notifyColleagues,
  removeColleagueNotices,
  removeDeletedNotices,
  renameColleague,
};

/** Runs the handlers of an entry. Skips restored entries. Throws if the entry is invalid. */
export async function handleEntry(entry: AuditEntry, now: Date): Promise<void> {
  if (entry.restored) return;
  const { action } = entry;
  if (!isAction(action)) throw new Error('The action of the entry is unknown');
  const data = z.parse(ACTIONS[action].data, entry.data);
  const handlers: Record<HandlerName, (entry: never, now: Date) => Promise<void>> = HANDLERS;
  for (const name of ACTIONS[action].handlers) await handlers[name]({ ...entry, data } as never, now);
  await refreshPages(entry, now);
}

/** Actions after which pages do not get the client's id, because their reader may no longer see the client. */
const LEAVES_A_LIST = ['client-deleted', 'client-reassigned'];

/** Refreshes the open pages of everybody else who may see the client. Runs last, so that they read what changed. */
async function refreshPages(entry: AuditEntry, now: Date): Promise<void> {
  if (entry.pk === AUDIT && entry.action !== 'client-deleted') return;
  // The email about a change would refresh the pages of its actor.
  if (entry.action === 'client-notified') return;
  const change = childKeyOf(entry);
  const clientId = LEAVES_A_LIST.includes(entry.action) ? undefined : clientIdOf(entry);
  for (const id of await readersOf(entry, now)) if (id !== entry.actorId) await refreshPagesOf(id, change, clientId);
  await refreshPagesOfAdmins(entry.actorId, change, clientId);
}

/** Returns advisers and colleagues whose pages no notice of the entry refreshes. */
async function readersOf(entry: AuditEntry, now: Date): Promise<ReadonlySet<string>> {
  const notified = notifiedBy(entry);
  if (notified === 'all') return new Set();
  const advisers = (await advisersOf(entry)).filter((id) => id !== undefined);
  const colleagues = await Promise.all(advisers.map((id) => colleagueIds(id, now)));
  return new Set([...(notified === 'adviser' ? [] : advisers), ...colleagues.flat()]);
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

async function listSignIn(entry: AuditEntry): Promise<void> {
  const at = timeOfKey(childKeyOf(entry));
  const account = await get<AdviserItem>(adviserKey(entry.actorId));
  if (!account || (account.summary.lastSignInAt ?? '') >= at) return;
  const before = unchanged('summary/lastSignInAt', account.summary.lastSignInAt);
  if (!(await tryUpdate(account, { set: { 'summary/lastSignInAt': at }, when: [['pk', 'exists'], before] })))
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

import * as z from 'zod/mini';
import { ACTIONS, type Action, isAction } from '#shared/activity.ts';
import { mailConfirmationLink, mailInvitation, mailResetLink, tellHolder } from '../domain/accounts/emails.ts';
import { mailClient } from '../domain/client-mail/client-mail.ts';
import { mailNewLink, mailRenewedLink, tellFormerAddress } from '../domain/clients/emails.ts';
import { renewSeenLinks } from '../domain/clients/seen-links.ts';
import { detachDeletedTask } from '../domain/documents/document.ts';
import { forgetFormerClient, tellAdmins, tellAdviser, tellOfDamage } from '../domain/inbox/notify.ts';
import { mailCode, mailNewDevice } from '../domain/portal/emails.ts';
import type { ActivityItem, LineOf } from '../services/audit-log/entry.ts';
import { listClients, listSignIn, sweepAccount } from './accounts.ts';

/**
 * What follows from a line of the record. It may be run again with the same line, after another run that ended anywhere:
 * what it makes has the line's key in its own key, and is put only where there is none.
 */
type Reaction<A extends Action> = (line: LineOf<A>, now: Date) => Promise<void>;

/** Reactions by the line's action, in their order. */
const REACTIONS: { readonly [A in Action]?: readonly Reaction<A>[] } = {
  'password-reset-requested': [mailResetLink],
  'confirmation-requested': [mailConfirmationLink],
  'portal-code-requested': [mailCode],
  'portal-help-asked': [tellAdviser],
  'new-link-requested': [mailNewLink],
  'message-sent': [tellAdviser, mailClient],
  'client-stuck': [tellAdviser],
  'document-uploaded': [tellAdviser, mailClient],
  'task-created': [mailClient],
  'task-changed': [tellAdviser],
  'task-deleted': [detachDeletedTask],
  'client-created': [listClients, tellAdviser],
  'client-reassigned': [listClients, forgetFormerClient, tellAdviser, mailRenewedLink, tellFormerAddress],
  'client-changed': [tellFormerAddress],
  'client-status': [tellFormerAddress],
  'client-completed': [tellFormerAddress],
  'client-reopened': [tellFormerAddress],
  'client-deleted': [listClients],
  'mail-bounced': [tellAdviser],
  'mail-complained': [tellAdviser],
  'document-damaged': [tellOfDamage],
  'account-deleted': [renewSeenLinks, sweepAccount],
  'portal-link-renewed': [mailRenewedLink],
  'device-confirmed': [tellAdviser, mailNewDevice],
  'signed-in': [listSignIn, tellHolder],
  'second-factor-refused': [tellHolder],
  'sign-in-blocked': [tellHolder],
  'password-changed': [tellHolder],
  'password-reset': [tellHolder],
  'account-created': [mailInvitation, tellAdmins],
  'invitation-repeated': [mailInvitation],
  'account-changed': [tellHolder, tellAdmins],
  'settings-changed': [tellAdmins],
  'factor-added': [tellHolder],
  'factor-removed': [tellHolder],
  'recovery-codes-made': [tellHolder],
  'recovery-code-used': [tellHolder],
  'second-factor-reset': [tellHolder, tellAdmins],
};

/**
 * Does all that follows from a line of the record; nothing from the oldest, which hold sentences alone, and from what was
 * brought back from a backup. Throws a Conflict where its writes met another's, what AWS throws, and any other error where
 * the line itself is at fault: its action is not known, or its data are not those of its action.
 */
export async function follow(line: ActivityItem, now: Date): Promise<void> {
  if (line.v === 1 || line.restored) return;
  const { action } = line;
  if (!isAction(action)) throw new Error('The line is of an action that is not known');
  const data = z.parse(ACTIONS[action].data, line.data);
  const reactions: readonly Reaction<never>[] = REACTIONS[action] ?? [];
  for (const react of reactions) await react({ ...line, data } as never, now);
}

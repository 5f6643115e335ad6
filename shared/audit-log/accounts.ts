import * as z from 'zod/mini';
import { MAILBOXES, ROLES } from '../rules/people.ts';
import { changes, type Kind, kind, named, none, text, withName } from './kind.ts';

export const accountActions = {
  'account-created': kind(
    ['mailInvitation', 'notifyAdmins'],
    z.extend(withName, { role: z.enum(ROLES), invited: z.optional(z.literal(true)) }),
    ({ name, role, invited }) => `${invited ? 'Invited' : 'Created an account for'} ${name} (${role})`,
  ),
  'invitation-repeated': kind(['mailInvitation'], withName, ({ name }) => `Sent ${name} the invitation again`),
  'account-changed': kind(
    ['emailHolder', 'notifyAdmins'],
    z.extend(withName, {
      fields: z.array(text),
      from: z.optional(z.enum(ROLES)),
      to: z.optional(z.enum(ROLES)),
      /** Set for a new address or password of an admin. */
      ofAdmin: z.optional(z.literal(true)),
      /** Address before the change, which is notified too. */
      formerEmail: z.optional(text),
      changes,
    }),
    ({ name, fields, from, to }) =>
      [
        ...(fields.length > 0 ? [`Changed ${named(fields)} of ${name}’s account`] : []),
        ...(from && to ? [`Changed ${name}’s role from ${from} to ${to}`] : []),
      ].join('. '),
    'staff',
    ({ changes: short = [] }) => short,
  ),
  'email-change-requested': kind(
    ['mailEmailChange'],
    z.object({ request: text.check(z.regex(/^[\w-]{22}$/)) }),
    () => 'Asked to change their email address',
  ),
  'email-change-confirmed': kind(
    [],
    z.object({ mailbox: z.enum(MAILBOXES) }),
    ({ mailbox }) => `Confirmed their new email address from the ${mailbox} mailbox`,
  ),
  'email-change-cancelled': kind([], none, () => 'Cancelled the change of their email address'),
  'account-deleted': kind(['renewSeenLinks', 'sweepAccount'], withName, ({ name }) => `Deleted ${name}’s account`),
  'mail-refused': kind([], withName, ({ name }) => `Email to ${name} was not delivered`),
  'mail-allowed-again': kind([], withName, ({ name }) => `Allowed emails to ${name} again`),
} as const satisfies Record<string, Kind>;

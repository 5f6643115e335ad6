import * as z from 'zod/mini';
import { fieldChange } from '../contract/messages.ts';
import { countOf } from '../rules/counted-words.ts';
import { MAILBOXES, ROLES } from '../rules/people.ts';
import { settingNames } from '../settings.ts';
import { device, type Kind, kind, named, none } from './kind.ts';

const text = z.string();
const changes = z.optional(z.array(fieldChange));

const factor = z.object({ factor: z.enum(['totp', 'passkey']), name: z.optional(text) });
const factorNamed = ({ factor: sort, name }: z.infer<typeof factor>) =>
  sort === 'totp' ? 'an authenticator app' : `the passkey ${name ?? ''}`.trim();

/** HMAC of an address, or the part of it that logs show. */
const address = z.object({ address: z.string().check(z.regex(/^[\w-]{16,43}$/)) });
const account = z.object({ name: text });

const SIGNED_IN_BY = {
  passkey: 'a passkey',
  totp: 'password and app',
  recovery: 'password and recovery code',
} as const;

const READ_OF_CLIENT = {
  document: 'Downloaded a document',
  link: 'Viewed the portal link',
  file: 'Exported the data',
} as const;

export const FIRM_ACTIONS = {
  'provider-added': kind(account, ({ name }) => `Added the provider ${name}`),
  'provider-changed': kind(
    z.extend(account, { fields: z.array(text), changes }),
    ({ name, fields }) => `Changed the provider ${name}: ${named(fields)}`,
    'staff',
    ({ changes: short = [] }) => short,
  ),
  'provider-removed': kind(account, ({ name }) => `Removed the provider ${name}`),
  'account-created': kind(
    z.extend(account, { role: z.enum(ROLES), invited: z.optional(z.literal(true)) }),
    ({ name, role, invited }) => `${invited ? 'Invited' : 'Created an account for'} ${name} (${role})`,
  ),
  'invitation-repeated': kind(account, ({ name }) => `Sent ${name} the invitation again`),
  'account-changed': kind(
    z.extend(account, {
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
    z.object({ request: text.check(z.regex(/^[\w-]{22}$/)) }),
    () => 'Asked to change their email address',
  ),
  'email-change-confirmed': kind(
    z.object({ mailbox: z.enum(MAILBOXES) }),
    ({ mailbox }) => `Confirmed their new email address from the ${mailbox} mailbox`,
  ),
  'email-change-cancelled': kind(none, () => 'Cancelled the change of their email address'),
  'account-deleted': kind(account, ({ name }) => `Deleted ${name}’s account`),
  'account-unlocked': kind(
    z.extend(address, { name: text }),
    ({ name }) => `Let ${name} sign in again after too many attempts`,
  ),
  'mail-refused': kind(account, ({ name }) => `Email to ${name} was not delivered`),
  'mail-allowed-again': kind(account, ({ name }) => `Allowed emails to ${name} again`),
  'signed-in': kind(
    z.object({ by: z.enum(['password', 'passkey', 'totp', 'recovery']), newDevice: z.optional(text) }),
    ({ by, newDevice }) =>
      [
        by !== 'password' ? `Signed in with ${SIGNED_IN_BY[by]}` : 'Signed in',
        ...(newDevice ? [`on a new device: ${newDevice}`] : []),
      ].join(' '),
  ),
  'second-factor-refused': kind(none, () => 'Entered too many wrong codes'),
  'sign-in-blocked': kind(
    account,
    ({ name }) => `Blocked sign-in to ${name}’s account on new devices after 100 wrong passwords`,
  ),
  'password-changed': kind(none, () => 'Changed their password'),
  'session-ended': kind(device, ({ label }) => `Signed out ${label}`),
  'sessions-ended': kind(none, () => 'Signed out all other browsers'),
  'factor-added': kind(factor, (data) => `Set up ${factorNamed(data)} for signing in`),
  'factor-removed': kind(factor, (data) => `Removed ${factorNamed(data)} for signing in`),
  'recovery-codes-made': kind(none, () => 'Made new recovery codes'),
  'recovery-code-used': kind(z.object({ left: z.number() }), ({ left }) => `Used a recovery code: ${left} left`),
  'second-factor-reset': kind(account, ({ name }) => `Reset the second factor of ${name}`),
  'signed-out': kind(none, () => 'Signed out'),
  'sign-in-refused': kind(
    // An entry without data covers all unknown addresses of an hour.
    z.partial(z.extend(address, { name: text })),
    ({ name }) =>
      name
        ? `Refused a sign-in to ${name}’s account`
        : 'Refused sign-ins within an hour for addresses without an account',
  ),
  'password-reset-requested': kind(
    // The name is absent on requests.
    z.extend(address, { name: z.optional(text) }),
    ({ name, address: mark }) =>
      `Someone asked for a new password ${name ? `for ${name}’s account` : `(address ${mark.slice(0, 16)})`}`,
  ),
  'confirmation-requested': kind(
    z.extend(account, { address: text.check(z.regex(/^[\w-]{43}$/)) }),
    ({ name, address: mark }) => `${name} registered and must confirm their address (address ${mark.slice(0, 16)})`,
  ),
  // The name is set if an operator sets another person's password.
  'password-reset': kind(z.partial(account), ({ name }) =>
    name ? `Set a new password for ${name}` : 'Chose a new password',
  ),
  'settings-changed': kind(
    // `weakened` has the fields that protect less than before; absent if none do.
    z.object({
      section: text,
      fields: z.array(text),
      changes: z.optional(z.array(z.object({ field: text, was: z.unknown(), is: z.unknown() }))),
      weakened: z.optional(z.array(text)),
    }),
    ({ section, fields, changes }) =>
      `Changed the ${section === 'mail' ? 'email' : section} settings: ${settingNames(section, fields, changes)}`,
  ),
  'figures-rebuilt': kind(
    z.object({ months: z.array(text) }),
    ({ months }) => `Counted the figures of ${countOf(months.length, 'month')} again from the audit logs`,
  ),
  'templates-changed': kind(
    z.object({ changes }),
    () => 'Changed the list of documents to ask for',
    'staff',
    ({ changes: short = [] }) => short,
  ),
  'view-shared': kind(account, ({ name }) => `Shared the view “${name}” with everyone`),
  'view-changed': kind(account, ({ name }) => `Changed the shared view “${name}”`),
  'view-unshared': kind(account, ({ name }) => `Stopped sharing the view “${name}”`),
  'view-deleted': kind(account, ({ name }) => `Deleted the shared view “${name}”`),
  'keys-rotated': kind(z.object({ key: z.enum(['session', 'portal']), version: z.number() }), ({ key }) =>
    key === 'session' ? 'Signed everyone out' : 'Cancelled every portal link',
  ),
  'client-deleted': kind(
    z.object({
      documents: z.number(),
      tasks: z.number(),
      adviserId: text,
      completed: z.optional(z.literal(true)),
      /** Title of the stage at that time. */
      stage: z.optional(text),
    }),
    ({ documents, tasks, completed, stage }) =>
      `Deleted a ${completed ? 'completed client' : 'client'} with ${countOf(documents, 'document')} and ${countOf(tasks, 'task')}${
        stage && !completed ? `, in ${stage}` : ''
      }`,
  ),
  'client-read': kind(
    z.object({ what: z.enum(['document', 'link', 'file']) }),
    ({ what }) => `${READ_OF_CLIENT[what]} of a client who has since been deleted`,
  ),
  'file-exported': kind(none, () => 'Exported the data of a client'),
  // Without the typed search, which may be a client's name.
  'clients-exported': kind(
    z.object({ rows: z.number(), filter: text }),
    ({ rows, filter }) => `Exported a list of ${countOf(rows, 'client')}${filter === 'all' ? '' : ` (${filter})`}`,
  ),
  'record-exported': kind(none, () => 'Exported the firm’s audit log'),
} as const satisfies Record<string, Kind>;

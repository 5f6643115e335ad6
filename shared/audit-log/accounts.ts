import * as z from 'zod/mini';
import { sayColleagues, sayDays } from '../rules/colleagues.ts';
import { listOf } from '../rules/counted-words.ts';
import { MAILBOXES, ROLES } from '../rules/people.ts';
import { changes, type Kind, kind, named, none, text, withName } from './kind.ts';
import type { Causes, Notices } from './told.ts';

export const accountActions = {
  'account-created': kind(
    ['mailInvitation', 'notifyAdmins'],
    z.extend(withName, { role: z.enum(ROLES), invited: z.optional(z.literal(true)) }),
    ({ name, role, invited }) => `${invited ? 'Invited' : 'Created an account for'} ${name} (${role})`,
  ),
  'invitation-repeated': kind(['mailInvitation'], withName, ({ name }) => `Sent ${name} the invitation again`),
  'account-changed': kind(
    ['emailHolder', 'renameColleague', 'notifyAdmins'],
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
  'works-changed': kind(
    ['removeColleagueNotices', 'notifyColleagues'],
    z.extend(withName, {
      works: z.array(z.object({ name: text, from: z.optional(text), until: z.optional(text) })),
      /** Ids of advisers who had named this person to cover for them. */
      uncovered: z.optional(z.array(text)),
    }),
    ({ name, works }) => `Set who ${name} works with: ${sayColleagues(works)}`,
  ),
  'cover-set': kind(
    ['removeColleagueNotices', 'notifyAdmins', 'notifyColleagues'],
    /** `former` is the colleague whose place `to` takes. */
    z.extend(withName, { from: text, until: text, to: text, former: z.optional(text) }),
    ({ name, from, until }) => `Let ${name} see their clients ${sayDays({ from, until })}`,
  ),
  'cover-removed': kind(
    ['removeColleagueNotices', 'notifyColleagues'],
    z.extend(withName, { to: text }),
    ({ name }) => `Ended ${name}’s cover`,
  ),
  'account-deleted': kind(['renewSeenLinks', 'sweepAccount'], withName, ({ name }) => `Deleted ${name}’s account`),
  'mail-refused': kind([], withName, ({ name }) => `Email to ${name} was not delivered`),
  'mail-allowed-again': kind([], withName, ({ name }) => `Allowed emails to ${name} again`),
} as const satisfies Record<string, Kind>;

export const accountNotices = {
  'new-admin': { group: 'security', icon: 'security', says: 'alone' },
  'new-account': {
    group: 'security',
    icon: 'person added',
    subject: () => 'A new account was created',
    says: 'alone',
  },
  'admin-changed': { group: 'security', icon: 'security', says: 'alone' },
  'cover-set': {
    group: 'security',
    icon: 'security',
    subject: () => 'An adviser named a colleague to cover for them',
    says: 'alone',
  },
  colleagues: {
    group: 'clients',
    icon: 'person added',
    subject: () => 'Who you work with has changed',
    says: 'alone',
  },
  'name-changed': {
    group: 'security',
    icon: 'security',
    subject: () => 'An adviser changed their name',
    says: 'alone',
  },
} as const satisfies Notices;

export const accountCauses: Causes<typeof accountActions> = {
  'cover-set': {
    toAdmins: ({ name, until }, { actorName }) => ({
      kind: 'cover-set',
      text: `${actorName} lets ${name} see their clients ${sayDays({ until })}`,
    }),
  },
  'account-created': {
    toAdmins: ({ name, role, invited }, { actorId, actorName, ref }) => {
      if (role === 'admin') return { kind: 'new-admin', text: `${actorName} created an admin account for ${name}` };
      const did = invited ? `invited ${name}` : `created an account for ${name}`;
      return {
        kind: 'new-account',
        text: ref === actorId ? `${name} registered for an account` : `${actorName} ${did}`,
      };
    },
  },
  'account-changed': {
    toAdmins: ({ name, to, ofAdmin, fields, changes: short = [] }, { actorId, actorName, ref }) => {
      const renamed = short.find(({ field }) => field === 'name');
      if (to === 'admin') return { kind: 'new-admin', text: `${actorName} made ${name} an admin` };
      // Clients read the name in subjects.
      if (renamed && ref === actorId)
        return { kind: 'name-changed', text: `${renamed.was} changed their name to ${renamed.is}` };
      if (!ofAdmin || ref === actorId) return undefined;
      const changed = listOf(fields.filter((field) => field === 'email' || field === 'password'));
      return { kind: 'admin-changed', text: `${actorName} changed the ${changed} of ${name}, an admin` };
    },
  },
};

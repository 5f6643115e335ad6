import * as z from 'zod/mini';
import { CLIENT_FIELDS } from '../nouns/client.ts';
import { namesOf } from '../nouns/field.ts';
import { CLIENT_STATUSES, STEP_UPS } from '../rules/clients.ts';
import { changes, flag, type Kind, kind, named, none, type Seen, spaced, text, withName } from './kind.ts';
import type { Causes, NoticeContent, Notices } from './told.ts';

const id = z.string().check(z.regex(/^[\w-]{22}$/));

/** All changes of a client in one request are one entry, under the most important action. */
const clientChange = z.object({
  from: z.optional(z.object({ id, name: text })),
  to: z.optional(z.object({ id, name: text })),
  completed: z.optional(z.boolean()),
  status: z.optional(z.enum(CLIENT_STATUSES)),
  fields: z.optional(z.array(z.enum(namesOf(CLIENT_FIELDS)))),
  changes,
  portal: z.optional(z.enum(['suspended', 'allowed'])),
  stepUp: z.optional(z.enum(STEP_UPS)),
  /** Reason for not confirming devices. */
  reason: z.optional(text),
  renewed: flag,
  mailed: flag,
});

const CONFIRMING = {
  inherit: 'Set device confirmation to the firm’s default',
  on: 'Required new devices to be confirmed',
  off: 'Allowed new devices without a code',
} as const;

const clientChanged = <const H extends readonly string[]>(handlers: H, seen: Seen) =>
  kind(
    handlers,
    clientChange,
    ({ from, to, completed, status, fields, portal, stepUp, reason, renewed }) =>
      [
        ...(from && to ? [`Reassigned from ${from.name} to ${to.name}`] : []),
        ...(completed === true ? ['Completed the journey'] : []),
        ...(completed === false ? ['Reopened the journey'] : []),
        ...(status ? [`Set the status to ${spaced(status)}`] : []),
        ...(fields?.length ? [`Changed ${named(fields)}`] : []),
        ...(portal ? [portal === 'suspended' ? 'Suspended the portal' : 'Allowed the portal again'] : []),
        ...(stepUp ? [CONFIRMING[stepUp] + (reason ? `: ${reason}` : '')] : []),
        ...(renewed ? ['Created a new portal link'] : []),
      ].join('. '),
    seen,
    ({ changes: short = [] }) => short,
  );

export const clientActions = {
  'client-created': kind(
    ['notifyAdviser', 'countAddition'],
    /** The adviser, if somebody else added the client. */
    z.object({ adviserId: z.optional(id) }),
    () => 'Added the client',
  ),
  'client-reassigned': clientChanged(
    [
      'removeFormerNotices',
      'notifyFormerAdviser',
      'notifyAdviser',
      'mailRenewedLink',
      'tellFormerAddress',
      'countCompletion',
      'chaseReopened',
      'mailReturned',
    ],
    'both',
  ),
  'client-completed': clientChanged(['notifyAdviser', 'tellFormerAddress', 'countCompletion'], 'both'),
  'client-reopened': clientChanged(
    ['notifyAdviser', 'tellFormerAddress', 'countCompletion', 'chaseReopened', 'mailReturned'],
    'both',
  ),
  'client-status': clientChanged(['notifyAdviser', 'tellFormerAddress', 'mailReturned'], 'staff'),
  'client-changed': clientChanged(['notifyAdviser', 'tellFormerAddress', 'mailReturned'], 'staff'),
  'person-added': kind(['notifyAdviser'], withName, ({ name }) => `Added ${name} as a further person`, 'both'),
  'person-changed': kind(
    ['notifyAdviser', 'tellFormerAddress', 'mailReturned'],
    z.extend(withName, { changes, renewed: flag }),
    ({ name, renewed }) => `Changed ${name}’s details${renewed ? '. Created a new portal link' : ''}`,
    'both',
    ({ changes: short = [] }) => short,
  ),
  'person-removed': kind(
    ['notifyAdviser'],
    withName,
    ({ name }) => `Removed ${name}; their link no longer works`,
    'both',
  ),
  restored: kind([], z.object({ at: text }), ({ at }) => `Restored the client to ${at}`, 'both'),
  'client-exported': kind([], none, () => 'Exported the client’s data'),
} as const satisfies Record<string, Kind>;

export const clientNotices = {
  assigned: { group: 'clients', icon: 'person added', subject: (client) => `You are now ${client}’s adviser` },
  unassigned: { group: 'clients', icon: 'person removed', says: 'alone' },
  'by-colleague': {
    group: 'clients',
    icon: 'notes',
    subject: (client) => `A colleague acted for ${client}`,
    says: 'about',
  },
  'by-admin': {
    group: 'security',
    icon: 'security',
    subject: (client) => `An admin acted for ${client}`,
    says: 'about',
  },
} as const satisfies Notices;

const ASSIGNED: NoticeContent = { kind: 'assigned', text: 'You are now this client’s adviser' };

/** Returns true for changes that open the portal, or move where the client is reached. */
function hasEffect({ fields, portal, stepUp }: z.infer<typeof clientChange>): boolean {
  const isMoved = fields?.some((field) => field === 'email' || field === 'phone') ?? false;
  return isMoved || portal === 'allowed' || (stepUp !== undefined && stepUp !== 'on');
}

export const clientCauses: Causes<typeof clientActions> = {
  'client-created': { byOthers: ({ adviserId }) => (adviserId === undefined ? undefined : ASSIGNED) },
  'client-reassigned': { byOthers: () => ASSIGNED },
  'client-changed': { byAdmin: hasEffect },
  'client-status': { byAdmin: hasEffect },
  'client-completed': { byAdmin: hasEffect },
  'client-reopened': { byAdmin: hasEffect },
  // The answer to an addition has a link to the client's page.
  'person-added': { byAdmin: () => true },
  'person-changed': { byAdmin: ({ changes: short = [] }) => short.some(({ field }) => field !== 'name') },
  'person-removed': { byAdmin: () => true },
};

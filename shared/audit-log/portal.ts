import * as z from 'zod/mini';
import { device, flag, type Kind, kind, mail, none, ofHolder, sayHolder } from './kind.ts';
import type { Causes, Notices } from './told.ts';

export const portalActions = {
  /** `created`: by creating the client, whose answer has the link. */
  'portal-link-revealed': kind(
    ['notifyAdviser'],
    z.extend(ofHolder, { created: flag }),
    (data) => `Viewed the portal link${sayHolder(data)}`,
  ),
  'portal-link-regenerated': kind(
    ['notifyAdviser'],
    ofHolder,
    (data) => `Regenerated the portal link${sayHolder(data)}`,
  ),
  'portal-link-sent': kind(
    [],
    z.extend(mail, ofHolder.shape),
    ({ to, ...data }) => `Emailed the portal link${sayHolder(data)} to ${to}`,
  ),
  'portal-previewed': kind([], none, () => 'Viewed the portal as the client'),
  'portal-code-requested': kind(['mailCode'], none, () => 'Requested a code to open the portal on a new device'),
  'portal-code-refused': kind([], none, () => 'Entered five wrong codes; the code was cancelled'),
  'portal-help-asked': kind(['notifyAdviser'], none, () => 'Cannot access their email to open the portal'),
  'device-confirmed': kind(
    ['notifyAdviser', 'mailNewDevice'],
    z.extend(device, { by: z.enum(['code', 'phone']) }),
    ({ label, by }) => `Opened the portal on a new device: ${label}${by === 'phone' ? ', confirmed by phone' : ''}`,
    'both',
  ),
  'device-removed': kind([], device, ({ label }) => `Removed the device ${label}`, 'both'),
  'device-phrase-made': kind(
    ['notifyAdviser'],
    ofHolder,
    (data) => `Created a phrase to confirm a device${sayHolder(data)} by phone`,
  ),
  'new-link-requested': kind(
    ['mailNewLink'],
    z.object({ version: z.number() }),
    () => 'Asked for a new link to replace an expired one',
  ),
  'portal-link-renewed': kind(
    ['mailRenewedLink'],
    z.extend(ofHolder, { mailed: flag }),
    (data) => `Created a new portal link${sayHolder(data)}`,
  ),
} as const satisfies Record<string, Kind>;

export const portalNotices = {
  'no-code': {
    group: 'messages',
    icon: 'mail off',
    subject: (client) => `${client} can’t open the email with their code`,
  },
  'new-device': {
    group: 'clients',
    icon: 'device',
    subject: (client) => `${client} opened the portal on a new device`,
    says: 'does',
  },
} as const satisfies Notices;

export const portalCauses: Causes<typeof portalActions> = {
  'portal-help-asked': { byClient: () => ({ kind: 'no-code', text: 'Cannot access their email to open the portal' }) },
  'device-confirmed': {
    byClient: (data) => ({ kind: 'new-device', text: portalActions['device-confirmed'].sentence(data) }),
  },
  'portal-link-revealed': { byAdmin: ({ created }) => !created },
  'portal-link-regenerated': { byAdmin: () => true },
  'device-phrase-made': { byAdmin: () => true },
};

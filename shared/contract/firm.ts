import * as z from 'zod/mini';
import { SECTION_NAMES, SETTING_CHANGES, SETTINGS } from '../settings.ts';
import { type CallInput, type Calls, type Effect, ofExport, pageQuery } from './call.ts';
import { ADMINS, ADVISERS, EVERYONE } from './callers.ts';
import { day } from './fields.ts';
import { clientAuditEntry } from './messages.ts';

const settings = z.object({
  version: z.number(),
  ...SETTINGS,
  /** Stored closed days may be outside the years that are accepted now. */
  firm: z.extend(SETTINGS.firm, { closedDays: z.array(z.string()) }),
});
export type FirmSettings = z.infer<typeof settings>;

const settingsChange = z
  .strictObject({ version: z.int('Must be the version that was read'), ...SETTING_CHANGES })
  .check(z.refine((c) => SECTION_NAMES.filter((name) => c[name]).length === 1, 'Send one section'));

export type SettingsChange = z.infer<typeof settingsChange>;

/**
 * Returns the effect of a change. Clients call the firm's phone, and complain where its legal lines say. Other sections
 * can be set back, and are in the audit log.
 */
function ofSettings({ body: { firm, legal, portal, staff } }: CallInput<SettingsChange>): Effect {
  if (portal || staff) return 'way-in';
  return firm || legal ? 'reached' : 'none';
}

/** Legal lines without the text of the complaints procedure, which is long and has a call of its own. */
const shownLegal = z.extend(z.omit(SETTINGS.legal, { complaints: true }), {
  /** Address of the complaints procedure, or `here` if the firm wrote a text. */
  complaints: z.nullable(z.union([z.object({ url: z.string() }), z.object({ here: z.literal(true) })])),
});

/** Firm as clients see it. */
export const shownFirm = z.extend(z.pick(SETTINGS.firm, { name: true, phone: true, hours: true }), {
  /** Largest file in MB. */
  maxMb: z.number(),
  legal: shownLegal,
});
export type ShownFirm = z.infer<typeof shownFirm>;

/** Public, because a client whose link has expired has nobody else to contact. */
const publicFirm = z.extend(shownFirm, {
  /** False until the first account exists, so that the sign-in page can say how to make it. */
  hasAccounts: z.boolean(),
});

const firmAuditEntry = z.extend(z.omit(clientAuditEntry, { clientId: true }), {
  about: z.nullable(z.string()),
});
export type FirmAuditEntry = z.infer<typeof firmAuditEntry>;

const word = (max: number, message: string) =>
  z.optional(z.string().check(z.regex(/^[\w-]+$/, message), z.maxLength(max, message)));

const open = { effect: 'none', lambda: 'firm', allow: EVERYONE, about: 'nobody', status: 200 } as const;
const byAdmin = { lambda: 'firm', allow: ADMINS, about: 'nobody' } as const;

export const firmCalls = {
  'GET /api/firm': { ...open, returns: publicFirm },
  'GET /api/firm/complaints': { ...open, returns: z.object({ text: z.string() }) },
  'GET /api/settings': {
    reads: 'settings',
    effect: 'none',
    lambda: 'firm',
    allow: ADVISERS,
    about: 'nobody',
    status: 200,
    returns: settings,
  },
  'PATCH /api/settings': {
    changes: ['settings', 'reminders', 'insight'],
    effect: { of: ofSettings },
    ...byAdmin,
    status: 200,
    body: settingsChange,
    returns: settings,
  },
  'GET /api/record': {
    effect: ofExport,
    ...byAdmin,
    status: 200,
    query: pageQuery(1000, {
      actor: word(50, 'Unknown person'),
      action: word(50, 'Unknown action'),
      from: z.optional(day),
      to: z.optional(day),
    }),
    writes: true,
    returns: z.array(firmAuditEntry),
  },
} as const satisfies Calls;

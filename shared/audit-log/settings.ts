import * as z from 'zod/mini';
import { countOf, listOf } from '../rules/counted-words.ts';
import { settingNames, trustedNames } from '../settings.ts';
import { changes, type Kind, kind, text } from './kind.ts';
import type { Causes, Notices } from './told.ts';

export const settingsActions = {
  'settings-changed': kind(
    ['notifyAdmins'],
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
    [],
    z.object({ months: z.array(text) }),
    ({ months }) => `Counted the figures of ${countOf(months.length, 'month')} again from the audit logs`,
  ),
  'templates-changed': kind(
    [],
    z.object({ changes }),
    () => 'Changed the list of documents to ask for',
    'staff',
    ({ changes: short = [] }) => short,
  ),
  'factfind-form-changed': kind(
    [],
    z.object({ changes }),
    () => 'Changed the form of fact-finds',
    'staff',
    ({ changes: short = [] }) => short,
  ),
  'keys-rotated': kind([], z.object({ key: z.enum(['session', 'portal']), version: z.number() }), ({ key }) =>
    key === 'session' ? 'Signed everyone out' : 'Cancelled every portal link',
  ),
} as const satisfies Record<string, Kind>;

export const settingsNotices = {
  'settings-weakened': { group: 'security', icon: 'security', says: 'alone' },
  'firm-changed': { group: 'security', icon: 'security', says: 'alone' },
} as const satisfies Notices;

export const settingsCauses: Causes<typeof settingsActions> = {
  'settings-changed': {
    toAdmins: ({ section, fields, weakened = [] }, { actorName }) => {
      if (weakened.length > 0)
        return {
          kind: 'settings-weakened',
          text: `${actorName} made settings less strict: ${settingNames(section, weakened)}`,
        };
      const trusted = trustedNames(section, fields);
      return trusted.length > 0
        ? { kind: 'firm-changed', text: `${actorName} changed the firm’s ${listOf(trusted)}` }
        : undefined;
    },
  },
};

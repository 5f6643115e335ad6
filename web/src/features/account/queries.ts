import type { MailPreferences } from '#shared/contract/notifications.ts';
import type { MailChoice } from '#shared/rules/notices.ts';
import { read } from '../../lib/query.ts';
import { adviserChange } from '../../parts/refreshes.ts';

/** What of its inbox an adviser is mailed. */
export const preferencesQuery = read('GET /api/account/notifications');

/** A group of notices that is mailed in one way. */
export type Group = keyof MailPreferences;

/** What each choice reads. */
export const CHOICES: Record<MailChoice, string> = { now: 'At once', daily: 'Daily summary', off: 'Off' };

/** Sets when a group is mailed. One choice after the other is sent, so that the last one counts. */
export const choose = (group: Group, label: string) => ({
  ...adviserChange('PATCH /api/account/notifications', {
    success: {
      title: 'Preference Saved',
      describe: (answer) => `${label}: ${CHOICES[(answer as MailPreferences)[group]].toLowerCase()}`,
    },
    failure: { title: 'Error', description: 'Failed to save your preference', server: true },
    waits: true,
  }),
  scope: { id: `preference-${group}` },
});

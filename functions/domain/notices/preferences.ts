import type { MailPreferences } from '#shared/contract/notifications.ts';
import { FIRST_CHOICE } from '#shared/rules/notices.ts';
import type { Key } from '../../aws/table.ts';
import { adviserPartition } from '../keys.ts';

/** What an adviser chose to be mailed about; what it never chose is not there. */
export interface PreferencesItem extends Key, Partial<MailPreferences> {
  v: 1;
}

/** Where an adviser's choices are. */
export const preferencesKey = (adviserId: string): Key => ({ pk: adviserPartition(adviserId), sk: 'PREFS' });

/** An adviser's choices, whole. */
export const preferencesOf = (item: PreferencesItem | undefined): MailPreferences => ({
  messages: item?.messages ?? FIRST_CHOICE,
  documents: item?.documents ?? FIRST_CHOICE,
  tasks: item?.tasks ?? FIRST_CHOICE,
  clients: item?.clients ?? FIRST_CHOICE,
  security: item?.security ?? 'now',
});

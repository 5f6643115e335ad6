import { accountNotices } from './accounts.ts';
import { clientNotices } from './clients.ts';
import { documentNotices } from './documents.ts';
import { firmNotices } from './firm.ts';
import { loaNotices } from './loas.ts';
import { mailNotices } from './mail.ts';
import { messageNotices } from './messages.ts';
import { portalNotices } from './portal.ts';
import { reminderNotices } from './reminders.ts';
import { requestNotices } from './requests.ts';
import { settingsNotices } from './settings.ts';
import { signInNotices } from './sign-in.ts';
import { taskNotices } from './tasks.ts';
import type { NoticeRules, Notices } from './told.ts';

/** Kinds of notices to staff. */
export const NOTICES = {
  ...messageNotices,
  ...portalNotices,
  ...documentNotices,
  ...requestNotices,
  ...loaNotices,
  ...taskNotices,
  ...clientNotices,
  ...mailNotices,
  ...reminderNotices,
  ...signInNotices,
  ...accountNotices,
  ...settingsNotices,
  ...firmNotices,
} as const satisfies Notices;

export type NoticeKind = keyof typeof NOTICES;

export const rulesOf = (kind: NoticeKind): NoticeRules => NOTICES[kind];

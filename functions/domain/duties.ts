import type { Duties } from './agenda.ts';
import { CLIENT_MAIL, sendClientMail } from './news/client-mail.ts';
import { AT_ONCE, DAILY, sendAtOnce, sendSummary } from './notices/adviser-mail.ts';

/** All that can be due, by its kind. */
export const DUTIES: Duties = { [AT_ONCE]: sendAtOnce, [DAILY]: sendSummary, [CLIENT_MAIL]: sendClientMail };

import { CLIENT_MAIL, sendClientMail } from '../domain/client-mail/client-mail.ts';
import { AT_ONCE, DAILY, sendAtOnce, sendSummary } from '../domain/inbox/adviser-mail.ts';
import type { Duties } from '../services/scheduler/scheduler.ts';

/** All that can be due, by its kind. */
export const DUTIES: Duties = { [AT_ONCE]: sendAtOnce, [DAILY]: sendSummary, [CLIENT_MAIL]: sendClientMail };

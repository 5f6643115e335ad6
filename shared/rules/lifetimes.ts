import { DAY_SECONDS, HOUR_MS, HOUR_SECONDS, MINUTE_MS, MINUTE_SECONDS } from './time.ts';

/** Lifetime of a session or an emailed secret: in milliseconds, and in the words of the sentences about it. */
interface Lifetime {
  ms: number;
  words: string;
}

export const SESSION: Lifetime = { ms: 12 * HOUR_MS, words: 'twelve hours' };
/** Sign-in that still needs a second factor or a new password. */
export const HALF_SIGN_IN_SECONDS = 5 * MINUTE_SECONDS;
/** Challenge that a passkey signs. */
export const CHALLENGE_MS = 5 * MINUTE_MS;
/** Secret of an authenticator app that is being set up. */
export const AUTHENTICATOR_SET_UP_SECONDS = HOUR_SECONDS;
export const RESET_LINK: Lifetime = { ms: HOUR_MS, words: 'one hour' };
export const CONFIRMATION_LINK: Lifetime = { ms: HOUR_MS, words: 'one hour' };
export const EMAIL_CHANGE_LINK: Lifetime = { ms: 24 * HOUR_MS, words: '24 hours' };
export const INVITATION_LINK: Lifetime = { ms: 7 * 24 * HOUR_MS, words: 'seven days' };
/** Registration whose address is not confirmed. */
export const REGISTRATION_SECONDS = 7 * DAY_SECONDS;
/** Longest time that an adviser can let a colleague cover for them: the end of a season, not of a job. */
export const MAX_COVER_DAYS = 90;

export const CODE_MINUTES = 15;
/** Code that lets a new device open the portal. */
export const PORTAL_CODE: Lifetime = { ms: CODE_MINUTES * MINUTE_MS, words: `${CODE_MINUTES} minutes` };
/** Days after completion when a portal link expires, if links expire at all. */
export const DAYS_AFTER_COMPLETION = 30;

/** Days after which an unfinished upload is deleted. */
export const UPLOAD_DAYS = 7;
/** Milliseconds without a part after which an upload may be ended for a new one at the limit. */
export const IDLE_UPLOAD_MS = HOUR_MS;
/** A client’s files are handed in automatically after this time, in minutes after the last one. */
export const HAND_IN_MINUTES = 30;

/** Days after which some providers refuse a signature. */
export const SIGNATURE_DAYS = 90;

export const REMINDER_PAUSE_BY_CLIENT_DAYS = 14;
export const MAX_REMINDER_PAUSE_DAYS = 90;
/** An older link of a reminder only stops reminders: forwarded and archived emails are around for years. */
export const REMINDER_LINK_DAYS = 60;

/** Lifetime of a read notice after it came, in seconds. */
export const NOTICE_SECONDS = 90 * DAY_SECONDS;
/** Downloads, link reveals and exports of the last 90 days outlive a client in the firm's audit log. */
export const READS_KEPT_DAYS = 90;
/** Lifetime of the marker of a sent email: longer than any event is retried. */
export const SENT_MARK_DAYS = 40;
/** Lifetime of the marker of an audit entry that figures count. */
export const FIGURE_MARK_SECONDS = 40 * DAY_SECONDS;

/** "the next hour" for one hour, "the next seven days" for seven days. */
export const theNext = ({ words }: Lifetime) => `the next ${words.replace(/^one /, '')}`;

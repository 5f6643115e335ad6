import { HOUR_MS, MINUTE_MS } from './time.ts';

/** Lifetime of a session or an emailed secret: in milliseconds, and in the words of the sentences about it. */
interface Lifetime {
  ms: number;
  words: string;
}

export const SESSION: Lifetime = { ms: 12 * HOUR_MS, words: 'twelve hours' };
/** Sign-in that still needs a second factor or a new password. */
export const HALF_SIGN_IN_MINUTES = 5;
/** Challenge that a passkey signs. */
export const CHALLENGE_MINUTES = 5;
/** Secret of an authenticator app that is being set up. */
export const AUTHENTICATOR_SET_UP_HOURS = 1;
/** Minutes that a re-authentication is valid: for changes of own credentials, and for sensitive admin actions. */
export const REAUTHENTICATION_MINUTES = { own: 10, admin: 60 } as const;
/** Seconds that the former cookie of a renewed session stays valid, for requests that the page has in flight. */
export const FORMER_COOKIE_SECONDS = 30;
export const RESET_LINK: Lifetime = { ms: HOUR_MS, words: 'one hour' };
export const CONFIRMATION_LINK: Lifetime = { ms: HOUR_MS, words: 'one hour' };
export const EMAIL_CHANGE_LINK: Lifetime = { ms: 24 * HOUR_MS, words: '24 hours' };
export const INVITATION_LINK: Lifetime = { ms: 7 * 24 * HOUR_MS, words: 'seven days' };
/** Registration whose address is not confirmed. */
export const REGISTRATION_DAYS = 7;
/** Longest time that an adviser can let a colleague cover for them: the end of a season, not of a job. */
export const MAX_COVER_DAYS = 90;

export const CODE_MINUTES = 15;
/** Code that lets a new device open the portal. */
export const PORTAL_CODE: Lifetime = { ms: CODE_MINUTES * MINUTE_MS, words: '15 minutes' };
/** Phrase that an adviser reads out, instead of a code. */
export const PHRASE_MINUTES = 10;
/** Hours that a confirmed device opens the portal if it is not to be remembered. */
export const UNREMEMBERED_DEVICE_HOURS = 12;
/** Days after completion when a portal link expires, if links expire at all. */
export const DAYS_AFTER_COMPLETION = 30;

/** Days after which an unfinished upload is deleted. */
export const UPLOAD_DAYS = 7;
/** Hours without a part after which an upload may be ended for a new one at the limit. */
export const IDLE_UPLOAD_HOURS = 1;
/** Hours of the clock in which the token of a large download is valid, the one of its issue included. */
export const PARTS_TOKEN_HOURS = 2;
/** A client’s files are handed in automatically after this time, in minutes after the last one. */
export const HAND_IN_MINUTES = 30;

/** Days that unsent text stays in the browser after its last change. */
export const DRAFT_DAYS = 7;
/** Hours that unsent text of staff stays in the browser after their session. */
export const STAFF_DRAFT_HOURS = 1;

/** Days after which some providers refuse a signature. */
export const SIGNATURE_DAYS = 90;

export const REMINDER_PAUSE_BY_CLIENT_DAYS = 14;
export const MAX_REMINDER_PAUSE_DAYS = 90;
/** An older link of a reminder only stops reminders: forwarded and archived emails are around for years. */
export const REMINDER_LINK_DAYS = 60;

/** Days that a read notice stays after it came. */
export const NOTICE_DAYS = 90;
/** Downloads, link reveals and exports of the last 90 days outlive a client in the firm's audit log. */
export const READS_KEPT_DAYS = 90;
/** Days that the marker of a sent email stays: longer than any event is retried. */
export const SENT_MARK_DAYS = 40;
/** Days that the marker of an audit entry that figures count stays. */
export const FIGURE_MARK_DAYS = 40;

/** "the next hour" for one hour, "the next seven days" for seven days. */
export const theNext = ({ words }: Lifetime) => `the next ${words.replace(/^one /, '')}`;

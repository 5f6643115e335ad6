import { HOUR_MS, MINUTE_MS } from './time.ts';

/** Lifetime of a session or an emailed secret: in milliseconds, and in the words of the sentences about it. */
interface Lifetime {
  ms: number;
  words: string;
}

export const SESSION: Lifetime = { ms: 12 * HOUR_MS, words: 'twelve hours' };
export const RESET_LINK: Lifetime = { ms: HOUR_MS, words: 'one hour' };
export const CONFIRMATION_LINK: Lifetime = { ms: HOUR_MS, words: 'one hour' };
export const EMAIL_CHANGE_LINK: Lifetime = { ms: 24 * HOUR_MS, words: '24 hours' };
export const INVITATION_LINK: Lifetime = { ms: 7 * 24 * HOUR_MS, words: 'seven days' };
/** Code that lets a new device open the portal. */
export const PORTAL_CODE: Lifetime = { ms: 15 * MINUTE_MS, words: '15 minutes' };

/** Days after completion when a portal link expires, if links expire at all. */
export const DAYS_AFTER_COMPLETION = 30;

/** "the next hour" for one hour, "the next seven days" for seven days. */
export const theNext = ({ words }: Lifetime) => `the next ${words.replace(/^one /, '')}`;

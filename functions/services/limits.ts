import { DAY_SECONDS, HOUR_SECONDS, MINUTE_SECONDS } from '#shared/rules/time.ts';

// How often something may be tried or sent. Numbers and sizes are in shared/rules/limits.ts.

/** At most `max` attempts in a window of `seconds`, which the first attempt starts. */
export interface Allowance {
  max: number;
  seconds: number;
}

/** At most `max` failed guesses in a row. `pauses` are in seconds; the last one repeats. */
export interface GuessesInARow {
  max: number;
  pauses: readonly number[];
}

/** Lifetime of a guess counter after its last guess. It ends so that invented addresses leave nothing permanent. */
export const COUNTER_SECONDS = 90 * DAY_SECONDS;

// One constant each, so that a function carries only its own. Totals per client are in client-writes.ts.

/** Failed sign-ins for one address, from one network or browser. */
export const SIGN_INS: Allowance = { max: 10, seconds: 15 * MINUTE_SECONDS };
/** Wrong passwords during re-authentication. */
export const OWN_GUESSES: Allowance = { max: 5, seconds: 15 * MINUTE_SECONDS };
export const RESET_MAILS: Allowance = { max: 3, seconds: HOUR_SECONDS };
export const INVITATION_MAILS: Allowance = { max: 3, seconds: HOUR_SECONDS };
/** Emails that confirm a registration, per address and per network. */
export const CONFIRMATION_MAILS: Allowance = { max: 3, seconds: HOUR_SECONDS };
/** Requests to change the own email address, per account and per new address. */
export const EMAIL_CHANGES: Allowance = { max: 3, seconds: HOUR_SECONDS };
/** Confirmation emails of registrations in all: invented addresses bounce, and SES suspends a sender whose emails bounce. */
export const ALL_CONFIRMATION_MAILS: Allowance = { max: 20, seconds: HOUR_SECONDS };
/** Per former address of a client: changing it back and forth must not flood it. */
export const FORMER_ADDRESS_MAILS: Allowance = { max: 3, seconds: DAY_SECONDS };
export const LINK_MAILS_PER_CLIENT: Allowance = { max: 3, seconds: HOUR_SECONDS };
/** For emails with a portal link that were sent by hand or automatically. */
export const LINK_MAILS_PER_SENDER: Allowance = { max: 50, seconds: DAY_SECONDS };
/** Across all clients that share the address. */
export const LINK_MAILS_PER_ADDRESS: Allowance = { max: 10, seconds: DAY_SECONDS };
/** Per portal link, for files and for messages. */
export const SENT_BY_LINK: Allowance = { max: 60, seconds: HOUR_SECONDS };
/** Saved answers of a fact-find, per portal link. */
export const ANSWERS_BY_LINK: Allowance = { max: 600, seconds: HOUR_SECONDS };
/** Large files of one member of staff, to all clients. */
export const SENT_BY_STAFF: Allowance = { max: 300, seconds: HOUR_SECONDS };
/** Wrong codes and phrases of one client together. */
export const PORTAL_GUESSES: Allowance = { max: 5, seconds: 15 * MINUTE_SECONDS };
export const PORTAL_CODES: Allowance = { max: 10, seconds: DAY_SECONDS };
/** Requests for help from a client without a code that reach the adviser. */
export const PORTAL_HELP: Allowance = { max: 3, seconds: HOUR_SECONDS };
/** Pauses and restarts of a client's reminders by the link in one, which needs no sign-in. */
export const REMINDER_CHANGES: Allowance = { max: 10, seconds: HOUR_SECONDS };
/** Failed sign-ins for one address, from anywhere (NIST SP 800-63B-4, 3.2.2). */
export const SIGN_INS_IN_A_ROW: GuessesInARow = { max: 100, pauses: [COUNTER_SECONDS] };
/** Wrong codes of an authenticator app, or recovery codes. */
export const CODES_IN_A_ROW: GuessesInARow = { max: 5, pauses: [15 * MINUTE_SECONDS, HOUR_SECONDS, DAY_SECONDS] };

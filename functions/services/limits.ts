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

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Lifetime of a guess counter after its last guess. It ends so that invented addresses leave nothing permanent. */
export const COUNTER_SECONDS = 90 * DAY;

/** All rate limits. `rate-limit.ts` counts them; totals per client are in `client-writes.ts`. */
export const LIMITS = {
  /** Failed sign-ins for one address, from one network or browser. */
  signIns: { max: 10, seconds: 15 * MINUTE },
  /** Wrong passwords during re-authentication. */
  ownGuesses: { max: 5, seconds: 15 * MINUTE },
  resetMails: { max: 3, seconds: HOUR },
  invitationMails: { max: 3, seconds: HOUR },
  /** Emails that confirm a registration, per address and per network. */
  confirmationMails: { max: 3, seconds: HOUR },
  /** Such emails in all: invented addresses bounce, and SES suspends a sender whose emails bounce. */
  allConfirmationMails: { max: 20, seconds: HOUR },
  /** Per former address of a client: changing it back and forth must not flood it. */
  formerAddressMails: { max: 3, seconds: DAY },
  linkMailsPerClient: { max: 3, seconds: HOUR },
  /** For emails with a portal link that were sent by hand or automatically. */
  linkMailsPerSender: { max: 50, seconds: DAY },
  /** Across all clients that share the address. */
  linkMailsPerAddress: { max: 10, seconds: DAY },
  /** Per portal link, for files and for messages. */
  sentByLink: { max: 60, seconds: HOUR },
  /** Wrong codes and phrases of one client together. */
  portalGuesses: { max: 5, seconds: 15 * MINUTE },
  portalCodes: { max: 10, seconds: DAY },
  /** Requests for help from a client without a code that reach the adviser. */
  portalHelp: { max: 3, seconds: HOUR },
} as const satisfies Record<string, Allowance>;

/** Failed sign-ins for one address, from anywhere (NIST SP 800-63B-4, 3.2.2). */
export const SIGN_INS_IN_A_ROW: GuessesInARow = { max: 100, pauses: [COUNTER_SECONDS] };
/** Wrong codes of an authenticator app, or recovery codes. */
export const CODES_IN_A_ROW: GuessesInARow = { max: 5, pauses: [15 * MINUTE, HOUR, DAY] };

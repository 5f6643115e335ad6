// The map of keys: one constant for each kind of item, so that a function's bundle holds only those that it uses. A part that
// ends in `#` is a prefix; `row` is the prefix of its rows in the list of an adviser. `domain/nouns.ts` says how commands treat each kind.

export const account = { pk: 'ADVISER#', sk: 'ADVISER' } as const;
export const session = { pk: 'ADVISER#', sk: 'SESSION#' } as const;
export const halfSession = { pk: 'ADVISER#', sk: 'HALF#' } as const;
export const factor = { pk: 'ADVISER#', sk: 'FACTOR#' } as const;
export const knownBrowser = { pk: 'ADVISER#', sk: 'DEVICE#' } as const;
export const seenLink = { pk: 'ADVISER#', sk: 'LINK#' } as const;
export const notice = { pk: 'ADVISER#', sk: 'NOTICE#' } as const;
export const noticeCount = { pk: 'ADVISER#', sk: 'NOTICES' } as const;
export const preferences = { pk: 'ADVISER#', sk: 'PREFS' } as const;
export const adviserMail = { pk: 'ADVISER#', sk: 'MAIL#' } as const;
export const dailyMail = { pk: 'ADVISER#', sk: 'DAILY' } as const;
export const address = { pk: 'EMAIL#', sk: 'EMAIL' } as const;
export const registration = { pk: 'EMAIL#', sk: 'REGISTRATION' } as const;
export const passkeyClaim = { pk: 'PASSKEY#', sk: 'PASSKEY' } as const;
export const challenge = { pk: 'CHALLENGE#', sk: 'CHALLENGE' } as const;
export const attempts = { pk: 'ATTEMPTS#', sk: 'ATTEMPTS' } as const;
export const attemptsByNetwork = { pk: 'ATTEMPTS#', sk: 'SOURCE#' } as const;
export const attemptsByBrowser = { pk: 'ATTEMPTS#', sk: 'DEVICE#' } as const;
export const attemptsInARow = { pk: 'ATTEMPTS#', sk: 'ROW' } as const;
export const ownAttempts = { pk: 'ATTEMPTS#', sk: 'OWN' } as const;
export const resetRequest = { pk: 'ATTEMPTS#', sk: 'ACTIVITY#' } as const;
export const client = { pk: 'CLIENT#', sk: 'CLIENT', row: 'CLIENT#' } as const;
export const document = { pk: 'CLIENT#', sk: 'CLIENT#DOCUMENT#' } as const;
export const task = { pk: 'CLIENT#', sk: 'CLIENT#TASK#', row: 'TASK#' } as const;
export const plan = { pk: 'CLIENT#', sk: 'PLAN#' } as const;
export const message = { pk: 'CLIENT#', sk: 'MESSAGE#' } as const;
export const entry = { pk: 'CLIENT#', sk: 'ACTIVITY#' } as const;
export const device = { pk: 'CLIENT#', sk: 'DEVICE#' } as const;
export const codes = { pk: 'CLIENT#', sk: 'CODES' } as const;
export const clientMail = { pk: 'CLIENT#', sk: 'MAIL' } as const;
export const due = { pk: 'CLIENT#', sk: 'DUE#' } as const;
export const sentMail = { pk: 'MAIL#', sk: 'MAIL' } as const;
export const counters = { pk: 'FIRM', sk: 'FIRM' } as const;
export const migrations = { pk: 'FIRM', sk: 'MIGRATIONS' } as const;
export const settings = { pk: 'SETTINGS', sk: 'SETTINGS' } as const;
export const firmEntry = { pk: 'AUDIT', sk: 'ACTIVITY#' } as const;
// Settings and firm's audit log until migration 9 moves them.
export const formerSettings = { pk: 'FIRM', sk: 'SETTINGS' } as const;
export const formerEntry = { pk: 'FIRM', sk: 'ACTIVITY#' } as const;
export const heartbeat = { pk: 'HEARTBEAT', sk: 'HEARTBEAT' } as const;
export { CLOCK as clock } from '../../aws/clock.ts';

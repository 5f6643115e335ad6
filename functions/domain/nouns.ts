import type { Key } from '../aws/table.ts';
import { isOf } from '../services/keys/keys.ts';
import * as KEYS from '../services/keys/kinds.ts';
import { KEY_NAMES } from '../services/settings.ts';

interface Treatment {
  key: Key;
  owner: 'client' | 'account' | 'firm';
  /** Sections of a client's export, or the reason for leaving it out. */
  exported: readonly string[] | string;
  /**
   * Treatment in a restore:
   * - `back`: written as it was; removed from a client that did not have it then.
   * - `added`: written if it is missing; never changed or removed.
   * - `with account`: written if its account is missing; otherwise the current item is kept.
   * - `never`: neither written nor removed.
   */
  restored: 'back' | 'added' | 'with account' | 'never';
  /** Paths of numbers that never decrease: a lower one would revive revoked links and ended sessions. */
  grows?: readonly string[];
  /** Paths that keep their current value as long as the item exists. */
  stays?: readonly string[];
  /** Paths of emailed links, which may have been used since: the current value is kept, or none. */
  links?: readonly string[];
}

const STAFF = 'About an account, not about a client.';
const SECRET = 'A secret, which would open an account or a portal.';
const LIMIT = 'A counter of a rate limit, under a keyed hash.';
const FIRM = 'About the firm, not about a client.';

/** Registry of nouns: restore, export and verify reject a kind of item that is missing here. */
export const NOUNS = {
  account: {
    key: KEYS.account,
    owner: 'account',
    exported: STAFF,
    restored: 'back',
    grows: ['sessionVersion'],
    // The current factors are kept: used codes and the passkeys of lost devices must not work again.
    stays: ['totp', 'passkeys', 'card/secondFactor'],
    links: ['reset'],
  },
  session: { key: KEYS.session, owner: 'account', exported: SECRET, restored: 'never' },
  halfSession: { key: KEYS.halfSession, owner: 'account', exported: SECRET, restored: 'never' },
  factor: { key: KEYS.factor, owner: 'account', exported: SECRET, restored: 'with account' },
  knownBrowser: { key: KEYS.knownBrowser, owner: 'account', exported: STAFF, restored: 'never' },
  seenLink: {
    key: KEYS.seenLink,
    owner: 'account',
    exported: 'The client’s audit log says who saw the link.',
    // A restored account has `linksNoted`: its deletion finds the links to renew only here.
    restored: 'added',
  },
  notice: { key: KEYS.notice, owner: 'account', exported: ['notices'], restored: 'never' },
  noticeCount: { key: KEYS.noticeCount, owner: 'account', exported: STAFF, restored: 'never' },
  preferences: { key: KEYS.preferences, owner: 'account', exported: STAFF, restored: 'back' },
  adviserMail: {
    key: KEYS.adviserMail,
    owner: 'account',
    exported: 'Only says that an email about notices is due.',
    restored: 'never',
  },
  dailyMail: { key: KEYS.dailyMail, owner: 'account', exported: STAFF, restored: 'never' },
  address: { key: KEYS.address, owner: 'account', exported: STAFF, restored: 'back' },
  registration: { key: KEYS.registration, owner: 'firm', exported: STAFF, restored: 'back', links: ['link'] },
  passkeyClaim: { key: KEYS.passkeyClaim, owner: 'account', exported: STAFF, restored: 'back' },
  challenge: { key: KEYS.challenge, owner: 'firm', exported: STAFF, restored: 'back' },
  attempts: { key: KEYS.attempts, owner: 'firm', exported: LIMIT, restored: 'back' },
  attemptsByNetwork: { key: KEYS.attemptsByNetwork, owner: 'firm', exported: LIMIT, restored: 'back' },
  attemptsByBrowser: { key: KEYS.attemptsByBrowser, owner: 'firm', exported: LIMIT, restored: 'never' },
  attemptsInARow: { key: KEYS.attemptsInARow, owner: 'firm', exported: LIMIT, restored: 'back' },
  ownAttempts: { key: KEYS.ownAttempts, owner: 'firm', exported: LIMIT, restored: 'back' },
  resetRequest: { key: KEYS.resetRequest, owner: 'firm', exported: STAFF, restored: 'added' },
  client: {
    key: KEYS.client,
    owner: 'client',
    exported: ['client', 'stages', 'signature'],
    restored: 'back',
    grows: ['tokenVersion', 'deviceVersion'],
    // Access that was closed since must not reopen. `news` is the newest audit entry, and entries are never removed.
    stays: [
      'linkIssuedAt',
      'linkUsedAt',
      'linkMailedTo',
      'renewedFrom',
      'portalSuspended',
      'stepUp',
      'stepUpReason',
      'news',
    ],
  },
  document: { key: KEYS.document, owner: 'client', exported: ['documents'], restored: 'back' },
  task: { key: KEYS.task, owner: 'client', exported: ['tasks'], restored: 'back' },
  plan: { key: KEYS.plan, owner: 'client', exported: ['plans'], restored: 'back' },
  message: { key: KEYS.message, owner: 'client', exported: ['messages'], restored: 'back' },
  entry: { key: KEYS.entry, owner: 'client', exported: ['activity'], restored: 'added' },
  // A device that was removed must not be let in again.
  device: { key: KEYS.device, owner: 'client', exported: ['devices'], restored: 'never' },
  codes: { key: KEYS.codes, owner: 'client', exported: SECRET, restored: 'never' },
  clientMail: {
    key: KEYS.clientMail,
    owner: 'client',
    exported: 'Only says that an email about news is due.',
    restored: 'never',
  },
  due: { key: KEYS.due, owner: 'client', exported: 'Only says when something is due.', restored: 'never' },
  sentMail: {
    key: KEYS.sentMail,
    owner: 'firm',
    exported: 'Ids of an email that was sent, for 40 days.',
    restored: 'added',
  },
  counters: { key: KEYS.counters, owner: 'firm', exported: FIRM, restored: 'back' },
  migrations: { key: KEYS.migrations, owner: 'firm', exported: FIRM, restored: 'never' },
  settings: {
    key: KEYS.settings,
    owner: 'firm',
    exported: FIRM,
    restored: 'back',
    grows: ['version', ...KEY_NAMES.map((name) => `keys/${name}`)],
  },
  firmEntry: { key: KEYS.firmEntry, owner: 'firm', exported: FIRM, restored: 'added' },
  formerSettings: { key: KEYS.formerSettings, owner: 'firm', exported: FIRM, restored: 'back' },
  formerEntry: { key: KEYS.formerEntry, owner: 'firm', exported: FIRM, restored: 'added' },
  heartbeat: { key: KEYS.heartbeat, owner: 'firm', exported: FIRM, restored: 'back' },
  clock: { key: KEYS.clock, owner: 'firm', exported: FIRM, restored: 'back' },
} as const satisfies Record<keyof typeof KEYS, Treatment>;

export type Noun = keyof typeof NOUNS;

type Exported = (typeof NOUNS)[Noun]['exported'];
export type Section = Exclude<Exported, string>[number];

export const nounOf = (item: Key) => (Object.keys(NOUNS) as Noun[]).find((noun) => isOf(NOUNS[noun].key, item));

const masked = (key: string) => key.replace(/#.*/, '#…');

const notRegistered = ({ pk, sk }: Key) =>
  new Error(`The kind of item ${masked(pk)} / ${masked(sk)} is not registered: add it to functions/domain/nouns.ts.`);

export const unregisteredKinds = (items: readonly Key[]): string[] => [
  ...new Set(items.filter((item) => !nounOf(item)).map((item) => notRegistered(item).message)),
];

export function requireRegistered(items: readonly Key[]): void {
  for (const item of items) treatmentOf(item);
}

export function treatmentOf(item: Key): Treatment {
  const noun = nounOf(item);
  if (!noun) throw notRegistered(item);
  return NOUNS[noun];
}

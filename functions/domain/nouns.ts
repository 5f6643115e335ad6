import * as z from 'zod/mini';
import { SECTION_NAMES } from '#shared/settings.ts';
import type { Key } from '../aws/table.ts';
import * as KEYS from '../services/keys/item-kinds.ts';
import { isOf } from '../services/keys/keys.ts';
import type { DigestItem } from '../services/mail/digest-queue.ts';
import type { ChangesItem, CounterItem, NoticeItem, PreferencesItem } from '../services/notices.ts';
import { KEY_NAMES, type SettingsItem } from '../services/settings.ts';
import type { AdviserItem } from './accounts/account.ts';
import type { SessionItem } from './accounts/session.ts';
import type { SeenLink } from './clients/portal-link.ts';
import type { TemplatesItem } from './requests/templates.ts';

/** Attributes besides the key. Functions that sign nobody in may read those that are `true`. */
type AttributesOf<T extends Key> = Readonly<Record<Exclude<keyof T, keyof Key>, boolean>>;

interface Treatment {
  /** Name in the map of keys. */
  name: string;
  /** Rest of its keys after the prefixes; several for `sk` if it has several forms. */
  rest?: readonly [pk: string, ...sk: readonly string[]];
  /** Index that contains it, and its keys there. */
  index?: string;
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
  /**
   * Attributes of items in partitions that most functions access only in part (infra/functions/access.ts). Other items
   * in accounts' partitions are secrets: only functions that sign people in read them.
   */
  attributes?: Readonly<Record<string, boolean>>;
  /** Paths that keep their current value, or none: emailed links, which may have been used since, and due times. */
  current?: readonly string[];
}

/** Sections of the settings, parsed so that the registry's type has their names. */
const SECTION_ATTRIBUTES = z.parse(
  z.record(z.enum(SECTION_NAMES), z.literal(true)),
  Object.fromEntries(SECTION_NAMES.map((name) => [name, true])),
);

const STAFF = 'About an account, not about a client.';
const SECRET = 'A secret, which would open an account or a portal.';
const LIMIT = 'A counter of a rate limit, under a keyed hash.';
const FIRM = 'About the firm, not about a client.';

/** Registry of nouns: restore, export and verify reject a kind of item that is missing here. */
export const NOUNS = {
  account: {
    name: 'account',
    rest: ['id'],
    index: 'list: `ADVISERS` / `name#id`',
    key: KEYS.account,
    owner: 'account',
    exported: STAFF,
    restored: 'back',
    grows: ['sessionVersion'],
    // The current factors are kept: used codes and the passkeys of lost devices must not work again.
    stays: ['totp', 'passkeys', 'card/secondFactor'],
    current: ['reset', 'emailChange', 'emailLinks'],
    attributes: {
      v: true,
      gpk: true,
      gsk: true,
      card: true,
      passwordHash: false,
      reset: false,
      emailChange: true,
      emailLinks: false,
      sessionVersion: true,
      clientCount: true,
      createdAt: true,
      totp: true,
      passkeys: true,
      mustChangePassword: true,
      mailProblem: true,
      mailProblemAddress: true,
    } satisfies AttributesOf<AdviserItem>,
  },
  session: {
    name: 'session',
    rest: ['id', 'id'],
    key: KEYS.session,
    owner: 'account',
    exported: SECRET,
    restored: 'never',
    attributes: {
      v: true,
      createdAt: true,
      version: true,
      keyVersion: true,
      label: true,
      lastAt: true,
      provedAt: true,
      renewedAs: true,
      endsAt: true,
      renewedFrom: true,
      ttl: true,
    } satisfies AttributesOf<SessionItem>,
  },
  halfSession: {
    name: 'half-session',
    rest: ['id', 'hash'],
    key: KEYS.halfSession,
    owner: 'account',
    exported: SECRET,
    restored: 'never',
  },
  factor: {
    name: 'second factor or recovery codes',
    rest: ['id', 'TOTP', 'TOTP-BEGUN', `${KEYS.passkeyClaim.pk}id`, 'RECOVERY'],
    key: KEYS.factor,
    owner: 'account',
    exported: SECRET,
    restored: 'with account',
  },
  knownBrowser: {
    name: 'browser that an account signed in with',
    rest: ['id', 'mark'],
    key: KEYS.knownBrowser,
    owner: 'account',
    exported: STAFF,
    restored: 'never',
  },
  seenLink: {
    name: 'portal link that an account saw',
    rest: ['id', 'client'],
    key: KEYS.seenLink,
    owner: 'account',
    exported: 'The client’s audit log says who saw the link.',
    // The deletion of a restored account finds the links to renew only here.
    restored: 'added',
    attributes: {
      v: true,
      seenAt: true,
    } satisfies AttributesOf<SeenLink>,
  },
  notice: {
    name: 'notice',
    rest: ['id', 'entry'],
    key: KEYS.notice,
    owner: 'account',
    exported: ['notices'],
    restored: 'never',
    attributes: {
      v: true,
      kind: true,
      clientId: true,
      clientName: true,
      text: true,
      ref: true,
      read: true,
      ttl: true,
    } satisfies AttributesOf<NoticeItem>,
  },
  noticeCount: {
    name: 'count of unread notices',
    rest: ['id'],
    key: KEYS.noticeCount,
    owner: 'account',
    exported: STAFF,
    restored: 'never',
    attributes: {
      v: true,
      unread: true,
      latest: true,
    } satisfies AttributesOf<CounterItem>,
  },
  preferences: {
    name: 'email preferences',
    rest: ['id'],
    key: KEYS.preferences,
    owner: 'account',
    exported: STAFF,
    restored: 'back',
    attributes: {
      v: true,
      messages: true,
      documents: true,
      tasks: true,
      clients: true,
      providers: true,
      security: true,
      digest: true,
    } satisfies AttributesOf<PreferencesItem>,
  },
  adviserMail: {
    name: 'digest of a client’s or the firm’s notices',
    rest: ['id', 'client', 'firm'],
    index: 'due, while it waits',
    key: KEYS.adviserMail,
    owner: 'account',
    exported: 'Only says that an email about notices is due.',
    restored: 'never',
    attributes: {
      v: true,
      asked: true,
      told: true,
      batch: true,
      mailedAt: true,
      dpk: true,
      dsk: true,
    } satisfies AttributesOf<DigestItem>,
  },
  dailyMail: {
    name: 'daily summary',
    rest: ['id'],
    index: 'due, while it waits',
    key: KEYS.dailyMail,
    owner: 'account',
    exported: STAFF,
    restored: 'never',
  },
  address: {
    name: 'address of an account',
    rest: ['pseudonym'],
    key: KEYS.address,
    owner: 'account',
    exported: STAFF,
    restored: 'back',
  },
  registration: {
    name: 'unconfirmed registration',
    rest: ['pseudonym'],
    key: KEYS.registration,
    owner: 'firm',
    exported: STAFF,
    restored: 'back',
    current: ['link'],
  },
  passkeyClaim: {
    name: 'claim of a passkey’s id',
    rest: ['id'],
    key: KEYS.passkeyClaim,
    owner: 'account',
    exported: STAFF,
    restored: 'back',
  },
  challenge: {
    name: 'used challenge of a passkey',
    rest: ['hash'],
    key: KEYS.challenge,
    owner: 'firm',
    exported: STAFF,
    restored: 'back',
  },
  attempts: {
    name: 'counter of attempts',
    rest: ['purpose#subject'],
    key: KEYS.attempts,
    owner: 'firm',
    exported: LIMIT,
    restored: 'back',
  },
  attemptsByNetwork: {
    name: 'failed sign-ins from a network',
    rest: ['sign-in#pseudonym', 'network'],
    key: KEYS.attemptsByNetwork,
    owner: 'firm',
    exported: LIMIT,
    restored: 'back',
  },
  attemptsByBrowser: {
    name: 'failed sign-ins or codes from a browser',
    rest: ['purpose#subject', 'mark'],
    key: KEYS.attemptsByBrowser,
    owner: 'firm',
    exported: LIMIT,
    restored: 'never',
  },
  attemptsInARow: {
    name: 'failed sign-ins or codes in a row',
    rest: ['purpose#subject'],
    key: KEYS.attemptsInARow,
    owner: 'firm',
    exported: LIMIT,
    restored: 'back',
  },
  ownAttempts: {
    name: 'wrong passwords of a signed-in account',
    rest: ['sign-in#pseudonym'],
    key: KEYS.ownAttempts,
    owner: 'firm',
    exported: LIMIT,
    restored: 'back',
  },
  ownCreation: {
    name: 'marker of a client or view created with an idempotency key',
    rest: ['adviser', 'key'],
    key: KEYS.ownCreation,
    owner: 'firm',
    exported: STAFF,
    restored: 'never',
  },
  resetRequest: {
    name: 'request for a password reset',
    rest: ['reset-request#pseudonym', 'key'],
    key: KEYS.resetRequest,
    owner: 'firm',
    exported: STAFF,
    restored: 'added',
  },
  client: {
    name: 'client',
    rest: ['id'],
    index: `list: \`${KEYS.account.pk}adviser\` / \`${KEYS.client.row}created#id\``,
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
      'linkMailedAt',
      'renewedFrom',
      'card/portalSuspended',
      'stepUp',
      'stepUpReason',
      'news',
      // A client who stopped reminders gets none after a restore.
      'card/reminders',
      'unansweredAt',
      // Figures are not restored, so a journey stays counted as it is.
      'countedAs',
    ],
  },
  document: {
    name: 'document',
    rest: ['client', 'key'],
    key: KEYS.document,
    owner: 'client',
    exported: ['documents'],
    restored: 'back',
  },
  upload: {
    name: 'unfinished upload of a large file',
    rest: ['client', 'key'],
    index: 'due, until it is deleted',
    key: KEYS.upload,
    owner: 'client',
    exported: 'A file that was not sent completely is no document yet.',
    restored: 'never',
  },
  task: {
    name: 'task',
    rest: ['client', 'key'],
    index: `list, while open: \`${KEYS.account.pk}adviser\` / \`${KEYS.task.row}due#key\``,
    key: KEYS.task,
    owner: 'client',
    exported: ['tasks'],
    restored: 'back',
  },
  request: {
    name: 'document request',
    rest: ['client', 'key'],
    index: `list, until it is settled: \`${KEYS.account.pk}adviser\` / \`${KEYS.request.row}state#day#key\`; due, until it is handed in`,
    key: KEYS.request,
    owner: 'client',
    exported: ['requests'],
    restored: 'back',
    // Restored files wait for the client's next file, or for a person.
    current: ['handInAt', 'dpk', 'dsk'],
  },
  loa: {
    name: 'letter of authority',
    rest: ['client', 'key'],
    index: `list, while under way: \`${KEYS.account.pk}adviser\` / \`${KEYS.loa.row}day#key\`; due, until its next chase`,
    key: KEYS.loa,
    owner: 'client',
    exported: ['loas'],
    restored: 'back',
    // A restored letter is chased from the board, without a notice for a day that has passed.
    current: ['dpk', 'dsk'],
  },
  plan: {
    name: 'plan',
    rest: ['client', 'key'],
    key: KEYS.plan,
    owner: 'client',
    exported: ['plans'],
    restored: 'back',
  },
  message: {
    name: 'message',
    rest: ['client', 'key'],
    key: KEYS.message,
    owner: 'client',
    exported: ['messages'],
    restored: 'back',
  },
  entry: {
    name: 'entry of a client’s audit log',
    rest: ['client', 'key'],
    key: KEYS.entry,
    owner: 'client',
    exported: ['activity'],
    restored: 'added',
  },
  // A device that was removed must not be let in again.
  device: {
    name: 'device of a client',
    rest: ['client', 'mark'],
    key: KEYS.device,
    owner: 'client',
    exported: ['devices'],
    restored: 'never',
  },
  codes: {
    name: 'codes and phrase for new devices',
    rest: ['client'],
    key: KEYS.codes,
    owner: 'client',
    exported: SECRET,
    restored: 'never',
  },
  clientMail: {
    name: 'digest to a client',
    rest: ['client'],
    index: 'due, while it waits',
    key: KEYS.clientMail,
    owner: 'client',
    exported: 'Only says that an email about news is due.',
    restored: 'never',
  },
  due: {
    name: 'due item alone',
    rest: ['client', 'kind#id'],
    index: 'due',
    key: KEYS.due,
    owner: 'client',
    exported: 'Only says when something is due.',
    restored: 'never',
  },
  creation: {
    name: 'marker of something sent with an idempotency key',
    rest: ['client', 'sender#key'],
    key: KEYS.creation,
    owner: 'client',
    exported: 'Ids of what was created, for a week.',
    restored: 'never',
  },
  sentMail: {
    name: 'marker of a sent email or of a round of reminders',
    rest: ['purpose#subject#slot'],
    index: 'due, a round until it is done',
    key: KEYS.sentMail,
    owner: 'firm',
    exported: 'Ids of an email that was sent, for 40 days.',
    restored: 'added',
    // A round of reminders of a past day.
    current: ['dpk', 'dsk'],
  },
  counters: { name: 'firm’s counters', key: KEYS.counters, owner: 'firm', exported: FIRM, restored: 'back' },
  migrations: { name: 'migrations done', key: KEYS.migrations, owner: 'firm', exported: FIRM, restored: 'never' },
  requestTemplates: {
    name: 'documents that the firm usually asks for',
    key: KEYS.requestTemplates,
    owner: 'firm',
    exported: FIRM,
    restored: 'back',
    grows: ['version'],
    attributes: {
      v: true,
      version: true,
      templates: true,
    } satisfies AttributesOf<TemplatesItem>,
  },
  provider: {
    name: 'provider',
    rest: ['', 'key'],
    key: KEYS.provider,
    owner: 'firm',
    exported: FIRM,
    restored: 'back',
    grows: ['version'],
  },
  providerCount: {
    name: 'number of providers',
    key: KEYS.providerCount,
    owner: 'firm',
    exported: FIRM,
    restored: 'back',
  },
  providerLetters: {
    name: 'number of letters under way with a provider',
    rest: ['', 'key'],
    key: KEYS.providerLetters,
    owner: 'firm',
    exported: FIRM,
    restored: 'back',
  },
  responseTimes: {
    name: 'response times of a provider in a month',
    rest: ['', 'month#key'],
    key: KEYS.responseTimes,
    owner: 'firm',
    exported: FIRM,
    restored: 'back',
  },
  figures: {
    name: 'figures of an adviser or the firm in a month',
    rest: ['adviser or FIRM', 'month#stage, added or completed'],
    key: KEYS.figures,
    owner: 'firm',
    exported: 'Numbers without personal data.',
    restored: 'never',
  },
  countedEntry: {
    name: 'marker of an audit entry that was counted in figures',
    rest: ['entry'],
    key: KEYS.countedEntry,
    owner: 'firm',
    exported: 'An id, for 40 days.',
    restored: 'never',
  },
  view: {
    name: 'saved view of the clients list',
    rest: ['adviser or FIRM', 'key'],
    key: KEYS.view,
    owner: 'firm',
    exported: STAFF,
    restored: 'back',
  },
  viewCount: {
    name: 'number of saved views',
    rest: ['adviser or FIRM'],
    key: KEYS.viewCount,
    owner: 'firm',
    exported: STAFF,
    restored: 'back',
  },
  clientChanges: {
    name: 'latest change of any client',
    key: KEYS.clientChanges,
    owner: 'firm',
    exported: FIRM,
    restored: 'never',
    attributes: {
      v: true,
      latest: true,
      by: true,
      otherLatest: true,
    } satisfies AttributesOf<ChangesItem>,
  },
  settings: {
    name: 'settings and key versions',
    key: KEYS.settings,
    owner: 'firm',
    exported: FIRM,
    restored: 'back',
    grows: ['version', ...KEY_NAMES.map((name) => `keys/${name}`)],
    attributes: {
      v: true,
      version: true,
      since: true,
      keys: true,
      ...SECTION_ATTRIBUTES,
    } satisfies AttributesOf<SettingsItem>,
  },
  firmEntry: {
    name: 'entry of the firm’s audit log',
    rest: ['', 'key'],
    key: KEYS.firmEntry,
    owner: 'firm',
    exported: FIRM,
    restored: 'added',
  },
  heartbeat: {
    name: 'heartbeat of the scheduled job',
    key: KEYS.heartbeat,
    owner: 'firm',
    exported: FIRM,
    restored: 'back',
  },
  clock: { name: 'test clock, in local runs', key: KEYS.clock, owner: 'firm', exported: FIRM, restored: 'back' },
} as const satisfies Record<keyof typeof KEYS, Treatment>;

export type Noun = keyof typeof NOUNS;

const treatment = (noun: Noun): Treatment => NOUNS[noun];

type Exported = (typeof NOUNS)[Noun]['exported'];
export type Section = Exclude<Exported, string>[number];

type Attributes<N extends Noun> = (typeof NOUNS)[N] extends { attributes: infer A } ? keyof A & string : never;
/** Attribute that the registry names. */
export type Attribute = { [N in Noun]: Attributes<N> }[Noun];

export const attributesOf = <N extends Noun>(noun: N): Attributes<N>[] =>
  Object.keys(treatment(noun).attributes ?? {}) as Attributes<N>[];

/** Attributes in accounts' partitions that functions without the right to sign people in may read, with the keys. */
export const READABLE_OF_ACCOUNTS: readonly string[] = [
  ...new Set([
    'pk',
    'sk',
    ...(Object.keys(NOUNS) as Noun[]).flatMap((noun) =>
      Object.entries(treatment(noun).attributes ?? {}).flatMap(([name, isReadable]) => (isReadable ? name : [])),
    ),
  ]),
];

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
  return treatment(noun);
}

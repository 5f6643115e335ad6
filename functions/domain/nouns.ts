import type { Key } from '../aws/table.ts';
import { type AuditEntry, toClientAuditEntry } from '../services/audit-log/entry.ts';
import * as KEYS from '../services/keys/item-kinds.ts';
import { isOf } from '../services/keys/keys.ts';
import { nouns as accounts } from './accounts/noun.ts';
import { nouns as clientMail } from './client-mail/noun.ts';
import { nouns as clients } from './clients/noun.ts';
import { nouns as documents } from './documents/noun.ts';
import { nouns as factfind } from './factfind/noun.ts';
import { nouns as figures } from './figures/noun.ts';
import { nouns as inbox } from './inbox/noun.ts';
import { nouns as loas } from './loas/noun.ts';
import { nouns as messages } from './messages/noun.ts';
import { nouns as migrations } from './migrations/noun.ts';
import { ABOUT_FIRM, ALONE, type Nouns, section, type Treatment, time } from './noun.ts';
import { nouns as plans } from './plans/noun.ts';
import { nouns as portal } from './portal/noun.ts';
import { nouns as providers } from './providers/noun.ts';
import { nouns as requests } from './requests/noun.ts';
import { nouns as risk } from './risk/noun.ts';
import { nouns as settings } from './settings/noun.ts';
import { nouns as signing } from './signing/noun.ts';
import { nouns as tasks } from './tasks/noun.ts';
import { nouns as views } from './views/noun.ts';

/** Returns an audit entry with the data of its sentence. */
const toFullEntry = (item: AuditEntry) => ({ ...toClientAuditEntry(item), ref: item.ref ?? null, data: item.data });

/** Kinds of items that services write. */
const ofServices = {
  entry: {
    name: 'entry of a client’s audit log',
    rest: ['client', 'key'],
    key: KEYS.entry,
    owner: 'client',
    exported: section('activity', 'Audit Log', {}, toFullEntry, {
      at: ['When', ({ at }) => time(at)],
      actorName: 'Who',
      summary: 'What',
    }),
    restored: 'added',
    verified: 'Entries are never changed.',
  },
  due: {
    name: 'due item alone',
    rest: ['client', 'kind#id'],
    index: 'due',
    key: KEYS.due,
    owner: 'client',
    exported: 'Only says when something is due.',
    restored: 'never',
    verified: ALONE,
  },
  sentMail: {
    name: 'marker of a sent email or of a reminder run',
    rest: ['purpose#subject#slot'],
    index: 'due, a reminder run until it is done',
    key: KEYS.sentMail,
    owner: 'firm',
    exported: 'Ids of an email that was sent, for 40 days.',
    restored: 'added',
    // A reminder run of a past day.
    current: ['dpk', 'dsk'],
  },
  counters: { name: 'firm’s counters', key: KEYS.counters, owner: 'firm', exported: ABOUT_FIRM, restored: 'back' },
  firmEntry: {
    name: 'entry of the firm’s audit log',
    rest: ['', 'key'],
    key: KEYS.firmEntry,
    owner: 'firm',
    exported: ABOUT_FIRM,
    restored: 'added',
  },
  heartbeat: {
    name: 'heartbeat of the scheduled job',
    key: KEYS.heartbeat,
    owner: 'firm',
    exported: ABOUT_FIRM,
    restored: 'back',
  },
  clock: { name: 'test clock, in local runs', key: KEYS.clock, owner: 'firm', exported: ABOUT_FIRM, restored: 'back' },
} as const satisfies Nouns;

/** Registry of nouns: restore, export and verify reject a kind of item that is missing here. An export has this order. */
export const NOUNS = {
  ...accounts,
  ...inbox,
  ...clients,
  ...documents,
  ...requests,
  ...factfind,
  ...signing,
  ...risk,
  ...loas,
  ...plans,
  ...tasks,
  ...messages,
  ...portal,
  ...clientMail,
  ...providers,
  ...figures,
  ...views,
  ...settings,
  ...migrations,
  ...ofServices,
} as const satisfies Record<keyof typeof KEYS, Treatment>;

export type Noun = keyof typeof NOUNS;

const treatment = (noun: Noun): Treatment => NOUNS[noun];

type Exported = (typeof NOUNS)[Noun]['exported'];
export type SectionByHand = Extract<Exported, readonly string[]>[number];

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

import type { Key } from '../../aws/table.ts';
import type { DigestItem } from '../../services/mail/digest-queue.ts';
import type { CounterItem, NoticeItem, PreferencesItem } from '../../services/notices.ts';
import type { SettingsItem } from '../../services/settings.ts';
import type { AdviserItem } from './account.ts';
import type { SessionItem } from './session.ts';

type Attribute = Exclude<
  keyof (AdviserItem & SessionItem & NoticeItem & CounterItem & PreferencesItem & DigestItem & SettingsItem),
  keyof Key
>;

/** `false` hides an attribute from functions without full access to accounts. Unlisted: secrets and recovery codes. */
const ATTRIBUTES: Readonly<Record<Attribute | 'dpk' | 'seenAt', boolean>> = {
  v: true,
  gpk: true,
  gsk: true,
  card: true,
  passwordHash: false,
  reset: false,
  sessionVersion: true,
  clientCount: true,
  createdAt: true,
  totp: true,
  passkeys: true,
  linksNoted: true,
  seenAt: true,
  mustChangePassword: true,
  mailProblem: true,
  mailProblemAddress: true,
  version: true,
  keyVersion: true,
  label: true,
  lastAt: true,
  provedAt: true,
  renewedAs: true,
  endsAt: true,
  renewedFrom: true,
  ttl: true,
  kind: true,
  clientId: true,
  clientName: true,
  text: true,
  ref: true,
  read: true,
  unread: true,
  latest: true,
  messages: true,
  documents: true,
  tasks: true,
  clients: true,
  security: true,
  asked: true,
  told: true,
  batch: true,
  mailedAt: true,
  dpk: true,
  dsk: true,
  firm: true,
  portal: true,
  staff: true,
  mail: true,
  since: true,
  keys: true,
};

export const READABLE_OF_ACCOUNTS: readonly string[] = [
  'pk',
  'sk',
  ...Object.entries(ATTRIBUTES).flatMap(([name, isReadable]) => (isReadable ? name : [])),
];

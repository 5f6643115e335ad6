import type { MailPreferences } from '#shared/contract/notifications.ts';
import { FIRST_CHOICE, type NoticeKind } from '#shared/rules/notices.ts';
import { retried } from '../aws/retry.ts';
import { type Key, query, transact, tryUpdate, type Write } from '../aws/table.ts';
import { removedAfter } from '../aws/table-index.ts';
import { adviserPartition, childKeyOf, itemKey, timeOfKey } from './keys/keys.ts';
import * as KEYS from './keys/kinds.ts';

/** Something that an adviser should know of. Its key is that of the line in the record that it comes from. */
export interface NoticeItem extends Key {
  v: 1;
  kind: NoticeKind;
  clientId?: string;
  clientName?: string;
  text: string;
  ref?: string;
  /** Set once it was read; from then on it goes after 90 days. */
  read?: true;
  ttl?: number;
}

export const NOTICE = KEYS.notice.sk;

export const noticeKey = (adviserId: string, entryKey: string) => itemKey(KEYS.notice, adviserId, entryKey);

export const isUnread = (item: object) => !('read' in item);

/** How many notices of an adviser are unread, and what changes when something is new for it. */
export interface CounterItem extends Key {
  v: 1;
  unread?: number;
  latest?: string;
}

export const counterKey = (adviserId: string) => itemKey(KEYS.noticeCount, adviserId);

/** Counts notices as unread, or as read where `change` is below 0. */
export const countUnread = (adviserId: string, change: number, latest?: string): Write => ({
  update: counterKey(adviserId),
  change: { set: { v: 1, ...(latest !== undefined && { latest }) }, add: { unread: change } },
});

/** Lets an adviser's open pages know that something is new, without a notice of it. */
export const stir = (adviserId: string, at: string): Write => ({
  update: counterKey(adviserId),
  change: { set: { v: 1, latest: at } },
});

/** What an adviser chose to be mailed about; what it never chose is not there. */
export interface PreferencesItem extends Key, Partial<MailPreferences> {
  v: 1;
}

export const preferencesKey = (adviserId: string) => itemKey(KEYS.preferences, adviserId);

export const preferencesOf = (item: PreferencesItem | undefined): MailPreferences => ({
  messages: item?.messages ?? FIRST_CHOICE,
  documents: item?.documents ?? FIRST_CHOICE,
  tasks: item?.tasks ?? FIRST_CHOICE,
  clients: item?.clients ?? FIRST_CHOICE,
  security: item?.security ?? 'now',
});

export async function changePreferences(
  adviserId: string,
  item: PreferencesItem | undefined,
  sent: { [G in keyof MailPreferences]?: MailPreferences[G] | undefined },
): Promise<MailPreferences> {
  const change = Object.fromEntries(Object.entries(sent).filter(([, choice]) => choice !== undefined));
  await tryUpdate(preferencesKey(adviserId), { set: { v: 1, ...change } });
  return { ...preferencesOf(item), ...change };
}

/** How long a notice that was read is kept after it came, in seconds. */
const KEPT = 90 * 24 * 60 * 60;
const AT_ONCE = 90;

export const unreadOf = (adviserId: string) =>
  query<NoticeItem>(adviserPartition(adviserId), NOTICE, { keep: isUnread });

function read(notice: NoticeItem): Write {
  const came = Date.parse(timeOfKey(childKeyOf(notice))) / 1000;
  const when = [
    ['pk', 'exists'],
    ['read', 'absent'],
  ] as const;
  return { update: notice, change: { set: { read: true, ...removedAfter(came + KEPT) }, when } };
}

/** Marks unread notices as read, each with its part of the count. Throws a Conflict if one changed. */
export async function markNotices(adviserId: string, notices: readonly NoticeItem[]): Promise<void> {
  for (let i = 0; i < notices.length; i += AT_ONCE) {
    const some = notices.slice(i, i + AT_ONCE);
    await transact([...some.map(read), countUnread(adviserId, -some.length)]);
  }
}

/** Marks unread notices as read: these, or all up to one. */
export async function readNotices(
  adviserId: string,
  { ids, upTo }: { ids?: readonly string[] | undefined; upTo?: string | undefined },
): Promise<void> {
  const isMeant = (id: string) => (upTo === undefined ? ids?.includes(id) === true : id <= upTo);
  const unread = await unreadOf(adviserId);
  await markNotices(
    adviserId,
    unread.filter((notice) => isMeant(childKeyOf(notice))),
  );
}

const gone = (notice: NoticeItem): Write => ({
  delete: notice,
  when: [
    ['pk', 'exists'],
    ['read', isUnread(notice) ? 'absent' : 'exists'],
  ],
});

/** Takes an adviser's notices of a client away, read or not: it is another's client, or nobody's, from now on. */
export const removeNotices = (adviserId: string, clientId: string): Promise<void> =>
  retried(async () => {
    const about = (item: object) => 'clientId' in item && item.clientId === clientId;
    const found = await query<NoticeItem>(adviserPartition(adviserId), NOTICE, { keep: about });
    for (let i = 0; i < found.length; i += AT_ONCE) {
      const some = found.slice(i, i + AT_ONCE);
      await transact([...some.map(gone), countUnread(adviserId, -some.filter(isUnread).length)]);
    }
  });

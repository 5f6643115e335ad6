import type { NoticeKind } from '#shared/audit-log/notices.ts';
import type { MailPreferences } from '#shared/contract/notifications.ts';
import { NOTICE_DAYS } from '#shared/rules/lifetimes.ts';
import { DEFAULT_CHOICE } from '#shared/rules/mail-choices.ts';
import { DAY_SECONDS } from '#shared/rules/time.ts';
import { type ItemChange, together } from '../aws/expressions.ts';
import { retried } from '../aws/retry.ts';
import { type Key, query, transact, tryUpdate, type Write } from '../aws/table.ts';
import { removedAfter } from '../aws/table-index.ts';
import * as KEYS from './keys/item-kinds.ts';
import { adviserPartition, childKeyOf, itemKey, timeOfKey } from './keys/keys.ts';
import { noteChanged, type RecentChanges } from './recent-changes.ts';

/** Notice in an adviser's inbox. It has the key of the audit entry that caused it. */
export interface NoticeItem extends Key {
  v: 1;
  kind: NoticeKind;
  clientId?: string;
  clientName?: string;
  /** Name of a further person of the client, if the notice is about one. */
  person?: string;
  text: string;
  ref?: string;
  /** Set when read; a read notice is deleted 90 days after it came. */
  read?: true;
  ttl?: number;
}

export const NOTICE = KEYS.notice.sk;

export const noticeKey = (adviserId: string, entryKey: string) => itemKey(KEYS.notice, adviserId, entryKey);

export const isUnread = (item: object) => !('read' in item);

/** Number of unread notices; `latest` changes if open pages need a refresh. */
export interface CounterItem extends Key, RecentChanges {
  v: 1;
  unread?: number;
  latest?: string;
}

export const counterKey = (adviserId: string) => itemKey(KEYS.noticeCount, adviserId);

const countUnread = (adviserId: string, change: number): Write => ({
  update: counterKey(adviserId),
  change: { set: { v: 1 }, add: { unread: change } },
});

const refreshed = (change: string, clientId?: string): ItemChange =>
  together({ set: { v: 1, latest: change } }, noteChanged(clientId));

/** Counts a new notice, perhaps about a client, and refreshes open pages of its reader. */
export const countNew = (adviserId: string, entryKey: string, clientId?: string): Write => ({
  update: counterKey(adviserId),
  change: together(refreshed(entryKey, clientId), { add: { unread: 1 } }),
});

export const refreshWrite = (adviserId: string, at: string, clientId: string): Write => ({
  update: counterKey(adviserId),
  change: refreshed(at, clientId),
});

/** Refreshes open pages of an account, outside of a transaction. */
export const refreshPagesOf = (adviserId: string, change: string, clientId: string | undefined) =>
  tryUpdate(counterKey(adviserId), refreshed(change, clientId));

/** Latest change of any client, one item for all admins. Keys of audit entries, or times, in order of arrival. */
export interface ChangesItem extends Key, RecentChanges {
  v: 1;
  latest?: string;
  /** Id of who made it. */
  by?: string;
  /** Latest change by anybody else, which is what `by` is shown. */
  otherLatest?: string;
}

export const CHANGES: Key = KEYS.clientChanges;

/**
 * Refreshes open pages of all admins except `by`. Single atomic writes, because concurrent transactions would conflict.
 * A change that arrives again refreshes at most once more.
 */
export async function refreshPagesOfAdmins(by: string, change: string, clientId: string | undefined): Promise<void> {
  const attempts: ItemChange[] = [
    { set: { latest: change }, when: [['by', '=', by]] },
    {
      set: { latest: change, by },
      copy: { otherLatest: 'latest' },
      when: [
        ['otherLatest', '<>', change],
        ['by', '<>', by],
        ['pk', 'exists'],
      ],
    },
    { set: { v: 1, latest: change, by }, when: [['pk', 'absent']] },
  ];
  for (const attempt of attempts) if (await tryUpdate(CHANGES, together(attempt, noteChanged(clientId)))) return;
}

/** Returns a value that changes if open pages of an account need a refresh. Without `changes` it is no admin's. */
export function latestFor(
  adviserId: string,
  counter: CounterItem | undefined,
  changes: ChangesItem | undefined,
): string | null {
  const change = changes?.by === adviserId ? changes.otherLatest : changes?.latest;
  return [counter?.latest, change].filter(Boolean).join(' ') || null;
}

/** Contains only the choices that an adviser made. */
export interface PreferencesItem extends Key, Partial<MailPreferences> {
  v: 1;
}

export const preferencesKey = (adviserId: string) => itemKey(KEYS.preferences, adviserId);

export const preferencesOf = (item: PreferencesItem | undefined): MailPreferences => ({
  messages: item?.messages ?? DEFAULT_CHOICE,
  documents: item?.documents ?? DEFAULT_CHOICE,
  tasks: item?.tasks ?? DEFAULT_CHOICE,
  clients: item?.clients ?? DEFAULT_CHOICE,
  providers: item?.providers ?? 'daily',
  security: item?.security ?? 'now',
  digest: item?.digest ?? 'weekly',
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

const BATCH_SIZE = 90;

export const unreadOf = (adviserId: string) =>
  query<NoticeItem>(adviserPartition(adviserId), NOTICE, { keep: isUnread });

function markRead(notice: NoticeItem): Write {
  const createdAt = Date.parse(timeOfKey(childKeyOf(notice))) / 1000;
  const when = [
    ['pk', 'exists'],
    ['read', 'absent'],
  ] as const;
  return {
    update: notice,
    change: { set: { read: true, ...removedAfter(createdAt + NOTICE_DAYS * DAY_SECONDS) }, when },
  };
}

/** Marks unread notices as read and adjusts their number. Throws a Conflict if one changed. */
export async function markNotices(adviserId: string, notices: readonly NoticeItem[]): Promise<void> {
  for (let i = 0; i < notices.length; i += BATCH_SIZE) {
    const batch = notices.slice(i, i + BATCH_SIZE);
    await transact([...batch.map(markRead), countUnread(adviserId, -batch.length)]);
  }
}

export async function readNotices(
  adviserId: string,
  { ids, upTo }: { ids?: readonly string[] | undefined; upTo?: string | undefined },
): Promise<void> {
  const isSelected = (id: string) => (upTo === undefined ? ids?.includes(id) === true : id <= upTo);
  const unread = await unreadOf(adviserId);
  await markNotices(
    adviserId,
    unread.filter((notice) => isSelected(childKeyOf(notice))),
  );
}

const deletion = (notice: NoticeItem): Write => ({
  delete: notice,
  when: [
    ['pk', 'exists'],
    ['read', isUnread(notice) ? 'absent' : 'exists'],
  ],
});

/** Deletes an adviser's notices about a client who was reassigned or deleted. */
export const removeNotices = (adviserId: string, clientId: string): Promise<void> =>
  retried(async () => {
    const about = (item: object) => 'clientId' in item && item.clientId === clientId;
    const found = await query<NoticeItem>(adviserPartition(adviserId), NOTICE, { keep: about });
    for (let i = 0; i < found.length; i += BATCH_SIZE) {
      const batch = found.slice(i, i + BATCH_SIZE);
      await transact([...batch.map(deletion), countUnread(adviserId, -batch.filter(isUnread).length)]);
    }
  });

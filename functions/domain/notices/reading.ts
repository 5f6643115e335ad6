import { retried } from '../../aws/retry.ts';
import { query, transact, type Write } from '../../aws/table.ts';
import { removedAfter } from '../../aws/table-index.ts';
import { timeOfKey } from '../ids.ts';
import { adviserPartition, childKeyOf } from '../keys.ts';
import { countUnread } from './counter.ts';
import { isUnread, NOTICE, type NoticeItem } from './notice.ts';

/** How long a notice that was read is kept after it came, in seconds. */
const KEPT = 90 * 24 * 60 * 60;
/** Most notices that are marked in one transaction. */
const AT_ONCE = 90;

/** An adviser's unread notices. */
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

/**
 * Marks unread notices of an adviser as read, each with its part of the count. Throws a Conflict where one of them was read
 * or taken away meanwhile.
 */
export async function markNotices(adviserId: string, notices: readonly NoticeItem[]): Promise<void> {
  for (let i = 0; i < notices.length; i += AT_ONCE) {
    const some = notices.slice(i, i + AT_ONCE);
    await transact([...some.map(read), countUnread(adviserId, -some.length)]);
  }
}

/** Takes a notice away as it was read from the table. */
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

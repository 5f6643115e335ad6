import type { NoticeKind } from '#shared/rules/notices.ts';
import type { Key } from '../../aws/table.ts';
import { adviserPartition } from '../keys.ts';

/** Something that an adviser should know of. Its key is that of the line in the record that it comes from. */
export interface NoticeItem extends Key {
  v: 1;
  kind: NoticeKind;
  /** Absent where it is about no client. */
  clientId?: string;
  /** The client's name when the notice was made. */
  clientName?: string;
  text: string;
  ref?: string;
  /** Set once it was read; from then on it goes after 90 days. */
  read?: true;
  ttl?: number;
}

/** Sort keys of notices begin with this. */
export const NOTICE = 'NOTICE#';

/** Where an adviser's notice of a line is. */
export const noticeKey = (adviserId: string, lineKey: string): Key => ({
  pk: adviserPartition(adviserId),
  sk: `${NOTICE}${lineKey}`,
});

/** Whether a notice was not read yet. */
export const isUnread = (item: object) => !('read' in item);

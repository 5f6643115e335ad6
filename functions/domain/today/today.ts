import type { Today, TodayRow } from '#shared/contract/today.ts';
import { chaseDayOf } from '#shared/rules/chase/loas.ts';
import { countOf } from '#shared/rules/counted-words.ts';
import { meetingsOn, meetingTitle } from '#shared/rules/meetings.ts';
import { GROUP_OF } from '#shared/rules/notices.ts';
import { TODAY_KINDS, TODAY_ROWS, type TodayKind } from '#shared/rules/today.ts';
import { query } from '../../aws/table.ts';
import { adviserPartition, childId, childKeyOf, clientIdOf, idOfChild, timeOfKey } from '../../services/keys/keys.ts';
import { isUnread, NOTICE, type NoticeItem } from '../../services/notices.ts';
import type { Staff } from '../accounts/session.ts';
import { adviserIdOf, type ClientRow } from '../clients/client.ts';
import { ownPart, wholeList } from '../clients/firm-lists.ts';
import { type Calendar, isLoa, isToChase, type LoaRow } from '../loas/loa.ts';
import { isRequest, type RequestRow } from '../requests/request.ts';
import { isClient, isTask, type TaskRow } from '../tasks/task.ts';

/** Row in an adviser's list. */
export type AnyRow = ClientRow | TaskRow | RequestRow | LoaRow;

/** An adviser's clients, open tasks and requests, and notices of files that the adviser has not seen. */
interface Work {
  rows: AnyRow[];
  files: NoticeItem[];
}

/** Returns true for files outside requests. Those handed in have a row of their own until they are reviewed. */
const isNewFile = (item: object) => {
  const { kind } = item as NoticeItem;
  return isUnread(item) && GROUP_OF[kind] === 'documents' && kind !== 'request';
};

const newFiles = (adviserId: string) =>
  query<NoticeItem>(adviserPartition(adviserId), NOTICE, { newestFirst: true, keep: isNewFile, maxPages: 1 });

export async function ownWork(adviserId: string | undefined): Promise<Work> {
  if (adviserId === undefined) return { rows: [], files: [] };
  const [rows, files] = await Promise.all([ownPart<AnyRow>(adviserId, ''), newFiles(adviserId)]);
  return { rows, files };
}

interface OfClient {
  clientId: string;
  card: ClientRow['card'];
  /** Open tasks of the adviser. */
  tasks: readonly TaskRow[];
  /** Requests that were handed in, in any order. */
  requests: readonly RequestRow[];
  /** Letters of authority under way, in any order. */
  loas: readonly LoaRow[];
  /** Notices of new files, newest first. */
  files: readonly NoticeItem[];
  calendar: Calendar;
}

type Found = Pick<TodayRow, 'text' | 'since'> & Partial<Pick<TodayRow, 'ref' | 'dueDate' | 'status'>>;

const FIND: Readonly<Record<TodayKind, (client: OfClient) => Found[]>> = {
  help: ({ card: { stuckSince } }) => (stuckSince ? [{ text: 'Asked for help', since: stuckSince }] : []),
  meeting: ({ clientId, card: { booked, completedAt }, calendar: { today } }) =>
    completedAt === undefined
      ? meetingsOn(today, booked).map(({ number, at, time }) => ({
          text: `${meetingTitle(number)} at ${time}`,
          since: at,
          ref: childId(clientId, number),
        }))
      : [],
  task: ({ tasks, calendar: { today } }) =>
    tasks.flatMap((task) => {
      const { dueDate, title, status } = task.card;
      if (dueDate === undefined || dueDate > today) return [];
      return [{ text: title, since: dueDate, ref: idOfChild(task), dueDate, status }];
    }),
  // A request for help is a message too.
  message: ({ card: { unread, unreadSince, stuckSince } }) =>
    unreadSince && !stuckSince ? [{ text: countOf(unread, 'unread message'), since: unreadSince }] : [],
  request: ({ requests }) => {
    const since = requests.map(({ card }) => card.submittedAt ?? '').sort();
    const text = `${countOf(requests.length, 'document')} to review`;
    return since[0] === undefined ? [] : [{ text, since: since[0] }];
  },
  loa: ({ card, loas, calendar }) => {
    const due = loas
      .filter((loa) => isToChase(loa, calendar))
      .sort((a, b) => ((a.card.nextChase ?? '') < (b.card.nextChase ?? '') ? -1 : 1));
    const [first] = due;
    if (!first || card.completedAt !== undefined) return [];
    const names = new Set(due.map(({ card: { provider } }) => provider));
    const text = `Chase ${names.size === 1 ? first.card.provider : countOf(names.size, 'provider')}`;
    return [{ text, since: chaseDayOf(first.card, calendar.closed) ?? '', ref: idOfChild(first) }];
  },
  document: ({ files }) => {
    const oldest = files.at(-1);
    if (!oldest) return [];
    return [{ text: countOf(files.length, 'new file'), since: timeOfKey(childKeyOf(oldest)), ref: oldest.ref ?? null }];
  },
};

const order = ({ kind, since, clientName }: TodayRow) => `${TODAY_KINDS.indexOf(kind)} ${since} ${clientName}`;

/** Returns the rows of one client. */
export function todayRows(
  client: ClientRow,
  own: Omit<OfClient, 'card' | 'clientId'>,
  adviserName: string,
): TodayRow[] {
  const { card } = client;
  const known = { clientId: clientIdOf(client), clientName: card.name, adviserId: adviserIdOf(client), adviserName };
  const none = { ref: null, dueDate: null, status: null };
  return TODAY_KINDS.flatMap((kind) =>
    FIND[kind]({ clientId: known.clientId, card, ...own }).map((found) => ({ kind, ...known, ...none, ...found })),
  );
}

/** Returns what waits for an adviser, most urgent first. `all` returns what waits for all advisers, to admins. */
export async function todayOf(
  actor: Staff,
  own: Work,
  { all }: { all?: 'true' | undefined },
  calendar: Calendar,
): Promise<Today> {
  const isWhole = all === 'true' && actor.kind === 'admin';
  const { items, names } = isWhole
    ? await wholeList(actor, own.rows, '')
    : { items: own.rows, names: new Map([[actor.id, actor.name]]) };
  const others = [...names.keys()].filter((id) => id !== actor.id);
  const files = [...own.files, ...(await Promise.all(others.map(newFiles))).flat()];
  const tasksOf = Object.groupBy(
    items.filter(isTask).filter(({ card }) => card.responsibility === 'adviser'),
    ({ gpk, pk }) => `${gpk} ${pk}`,
  );
  const requestsOf = Object.groupBy(
    items.filter(isRequest).filter(({ card }) => card.state === 'submitted'),
    ({ gpk, pk }) => `${gpk} ${pk}`,
  );
  const loasOf = Object.groupBy(items.filter(isLoa), ({ gpk, pk }) => `${gpk} ${pk}`);
  const filesOf = Object.groupBy(files, ({ clientId = '' }) => clientId);
  const rows = items
    .filter(isClient)
    .flatMap((client) => {
      const own = `${client.gpk} ${client.pk}` as const;
      const found = {
        tasks: tasksOf[own] ?? [],
        requests: requestsOf[own] ?? [],
        loas: loasOf[own] ?? [],
        files: filesOf[clientIdOf(client)] ?? [],
        calendar,
      };
      return todayRows(client, found, names.get(adviserIdOf(client)) ?? '');
    })
    .sort((a, b) => (order(a) < order(b) ? -1 : 1));
  const left = rows.slice(TODAY_ROWS);
  const moreTasks = left.filter(({ kind }) => kind === 'task').length;
  return { rows: rows.slice(0, TODAY_ROWS), more: left.length, moreTasks };
}

import { chakra } from '@chakra-ui/react/styled-system';
import { BellRing, CircleAlert, ClipboardCheck, LifeBuoy, MessageCircle } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Me } from '#shared/contract/advisers.ts';
import type { Client } from '#shared/contract/clients.ts';
import { COLUMN_RULES, changedAt, daysInStage, type ListFacts } from '#shared/rules/client-columns.ts';
import type { ListColumn } from '#shared/rules/client-list.ts';
import { journeyLabel } from '#shared/rules/clients.ts';
import { countOf } from '#shared/rules/counted-words.ts';
import { dueBadge } from '#shared/rules/due.ts';
import { londonParts } from '#shared/rules/london.ts';
import { FACTFIND_STATES } from '#shared/rules/requests.ts';
import { sayDay } from '#shared/rules/say-date.ts';
import { clientPath } from '../../../lib/navigation/paths.ts';
import { dotted, formatDateTime, formatPounds, formatRelative, formatSince } from '../../../lib/text/format.ts';
import { remindersSent, type Signalled, sinceMoment, toReview } from '../../../parts/client/signals.tsx';
import { WaitingFor } from '../../../parts/client/waiting.tsx';
import { ClientStatusBadge, CompletedBadge } from '../../../parts/status/status-badges.tsx';
import { Dash } from '../../../ui/text/dash.tsx';

/** Icons for a request for help, unread messages, requests to review and reminders, with text for screen readers. */
const RowSignals = ({ unread, stuckSince, requestsToReview, reminders }: Signalled) => (
  <>
    {stuckSince && (
      <span data-signal="help" title={`Asked for help ${formatDateTime(stuckSince)}`}>
        <LifeBuoy size={14} aria-hidden />
        <chakra.span srOnly>Needs Help </chakra.span>
        <span>{`since ${formatSince(stuckSince, new Date())}`}</span>
      </span>
    )}
    {unread > 0 && (
      <span data-signal="unread" title={countOf(unread, 'unread message')}>
        <MessageCircle size={14} aria-hidden />
        <chakra.span srOnly>{countOf(unread, 'unread message')}</chakra.span>
      </span>
    )}
    {requestsToReview > 0 && (
      <span data-signal="review" title={toReview(requestsToReview)}>
        <ClipboardCheck size={14} aria-hidden />
        <chakra.span srOnly>{toReview(requestsToReview)}</chakra.span>
      </span>
    )}
    {reminders > 0 && (
      <span data-signal="reminders" title={remindersSent(reminders)}>
        <BellRing size={14} aria-hidden />
        <chakra.span srOnly>{remindersSent(reminders)}</chakra.span>
      </span>
    )}
  </>
);

/** Data that rows need besides the client. Read once, as two reads in each of 24 cards take a phone 60 ms. */
export interface Facts extends ListFacts {
  me: Me;
  mayDelete: (client: Client) => boolean;
}

interface Cells {
  /** In rem. The name takes the remaining width. */
  width?: number;
  /** Order in which columns remain in a narrow table, from 1. Columns without a rank always remain. */
  rank?: number;
  cell: (client: Client, facts: Facts) => ReactNode;
  isNumber?: true;
}

export type Column = (typeof COLUMN_RULES)[number] & Cells;

const isToday = (due: string, now: Date) => due === londonParts(now).date;
const isLate = (due: string, now: Date) => dueBadge(due, now) === 'Overdue';

const poundsOf = (amount: number | null | undefined) =>
  typeof amount === 'number' ? formatPounds(amount) : <Dash>No charge noted</Dash>;
const dayOf = (day: string | null | undefined) => (day ? sayDay(day) : <Dash>No day noted</Dash>);

const CELLS: Readonly<Record<ListColumn, Cells>> = {
  name: {
    cell: (client) => (
      <>
        <a href={clientPath(client.id)} data-row-link dir="auto" title={client.email}>
          {client.name}
        </a>
        <RowSignals {...client} />
      </>
    ),
  },
  email: {
    width: 13,
    rank: 1,
    cell: ({ email }) => <bdi title={email}>{email}</bdi>,
  },
  phone: {
    width: 9,
    rank: 2,
    cell: ({ phone }) => phone ?? <Dash>No phone number</Dash>,
  },
  adviser: {
    width: 7.25,
    rank: 5,
    cell: ({ adviserName }) => <bdi>{adviserName}</bdi>,
  },
  stage: {
    width: 10,
    cell: (client) => journeyLabel(client),
  },
  progress: {
    width: 6,
    rank: 6,
    isNumber: true,
    cell: ({ progress }) => `${Math.min(100, progress)}%`,
  },
  status: {
    width: 7.25,
    cell: ({ completed, status }) => (completed ? <CompletedBadge /> : <ClientStatusBadge status={status} />),
  },
  waiting: {
    width: 7,
    rank: 3,
    cell: (client, { me }) => <WaitingFor client={client} reader={me.id} />,
  },
  days: {
    width: 6.75,
    rank: 7,
    isNumber: true,
    cell: (client, { now }) => daysInStage(client, now) ?? <Dash>No stage in progress</Dash>,
  },
  update: {
    width: 7.5,
    rank: 4,
    cell: (client, { now }) => {
      const at = changedAt(client);
      return at ? formatRelative(at, now) : client.lastUpdate;
    },
  },
  visit: {
    width: 7.5,
    rank: 3,
    cell: ({ lastVisit }, { now }) => (lastVisit ? sinceMoment(lastVisit, now) : <Dash>No visit yet</Dash>),
  },
  due: {
    width: 8.25,
    cell: ({ id }, { due, now }) => {
      const date = due.get(id);
      if (!date) return <Dash>Nothing due</Dash>;
      if (isToday(date, now)) return <em title={sayDay(date)}>Today</em>;
      return isLate(date, now) ? (
        <strong title="Overdue">
          <span>{sayDay(date)}</span>
          <CircleAlert size={14} role="img" aria-label="Overdue" />
        </strong>
      ) : (
        sayDay(date)
      );
    },
  },
  initial: {
    width: 7.25,
    rank: 2,
    isNumber: true,
    cell: ({ advice }) => poundsOf(advice?.initial),
  },
  ongoing: {
    width: 8,
    rank: 2,
    isNumber: true,
    cell: ({ advice }) => poundsOf(advice?.ongoing),
  },
  agreed: {
    width: 8.25,
    rank: 2,
    cell: ({ advice }) => dayOf(advice?.agreedOn),
  },
  given: {
    width: 7.5,
    rank: 2,
    cell: ({ advice }) => dayOf(advice?.givenOn),
  },
  factfind: {
    width: 13.75,
    rank: 2,
    cell: ({ factfind }) =>
      factfind ? dotted([FACTFIND_STATES[factfind.state], sayDay(factfind.on)]) : <Dash>No fact-find yet</Dash>,
  },
};

/** Columns in display order. The name is always visible, the adviser only to admins. */
export const COLUMNS: readonly Column[] = COLUMN_RULES.map((rule) => ({ ...rule, ...CELLS[rule.id] }));

/** Width in rem of the checkbox, the menu and the shortest useful name. */
const ALWAYS = 2.25 + 3 + 11.25;

/** Returns the widths in rem up to which a table has no room for a column, by its id. */
export function widthsWithout(columns: readonly Column[]): ReadonlyMap<ListColumn, number> {
  let room = ALWAYS;
  const byRank = columns.toSorted((a, b) => (a.rank ?? 0) - (b.rank ?? 0));
  const rooms = byRank.map(({ id, width = 0, rank }) => {
    room += width;
    return { id, rank, room };
  });
  return new Map(rooms.filter(({ rank }) => rank).map(({ id, room: width }) => [id, width]));
}

import { chakra } from '@chakra-ui/react/styled-system';
import { BellRing, CircleAlert, ClipboardCheck, LifeBuoy, MessageCircle } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Me } from '#shared/contract/advisers.ts';
import type { Client } from '#shared/contract/clients.ts';
import { type ListColumn, listSortOf } from '#shared/rules/client-list.ts';
import { journeyLabel } from '#shared/rules/clients.ts';
import { countOf } from '#shared/rules/counted-words.ts';
import { dueBadge } from '#shared/rules/due.ts';
import { TOP_STAGES } from '#shared/rules/journey.ts';
import { londonParts } from '#shared/rules/london.ts';
import { clientPath } from '../../../lib/navigation/paths.ts';
import { formatDate, formatDateTime, formatRelative, formatSince, once } from '../../../lib/text/format.ts';
import { needsHelpFirst, urgencyOf } from '../../../parts/client/clients.ts';
import { remindersSent, type Signalled, sinceMoment, toReview } from '../../../parts/client/signals.tsx';
import { WaitingFor, waitingFor } from '../../../parts/client/waiting.tsx';
import { fold } from '../../../parts/search.ts';
import { ClientStatusBadge, CompletedBadge } from '../../../parts/status/status-badges.tsx';
import { Dash } from '../../../ui/text/dash.tsx';
import { changedAt, daysInStage } from './facts.ts';

/** Icons for a request for help, unread messages, requests to review and reminders, with text for screen readers. */
const RowSignals = ({ unread, stuckSince, requestsToReview, reminders }: Signalled) => (
  <>
    {stuckSince && (
      <span data-signal="stuck" title={`Asked for help ${formatDateTime(stuckSince)}`}>
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

/** Data that cells need besides the client. */
export interface Facts {
  me: Me;
  now: Date;
  /** Next due date of open tasks, by client id. */
  due: ReadonlyMap<string, string>;
}

export interface Column {
  id: ListColumn;
  label: string;
  /** In rem. The name takes the remaining width. */
  width?: number;
  /** Order in which columns remain in a narrow table, from 1. Columns without a rank always remain. */
  rank?: number;
  /** Hidden by default. */
  isOptional?: true;
  /** Sort key. Clients without a key come last in both directions. */
  by: (client: Client, facts: Facts) => string | number | undefined;
  cell: (client: Client, facts: Facts) => ReactNode;
  isNumber?: true;
}

const WAITING = { both: 0, adviser: 1, client: 2, nobody: 3 };
const STAGES = TOP_STAGES.map(({ title }) => title);

const isToday = (due: string, now: Date) => due === londonParts(now).date;
const isLate = (due: string, now: Date) => dueBadge(due, now) === 'Overdue';

/** Columns in display order. The name is always visible, the adviser only to admins. */
export const COLUMNS: readonly Column[] = [
  {
    id: 'name',
    label: 'Name',
    by: ({ name }) => fold(name),
    cell: (client) => (
      <>
        <a href={clientPath(client.id)} data-row-link dir="auto" title={client.email}>
          {client.name}
        </a>
        <RowSignals {...client} />
      </>
    ),
  },
  {
    id: 'email',
    label: 'Email',
    width: 13,
    rank: 1,
    isOptional: true,
    by: ({ email }) => email,
    cell: ({ email }) => <bdi title={email}>{email}</bdi>,
  },
  {
    id: 'phone',
    label: 'Phone',
    width: 9,
    rank: 2,
    isOptional: true,
    by: ({ phone }) => phone ?? undefined,
    cell: ({ phone }) => phone ?? <Dash>No phone number</Dash>,
  },
  {
    id: 'adviser',
    label: 'Adviser',
    width: 7.25,
    rank: 5,
    by: ({ adviserName }) => fold(adviserName),
    cell: ({ adviserName }) => <bdi>{adviserName}</bdi>,
  },
  {
    id: 'stage',
    label: 'Stage',
    width: 10,
    by: ({ completed, currentStage }) => (completed ? STAGES.length : STAGES.indexOf(currentStage)),
    cell: (client) => journeyLabel(client),
  },
  {
    id: 'progress',
    label: 'Progress',
    width: 6,
    rank: 6,
    isNumber: true,
    by: ({ progress }) => progress,
    cell: ({ progress }) => `${Math.min(100, progress)}%`,
  },
  {
    id: 'status',
    label: 'Status',
    width: 7.25,
    by: urgencyOf,
    cell: ({ completed, status }) => (completed ? <CompletedBadge /> : <ClientStatusBadge status={status} />),
  },
  {
    id: 'waiting',
    label: 'Waiting for',
    width: 7,
    rank: 3,
    by: (client) => WAITING[waitingFor(client)],
    cell: (client, { me }) => <WaitingFor client={client} reader={me.id} />,
  },
  {
    id: 'days',
    label: 'Days in stage',
    width: 6.75,
    rank: 7,
    isNumber: true,
    by: (client, { now }) => daysInStage(client, now),
    cell: (client, { now }) => daysInStage(client, now) ?? <Dash>No stage in progress</Dash>,
  },
  {
    id: 'update',
    label: 'Last update',
    width: 7.5,
    rank: 4,
    by: (client) => changedAt(client) ?? '',
    cell: (client, { now }) => {
      const at = changedAt(client);
      return at ? formatRelative(at, now) : client.lastUpdate;
    },
  },
  {
    id: 'visit',
    label: 'Last visit',
    width: 7.5,
    rank: 3,
    isOptional: true,
    by: ({ lastVisit }) => lastVisit ?? undefined,
    cell: ({ lastVisit }, { now }) => (lastVisit ? sinceMoment(lastVisit, now) : <Dash>No visit yet</Dash>),
  },
  {
    id: 'due',
    label: 'Next due',
    width: 8.25,
    by: ({ id }, { due }) => due.get(id),
    cell: ({ id }, { due, now }) => {
      const date = due.get(id);
      if (!date) return <Dash>Nothing due</Dash>;
      if (isToday(date, now)) return <em title={formatDate(date)}>Today</em>;
      return isLate(date, now) ? (
        <strong title="Overdue">
          <span>{formatDate(date)}</span>
          <CircleAlert size={14} role="img" aria-label="Overdue" />
        </strong>
      ) : (
        formatDate(date)
      );
    },
  },
];

const names = once(() => new Intl.Collator('en-GB', { sensitivity: 'base', numeric: true }));
const order = (a: string | number, b: string | number) =>
  typeof a === 'number' && typeof b === 'number' ? a - b : names().compare(String(a), String(b));

/** Returns the column of `sort` in the address, and its direction. */
export function sortOf(sort: string): { column: Column; isDown: boolean } | undefined {
  const by = listSortOf(sort);
  const column = COLUMNS.find(({ id }) => id === by?.id);
  return by && column && { column, isDown: by.isDown };
}

/** Sorts clients. Without a sort, those who asked for help are first, then the given order: newest first. */
export function sorted(clients: readonly Client[], sort: string, facts: Facts): readonly Client[] {
  const by = sortOf(sort);
  if (!by) return needsHelpFirst(clients);
  const keyed = clients.map((client) => ({ client, key: by.column.by(client, facts) }));
  const way = by.isDown ? -1 : 1;
  return keyed
    .sort(({ key: a }, { key: b }) => {
      if (a === undefined || b === undefined) return Number(a === undefined) - Number(b === undefined);
      return way * order(a, b);
    })
    .map(({ client }) => client);
}

import type { StuckClient } from '#shared/contract/insight.ts';
import { waitedDays } from '#shared/rules/chase/loas.ts';
import { type StuckFacts, stuckOf } from '#shared/rules/chase/stuck.ts';
import { RECENTLY_ADDED } from '#shared/rules/clients.ts';
import { queryIndex } from '../../aws/table.ts';
import { forbidden } from '../../services/errors.ts';
import { adviserPartition, idOf, idOfChild } from '../../services/keys/keys.ts';
import type { Settings } from '../../services/settings.ts';
import type { Staff } from '../accounts/session.ts';
import { assignee } from '../clients/assignments.ts';
import { toClient } from '../clients/client.ts';
import { wholeList } from '../clients/firm-lists.ts';
import { type Calendar, calendarOf, isLoa } from '../loas/loa.ts';
import { isRequest } from '../requests/request.ts';
import { isClient, isTask } from '../tasks/task.ts';
import type { AnyRow } from '../today/today.ts';

function factsOf(
  client: ReturnType<typeof toClient>,
  rows: readonly AnyRow[],
  { today, closed }: Calendar,
): StuckFacts {
  const requests = rows.filter(isRequest);
  return {
    completed: client.completed,
    stageSince: client.stageSince,
    lastUpdate: client.lastUpdate === RECENTLY_ADDED ? client.createdAt : client.lastUpdate,
    stuckSince: client.stuckSince,
    unread: client.unread,
    reminders: client.reminders,
    lastVisit: client.lastVisit,
    tasks: rows.filter(isTask).map((row) => {
      const { title, responsibility, dueDate: due } = row.card;
      return { id: idOfChild(row), title, responsibility, due };
    }),
    submitted: requests
      .filter(({ card }) => card.state === 'submitted')
      .map((row) => ({ id: idOfChild(row), since: row.card.submittedAt ?? row.card.askedAt })),
    open: requests.filter(({ card }) => card.state === 'open').map((row) => ({ id: idOfChild(row) })),
    letters: rows.filter(isLoa).map((row) => {
      const { provider, state } = row.card;
      return { id: idOfChild(row), provider, state, days: waitedDays(row.card, today, closed) };
    }),
  };
}

/** Refusal to show an adviser what concerns another. */
export const OTHERS = 'These figures are of another adviser';

interface Lists {
  items: AnyRow[];
  names: ReadonlyMap<string, string>;
}

async function listsOf(adviserId: string): Promise<Lists> {
  const [items, { card }] = await Promise.all([
    queryIndex<AnyRow>(adviserPartition(adviserId), ''),
    assignee(adviserId, 'adviser'),
  ]);
  return { items, names: new Map([[adviserId, card.name]]) };
}

function chosenLists(actor: Staff, own: AnyRow[], adviser: string | undefined): Promise<Lists> | Lists {
  if (adviser === actor.id) return { items: own, names: new Map([[actor.id, actor.name]]) };
  if (adviser === undefined) return wholeList(actor, own, '');
  if (actor.kind !== 'admin') throw forbidden(OTHERS);
  return listsOf(adviser);
}

/** Returns the clients in lists whose journey does not move, in no order. */
export function stuckIn({ items, names }: Lists, { insight }: Settings, calendar: Calendar): StuckClient[] {
  const rowsOf = Map.groupBy(items, ({ gpk, pk }) => `${gpk} ${pk}`);
  return items.filter(isClient).flatMap((row) => {
    const client = toClient(row, names.get(idOf(row.gpk)) ?? '');
    const stuck = stuckOf(factsOf(client, rowsOf.get(`${row.gpk} ${row.pk}`) ?? [], calendar), insight, calendar);
    if (!stuck) return [];
    const { id: clientId, name: clientName, adviserId, adviserName, status, currentStage: stage, stageSince } = client;
    return [{ clientId, clientName, adviserId, adviserName, status, stage, stageSince, ref: null, ...stuck }];
  });
}

/** Returns clients whose journey does not move, the longest quiet first. Throws 403 for another adviser's. */
export async function stuckClients(
  actor: Staff,
  own: AnyRow[],
  { adviser }: { adviser?: string | undefined },
  settings: Settings,
  now: Date,
): Promise<StuckClient[]> {
  const lists = await chosenLists(actor, own, adviser);
  return stuckIn(lists, settings, calendarOf(now, settings)).sort(
    (a, b) => b.quietDays - a.quietDays || (a.clientName < b.clientName ? -1 : 1),
  );
}

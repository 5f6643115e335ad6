import type { Client, ClientChange } from '#shared/contract/clients.ts';
import { LINK_FIELDS } from '#shared/rules/clients.ts';
import { type Condition, unchanged } from '../../aws/expressions.ts';
import { transact } from '../../aws/table.ts';
import { cardPaths } from '../../aws/table-index.ts';
import { activity, type ChangeContext, clientUpdate } from '../activity.ts';
import type { Staff } from '../actor.ts';
import { forbidden } from '../errors.ts';
import { adviserPartition, clientIdOf } from '../keys.ts';
import {
  adviserNameOf,
  assignee,
  countClients,
  moveStrayTasks,
  moveTask,
  strayTasks,
  TASKS_AT_ONCE,
} from './assignments.ts';
import { adviserIdOf, type ClientItem, toClient } from './client.ts';

const LABELS: Record<Exclude<keyof ClientChange, 'status' | 'completed' | 'adviserId'>, string> = {
  name: 'name',
  email: 'email',
  phone: 'phone',
  description: 'notes',
  cashcalcLink: 'CashCalc link',
  intellifloLink: 'Intelliflo link',
  dynamicPlannerLink: 'Dynamic Planner link',
  pipedriveLink: 'PipeDrive link',
};

const TEXTS = ['name', 'email', 'phone', 'status', 'description'] as const;

const sentFields = <F extends keyof ClientChange>(change: ClientChange, fields: readonly F[]) =>
  Object.fromEntries(
    fields.filter((field) => change[field] !== undefined).map((field) => [field, change[field] ?? undefined]),
  );

/** True if the PATCH changes the e-mail address, ignoring case. A new address clears `mailProblem`. */
const changesAddress = (client: ClientItem, { email }: ClientChange) =>
  email !== undefined && email.toLowerCase() !== client.card.email.toLowerCase();

/** The client after a PATCH. Completing a completed client keeps its `completedAt`. */
function changed(client: ClientItem, change: ClientChange, now: Date): ClientItem {
  const { card } = client;
  const completedAt = change.completed ? (card.completedAt ?? now.toISOString()) : undefined;
  return {
    ...client,
    ...(changesAddress(client, change) && { mailProblem: undefined }),
    card: {
      ...card,
      ...sentFields(change, TEXTS),
      links: { ...card.links, ...sentFields(change, LINK_FIELDS) },
      ...(change.completed !== undefined && { completedAt }),
      lastUpdate: now.toISOString(),
    },
  };
}

/** What to write of a changed client; `undefined` removes an attribute. */
function writes(before: ClientItem, after: ClientItem, change: ClientChange): Record<string, unknown> {
  const links = Object.entries(sentFields(change, LINK_FIELDS)).map(([field, url]) => [`links/${field}`, url]);
  return {
    ...(changesAddress(before, change) && { mailProblem: undefined }),
    ...cardPaths({
      ...sentFields(change, TEXTS),
      ...Object.fromEntries(links),
      ...(change.completed !== undefined && { completedAt: after.card.completedAt }),
    }),
  };
}

/** The fields of a change that differ from the client. Only these are written and recorded. */
function changedFields(client: ClientItem, change: ClientChange): ClientChange {
  const known = toClient(client, '');
  return Object.fromEntries(
    Object.entries(change).filter(([field, value]) => value !== undefined && value !== known[field as keyof Client]),
  ) as ClientChange;
}

/**
 * Fails the write, so that the request runs again, if what it was computed from changed since it was read: the address,
 * and `completedAt`, which the response reports.
 */
const unchangedSinceRead = ({ card }: ClientItem, { email }: ClientChange): Condition[] => [
  unchanged('card/completedAt', card.completedAt),
  ...(email === undefined ? [] : [unchanged('card/email', card.email)]),
];

type Line = [action: string, summary: string];

/** One line of activity for the whole change, under its most important action. */
function recordOf(context: ChangeContext<Staff>, { completed, status, ...others }: ClientChange, first: Line[] = []) {
  const lines = [...first];
  if (completed === true) lines.push(['client-completed', 'Completed the journey']);
  if (completed === false) lines.push(['client-reopened', 'Reopened the journey']);
  if (status) lines.push(['client-status', `Set the status to ${status.replaceAll('_', ' ')}`]);
  const labels = Object.keys(others).map((field) => LABELS[field as keyof typeof LABELS]);
  if (labels.length > 0) lines.push(['client-changed', `Changed ${labels.join(', ')}`]);
  return activity(context, lines[0]?.[0] ?? '', lines.map(([, summary]) => summary).join('. '));
}

async function reassign(context: ChangeContext<Staff>, adviserId: string, change: ClientChange): Promise<ClientItem> {
  const { actor, client } = context;
  const clientId = clientIdOf(client);
  const [adviser, former, tasks] = await Promise.all([
    assignee(adviserId),
    adviserNameOf(client, actor),
    strayTasks(clientId, adviserId),
  ]);
  const assigned = { gpk: adviserPartition(adviserId) };
  const after = { ...changed(client, change, context.now), ...assigned };
  await transact([
    countClients(adviserId, 1),
    clientUpdate(context, {
      set: { ...writes(client, after, change), ...assigned },
      when: unchangedSinceRead(client, change),
    }),
    countClients(adviserIdOf(client), -1),
    recordOf(context, change, [['client-reassigned', `Reassigned from ${former} to ${adviser.card.name}`]]),
    ...tasks.slice(0, TASKS_AT_ONCE).map((task) => moveTask(task, adviserId)),
  ]);
  await moveStrayTasks(clientId, adviserId);
  return after;
}

/** Applies a PATCH and gives the client as it is then. Throws 403 where a non-admin reassigns, 400 for an unknown adviser. */
export async function changeClient(
  context: ChangeContext<Staff>,
  { adviserId, ...sent }: ClientChange,
): Promise<ClientItem> {
  const { actor, client, now } = context;
  const change = changedFields(client, sent);
  if (adviserId !== undefined && actor.kind !== 'admin') throw forbidden('Only an admin can reassign a client');
  if (adviserId !== undefined && adviserId !== adviserIdOf(client)) return reassign(context, adviserId, change);
  if (adviserId !== undefined) await moveStrayTasks(clientIdOf(client), adviserId);
  if (Object.keys(change).length === 0) return client;
  const after = changed(client, change, now);
  const update = clientUpdate(context, {
    set: writes(client, after, change),
    when: unchangedSinceRead(client, change),
  });
  await transact([update, recordOf(context, change)]);
  return after;
}

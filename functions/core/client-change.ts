import { type ClientChange, LINK_FIELDS } from '#shared/clients.ts';
import type { Staff } from './actor.ts';
import { assignee, countClients, moveStrayTasks, moveTask, strayTasks, TASKS_AT_ONCE } from './assignments.ts';
import { adviserIdOf, adviserPartition, type ClientItem, clientIdOf } from './entities.ts';
import { forbidden } from './errors.ts';
import { activity, clientUpdate } from './record.ts';
import { transact } from './table.ts';

interface About {
  actor: Staff;
  client: ClientItem;
  now: Date;
}

const LABELS: Record<keyof ClientChange, string> = {
  name: 'name',
  email: 'email',
  phone: 'phone',
  status: 'status',
  description: 'notes',
  completed: 'completion',
  adviserId: 'adviser',
  cashcalcLink: 'CashCalc link',
  intellifloLink: 'Intelliflo link',
  dynamicPlannerLink: 'Dynamic Planner link',
  pipedriveLink: 'PipeDrive link',
};

const TEXTS = ['name', 'email', 'phone', 'status', 'description'] as const;

const given = <F extends keyof ClientChange>(change: ClientChange, fields: readonly F[]) =>
  Object.fromEntries(
    fields.filter((field) => change[field] !== undefined).map((field) => [field, change[field] ?? undefined]),
  );

/** Whether a PATCH gives another address; capitals make none. What stood against the old one falls with it. */
const changesAddress = (client: ClientItem, { email }: ClientChange) =>
  email !== undefined && email.toLowerCase() !== client.email.toLowerCase();

/** A client after a PATCH. Completing the completed keeps its time. */
function changed(client: ClientItem, change: ClientChange, now: Date): ClientItem {
  const completedAt = change.completed ? (client.completedAt ?? now.toISOString()) : undefined;
  return {
    ...client,
    ...given(change, TEXTS),
    ...(changesAddress(client, change) && { mailProblem: undefined }),
    links: { ...client.links, ...given(change, LINK_FIELDS) },
    ...(change.completed !== undefined && { completedAt }),
    lastUpdate: now.toISOString(),
  };
}

/** What to write of a changed client; `undefined` removes an attribute. */
function writes(before: ClientItem, after: ClientItem, change: ClientChange): Record<string, unknown> {
  const texts = Object.fromEntries(Object.keys(given(change, TEXTS)).map((field) => [field, after[field as 'name']]));
  const links = Object.entries(given(change, LINK_FIELDS)).map(([field, url]) => [`links/${field}`, url]);
  return {
    ...texts,
    ...(changesAddress(before, change) && { mailProblem: undefined }),
    ...Object.fromEntries(links),
    ...(change.completed !== undefined && { completedAt: after.completedAt }),
  };
}

function summarise(client: ClientItem, change: ClientChange): [action: string, summary: string] {
  if (change.completed !== undefined && change.completed !== Boolean(client.completedAt))
    return change.completed
      ? ['client-completed', 'Completed the journey']
      : ['client-reopened', 'Reopened the journey'];
  if (change.status && Object.keys(change).length === 1)
    return ['client-status', `Set the status to ${change.status.replaceAll('_', ' ')}`];
  const fields = (Object.keys(change) as (keyof ClientChange)[]).filter((field) => change[field] !== undefined);
  return ['client-changed', `Changed ${fields.map((field) => LABELS[field]).join(', ')}`];
}

async function reassign(about: About, adviserId: string, change: ClientChange): Promise<ClientItem> {
  const { client } = about;
  const clientId = clientIdOf(client);
  const [adviser, tasks] = await Promise.all([assignee(adviserId), strayTasks(clientId, adviserId)]);
  const assigned = { gpk: adviserPartition(adviserId), adviserName: adviser.name };
  const after = { ...changed(client, change, about.now), ...assigned };
  await transact([
    countClients(adviserId, 1),
    clientUpdate(about, { set: { ...writes(client, after, change), ...assigned } }),
    countClients(adviserIdOf(client), -1),
    activity(about, 'client-reassigned', `Reassigned from ${client.adviserName} to ${adviser.name}`),
    ...tasks.slice(0, TASKS_AT_ONCE).map((task) => moveTask(task, adviserId)),
  ]);
  await moveStrayTasks(clientId, adviserId);
  return after;
}

/** Applies a PATCH and gives the client as it is then. Throws 403 where a non-admin reassigns, 400 for an unknown adviser. */
export async function changeClient(about: About, { adviserId, ...change }: ClientChange): Promise<ClientItem> {
  const { actor, client, now } = about;
  if (adviserId !== undefined && actor.kind !== 'admin') throw forbidden('Only an admin can reassign a client');
  if (adviserId !== undefined && adviserId !== adviserIdOf(client)) return reassign(about, adviserId, change);
  if (adviserId !== undefined) await moveStrayTasks(clientIdOf(client), adviserId);
  if (!Object.values(change).some((value) => value !== undefined)) return client;
  const after = changed(client, change, now);
  // What the answer says about completion has to be so: a change of it meanwhile runs this again.
  const seen = client.completedAt
    ? (['completedAt', '=', client.completedAt] as const)
    : (['completedAt', 'absent'] as const);
  await transact([
    clientUpdate(about, { set: writes(client, after, change), when: [seen] }),
    activity(about, ...summarise(client, change)),
  ]);
  return after;
}

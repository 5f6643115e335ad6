import { randomUUID } from 'node:crypto';
import { api, type CallName } from '#shared/contract/api.ts';
import type { Call } from '#shared/contract/call.ts';
import { Caller, type Sent } from '../support/api.ts';
import { BODIES, type WithBody } from '../support/bodies.ts';
import { demoAdmin, fileForm, newAdviser, newClient, PASSWORD, type Person, upload } from '../support/builders.ts';

/** Someone in each relation to a client. */
export interface World {
  owner: Person;
  stranger: Person;
  admin: Person;
  client: { id: string; token: string };
  otherClient: { id: string; token: string };
  revokedToken: string;
  settings: { version: number; firm: { name: string } };
}

/** A client of one adviser, and everyone else around it. */
export async function makeWorld(): Promise<World> {
  const [owner, stranger, admin] = await Promise.all([newAdviser(), newAdviser(), demoAdmin()]);
  const [client, otherClient, revoked] = await Promise.all([newClient(owner), newClient(stranger), newClient(owner)]);
  await admin.call('POST /api/clients/{id}/token/regenerate', { params: { id: revoked.id } });
  const { body: settings } = await owner.call('GET /api/settings');
  return { owner, stranger, admin, client, otherClient, revokedToken: revoked.token, settings };
}

type Prepare = (world: World) => Sent | Promise<Sent>;
const bodyFor = (name: WithBody, { owner, client, settings }: World) =>
  BODIES[name]({
    adviserId: owner.id,
    clientId: client.id,
    email: owner.email,
    password: PASSWORD,
    newEmail: `${randomUUID()}@example.com`,
    settings,
  });
const onClient: Prepare = ({ client }) => ({ params: { id: client.id } });
const onStage =
  (number: string): Prepare =>
  ({ client }) => ({ params: { stageId: `${client.id}.${number}` } });
const onStartedClient: Prepare = async ({ owner, client }) => {
  const params = { stageId: `${client.id}.1` };
  await owner.call('PATCH /api/stages/{stageId}', { params, body: { status: 'in_progress' } });
  return { params: { id: client.id } };
};
const onNewTask: Prepare = async ({ owner, client }) => {
  const params = { id: client.id };
  const { body } = await owner.call('POST /api/clients/{id}/tasks', { params, body: { title: 'A task' } });
  return { params: { id: body.id } };
};
const onNewDocument: Prepare = async ({ owner, client }) => ({
  params: { id: (await upload(owner, client.id, 'x')).id },
});
const onNewPlan: Prepare = async ({ owner, client }) => {
  const body = { provider: 'Aviva', planType: 'pension', planNumber: 'P1' };
  return {
    params: {
      id: (await owner.call('POST /api/stages/{stageId}/plans', { params: { stageId: `${client.id}.2.2` }, body })).body
        .id,
    },
  };
};
const onNewAdviser: Prepare = async () => ({ params: { id: (await newAdviser()).id } });
const onPortal: Prepare = ({ client }) => ({ params: { token: client.token } });
const freely: Prepare = () => ({});

/** What each call's path needs. A call without a line does not compile. */
const PREPARED: Record<CallName, Prepare> = {
  'POST /api/auth/register': freely,
  'POST /api/auth/login': freely,
  'POST /api/auth/forgot-password': freely,
  'POST /api/auth/reset-password': freely,
  'GET /api/auth/me': freely,
  'POST /api/auth/logout': freely,
  'GET /api/advisers': freely,
  'PATCH /api/advisers/{id}': onNewAdviser,
  'DELETE /api/advisers/{id}': onNewAdviser,
  'GET /api/clients': freely,
  'POST /api/clients': freely,
  'GET /api/clients/{id}': onClient,
  'PATCH /api/clients/{id}': onClient,
  'DELETE /api/clients/{id}': onClient,
  'GET /api/clients/{id}/token': onClient,
  'POST /api/clients/{id}/token/regenerate': onClient,
  'POST /api/clients/{id}/send-portal-link': onClient,
  'GET /api/clients/{id}/stages': onClient,
  'POST /api/clients/{id}/stages/reset': onStartedClient,
  'PATCH /api/stages/{stageId}': onStage('1'),
  'GET /api/stages/{stageId}/plans': onStage('2.2'),
  'POST /api/stages/{stageId}/plans': onStage('2.2'),
  'DELETE /api/plans/{id}': onNewPlan,
  'GET /api/clients/{id}/documents': onClient,
  'POST /api/clients/{id}/documents': ({ client }) => ({ params: { id: client.id }, form: fileForm('x', 'x.txt') }),
  'GET /api/documents/{id}/download': onNewDocument,
  'PATCH /api/documents/{id}': onNewDocument,
  'DELETE /api/documents/{id}': onNewDocument,
  'GET /api/clients/{id}/tasks': onClient,
  'POST /api/clients/{id}/tasks': onClient,
  'GET /api/tasks/pending': freely,
  'GET /api/tasks/pending-count': freely,
  'PATCH /api/tasks/{id}': onNewTask,
  'DELETE /api/tasks/{id}': onNewTask,
  'GET /api/clients/{id}/messages': onClient,
  'POST /api/clients/{id}/messages': onClient,
  'POST /api/clients/{id}/stuck': onClient,
  'DELETE /api/clients/{id}/stuck': onClient,
  'GET /api/clients/{id}/activity': onClient,
  'GET /api/dashboard/stats': freely,
  'GET /api/portal/{token}': onPortal,
  'GET /api/portal/{token}/news': onPortal,
  'GET /api/notifications': freely,
  'GET /api/notifications/unread': freely,
  'POST /api/notifications/read': freely,
  'GET /api/account/notifications': freely,
  'PATCH /api/account/notifications': freely,
  'GET /api/settings': freely,
  'PATCH /api/settings': freely,
  'GET /api/record': freely,
};

const takesBody = (name: CallName): name is WithBody => name in BODIES;
const exampleOf =
  (name: CallName): Prepare =>
  async (world) => ({
    ...(await PREPARED[name](world)),
    ...(takesBody(name) && { body: bodyFor(name, world) }),
  });
/** How to make each call of the contract so that whoever may make it succeeds. */
export const EXAMPLES = Object.fromEntries(
  (Object.keys(PREPARED) as CallName[]).map((name) => [name, exampleOf(name)]),
) as Record<CallName, Prepare>;

/** The contract's calls with their lines. */
export const CALLS = Object.entries(api) as [CallName, Call][];

/** Who may stand before the door. */
export const ACTORS = [
  'anonymous',
  'other adviser',
  'own adviser',
  'admin',
  'own client',
  'other client',
  'revoked token',
] as const;
/** One of {@link ACTORS}. */
export type ActorName = (typeof ACTORS)[number];

/** The caller behind an actor's name; signed-in people get a caller of their own, so that signing out harms nobody. */
export function callerOf(actor: ActorName, world: World): Caller {
  const people: Partial<Record<ActorName, Person>> = {
    'other adviser': world.stranger,
    'own adviser': world.owner,
    admin: world.admin,
  };
  const tokens: Partial<Record<ActorName, string>> = {
    'own client': world.client.token,
    'other client': world.otherClient.token,
    'revoked token': world.revokedToken,
  };
  const caller = new Caller(tokens[actor]);
  caller.cookie = people[actor]?.cookie;
  return caller;
}

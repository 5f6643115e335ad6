import { randomUUID } from 'node:crypto';
import { put, remove } from '#functions/aws/table.ts';
import { adviserKey } from '#functions/domain/accounts/account.ts';
import { sessionItem } from '#functions/domain/accounts/session.ts';
import { FIRST_PERSON, numberInPath, personId, readPerson } from '#functions/domain/clients/person.ts';
import { readPortalToken } from '#functions/domain/clients/portal-token.ts';
import { REQUEST_ROW } from '#functions/domain/requests/request.ts';
import { childItemKey, newId, PREFIX, parseChildId } from '#functions/services/keys/keys.ts';
import { attemptsKey } from '#functions/services/rate-limit.ts';
import { SETTINGS_KEY } from '#functions/services/settings.ts';
import { api, type CallName } from '#shared/contract/api.ts';
import type { Call } from '#shared/contract/call.ts';
import type { DocumentRequest } from '#shared/contract/requests.ts';
import { MAX_PEOPLE } from '#shared/rules/limits.ts';
import { bodyOf, CALL_TESTS } from '../../calls/calls.ts';
import { Caller, type Sent } from '../../support/api.ts';
import { changeStored } from '../../support/aws.ts';
import { demoAdmin, fileForm, newAdviser, newClient, PASSWORD, type Person, upload } from '../../support/builders.ts';
import { inDays } from '../../support/days.ts';
import { settleFactfind, startFactfind } from '../../support/factfind.ts';
import { uploaderOf } from '../../support/large-file.ts';
import { Authenticator } from '../../support/people/authenticator.ts';
import { worksWith } from '../../support/people/colleagues.ts';
import { confirmedDevice } from '../../support/people/entry.ts';
import { appFor, challengeFor, codeOf, passkeyFor } from '../../support/people/factors.ts';
import { newPerson } from '../../support/people/persons.ts';
import { keyOf } from '../../support/reminder-runs.ts';
import { askedToSign, codeToSign, documentToSign, signature } from '../../support/signing.ts';
import { siteOrigin } from '../../support/stack.ts';

/** A caller in each relation to one client. */
export interface World {
  owner: Person;
  stranger: Person;
  /** Works with the owner. */
  colleague: Person;
  /** Covered for the owner until yesterday. */
  formerCover: Person;
  admin: Person;
  client: { id: string; token: string };
  otherClient: { id: string; token: string };
  revokedToken: string;
  settings: { version: number; firm: { name: string } };
}

export async function makeWorld(): Promise<World> {
  const people = [newAdviser(), newAdviser(), newAdviser(), newAdviser(), demoAdmin()] as const;
  const [owner, stranger, colleague, formerCover, admin] = await Promise.all(people);
  await worksWith(admin, colleague, owner);
  await worksWith(admin, formerCover, owner, { until: inDays(-1) });
  const [client, otherClient, revoked] = await Promise.all([newClient(owner), newClient(stranger), newClient(owner)]);
  await admin.call('POST /api/clients/{id}/token/regenerate', { params: { id: revoked.id } });
  const { body: settings } = await owner.call('GET /api/settings');
  return { owner, stranger, colleague, formerCover, admin, client, otherClient, revokedToken: revoked.token, settings };
}

/** Returns the path parameters and body of a call that `caller` is going to make. */
type Prepare = (world: World, caller: Caller) => Sent | Promise<Sent>;

/** Keeps the version, so that it conflicts with no change of the settings that all tests share. */
const withComplaintsText: Prepare = async () => {
  await changeStored(SETTINGS_KEY, { legal: { complaints: 'Write to us.' } });
  return {};
};
const bodyFor = (name: CallName, { owner, client, settings }: World) =>
  bodyOf(name, {
    adviserId: owner.id,
    clientId: client.id,
    email: owner.email,
    password: PASSWORD,
    newEmail: `${randomUUID()}@example.com`,
    settings,
  });
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
const onPerson: Prepare = async ({ owner, client }) => {
  const { body: people } = await owner.call('GET /api/clients/{id}/people', { params: { id: client.id } });
  // Tests of many calls share a client, who has room for four.
  const [, oldest] = people;
  if (people.length > MAX_PEOPLE) await owner.call('DELETE /api/people/{id}', { params: { id: oldest.id } });
  return { params: { id: (await newPerson(owner, client)).id } };
};
const newRequest = async ({ owner, client }: World): Promise<string> => {
  const body = { items: [{ title: 'Passport' }] };
  const { body: made } = await owner.call('POST /api/clients/{id}/requests', { params: { id: client.id }, body });
  return made[0].id;
};
const onNewRequest: Prepare = async (world) => ({ params: { id: await newRequest(world) } });
/** Files a document of staff under a new request, which stays open. Returns both ids. */
async function requestWithFile(world: World) {
  const { owner, client } = world;
  const request = await newRequest(world);
  const form = fileForm('x', 'x.txt');
  form.append('requestId', request);
  const { body } = await owner.call('POST /api/clients/{id}/documents', { params: { id: client.id }, form });
  // A file of staff hands the request in.
  const { key } = parseChildId(request);
  const open = { 'summary/state': 'open', gsk: `${REQUEST_ROW.open}9999#${key}` };
  await changeStored(childItemKey(PREFIX.request, client.id, key), open);
  return { request, document: body.id };
}
const onRequestWithFile: Prepare = async (world) => ({ params: { id: (await requestWithFile(world)).request } });
const onNewDocument: Prepare = async ({ owner, client }) => ({
  params: { id: (await upload(owner, client.id, 'x')).id },
});
/** Returns an upload of one byte that the caller seems to have begun, when the client was still theirs. */
const beginUpload = async ({ owner, client }: World, caller: Caller, hasPart: boolean): Promise<string> => {
  const sender = uploaderOf(owner);
  const { id } = (await sender.begin(client.id, 1)).body;
  if (hasPart) await sender.part(id, 0, Buffer.from('x'));
  const claim = caller.token === undefined ? undefined : await readPortalToken(caller.token);
  const by = caller.token ? personId('client', claim?.person ?? 1) : await idOf(caller);
  if (by) await changeStored(childItemKey(PREFIX.upload, client.id, parseChildId(id).key), { by });
  return id;
};
/** A file that the client seems to have sent for a request, when the caller's link may already be refused. */
const onOwnFile: Prepare = async (world) => {
  const { document: id } = await requestWithFile(world);
  await changeStored(childItemKey(PREFIX.document, world.client.id, parseChildId(id).key), { uploadedBy: 'client' });
  return { params: { id } };
};
const onNewUpload: Prepare = async (world, caller) => ({ params: { id: await beginUpload(world, caller, false) } });
const onNewPlan: Prepare = async ({ owner, client }) => {
  const body = { provider: 'Aviva', planType: 'pension', planNumber: 'P1' };
  const sent = { params: { stageId: `${client.id}.2.2` }, body };
  return { params: { id: (await owner.call('POST /api/stages/{stageId}/plans', sent)).body.id } };
};
const newLoa = async ({ owner, client }: World, provider = 'Aviva') => {
  const plan = { provider, planType: 'pension', planNumber: 'P1' };
  const params = { stageId: `${client.id}.2.2` };
  const { body: made } = await owner.call('POST /api/stages/{stageId}/plans', { params, body: plan });
  const letter = {
    provider,
    planIds: [made.id],
    scope: 'information',
    sent: { on: inDays(0), how: 'email' },
  };
  const sent = { params: { id: client.id }, body: letter };
  return (await owner.call('POST /api/clients/{id}/loas', sent)).body;
};
const onNewLoa: Prepare = async (world) => ({ params: { id: (await newLoa(world)).id } });
const onNewAdviser: Prepare = async () => ({ params: { id: (await newAdviser()).id } });
const onInvited: Prepare = async () => {
  const { id } = await newAdviser();
  await changeStored(adviserKey(id), { 'summary/invited': true });
  return { params: { id } };
};
const onOtherSession: Prepare = async (_, caller) => {
  const { body: me } = await caller.call('GET /api/auth/me');
  const id = newId();
  if (me.id) await put(sessionItem({ adviserId: me.id, id, version: 1, keyVersion: 1 }, new Date(), 'iPad, Safari'));
  return { params: { id } };
};
const onKey: Prepare = async ({ owner }) => ({ params: { key: await keyOf((await newClient(owner)).id) } });
const onPausedKey: Prepare = async (world, caller) => {
  const prepared = await onKey(world, caller);
  await new Caller().call('POST /api/reminders/{key}/pause', prepared);
  return prepared;
};
const NO_ID = 'AAAAAAAAAAAAAAAAAAAAAA';
const idOf = async (caller: Caller): Promise<string | undefined> => (await caller.call('GET /api/auth/me')).body?.id;
const onOwnApp: Prepare = async (_, caller) => {
  const id = await idOf(caller);
  if (id) await appFor(id);
  return {};
};
const onOwnPasskey: Prepare = async (_, caller) => {
  const id = await idOf(caller);
  return { params: { id: id ? (await passkeyFor(id)).id : NO_ID } };
};

const onNewView: Prepare = async (_, caller) => {
  const body = { name: 'Urgent', query: 'filter=urgent' };
  const made = await caller.call('POST /api/views', { body });
  return { params: { id: made.body.id ?? NO_ID } };
};

/** Returns the version of a fact-find that was handed in. */
async function versionOfSent({ owner, client }: World): Promise<number> {
  await startFactfind(owner, client.id);
  const { body } = await owner.call('GET /api/clients/{id}/factfind', { params: { id: client.id } });
  const { id } = body.request;
  return (await new Caller(client.token).call('POST /api/requests/{id}/submit', { params: { id } })).body.version;
}

/** A signature that the caller is asked for, who seems to have opened the document. */
async function readRequestToSign({ owner, client }: World, { token = client.token }: Caller): Promise<DocumentRequest> {
  const { person: number = FIRST_PERSON } = (await readPortalToken(token)) ?? {};
  // A removed person is asked for nothing.
  const person = (await readPerson(client.id, number)) ? number : FIRST_PERSON;
  const { request } = await askedToSign(owner, client.id, { body: { people: [person] } });
  const { key } = parseChildId(request.id);
  await changeStored(childItemKey(PREFIX.request, client.id, key), { 'sign/seenAt': new Date().toISOString() });
  return request;
}

const PREPARE = {
  withComplaintsText,
  onInvited,
  onNewAdviser,
  onNewView,
  onStartedClient,
  onFirstStage: onStage('1'),
  onLetterStage: onStage('2.2'),
  onNewPlan,
  withFile: ({ client }) => ({ params: { id: client.id }, form: fileForm('x', 'x.txt') }),
  onNewDocument,
  onOwnFile,
  onNewUpload,
  withPart: async (world, caller) => ({
    params: { id: await beginUpload(world, caller, false), index: '0' },
    raw: Buffer.from('x'),
    headers: { 'content-type': 'application/octet-stream' },
  }),
  onFullUpload: async (world, caller) => ({
    params: { id: await beginUpload(world, caller, true) },
  }),
  onNewRequest,
  onRequestWithFile,
  onClientWithRequest: async (world) => {
    await newRequest(world);
    return { params: { id: world.client.id } };
  },
  onClientWithoutFactfind: async ({ owner, client }) => {
    await settleFactfind(owner, client.id);
    return { params: { id: client.id } };
  },
  onFactfind: async ({ owner, client }) => {
    await startFactfind(owner, client.id);
    return { params: { id: client.id } };
  },
  withRiskVersion: async (world) => {
    const { owner, client } = world;
    const { body } = await owner.call('GET /api/clients/{id}/risk', { params: { id: client.id } });
    const given = bodyFor('PATCH /api/clients/{id}/risk', world);
    return { params: { id: client.id }, body: { ...given, version: body[0].version } };
  },
  withQuestionBack: async (world) => ({
    params: { id: world.client.id },
    body: { ...bodyFor('POST /api/clients/{id}/factfind/ask', world), version: await versionOfSent(world) },
  }),
  withAgreement: async (world) => ({
    params: { id: world.client.id },
    body: { version: await versionOfSent(world), agreedOn: null },
  }),
  withPersonOfFactfind: async (world, caller) => {
    const { owner, client } = world;
    await startFactfind(owner, client.id);
    const { params } = await onPerson(world, caller);
    const person = numberInPath(`${params?.id}`);
    return { params: { id: client.id }, body: { person } };
  },
  onDocumentToSign: async ({ owner, client }) => ({
    params: { id: (await documentToSign(owner, client.id)).id },
  }),
  onReadToSign: async (world, caller) => ({ params: { id: (await readRequestToSign(world, caller)).id } }),
  withSignature: async (world, caller) => {
    const request = await readRequestToSign(world, caller);
    const code = await codeToSign(request);
    return { params: { id: request.id }, body: signature(request, code) };
  },
  onKey,
  onPausedKey,
  withNewPlan: async (world, caller) => {
    const { params } = await onNewPlan(world, caller);
    return {
      params: { id: world.client.id },
      body: { provider: 'Aviva', planIds: [params?.id], scope: 'information' },
    };
  },
  onNewLoa,
  onProvider: async (world) => {
    await newLoa(world);
    const { body } = await world.owner.call('GET /api/providers');
    const { version } = body.find(({ key }: { key: string }) => key === 'aviva');
    return { params: { key: 'aviva' }, body: { version, phone: '0800 068 6800' } };
  },
  onUnusedProvider: async (world) => {
    const { id, version, providerKey: key } = await newLoa(world, `Provider ${randomUUID()}`);
    await world.owner.call('POST /api/loas/{id}/steps', { params: { id }, body: { version, step: 'closed' } });
    return { params: { key } };
  },
  onNewTask,
  onPerson,
  /** A sender who has sent links already counts in one round more, beside other calls. */
  onPersonToEmail: async (world, caller) => {
    await remove(attemptsKey('link-mail-sender', world.owner.id));
    return onPerson(world, caller);
  },
  withPhrase: async ({ owner, client }) => {
    const { body } = await owner.call('POST /api/clients/{id}/devices/phrase', { params: { id: client.id } });
    return { body: { code: body.phrase, remember: true } };
  },
  withOldLink: ({ client }) => ({ body: { token: client.token } }),
  onOwnDevice: async ({ client }, { token = client.token }) => {
    const { clientId = '', person = 1 } = (await readPortalToken(token)) ?? {};
    return { params: { id: (await confirmedDevice(clientId, person)).id } };
  },
  onDevice: async ({ client }) => ({
    params: { id: client.id, deviceId: (await confirmedDevice(client.id)).id },
  }),
  withAppCode: async (_, caller) => {
    const { body } = await caller.call('POST /api/account/totp');
    return body.secret ? { body: { code: codeOf(body.secret) } } : {};
  },
  onOwnApp,
  onOtherSession,
  withOwnersCode: async ({ owner }) => ({ body: { code: codeOf(await appFor(owner.id)) } }),
  withOwnersPasskey: async ({ owner }) => {
    const authenticator = await passkeyFor(owner.id);
    return { body: { passkey: authenticator.use(await challengeFor('use'), owner.id) } };
  },
  withNewPasskey: async (_, caller) => {
    const { body } = await caller.call('POST /api/account/passkeys/options');
    return body.challenge ? { body: { name: 'Laptop', passkey: new Authenticator(siteOrigin()).make(body) } } : {};
  },
  onOwnPasskey,
  onAdviserWithApp: async () => {
    const { id } = await newAdviser();
    await appFor(id);
    return { params: { id } };
  },
} satisfies Record<string, Prepare>;
/** Name of what is made before a call. */
export type Preparation = keyof typeof PREPARE;

const usual = (name: CallName): Prepare => {
  if (name.includes('{token}')) return ({ client }) => ({ params: { token: client.token } });
  return ({ client }) => (name.includes('/clients/{id}') ? { params: { id: client.id } } : {});
};
const prepareFor = (name: CallName): Prepare => {
  const { sent } = CALL_TESTS[name];
  return sent ? PREPARE[sent] : usual(name);
};
const exampleOf =
  (name: CallName) =>
  async (world: World, caller = new Caller()): Promise<Sent> => ({
    ...(CALL_TESTS[name].body && { body: bodyFor(name, world) }),
    ...(await prepareFor(name)(world, caller)),
  });
/** Builds a valid request for each call of the contract; some depend on the caller. */
export const EXAMPLES = Object.fromEntries(
  (Object.keys(api) as CallName[]).map((name) => [name, exampleOf(name)]),
) as Record<CallName, (world: World, caller?: Caller) => Promise<Sent>>;

export const CALLS = Object.entries(api) as [CallName, Call][];

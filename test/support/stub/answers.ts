import { helpMessage } from '#functions/domain/messages/messages.ts';
import { withNote } from '#functions/domain/tasks/task-change.ts';
import { conflict, invalid, unauthorised, wrongCode } from '#functions/services/errors.ts';
import { addressOf } from '#shared/contract/address.ts';
import type { AnswerOf, BodyOf, CallName, ParamNames, QueryOf } from '#shared/contract/api.ts';
import type { FullClient } from '#shared/contract/clients.ts';
import { type FirmAuditEntry, SECTIONS, takesCsv } from '#shared/contract/firm.ts';
import type { Message } from '#shared/contract/messages.ts';
import type { Portal } from '#shared/contract/portal.ts';
import { countClients, matchesFilter } from '#shared/rules/clients.ts';
import { changeStage, flatStages, SIGNATURE_STAGE, stageState } from '#shared/rules/journey.ts';
import { londonParts } from '#shared/rules/london.ts';
import { NOTES_CHANGED } from '#shared/rules/notes.ts';
import { ADVISER_MESSAGES } from '#shared/rules/people.ts';
import { aClient, aMessage, anAdviser, aPasskey, aPlan, aTask, newId } from './builders.ts';
import { type Firm, found } from './firm.ts';

/** A call as the stub got it, parsed by the contract. */
export interface Asked<C extends CallName> {
  name: CallName;
  params: Record<ParamNames<C>, string>;
  query: QueryOf<C>;
  /** The query as sent. */
  search: Record<string, string>;
  body: BodyOf<C>;
  form: FormData;
  /** The portal token of a client who calls. */
  token: string | undefined;
  accept: string;
}

/** An answer with headers, or of bytes. */
export class Reply<B = unknown> {
  readonly body: B;
  readonly headers: Record<string, string>;
  constructor(body: B, headers: Record<string, string> = {}) {
    this.body = body;
    this.headers = headers;
  }
}

type Answers = { [C in CallName]: (firm: Firm, asked: Asked<C>) => AnswerOf<C> | Reply | Promise<AnswerOf<C>> };

const now = () => new Date().toISOString();
const given = <T extends object>(change: T): Partial<T> =>
  Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined)) as Partial<T>;
const ofClient = <T extends { clientId: string }>(items: readonly T[], id: string) =>
  items.filter(({ clientId }) => clientId === id);

function added<T>(items: T[], item: T): T {
  items.push(item);
  return item;
}

function remove<T extends { id: string }>(items: T[], id: string): undefined {
  items.splice(items.indexOf(found(items, id)), 1);
}

const keyOf = (id: string) => id.split('.').at(-1);

/** Returns the newest items before the cursor, newest first, and a link to older ones. */
function pageOf<T extends { id: string }>(
  { name, params, search }: { name: CallName; params: Record<string, string>; search: Record<string, string> },
  items: readonly T[],
  size: number,
): Reply<T[]> {
  const [param, rel] = name === 'GET /api/clients/{id}/messages' ? ['before', 'prev'] : ['cursor', 'next'];
  const newestFirst = items.toReversed();
  const start = newestFirst.findIndex(({ id }) => keyOf(id) === search[param]) + 1;
  const end = start + Number(search.limit ?? size);
  const page = newestFirst.slice(start, end);
  const last = page.at(-1);
  if (!last || end >= items.length) return new Reply(page);
  const { url } = addressOf(name, params, { ...search, [param]: keyOf(last.id) });
  return new Reply(page, { link: `<${url}>; rel="${rel}"` });
}

const stageOf = (firm: Firm, stageId: string) =>
  found(flatStages(firm.clients.flatMap(({ id }) => firm.stagesOf(id))), stageId);

const openTasks = (firm: Firm) =>
  firm.tasks
    .filter(({ status, clientId }) => status !== 'completed' && firm.clients.some(({ id }) => id === clientId))
    .map((task) => {
      const { name: clientName, adviserId, adviserName } = firm.shown(firm.client(task.clientId));
      return { ...task, clientName, adviserId, adviserName };
    })
    .sort((a, b) => (a.dueDate ?? '9999').localeCompare(b.dueDate ?? '9999'));

const say = (firm: Firm, clientId: string, senderType: Message['senderType'], content: string) =>
  added(firm.messages, aMessage({ clientId, senderType, content }));

const listed = (firm: Firm) => firm.clients.map((client) => firm.shown(client));

function portalOf(firm: Firm, { id }: FullClient): Portal {
  const client = firm.shown(firm.client(id));
  const signed = stageState(firm.journeyOf(id), SIGNATURE_STAGE);
  const tasks = ofClient(firm.tasks, id).filter(({ responsibility }) => responsibility === 'client');
  return {
    client,
    stages: firm.stagesOf(id),
    documents: ofClient(firm.documents, id).toReversed(),
    cesdSignature: {
      id: `${id}.cesd`,
      clientId: id,
      documentId: null,
      signed: signed.status === 'completed',
      signedAt: signed.completedAt ?? null,
    },
    tasks: tasks.toReversed(),
    adviser: { name: client.adviserName },
    firm: firm.settings.firm,
    latest: firm.news.get(id) ?? '',
  };
}

function me(firm: Firm) {
  if (!firm.signedIn) throw unauthorised();
  return { ...firm.signedIn, ...(firm.mustEnrol && { mustEnrol: true as const }) };
}

/** The stub's answer to each call, from the firm's lists: enough of the server for a screen to see what it changed. */
export const answers: Answers = {
  'POST /api/auth/register': (firm, { body: { name, email, role } }) =>
    added(firm.advisers, anAdviser({ id: newId('adviser'), name, email, ...(firm.signedIn && { role }) })),
  'POST /api/advisers/invitations': (firm, { body: { name, email, role } }) =>
    added(firm.advisers, { ...anAdviser({ id: newId('adviser'), name, email, ...given({ role }) }), invited: true }),
  'POST /api/advisers/{id}/invitation': () => undefined,
  'POST /api/auth/login': (firm, { body }) => {
    const account = firm.advisers.find(({ email }) => email === body.email);
    if (!account) throw unauthorised('Invalid email or password');
    firm.halfSignedIn = account;
    if (firm.owed) return firm.owed;
    firm.enter(account);
    return me(firm);
  },
  'POST /api/auth/forgot-password': () => ({
    message: 'If an account exists with that email, you will receive a password reset link.',
  }),
  'POST /api/auth/reset-password': () => ({
    message: 'Your password has been reset. You can now log in with your new password.',
  }),
  'POST /api/auth/confirm-address': () => ({ message: ADVISER_MESSAGES.confirmed }),
  'GET /api/auth/me': me,
  'POST /api/auth/logout': (firm) => {
    firm.signedIn = undefined;
  },
  'POST /api/auth/second-factor': (firm) => firm.enter(firm.halfSignedIn ?? anAdviser()),
  'POST /api/auth/passkey/options': () => ({ challenge: 'AAAA', rpId: 'localhost', userVerification: 'required' }),
  'POST /api/auth/passkey': (firm) => firm.enter(firm.advisers[0] ?? anAdviser()),

  'GET /api/advisers': (firm) =>
    firm.advisers.map((account) => ({
      secondFactor: false,
      invited: false,
      clients: firm.clients.filter(({ adviserId }) => adviserId === account.id).length,
      lastSignInAt: null,
      ...account,
    })),
  'POST /api/advisers/{id}/second-factor/reset': (firm, { params }) => {
    found(firm.advisers, params.id).secondFactor = false;
  },
  'PATCH /api/advisers/{id}': (firm, { params, body }) => Object.assign(found(firm.advisers, params.id), given(body)),
  'DELETE /api/advisers/{id}': (firm, { params }) => remove(firm.advisers, params.id),

  'GET /api/account': (firm) => ({ ...me(firm), ...firm.account }),
  'POST /api/account/password': (firm) => {
    if (firm.halfSignedIn) firm.enter(firm.halfSignedIn);
    firm.sessions = firm.sessions.filter(({ current }) => current);
  },
  'POST /api/account/confirm': (firm, { body: { password = firm.password } }) => {
    if (password !== firm.password) throw invalid('password', 'That is not your password');
    firm.isFresh = true;
  },
  'POST /api/account/totp': () => ({
    secret: 'JBSWY3DPEHPK3PXP',
    url: 'otpauth://totp/Portal?secret=JBSWY3DPEHPK3PXP',
  }),
  'POST /api/account/totp/confirm': (firm) => {
    firm.account.totp = true;
    firm.mustEnrol = false;
  },
  'DELETE /api/account/totp': (firm) => {
    firm.account.totp = false;
  },
  'POST /api/account/recovery-codes': (firm) => {
    firm.account.recoveryCodes = 10;
    return { codes: Array.from({ length: 10 }, (_, i) => `code${i}abcde`) };
  },
  'GET /api/account/sessions': (firm) => firm.sessions,
  'DELETE /api/account/sessions/{id}': (firm, { params }) => remove(firm.sessions, params.id),
  'DELETE /api/account/sessions': (firm) => {
    firm.sessions = firm.sessions.filter(({ current }) => current);
  },
  'POST /api/account/passkeys/options': (firm) => {
    const { id, name, email } = me(firm);
    return {
      challenge: 'AAAA',
      rp: { id: 'localhost', name: firm.settings.firm.name },
      user: { id: Buffer.from(id).toString('base64url'), name: email, displayName: name },
      pubKeyCredParams: [-7, -257].map((alg) => ({ type: 'public-key', alg })),
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    };
  },
  'POST /api/account/passkeys': (firm, { body: { name } }) => {
    firm.mustEnrol = false;
    return added(firm.account.passkeys, aPasskey({ name }));
  },
  'PATCH /api/account/passkeys/{id}': ({ account }, { params, body }) =>
    Object.assign(found(account.passkeys, params.id), body),
  'DELETE /api/account/passkeys/{id}': ({ account }, { params }) => remove(account.passkeys, params.id),

  'GET /api/clients': (firm, asked) => {
    const { filter = 'all' } = asked.query;
    const clients = listed(firm).filter((client) => matchesFilter(client, filter));
    return pageOf({ ...asked, search: { filter, ...asked.search } }, clients, firm.pages.clients);
  },
  'POST /api/clients': (firm, { body }) => {
    const client = aClient({ id: newId('client'), phone: null, adviserId: me(firm).id, ...given(body) });
    return { ...firm.shown(added(firm.clients, client)), token: firm.tokenOf(client) };
  },
  'GET /api/clients/{id}': (firm, { params }) => firm.shown(firm.client(params.id)),
  'PATCH /api/clients/{id}': (firm, { params, body: { renewLink, descriptionWas, ...change } }) => {
    const client = firm.client(params.id);
    const { description } = client;
    if (descriptionWas !== undefined && ![descriptionWas, change.description].includes(description))
      throw conflict(NOTES_CHANGED, { description });
    Object.assign(client, given(change), { lastUpdate: now() });
    if (renewLink) firm.replaceLink(client);
    if (change.stepUp && change.stepUp !== 'off') client.stepUpReason = null;
    if (change.completed !== undefined) client.completedAt = change.completed ? now() : null;
    return firm.shown(client);
  },
  'DELETE /api/clients/{id}': (firm, { params }) => remove(firm.clients, params.id),
  'GET /api/clients/{id}/token': (firm, { params }) => ({ token: firm.tokenOf(firm.client(params.id)) }),
  'POST /api/clients/{id}/token/regenerate': (firm, { params }) => {
    firm.replaceLink(firm.client(params.id));
    return { token: firm.tokenOf(params) };
  },
  'POST /api/clients/{id}/send-portal-link': (firm, { params }) => ({
    message: `The portal link has been sent to ${firm.client(params.id).email}.`,
  }),
  'GET /api/dashboard/stats': (firm) => countClients(listed(firm)),

  'GET /api/clients/{id}/stages': (firm, { params }) => firm.stagesOf(params.id),
  'POST /api/clients/{id}/stages/reset': (firm, { params }) => {
    firm.journeys.delete(params.id);
    return firm.stagesOf(params.id);
  },
  'PATCH /api/stages/{stageId}': (firm, { params: { stageId }, body }) => {
    const { clientId, stageNumber } = stageOf(firm, stageId);
    const journey = firm.journeyOf(clientId);
    const after = changeStage(stageState(journey, stageNumber), body, now());
    firm.journeys.set(clientId, { ...journey, [stageNumber]: after });
    return stageOf(firm, stageId);
  },
  'GET /api/stages/{stageId}/plans': (firm, { params }) =>
    firm.plans.filter(({ stageId }) => stageId === params.stageId),
  'POST /api/stages/{stageId}/plans': (firm, { params: { stageId }, body }) =>
    added(firm.plans, aPlan({ clientId: stageOf(firm, stageId).clientId, stageId, ...given(body) })),
  'DELETE /api/plans/{id}': (firm, { params }) => remove(firm.plans, params.id),

  'GET /api/clients/{id}/documents': (firm, { params }) => ofClient(firm.documents, params.id).toReversed(),
  'POST /api/clients/{id}/documents': async (firm, { params, form, token }) => {
    const [file, taskId, stage] = ['file', 'taskId', 'stageId'].map((field) => form.get(field));
    if (!(file instanceof File)) throw invalid('file', 'Please choose a file');
    const task = typeof taskId === 'string' ? found(firm.tasks, taskId) : undefined;
    return firm.keep(params.id, file.name, Buffer.from(await file.arrayBuffer()), {
      stageId: task ? task.stageId : typeof stage === 'string' ? stage : null,
      taskId: task?.id ?? null,
      uploadedBy: token === undefined ? 'adviser' : 'client',
    });
  },
  'GET /api/documents/{id}/download': (firm, { params }) => {
    const { id, type } = found(firm.documents, params.id);
    return new Reply(firm.files.get(id) ?? Buffer.from('Dear Ruth'), { 'content-type': type });
  },
  'PATCH /api/documents/{id}': (firm, { params, body }) => Object.assign(found(firm.documents, params.id), body),
  'DELETE /api/documents/{id}': (firm, { params }) => remove(firm.documents, params.id),

  'GET /api/clients/{id}/tasks': (firm, { params }) => ofClient(firm.tasks, params.id).toReversed(),
  'POST /api/clients/{id}/tasks': (firm, { params, body }) =>
    added(firm.tasks, aTask({ clientId: params.id, ...given(body) })),
  'GET /api/tasks/pending': openTasks,
  'GET /api/tasks/pending-count': (firm) => ({ count: openTasks(firm).length }),
  'PATCH /api/tasks/{id}': (firm, { params, body, token }) => {
    const task = found(firm.tasks, params.id);
    const { addNote, ...change } = { addNote: undefined, ...body };
    Object.assign(task, given(change));
    if (addNote !== undefined) task.clientNotes = withNote(task.clientNotes ?? undefined, addNote, new Date());
    task.completedAt = task.status === 'completed' ? (task.completedAt ?? now()) : null;
    const { adviserNotes: _, ...forClient } = task;
    return token === undefined ? task : forClient;
  },
  'DELETE /api/tasks/{id}': (firm, { params }) => remove(firm.tasks, params.id),

  'GET /api/clients/{id}/messages': (firm, asked) => {
    const { before, peek } = asked.query;
    const own = asked.token === undefined ? 'adviser' : 'client';
    const messages = ofClient(firm.messages, asked.params.id);
    const unread = before || peek ? [] : messages.filter(({ senderType, read }) => senderType !== own && !read);
    for (const message of unread) Object.assign(message, { read: true, readAt: now() });
    const { body, headers } = pageOf(asked, messages, firm.pages.messages);
    return new Reply(body.toReversed(), headers);
  },
  'POST /api/clients/{id}/messages': (firm, { params, body, token }) =>
    say(firm, params.id, token === undefined ? 'adviser' : 'client', body.content),
  'POST /api/clients/{id}/stuck': (firm, { params, body: { ref, text } }) => {
    firm.client(params.id).stuckSince ??= now();
    const title = ref ? found(firm.tasks, ref).title : undefined;
    return say(firm, params.id, 'client', helpMessage(title, text));
  },
  'DELETE /api/clients/{id}/stuck': (firm, { params }) => {
    firm.client(params.id).stuckSince = null;
  },
  'GET /api/clients/{id}/activity': (firm, asked) =>
    pageOf(asked, ofClient(firm.activity, asked.params.id), firm.pages.activity),

  'GET /api/portal/{token}': (firm, { params }) => portalOf(firm, firm.opened(params.token)),
  // The page has the id from the token, which pads it with hyphens.
  'GET /api/clients/{id}/portal': (firm, { params }) => portalOf(firm, firm.client(params.id.replace(/-+$/, ''))),
  'GET /api/portal/{token}/news': (firm, { params }) => portalOf(firm, firm.opened(params.token)),
  'POST /api/portal/code': () => ({ message: 'We have sent you a code.' }),
  'POST /api/portal/no-code': (firm, { token }) => portalOf(firm, firm.clientOfToken(token)),
  'POST /api/portal/device': (firm, { body, token }) => {
    if (body.code !== firm.code) throw wrongCode(3);
    firm.unconfirmed.delete(firm.clientOfToken(token).id);
  },
  'POST /api/portal/new-link': () => ({ message: 'We have sent you a new link.' }),
  'GET /api/portal/devices': (firm) => firm.devices,
  'DELETE /api/portal/devices/{id}': (firm, { params, token }) => {
    if (found(firm.devices, params.id).current) firm.unconfirmed.add(firm.clientOfToken(token).id);
    remove(firm.devices, params.id);
  },
  'GET /api/clients/{id}/devices': (firm) => firm.devices,
  'DELETE /api/clients/{id}/devices/{deviceId}': (firm, { params }) => remove(firm.devices, params.deviceId),
  'POST /api/clients/{id}/devices/phrase': () => ({
    phrase: 'KJMTQVXP',
    endsAt: new Date(Date.now() + 600_000).toISOString(),
  }),

  'GET /api/notifications': (firm, asked) => {
    const notices = firm.notices.filter(({ read }) => !asked.query.unread || !read);
    return pageOf(asked, notices, firm.pages.notices);
  },
  'GET /api/notifications/unread': (firm) => ({
    count: firm.notices.filter(({ read }) => !read).length,
    latest: firm.notices.at(-1)?.id ?? null,
  }),
  'POST /api/notifications/read': (firm, { body: { ids, upTo = '' } }) => {
    for (const notice of firm.notices) if (ids?.includes(notice.id) || notice.id <= upTo) notice.read = true;
  },
  'GET /api/account/notifications': (firm) => firm.preferences,
  'PATCH /api/account/notifications': (firm, { body }) => Object.assign(firm.preferences, given(body)),

  'GET /api/firm': ({ settings: { firm } }) => ({ name: firm.name, phone: firm.phone, hours: firm.hours }),
  'GET /api/settings': (firm) => firm.settings,
  'PATCH /api/settings': ({ settings }, { body }) => {
    if (body.version !== settings.version) throw conflict('Someone else changed the settings. Reload and try again.');
    settings.version += 1;
    for (const section of SECTIONS) Object.assign(settings[section], given(body[section] ?? {}));
    return settings;
  },
  'GET /api/record': (firm, asked) => {
    const { actor, action, from = '', to = '9', cursor } = asked.query;
    const dayOf = ({ at }: FirmAuditEntry) => londonParts(new Date(at)).date;
    const entries = firm.auditLog
      .filter((entry) => (!actor || entry.actorId === actor) && (!action || entry.action === action))
      .filter((entry) => dayOf(entry) >= from && dayOf(entry) <= to);
    const page = pageOf(asked, entries, firm.pages.activity);
    if (!takesCsv(asked.accept)) return page;
    const head = cursor === undefined ? '"Who","What"\r\n' : '';
    const rows = page.body.map(({ actorName, summary }) => `"${actorName}","${summary}"\r\n`);
    return new Reply(Buffer.from(head + rows.join('')), { ...page.headers, 'content-type': 'text/csv; charset=utf-8' });
  },
};

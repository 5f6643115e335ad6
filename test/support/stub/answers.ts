import { helpMessage } from '#functions/domain/messages/message.ts';
import { withNote } from '#functions/domain/tasks/client-notes.ts';
import type { AnswerOf, BodyOf, CallName, ParamNames, QueryOf } from '#shared/contract/api.ts';
import type { FullClient } from '#shared/contract/clients.ts';
import type { Document } from '#shared/contract/documents.ts';
import type { RecordLine } from '#shared/contract/firm.ts';
import type { Stage } from '#shared/contract/journey.ts';
import type { Portal } from '#shared/contract/portal.ts';
import type { Task } from '#shared/contract/tasks.ts';
import { countClients, matchesFilter, NOTES_CHANGED } from '#shared/rules/clients.ts';
import { changeStage, flatStages, stageState } from '#shared/rules/journey.ts';
import { londonParts } from '#shared/rules/london.ts';
import { ADVISER_MESSAGES } from '#shared/rules/people.ts';
import { aClient, aMessage, anAdviser, aPlan, aTask, newId } from './builders.ts';
import { type Firm, refuse } from './firm.ts';

/** A call as the stub got it, parsed by the contract. */
export interface Asked<C extends CallName> {
  params: Record<ParamNames<C>, string>;
  query: QueryOf<C>;
  body: BodyOf<C>;
  /** Of an upload. */
  form: FormData;
  /** The portal token of a client who asks. */
  token: string | undefined;
  /** The types that the app takes. */
  accept: string;
}

/** An answer with headers, or of bytes. */
export class Reply {
  readonly body: unknown;
  readonly headers: Record<string, string>;
  constructor(body: unknown, headers: Record<string, string>) {
    this.body = body;
    this.headers = headers;
  }
}

type Answers = { [C in CallName]: (firm: Firm, asked: Asked<C>) => AnswerOf<C> | Reply | Promise<AnswerOf<C>> };

const now = () => new Date().toISOString();
const ofClient = <T extends { clientId: string }>(items: readonly T[], id: string) =>
  items.filter(({ clientId }) => clientId === id);
const found = <T extends { id: string }>(items: readonly T[], id: string): T =>
  items.find((item) => item.id === id) ?? refuse(404, 'Not found');
const without = <T extends { id: string }>(items: readonly T[], id: string): T[] =>
  items.filter((item) => item !== found(items, id));
const given = <T extends object>(change: T): Partial<T> =>
  Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined)) as Partial<T>;
const forClient = ({ adviserNotes: _, ...task }: Task) => task;

/** The client and the number in a stage's id. */
function stageOf(firm: Firm, stageId: string): { clientId: string; stage: Stage } {
  const client = firm.clients.find(({ id }) => stageId.startsWith(`${id}.`)) ?? refuse(404, 'Stage not found');
  return { clientId: client.id, stage: found(flatStages(firm.stagesOf(client.id)), stageId) };
}

/** One page of a list that goes on `after` an id, and the id that the next page goes on after. */
function pageOf<T extends { id: string }>(items: readonly T[], size: number, after: string | undefined) {
  const start = after === undefined ? 0 : items.findIndex(({ id }) => id === after) + 1;
  const page = items.slice(start, start + size);
  return { page, last: start + size < items.length ? page.at(-1)?.id : undefined };
}

const openTasks = (firm: Firm) =>
  firm.tasks
    .filter(({ status, clientId }) => status !== 'completed' && firm.clients.some(({ id }) => id === clientId))
    .map((task) => {
      const { name: clientName, adviserId, adviserName } = firm.shown(firm.client(task.clientId));
      return { ...task, clientName, adviserId, adviserName };
    })
    .sort((a, b) => ((a.dueDate ?? '9999') < (b.dueDate ?? '9999') ? -1 : 1));

/** What a client's own page shows. */
function portalOf(firm: Firm, client: FullClient): Portal {
  const signed = stageState(firm.journeyOf(client.id), 1.4);
  return {
    client,
    stages: firm.stagesOf(client.id),
    documents: ofClient(firm.documents, client.id).toReversed(),
    cesdSignature: {
      id: `${client.id}.cesd`,
      clientId: client.id,
      documentId: null,
      signed: signed.status === 'completed',
      signedAt: signed.completedAt ?? null,
    },
    tasks: ofClient(firm.tasks, client.id)
      .filter(({ responsibility }) => responsibility === 'client')
      .toReversed()
      .map(forClient),
    adviser: { name: client.adviserName },
    firm: { name: firm.settings.firm.name, phone: firm.settings.firm.phone, hours: firm.settings.firm.hours },
    latest: firm.news.get(client.id) ?? '',
  };
}

/** What the stub answers to each call, from what the firm has: enough of the server for a screen to see what it changed. */
export const answers: Answers = {
  'POST /api/auth/register': (firm, { body: { name, email, role } }) => {
    const account = anAdviser({ id: newId('adviser'), name, email, ...(firm.signedIn && { role }) });
    firm.advisers.push(account);
    return account;
  },
  'POST /api/advisers/invitations': (firm, { body: { name, email, role } }) => {
    const account = anAdviser({ id: newId('adviser'), name, email, role });
    firm.advisers.push(account);
    firm.invited.add(account.id);
    return account;
  },
  'POST /api/advisers/{id}/invitation': () => undefined,
  'POST /api/auth/login': (firm, { body }) => {
    const account = firm.advisers.find(({ email }) => email === body.email) ?? refuse(401, 'Invalid email or password');
    if (!firm.owed) return { ...firm.enter(account), ...(firm.mustEnrol && { mustEnrol: true as const }) };
    firm.halfSignedIn = account;
    return firm.owed;
  },
  'POST /api/auth/forgot-password': () => ({
    message: 'If an account exists with that email, you will receive a password reset link.',
  }),
  'POST /api/auth/reset-password': () => ({
    message: 'Your password has been reset. You can now log in with your new password.',
  }),
  'POST /api/auth/confirm-address': () => ({ message: ADVISER_MESSAGES.confirmed }),
  'GET /api/auth/me': (firm) => ({
    ...(firm.signedIn ?? refuse(401, 'Please sign in')),
    ...(firm.mustEnrol && { mustEnrol: true as const }),
  }),
  'POST /api/auth/logout': (firm) => {
    firm.signedIn = undefined;
    return undefined;
  },

  'GET /api/advisers': (firm) =>
    firm.advisers.map((account) => ({
      secondFactor: firm.withFactor.has(account.id),
      invited: firm.invited.has(account.id),
      clients: firm.clients.filter(({ adviserId }) => adviserId === account.id).length,
      lastSignInAt: firm.signIns.get(account.id) ?? null,
      ...account,
    })),
  'POST /api/advisers/{id}/second-factor/reset': (firm, { params }) => {
    firm.withFactor.delete(found(firm.advisers, params.id).id);
    return undefined;
  },
  'PATCH /api/advisers/{id}': (firm, { params, body: { password: _, ...change } }) =>
    Object.assign(found(firm.advisers, params.id), given(change)),
  'DELETE /api/advisers/{id}': (firm, { params }) => {
    firm.advisers = without(firm.advisers, params.id);
    return undefined;
  },

  'GET /api/clients': (firm, { query: { filter = 'all', cursor } }) => {
    const listed = firm.clients.filter((client) => matchesFilter(firm.factsOf(client), filter)).toReversed();
    const { page, last } = pageOf(listed, firm.pages.clients, cursor);
    const link = last && `</api/clients?${new URLSearchParams({ filter, cursor: last })}>; rel="next"`;
    return new Reply(
      page.map((client) => firm.shown(client)),
      link ? { link } : {},
    );
  },
  'POST /api/clients': (firm, { body: { name, email, phone = null, adviserId = firm.signedIn?.id } }) => {
    const client = aClient({ id: newId('client'), name, email, phone, adviserId });
    firm.clients.push(client);
    return { ...firm.shown(client), token: firm.tokenOf(client) };
  },
  'GET /api/clients/{id}': (firm, { params }) => firm.shown(firm.client(params.id)),
  'PATCH /api/clients/{id}': (firm, { params, body: { renewLink, descriptionWas, ...change } }) => {
    const { description } = firm.client(params.id);
    if (descriptionWas !== undefined && ![descriptionWas, change.description].includes(description))
      refuse(409, NOTES_CHANGED, { description });
    const client = Object.assign(firm.client(params.id), given(change), { lastUpdate: now() });
    if (renewLink) firm.replaceLink(client);
    if (change.stepUp && change.stepUp !== 'off') client.stepUpReason = null;
    if (change.completed !== undefined) client.completedAt = change.completed ? now() : null;
    return firm.shown(client);
  },
  'DELETE /api/clients/{id}': (firm, { params }) => {
    firm.clients = without(firm.clients, params.id);
    return undefined;
  },
  'GET /api/clients/{id}/token': (firm, { params }) => ({ token: firm.tokenOf(firm.client(params.id)) }),
  'POST /api/clients/{id}/token/regenerate': (firm, { params }) => {
    firm.replaceLink(firm.client(params.id));
    return { token: firm.tokenOf(firm.client(params.id)) };
  },
  'POST /api/clients/{id}/send-portal-link': (firm, { params }) => ({
    message: `The portal link has been sent to ${firm.client(params.id).email}.`,
  }),

  'GET /api/clients/{id}/stages': (firm, { params }) => firm.stagesOf(firm.client(params.id).id),
  'POST /api/clients/{id}/stages/reset': (firm, { params }) => {
    firm.journeys.delete(params.id);
    return firm.stagesOf(firm.client(params.id).id);
  },
  'PATCH /api/stages/{stageId}': (firm, { params, body }) => {
    const { clientId, stage } = stageOf(firm, params.stageId);
    const journey = firm.journeyOf(clientId);
    const after = changeStage(stageState(journey, stage.stageNumber), body, now());
    firm.journeys.set(clientId, { ...journey, [stage.stageNumber]: after });
    return stageOf(firm, params.stageId).stage;
  },

  'GET /api/stages/{stageId}/plans': (firm, { params }) =>
    firm.plans.filter(({ stageId }) => stageId === params.stageId),
  'POST /api/stages/{stageId}/plans': (firm, { params, body: { approxValuation = null, ...texts } }) => {
    const { clientId } = stageOf(firm, params.stageId);
    const plan = aPlan({ clientId, stageId: params.stageId, ...texts, approxValuation });
    firm.plans.push(plan);
    return plan;
  },
  'DELETE /api/plans/{id}': (firm, { params }) => {
    firm.plans = without(firm.plans, params.id);
    return undefined;
  },

  'GET /api/clients/{id}/documents': (firm, { params }) => ofClient(firm.documents, params.id).toReversed(),
  'POST /api/clients/{id}/documents': async (firm, { params, form, token }): Promise<Document> => {
    const [file, taskId] = [form.get('file'), form.get('taskId')];
    const stageId = typeof taskId === 'string' ? found(firm.tasks, taskId).stageId : form.get('stageId');
    if (!(file instanceof File)) return refuse(400, 'Please choose a file');
    return firm.keep(params.id, file.name, Buffer.from(await file.arrayBuffer()), {
      stageId: typeof stageId === 'string' ? stageId : null,
      taskId: typeof taskId === 'string' ? taskId : null,
      uploadedBy: token === undefined ? 'adviser' : 'client',
    });
  },
  'GET /api/documents/{id}/download': (firm, { params }) => {
    const { id, type } = found(firm.documents, params.id);
    return new Reply(firm.files.get(id) ?? Buffer.from('Dear Ruth'), { 'content-type': type });
  },
  'PATCH /api/documents/{id}': (firm, { params, body }) => Object.assign(found(firm.documents, params.id), body),
  'DELETE /api/documents/{id}': (firm, { params }) => {
    firm.documents = without(firm.documents, params.id);
    return undefined;
  },

  'GET /api/clients/{id}/tasks': (firm, { params }) => ofClient(firm.tasks, params.id).toReversed(),
  'POST /api/clients/{id}/tasks': (firm, { params, body }) => {
    const task = aTask({ clientId: params.id, ...given(body) });
    firm.tasks.push(task);
    return task;
  },
  'GET /api/tasks/pending': openTasks,
  'GET /api/tasks/pending-count': (firm) => ({ count: openTasks(firm).length }),
  'PATCH /api/tasks/{id}': (firm, { params, body, token }) => {
    const task = found(firm.tasks, params.id);
    const { addNote, ...change } = { addNote: undefined, ...body };
    Object.assign(task, given(change));
    if (addNote !== undefined) task.clientNotes = withNote(task.clientNotes ?? undefined, addNote, new Date(now()));
    task.completedAt = task.status === 'completed' ? (task.completedAt ?? now()) : null;
    return token === undefined ? task : forClient(task);
  },
  'DELETE /api/tasks/{id}': (firm, { params }) => {
    firm.tasks = without(firm.tasks, params.id);
    firm.documents = firm.documents.map((one) => (one.taskId === params.id ? { ...one, taskId: null } : one));
    return undefined;
  },

  'GET /api/clients/{id}/messages': (firm, { params, query: { before, peek }, token }) => {
    const own = token === undefined ? 'adviser' : 'client';
    const unread = ofClient(firm.messages, params.id).filter(({ senderType, read }) => senderType !== own && !read);
    if (!before && !peek) for (const message of unread) Object.assign(message, { read: true, readAt: now() });
    const newestFirst = ofClient(firm.messages, params.id).toReversed();
    const { page, last } = pageOf(newestFirst, firm.pages.messages, before && `${params.id}.${before}`);
    const link = last && `</api/clients/${params.id}/messages?before=${last.split('.').at(-1)}>; rel="prev"`;
    return new Reply(page.toReversed(), link ? { link } : {});
  },
  'POST /api/clients/{id}/messages': (firm, { params, body: { content }, token }) => {
    const message = aMessage({ clientId: params.id, content, senderType: token === undefined ? 'adviser' : 'client' });
    firm.messages.push(message);
    return message;
  },

  'GET /api/clients/{id}/activity': (firm, { params, query: { cursor, limit = firm.pages.activity } }) => {
    const { page, last } = pageOf(ofClient(firm.activity, params.id).toReversed(), limit, cursor);
    const link = last && `</api/clients/${params.id}/activity?limit=${limit}&cursor=${last}>; rel="next"`;
    return new Reply(page, link ? { link } : {});
  },

  'GET /api/dashboard/stats': (firm) => countClients(firm.clients.map((client) => firm.factsOf(client))),
  'GET /api/portal/{token}': (firm, { params }) => portalOf(firm, firm.shown(firm.opened(params.token))),
  'GET /api/clients/{id}/portal': (firm, { params }) => portalOf(firm, firm.shown(firm.clientOfTokensId(params.id))),
  'GET /api/portal/{token}/news': (firm, { params }) => {
    const { id } = firm.opened(params.token);
    return { latest: firm.news.get(id) ?? '' };
  },
  'POST /api/clients/{id}/stuck': (firm, { params, body: { ref, text } }) => {
    const title = ref && found(firm.tasks, ref).title;
    firm.client(params.id).stuckSince ??= now();
    const message = aMessage({
      clientId: params.id,
      content: helpMessage(title || undefined, text),
      senderType: 'client',
    });
    firm.messages.push(message);
    return message;
  },
  'DELETE /api/clients/{id}/stuck': (firm, { params }) => {
    firm.client(params.id).stuckSince = null;
    return undefined;
  },

  'GET /api/notifications': (firm, { query: { unread, cursor, limit = firm.pages.notices } }) => {
    const listed = firm.notices.filter(({ read }) => !unread || !read).toReversed();
    const { page, last } = pageOf(listed, limit, cursor);
    const link = last && `</api/notifications?limit=${limit}&cursor=${last}>; rel="next"`;
    return new Reply(page, link ? { link } : {});
  },
  'GET /api/notifications/unread': (firm) => ({
    count: firm.notices.filter(({ read }) => !read).length,
    latest: firm.notices.at(-1)?.id ?? null,
  }),
  'POST /api/notifications/read': (firm, { body: { ids, upTo } }) => {
    const last = firm.notices.findIndex(({ id }) => id === upTo);
    firm.notices.forEach((notice, i) => {
      if (ids?.includes(notice.id) || i <= last) notice.read = true;
    });
    return undefined;
  },
  'GET /api/account/notifications': (firm) => firm.preferences,
  'PATCH /api/account/notifications': (firm, { body }) => Object.assign(firm.preferences, given(body)),

  'GET /api/firm': ({ settings: { firm } }) => ({ name: firm.name, phone: firm.phone, hours: firm.hours }),
  'GET /api/settings': (firm) => firm.settings,
  'PATCH /api/settings': (firm, { body: { version, ...sections } }) => {
    if (version !== firm.settings.version) refuse(409, 'Someone else changed the settings. Reload and try again.');
    firm.settings.version += 1;
    Object.assign(firm.settings.firm, given(sections.firm ?? {}));
    Object.assign(firm.settings.portal, given(sections.portal ?? {}));
    Object.assign(firm.settings.staff, given(sections.staff ?? {}));
    Object.assign(firm.settings.mail, given(sections.mail ?? {}));
    return firm.settings;
  },
  'GET /api/record': (firm, { query: { cursor, limit = firm.pages.activity, ...filter }, accept }) => {
    const { actor, action, from = '', to = '9' } = filter;
    const dayOf = ({ at }: RecordLine) => londonParts(new Date(at)).date;
    const wanted = firm.record.filter(
      (line) =>
        (!actor || line.actorId === actor) &&
        (!action || line.action === action) &&
        dayOf(line) >= from &&
        dayOf(line) <= to,
    );
    const { page, last } = pageOf(wanted.toReversed(), limit, cursor);
    const older = last && new URLSearchParams({ ...given(filter), limit: String(limit), cursor: last });
    const headers: Record<string, string> = older ? { link: `</api/record?${older}>; rel="next"` } : {};
    if (!accept.includes('text/csv')) return new Reply(page, headers);
    const head = cursor === undefined ? '"Who","What"\r\n' : '';
    const rows = page.map(({ actorName, summary }) => `"${actorName}","${summary}"\r\n`);
    return new Reply(Buffer.from(head + rows.join('')), { ...headers, 'content-type': 'text/csv; charset=utf-8' });
  },

  'POST /api/auth/second-factor': (firm) => firm.enter(firm.halfSignedIn ?? refuse(401, 'Please sign in')),
  'POST /api/auth/passkey/options': () => ({ challenge: 'AAAA', rpId: 'localhost', userVerification: 'required' }),
  'POST /api/auth/passkey': (firm) => firm.enter(firm.advisers[0] ?? anAdviser()),
  'GET /api/account': (firm) => {
    const { id, name, email } = firm.signedIn ?? refuse(401, 'Please sign in');
    return { id, name, email, ...firm.account };
  },
  'POST /api/account/password': (firm) => {
    if (firm.halfSignedIn) firm.enter(firm.halfSignedIn);
    firm.sessions = firm.sessions.filter(({ current }) => current);
    return undefined;
  },
  'POST /api/account/confirm': (firm, { body: { password } }) => {
    const wrong = password !== undefined && password !== firm.password;
    const message = 'That is not your password';
    if (wrong) refuse(400, message, { fields: { password: message } });
    firm.isFresh = true;
    return undefined;
  },
  'POST /api/account/totp': () => ({
    secret: 'JBSWY3DPEHPK3PXP',
    url: 'otpauth://totp/Portal?secret=JBSWY3DPEHPK3PXP',
  }),
  'POST /api/account/totp/confirm': (firm) => {
    firm.account.totp = true;
    firm.mustEnrol = false;
    return undefined;
  },
  'DELETE /api/account/totp': (firm) => {
    firm.account.totp = false;
    return undefined;
  },
  'POST /api/account/recovery-codes': (firm) => {
    const codes = Array.from({ length: 10 }, (_, i) => `code${i}abcde`);
    firm.account.recoveryCodes = codes.length;
    return { codes };
  },
  'GET /api/account/sessions': (firm) => firm.sessions,
  'DELETE /api/account/sessions/{id}': (firm, { params }) => {
    firm.sessions = without(firm.sessions, params.id);
    return undefined;
  },
  'DELETE /api/account/sessions': (firm) => {
    firm.sessions = firm.sessions.filter(({ current }) => current);
    return undefined;
  },
  'POST /api/account/passkeys/options': (firm) => {
    const { id, name, email } = firm.signedIn ?? refuse(401, 'Please sign in');
    return {
      challenge: 'AAAA',
      rp: { id: 'localhost', name: firm.settings.firm.name },
      user: { id: Buffer.from(id).toString('base64url'), name: email, displayName: name },
      pubKeyCredParams: [-7, -257].map((alg) => ({ type: 'public-key', alg })),
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    };
  },
  'POST /api/account/passkeys': (firm, { body: { name } }) => {
    const passkey = { id: newId('passkey'), name, createdAt: now(), lastAt: null };
    firm.account.passkeys.push(passkey);
    firm.mustEnrol = false;
    return passkey;
  },
  'PATCH /api/account/passkeys/{id}': (firm, { params, body }) =>
    Object.assign(found(firm.account.passkeys, params.id), body),
  'DELETE /api/account/passkeys/{id}': (firm, { params }) => {
    firm.account.passkeys = without(firm.account.passkeys, params.id);
    return undefined;
  },

  'POST /api/portal/code': () => ({ message: 'We have sent you a code.' }),
  'POST /api/portal/no-code': (firm, { token = '' }) => ({
    adviser: { name: firm.shown(firm.clientOfToken(token)).adviserName },
    firm: { name: firm.settings.firm.name, phone: firm.settings.firm.phone, hours: firm.settings.firm.hours },
  }),
  'POST /api/portal/device': (firm, { body, token = '' }) => {
    if (body.code !== firm.code) refuse(401, 'That code is not right. You have 3 more tries.');
    firm.unconfirmed.delete(firm.clientOfToken(token).id);
    return undefined;
  },
  'POST /api/portal/new-link': () => ({ message: 'We have sent you a new link.' }),
  'GET /api/portal/devices': (firm, { token = '' }) => firm.devices.get(firm.clientOfToken(token).id) ?? [],
  'DELETE /api/portal/devices/{id}': (firm, { params, token = '' }) => {
    const { id } = firm.clientOfToken(token);
    const devices = firm.devices.get(id) ?? [];
    if (found(devices, params.id).current) firm.unconfirmed.add(id);
    firm.devices.set(id, without(devices, params.id));
    return undefined;
  },
  'GET /api/clients/{id}/devices': (firm, { params }) => firm.devices.get(params.id) ?? [],
  'DELETE /api/clients/{id}/devices/{deviceId}': (firm, { params }) => {
    firm.devices.set(params.id, without(firm.devices.get(params.id) ?? [], params.deviceId));
    return undefined;
  },
  'POST /api/clients/{id}/devices/phrase': () => ({
    phrase: 'KJMTQVXP',
    endsAt: new Date(Date.now() + 600_000).toISOString(),
  }),
};

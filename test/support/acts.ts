import { clientKey } from '#functions/domain/clients/client.ts';
import type { CallName } from '#shared/contract/api.ts';
import type { FirmAuditEntry } from '#shared/contract/firm.ts';
import type { ClientAuditEntry } from '#shared/contract/messages.ts';
import { Caller, type Sent } from './api.ts';
import { changeStored } from './aws.ts';
import { demoAdmin, newClient, PASSWORD } from './builders.ts';

export const withCookie = (cookie: string | undefined, token?: string) => Object.assign(new Caller(token), { cookie });
export const login = (email: string, password = PASSWORD, caller = new Caller(), headers: Sent['headers'] = {}) =>
  caller.call('POST /api/auth/login', { body: { email, password }, headers });
/** Returns the status of a caller's session: 200, or 401 where it has none. */
export const me = async (caller: Caller) => (await caller.call('GET /api/auth/me')).status;
export const changeAccount = (by: Caller, id: string, body: object) =>
  by.call('PATCH /api/advisers/{id}', { params: { id }, body });
export const deleteAccount = (by: Caller, id: string) => by.call('DELETE /api/advisers/{id}', { params: { id } });
export const register = (body: object, caller = new Caller()) => caller.call('POST /api/auth/register', { body });
export const forgotPassword = (email: string) =>
  new Caller().call('POST /api/auth/forgot-password', { body: { email } });
export const resetPassword = (token: string, newPassword = 'a new password') =>
  new Caller().call('POST /api/auth/reset-password', { body: { token, newPassword } });
export const openPortal = (token: string, caller = new Caller()) =>
  caller.call('GET /api/portal/{token}', { params: { token } });

/** Saves sections of the firm's settings, whatever their version is now. */
export async function saveSettings(by: Caller, sections: object) {
  const { version } = (await by.call('GET /api/settings')).body;
  return by.call('PATCH /api/settings', { body: { version, ...sections } });
}

/** Makes a client quiet since a day, as if nothing had changed. */
export const quietSince = ({ id }: { id: string }, day: string) =>
  changeStored(clientKey(id), { 'summary/lastUpdate': `${day}T09:00:00.000Z` });

/** Returns entries of the firm's audit log, newest first. */
export const auditLog = async (query: Record<string, string> = {}): Promise<FirmAuditEntry[]> =>
  (await (await demoAdmin()).call('GET /api/record', { query: { limit: '1000', ...query } })).body;
/** Returns the summaries of what somebody did, newest first. */
export const doneBy = async ({ id }: { id: string }) => (await auditLog({ actor: id })).map(({ summary }) => summary);

/** A new client, and calls about it over HTTP, by its adviser unless another caller is named. */
export async function clientOf(adviser: Caller, given: Record<string, unknown> = {}) {
  const client = await newClient(adviser, given);
  const params = { id: client.id };
  const by = (name: CallName, sent: Sent = {}, caller = adviser) => caller.call(name, { params, ...sent });
  const read = async (name: CallName, caller = adviser) => (await by(name, {}, caller)).body;
  return {
    ...client,
    params,
    own: new Caller(client.token),
    by,
    read,
    now: () => read('GET /api/clients/{id}'),
    change: (body: object, caller?: Caller) => by('PATCH /api/clients/{id}', { body }, caller),
    setStage: (number: string, body: object) =>
      by('PATCH /api/stages/{stageId}', { params: { stageId: `${client.id}.${number}` }, body }),
    addTask: (body: object) => by('POST /api/clients/{id}/tasks', { body: { title: 'Send passport', ...body } }),
    setTask: (id: string, body: object, caller?: Caller) =>
      by('PATCH /api/tasks/{id}', { params: { id }, body }, caller),
    write: (content: string, caller?: Caller) => by('POST /api/clients/{id}/messages', { body: { content } }, caller),
    remove: () => by('DELETE /api/clients/{id}'),
    /** Returns a caller from a device that a phrase of the adviser confirmed. */
    confirmDevice: async (headers: Sent['headers'] = {}) => {
      const { phrase: code } = (await by('POST /api/clients/{id}/devices/phrase')).body;
      const device = new Caller(client.token);
      await device.call('POST /api/portal/device', { body: { code, remember: true }, headers });
      return device;
    },
    newLink: async () => (await (await demoAdmin()).call('POST /api/clients/{id}/token/regenerate', { params })).body,
    auditLog: (): Promise<ClientAuditEntry[]> => read('GET /api/clients/{id}/activity'),
    actions: async () => (await read('GET /api/clients/{id}/activity')).map(({ action }: ClientAuditEntry) => action),
  };
}
/** See {@link clientOf}. */
export type ClientDesk = Awaited<ReturnType<typeof clientOf>>;

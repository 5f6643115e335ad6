import type { CallName } from '#shared/contract/api.ts';
import { inDays } from './days.ts';

interface Named {
  adviserId: string;
  clientId: string;
  /** Address of an account that signs in with `password`. */
  email: string;
  password: string;
  settings: { version: number; firm: { name: string } };
  /** An unused address. */
  newEmail: string;
}

/** A valid JSON body for each call that takes one. */
export const BODIES = {
  'POST /api/auth/register': ({ newEmail, password }: Named) => ({ name: 'New', email: newEmail, password }),
  'POST /api/advisers/invitations': ({ newEmail }: Named) => ({ name: 'New', email: newEmail }),
  'POST /api/auth/login': ({ email, password }: Named) => ({ email, password }),
  'POST /api/auth/forgot-password': ({ newEmail }: Named) => ({ email: newEmail }),
  'POST /api/auth/reset-password': ({ password }: Named) => ({ token: 'unknown', newPassword: password }),
  'POST /api/auth/confirm-address': ({ password }: Named) => ({ token: 'unknown', password }),
  'PATCH /api/account': () => ({ name: 'Renamed' }),
  'PATCH /api/advisers/{id}': () => ({ name: 'Renamed' }),
  'POST /api/clients': ({ newEmail, adviserId }: Named) => ({ name: 'New', email: newEmail, phone: '1', adviserId }),
  'PATCH /api/clients/{id}': () => ({ status: 'urgent' }),
  'POST /api/views': () => ({ name: 'Urgent', query: 'filter=urgent' }),
  'PATCH /api/views/{id}': () => ({ version: 1, name: 'Most urgent', query: 'filter=urgent&sort=-days' }),
  'PATCH /api/stages/{stageId}': () => ({ status: 'completed' }),
  'POST /api/stages/{stageId}/plans': () => ({
    provider: 'Aviva',
    planType: 'pension',
    planNumber: 'P1',
    approxValuation: 1,
  }),
  'PATCH /api/plans/{id}': () => ({ planNumber: 'P2', approxValuation: 2 }),
  'POST /api/clients/{id}/uploads': () => ({ name: 'scan.pdf', size: 1 }),
  'POST /api/uploads/{id}/finish': () => ({}),
  'PATCH /api/documents/{id}': ({ clientId }: Named) => ({ stageId: `${clientId}.2.1` }),
  'POST /api/clients/{id}/requests': ({ clientId }: Named) => ({
    items: [{ title: 'Passport', help: 'The page with your photo.', stageId: `${clientId}.6.1` }],
    dueDate: inDays(7),
  }),
  'PATCH /api/requests/{id}': () => ({ version: 1, title: 'Driving licence' }),
  'POST /api/requests/{id}/decision': () => ({ version: 1, decision: 'waive', reason: null }),
  'POST /api/requests/{id}/cannot': () => ({ reason: 'My employer never sent one.' }),
  'POST /api/clients/{id}/loas': ({ clientId }: Named) => ({
    provider: 'Aviva',
    planIds: [`${clientId}.plan`],
    scope: 'information',
  }),
  'PATCH /api/loas/{id}': () => ({ version: 1, scope: 'servicing' }),
  'POST /api/loas/{id}/steps': () => ({ version: 1, step: 'acknowledged' }),
  'PATCH /api/providers/{key}': () => ({ version: 1, phone: '0800 068 6800' }),
  'PATCH /api/clients/{id}/reminders': () => ({ disabled: false, pausedUntil: inDays(7) }),
  'PATCH /api/request-templates': () => ({
    version: 0,
    templates: [{ id: 'p60', title: 'P60', help: null, stage: 2.3 }],
  }),
  'POST /api/clients/{id}/tasks': () => ({
    title: 'A task',
    description: 'd',
    stageId: 'none',
    responsibility: 'client',
    dueDate: inDays(7),
  }),
  'PATCH /api/tasks/{id}': () => ({ status: 'completed' }),
  'POST /api/clients/{id}/messages': () => ({ content: 'Hello' }),
  'POST /api/clients/{id}/stuck': () => ({ ref: null, text: 'Which form?' }),
  'POST /api/notifications/read': () => ({ upTo: '0'.repeat(25) }),
  'PATCH /api/account/notifications': () => ({ tasks: 'daily' }),
  'PATCH /api/settings': ({ settings: { version, firm } }: Named) => ({ version, firm: { name: firm.name } }),
  'POST /api/auth/second-factor': () => ({ code: '000000' }),
  'POST /api/auth/passkey': () => ({ passkey: { id: 'AAAA', rawId: 'AAAA', type: 'public-key' } }),
  'POST /api/account/password': ({ password }: Named) => ({ current: password, new: `${password} of my own` }),
  'POST /api/account/confirm': ({ password }: Named) => ({ password }),
  'POST /api/account/totp/confirm': () => ({ code: '000000' }),
  'POST /api/account/passkeys': () => ({ name: 'Laptop', passkey: { id: 'AAAA', rawId: 'AAAA', type: 'public-key' } }),
  'PATCH /api/account/passkeys/{id}': () => ({ name: 'Laptop' }),
  'POST /api/portal/device': () => ({ code: '000000', remember: true }),
  'POST /api/portal/new-link': () => ({ token: 'unknown' }),
} satisfies Partial<Record<CallName, (named: Named) => object>>;
export type WithBody = keyof typeof BODIES;

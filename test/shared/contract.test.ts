import { expect, test } from 'vitest';
import { api, type CallName } from '#shared/contract/api.ts';
import type { Call } from '#shared/contract/call.ts';

/** API calls with a path parameter that loads no client, each with a reason. */
const ABOUT_NOBODY: Partial<Record<CallName, string>> = {
  'PATCH /api/advisers/{id}': 'an account of the firm’s, only for admins',
  'DELETE /api/advisers/{id}': 'an account of the firm’s, only for admins',
  'POST /api/advisers/{id}/invitation': 'an account of the firm’s, only for admins',
  'PATCH /api/views/{id}': 'only the caller’s own views and shared ones are read',
  'DELETE /api/views/{id}': 'only the caller’s own views and shared ones are read',
  'PATCH /api/providers/{key}': 'the firm’s directory, only for admins',
  'DELETE /api/providers/{key}': 'the firm’s directory, only for admins',
  'GET /api/reminders/{key}': 'the key of a reminder names the client',
  'GET /api/reminders/{key}/stop': 'the key of a reminder names the client',
  'HEAD /api/reminders/{key}/stop': 'the key of a reminder names the client',
  'POST /api/reminders/{key}/stop': 'the key of a reminder names the client',
  'POST /api/reminders/{key}/pause': 'the key of a reminder names the client',
  'POST /api/reminders/{key}/resume': 'the key of a reminder names the client',
  'GET /api/portal/{token}': 'the token is the caller, who is the client',
  'GET /api/portal/{token}/news': 'the token is the caller, who is the client',
  'DELETE /api/portal/devices/{id}': 'belongs to the caller, who is the client',
  'DELETE /api/account/sessions/{id}': 'belongs to the caller’s own account',
  'PATCH /api/account/passkeys/{id}': 'belongs to the caller’s own account',
  'DELETE /api/account/passkeys/{id}': 'belongs to the caller’s own account',
  'POST /api/advisers/{id}/second-factor/reset': 'an account of the firm’s, only for admins',
};

const CALLS = Object.entries(api) as [CallName, Call][];

test('every API call with a path parameter concerns a client, unless an exception is listed', () => {
  const open = CALLS.filter(([name, { about }]) => name.includes('{') && about === 'nobody');
  expect(open.map(([name]) => name).sort()).toEqual(Object.keys(ABOUT_NOBODY).sort());
});

test('no API call without a path parameter concerns a client', () => {
  const aboutNothing = CALLS.filter(([name, { about }]) => !name.includes('{') && about !== 'nobody');
  expect(aboutNothing).toEqual([]);
});

import { expect, test } from 'vitest';
import { api, type CallName } from '#shared/contract/api.ts';
import type { Call } from '#shared/contract/call.ts';

/** Calls with something in their path that no client is read for, and why none has to be. */
const ABOUT_NOBODY: Partial<Record<CallName, string>> = {
  'PATCH /api/advisers/{id}': 'an account of the firm’s, for admins alone',
  'DELETE /api/advisers/{id}': 'an account of the firm’s, for admins alone',
  'POST /api/advisers/{id}/invitation': 'an account of the firm’s, for admins alone',
  'GET /api/portal/{token}': 'the token is the caller, who is the client',
  'GET /api/portal/{token}/news': 'the token is the caller, who is the client',
  'DELETE /api/portal/devices/{id}': 'of the caller, who is the client',
  'DELETE /api/account/sessions/{id}': 'of the caller’s own account',
  'PATCH /api/account/passkeys/{id}': 'of the caller’s own account',
  'DELETE /api/account/passkeys/{id}': 'of the caller’s own account',
  'POST /api/advisers/{id}/second-factor/reset': 'an account of the firm’s, for admins alone',
};

const CALLS = Object.entries(api) as [CallName, Call][];

test('each call with a path parameter is about a client, unless listed here with a reason', () => {
  const open = CALLS.filter(([name, { about }]) => name.includes('{') && about === 'nobody');
  expect(open.map(([name]) => name).sort()).toEqual(Object.keys(ABOUT_NOBODY).sort());
});

test('each call without a path parameter is about nobody', () => {
  const aboutNothing = CALLS.filter(([name, { about }]) => !name.includes('{') && about !== 'nobody');
  expect(aboutNothing).toEqual([]);
});

import type * as contract from '#shared/contract/advisers.ts';
import type { CallTests } from './call-test.ts';

export const accountCalls = {
  'POST /api/auth/register': {
    cost: [2, 2],
    why: 'the firm’s rules for passwords, where nobody is signed in',
    body: ({ newEmail, password }) => ({ name: 'New', email: newEmail, password }),
    required: ['name', 'email', 'password'],
  },
  'POST /api/auth/login': {
    cost: [10, 3],
    why: 'address, account and its browsers, then the session is kept and signed, and the counters cleared',
    body: ({ email, password }) => ({ email, password }),
    required: ['email', 'password'],
  },
  'POST /api/auth/forgot-password': {
    cost: [2, 2],
    body: ({ newEmail }) => ({ email: newEmail }),
    required: ['email'],
  },
  'POST /api/auth/reset-password': {
    cost: [4, 2],
    body: ({ password }) => ({ token: 'unknown', newPassword: password }),
    required: ['token', 'newPassword'],
  },
  'POST /api/auth/confirm-address': {
    cost: [6, 5],
    why: 'counts the attempt before it is compared, and clears the counters after the change',
    body: ({ password }) => ({ token: 'unknown', password }),
    required: ['token'],
  },
  'GET /api/auth/me': { cost: [1, 1], isFirst: true },
  'POST /api/auth/logout': { cost: [2, 2] },
  'GET /api/advisers': { cost: [3, 1], why: 'with the numbers of clients', isFirst: true },
  'POST /api/advisers/invitations': {
    cost: [2, 2],
    body: ({ newEmail }) => ({ name: 'New', email: newEmail }),
    required: ['name', 'email'],
  },
  'POST /api/advisers/{id}/invitation': { cost: [4, 3], why: 'counts the mails of an hour', sent: 'onInvited' },
  'PATCH /api/advisers/{id}': {
    cost: [3, 3],
    why: 'the account is read once a password is hashed',
    sent: 'onNewAdviser',
    body: { name: 'Renamed' },
  },
  'DELETE /api/advisers/{id}': { cost: [3, 2], sent: 'onNewAdviser' },
} satisfies CallTests<typeof contract.accountCalls>;

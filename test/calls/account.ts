import type * as contract from '#shared/contract/account.ts';
import type { CallTests } from './call-test.ts';

export const ownAccountCalls = {
  'POST /api/auth/second-factor': {
    cost: [7, 3],
    why: 'the half-session, then the guess is counted beside what it is compared with, then the session is kept and signed',
    sent: 'withOwnersCode',
    body: { code: '000000' },
  },
  'POST /api/auth/passkey/options': { cost: [0, 0], isFirst: true },
  'POST /api/auth/passkey': {
    cost: [6, 2],
    sent: 'withOwnersPasskey',
    body: { passkey: { id: 'AAAA', rawId: 'AAAA', type: 'public-key' } },
    required: ['passkey'],
  },
  'GET /api/account': { cost: [3, 1], isFirst: true },
  'PATCH /api/account': { cost: [4, 2], body: { name: 'Renamed' } },
  'GET /api/account/colleagues': { cost: [2, 1] },
  'PATCH /api/account/cover': { cost: [2, 1], body: { colleagueId: null, from: '2026-12-01', until: '2026-12-14' } },
  'POST /api/account/password': {
    cost: [6, 4],
    why: 'counts a guess before it is compared, and forgets it before the change',
    body: ({ password }) => ({ current: password, new: `${password} of my own` }),
    required: ['current', 'new'],
  },
  'POST /api/account/confirm': {
    cost: [6, 4],
    why: 'counts a guess before it is compared, and forgets it before that is noted and the renewed session signed',
    body: ({ password }) => ({ password }),
  },
  'POST /api/account/totp': { cost: [2, 2] },
  'POST /api/account/totp/confirm': { cost: [3, 2], sent: 'withAppCode', body: { code: '000000' }, required: ['code'] },
  'DELETE /api/account/totp': { cost: [3, 2], sent: 'onOwnApp' },
  'POST /api/account/recovery-codes': { cost: [3, 2], sent: 'onOwnApp' },
  'GET /api/account/sessions': { cost: [2, 1] },
  'DELETE /api/account/sessions/{id}': { cost: [3, 2], sent: 'onOtherSession' },
  'DELETE /api/account/sessions': { cost: [3, 2] },
  'POST /api/account/passkeys/options': { cost: [2, 1] },
  'POST /api/account/passkeys': {
    cost: [3, 2],
    sent: 'withNewPasskey',
    body: { name: 'Laptop', passkey: { id: 'AAAA', rawId: 'AAAA', type: 'public-key' } },
    required: ['name', 'passkey'],
  },
  'PATCH /api/account/passkeys/{id}': {
    cost: [2, 2],
    sent: 'onOwnPasskey',
    body: { name: 'Laptop' },
    required: ['name'],
  },
  'DELETE /api/account/passkeys/{id}': { cost: [3, 2], sent: 'onOwnPasskey' },
  'POST /api/advisers/{id}/second-factor/reset': {
    cost: [5, 3],
    why: 'what is taken off is found first',
    sent: 'onAdviserWithApp',
  },
} satisfies CallTests<typeof contract.ownAccountCalls>;

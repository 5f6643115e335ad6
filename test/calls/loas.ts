import type * as contract from '#shared/contract/loas.ts';
import type { CallTests } from './call-test.ts';

export const loaCalls = {
  'GET /api/clients/{id}/loas': { cost: [3, 1], isFirst: true },
  'POST /api/clients/{id}/loas': {
    cost: [7, 3],
    why: 'plans, letters and the directory of providers',
    sent: 'withNewPlan',
    body: ({ clientId }) => ({
      provider: 'Aviva',
      planIds: [`${clientId}.plan`],
      scope: 'information',
    }),
    required: ['provider', 'planIds', 'scope'],
  },
  'GET /api/loas/board': {
    cost: [2, 1],
    why: 'for admins and a part of the board: two more, after the identity check',
  },
  'PATCH /api/loas/{id}': {
    cost: [5, 2],
    sent: 'onNewLoa',
    body: { version: 1, scope: 'servicing' },
    required: ['version'],
  },
  'POST /api/loas/{id}/steps': {
    cost: [4, 2],
    why: 'to send: two more, the directory of providers',
    sent: 'onNewLoa',
    body: { version: 1, step: 'acknowledged' },
    required: ['version', 'step'],
  },
  'GET /api/providers': { cost: [3, 2] },
  'PATCH /api/providers/{key}': {
    cost: [4, 3],
    sent: 'onProvider',
    body: { version: 1, phone: '0800 068 6800' },
    required: ['version'],
  },
  'DELETE /api/providers/{key}': { cost: [4, 3], sent: 'onUnusedProvider' },
} satisfies CallTests<typeof contract.loaCalls>;

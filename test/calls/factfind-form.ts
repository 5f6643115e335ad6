import type * as contract from '#shared/contract/factfind-form.ts';
import type { CallTests } from './call-test.ts';

export const factfindFormCalls = {
  'GET /api/factfind-form': { cost: [2, 1] },
  'PATCH /api/factfind-form': {
    cost: [3, 2],
    body: { version: 0, off: ['wills'], own: [{ id: 'own-k3x9a0bc', text: 'Do you smoke?', type: 'yes' }] },
    required: ['version', 'off', 'own'],
  },
} satisfies CallTests<typeof contract.factfindFormCalls>;

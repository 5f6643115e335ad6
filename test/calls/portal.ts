import type * as contract from '#shared/contract/portal.ts';
import type { CallTests } from './call-test.ts';

export const portalCalls = {
  'GET /api/portal/{token}': {
    cost: [4, 2],
    why: 'the adviser’s name, by the client’s adviser; beside it, once a day, that it was opened',
    isFirst: true,
  },
  'GET /api/portal/{token}/news': { cost: [2, 2], why: 'the adviser’s name, by the client’s adviser' },
  'GET /api/clients/{id}/portal': { cost: [5, 2], why: 'is recorded' },
} satisfies CallTests<typeof contract.portalCalls>;

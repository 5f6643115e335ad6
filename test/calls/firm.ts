import type * as contract from '#shared/contract/firm.ts';
import type { CallTests } from './call-test.ts';

export const firmCalls = {
  'GET /api/firm': { cost: [2, 1] },
  'GET /api/firm/complaints': { cost: [1, 1], sent: 'withComplaintsText' },
  'GET /api/settings': { cost: [1, 1], isFirst: true },
  'PATCH /api/settings': {
    cost: [2, 2],
    body: ({ settings: { version, firm } }) => ({ version, firm: { name: firm.name } }),
    required: ['version'],
  },
  'GET /api/record': { cost: [2, 1] },
} satisfies CallTests<typeof contract.firmCalls>;

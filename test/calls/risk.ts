import type * as contract from '#shared/contract/risk.ts';
import { inDays } from '../support/days.ts';
import type { CallTests } from './call-test.ts';

export const riskCalls = {
  'GET /api/clients/{id}/risk': { cost: [3, 1] },
  'PATCH /api/clients/{id}/risk': {
    cost: [4, 2],
    sent: 'withRiskVersion',
    body: {
      version: 0,
      tool: 'dynamic-planner',
      on: inDays(-1),
      result: '5 of 10',
      documentId: null,
      agreed: 'same',
      level: null,
      why: null,
      capacity: 'small',
      capacityWhy: null,
    },
    required: ['version', 'tool', 'on', 'result', 'agreed', 'capacity'],
  },
} satisfies CallTests<typeof contract.riskCalls>;

import type * as contract from '#shared/contract/journey.ts';
import type { CallTests } from './call-test.ts';

export const journeyCalls = {
  'GET /api/clients/{id}/stages': { cost: [2, 1], isFirst: true },
  'POST /api/clients/{id}/stages/reset': { cost: [3, 2], sent: 'onStartedClient' },
  'PATCH /api/stages/{stageId}': {
    cost: [3, 2],
    sent: 'onFirstStage',
    body: { status: 'completed' },
    required: ['status'],
  },
  'GET /api/stages/{stageId}/plans': { cost: [3, 1], sent: 'onLetterStage', isFirst: true },
  'POST /api/stages/{stageId}/plans': {
    cost: [3, 2],
    sent: 'onLetterStage',
    body: {
      provider: 'Aviva',
      planType: 'pension',
      planNumber: 'P1',
      approxValuation: 1,
    },
    required: ['provider', 'planType', 'planNumber'],
  },
  'PATCH /api/plans/{id}': { cost: [4, 2], sent: 'onNewPlan', body: { planNumber: 'P2', approxValuation: 2 } },
  'DELETE /api/plans/{id}': { cost: [4, 2], sent: 'onNewPlan' },
} satisfies CallTests<typeof contract.journeyCalls>;

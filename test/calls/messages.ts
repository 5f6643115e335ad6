import type * as contract from '#shared/contract/messages.ts';
import type { CallTests } from './call-test.ts';

export const messageCalls = {
  'GET /api/clients/{id}/messages': { cost: [3, 1], isFirst: true },
  'POST /api/clients/{id}/messages': { cost: [3, 2], body: { content: 'Hello' }, required: ['content'] },
  'POST /api/clients/{id}/stuck': {
    cost: [3, 3],
    why: 'counts what comes through a link',
    body: { ref: null, text: 'Which form?' },
  },
  'DELETE /api/clients/{id}/stuck': { cost: [2, 1] },
  'GET /api/clients/{id}/activity': { cost: [3, 1], isFirst: true },
} satisfies CallTests<typeof contract.messageCalls>;

import type * as contract from '#shared/contract/factfind.ts';
import { inDays } from '../support/days.ts';
import type { CallTests } from './call-test.ts';

export const factfindCalls = {
  'POST /api/clients/{id}/factfind': {
    cost: [4, 2],
    sent: 'onClientWithoutFactfind',
    body: { sections: ['you', 'family'], dueDate: inDays(7), message: 'Before our meeting.' },
    required: ['sections'],
  },
  'GET /api/clients/{id}/factfind': {
    cost: [5, 3],
    why: 'the client names the request, and reading is recorded',
    sent: 'onFactfind',
  },
  'PATCH /api/clients/{id}/factfind': {
    cost: [5, 4],
    why: 'the client names the request, and saves are counted',
    sent: 'onFactfind',
    body: { section: 'you', answers: [{ key: 'known', n: 0, v: 'Sam' }] },
    required: ['section', 'answers'],
  },
  'POST /api/clients/{id}/factfind/people': {
    cost: [5, 3],
    why: 'the client names the request',
    sent: 'withPersonOfFactfind',
    body: { person: 2 },
    required: ['person'],
  },
} satisfies CallTests<typeof contract.factfindCalls>;

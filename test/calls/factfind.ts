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
    cost: [5, 3],
    why: 'the client names the request; saves by a link are counted in one round more',
    sent: 'onFactfind',
    body: { section: 'you', answers: [{ key: 'known', n: 0, v: 'Sam' }] },
    required: ['section', 'answers'],
  },
  'POST /api/clients/{id}/factfind/ask': {
    cost: [5, 3],
    why: 'the client names the request',
    sent: 'withQuestionBack',
    body: { version: 1, asks: [{ section: 'you', key: 'known', text: 'How is it spelt?' }] },
    required: ['version', 'asks'],
  },
  'POST /api/clients/{id}/factfind/accept': {
    cost: [8, 5],
    why: 'the client names the request, and the copy is sealed and stored',
    sent: 'withAgreement',
    body: { version: 1, agreedOn: null },
    required: ['version'],
  },
  'POST /api/clients/{id}/factfind/people': {
    cost: [5, 3],
    why: 'the client names the request',
    sent: 'withPersonOfFactfind',
    body: { person: 2 },
    required: ['person'],
  },
} satisfies CallTests<typeof contract.factfindCalls>;

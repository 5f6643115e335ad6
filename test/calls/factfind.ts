import type * as contract from '#shared/contract/factfind.ts';
import { inDays } from '../support/days.ts';
import type { CallTests } from './call-test.ts';

export const factfindCalls = {
  'POST /api/clients/{id}/factfind': {
    cost: [5, 3],
    why: 'the answers are read after the client’s request, so that later ones conflict',
    sent: 'onClientWithoutFactfind',
    body: { sections: ['you', 'family'], dueDate: inDays(7), message: 'Before our meeting.' },
    required: ['sections'],
  },
  'GET /api/clients/{id}/factfind': {
    cost: [5, 4],
    why: 'the client names the request, whose answers are read after it; reading is recorded',
    sent: 'onFactfind',
  },
  'PATCH /api/clients/{id}/factfind': {
    cost: [5, 4],
    why: 'the client names the request, whose answers are read after it; saves by a link are counted in one round more',
    sent: 'onFactfind',
    body: { section: 'you', answers: [{ key: 'known', n: 0, v: 'Sam' }] },
    required: ['section', 'answers'],
  },
  'POST /api/clients/{id}/factfind/ask': {
    cost: [5, 4],
    why: 'the client names the request, whose answers are read after it',
    sent: 'withQuestionBack',
    body: { version: 1, asks: [{ section: 'you', key: 'known', text: 'How is it spelt?' }] },
    required: ['version', 'asks'],
  },
  'POST /api/clients/{id}/factfind/accept': {
    cost: [8, 6],
    why: 'the client names the request, whose answers are read after it; the copy is sealed and stored',
    sent: 'withAgreement',
    body: { version: 1, agreedOn: null },
    required: ['version'],
  },
  'POST /api/clients/{id}/factfind/people': {
    cost: [5, 4],
    why: 'the client names the request, whose answers are read after it',
    sent: 'withPersonOfFactfind',
    body: { person: 2 },
    required: ['person'],
  },
} satisfies CallTests<typeof contract.factfindCalls>;

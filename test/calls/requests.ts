import type * as contract from '#shared/contract/requests.ts';
import { inDays } from '../support/days.ts';
import type { CallTests } from './call-test.ts';

export const requestCalls = {
  'GET /api/clients/{id}/requests': { cost: [3, 1], isFirst: true },
  'POST /api/clients/{id}/requests': {
    cost: [3, 2],
    body: ({ clientId }) => ({
      items: [{ title: 'Passport', help: 'The page with your photo.', stageId: `${clientId}.6.1` }],
      dueDate: inDays(7),
    }),
    required: ['items'],
  },
  'GET /api/requests/review': { cost: [2, 1], why: 'for admins: two more, after the identity check' },
  'PATCH /api/requests/{id}': {
    cost: [4, 2],
    sent: 'onNewRequest',
    body: { version: 1, title: 'Driving licence' },
    required: ['version'],
  },
  'DELETE /api/requests/{id}': { cost: [4, 2], sent: 'onNewRequest' },
  'POST /api/requests/{id}/decision': {
    cost: [4, 2],
    sent: 'onNewRequest',
    body: { version: 1, decision: 'waive', reason: null },
    required: ['version', 'decision'],
  },
  'POST /api/requests/{id}/submit': { cost: [3, 2], sent: 'onRequestWithFile' },
  'POST /api/requests/{id}/cannot': {
    cost: [4, 3],
    why: 'counts what came through the link',
    sent: 'onNewRequest',
    body: { reason: 'My employer never sent one.' },
    required: ['reason'],
  },
  'GET /api/request-templates': { cost: [2, 1] },
  'PATCH /api/request-templates': {
    cost: [3, 2],
    body: {
      version: 0,
      templates: [{ id: 'p60', title: 'P60', help: null, stage: 2.3 }],
    },
    required: ['version', 'templates'],
  },
} satisfies CallTests<typeof contract.requestCalls>;

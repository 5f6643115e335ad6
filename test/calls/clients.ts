import type * as contract from '#shared/contract/clients.ts';
import type { CallTests } from './call-test.ts';

const OTHERS = 'an admin’s of another’s client: one more, the adviser’s name';

export const clientCalls = {
  'GET /api/clients': {
    cost: [2, 1],
    why: 'as CSV: one more call and round, as the export is logged; with ids of others’ clients: their advisers’ names',
  },
  'POST /api/clients': {
    cost: [2, 2],
    why: 'with emailLink: six more calls in three more rounds',
    body: ({ newEmail, adviserId }) => ({ name: 'New', email: newEmail, phone: '1', adviserId }),
    required: ['name', 'email'],
  },
  'GET /api/clients/{id}': { cost: [2, 1], why: OTHERS, isFirst: true },
  'PATCH /api/clients/{id}': { cost: [3, 2], why: OTHERS, body: { status: 'urgent' } },
  'DELETE /api/clients/{id}': {
    cost: [9, 7],
    why: 'marks, copies who read what, removes objects and children, the client last',
  },
  'GET /api/clients/{id}/token': { cost: [3, 2], why: 'is recorded' },
  'POST /api/clients/{id}/token/regenerate': { cost: [3, 2] },
  'POST /api/clients/{id}/send-portal-link': {
    cost: [8, 4],
    why: 'is counted for client, address and sender; where it goes is noted; recorded once it is on its way; an admin’s: one more, the name',
  },
  'GET /api/dashboard/stats': { cost: [2, 1], isFirst: true },
} satisfies CallTests<typeof contract.clientCalls>;

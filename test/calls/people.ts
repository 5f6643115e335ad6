import type * as contract from '#shared/contract/people.ts';
import type { CallTests } from './call-test.ts';

export const peopleCalls = {
  'GET /api/clients/{id}/people': { cost: [3, 1] },
  'POST /api/clients/{id}/people': {
    cost: [3, 2],
    body: ({ newEmail }) => ({ name: 'Rob Smith', email: newEmail, kind: 'second' }),
    required: ['name', 'email', 'kind'],
  },
  'PATCH /api/people/{id}': {
    cost: [4, 2],
    sent: 'onPerson',
    body: ({ newEmail }) => ({ name: 'Rob Smith', email: newEmail, kind: 'second', version: 1 }),
    required: ['name', 'email', 'kind', 'version'],
  },
  'DELETE /api/people/{id}': { cost: [4, 2], sent: 'onPerson' },
  'GET /api/people/{id}/token': { cost: [4, 2], why: 'is recorded', sent: 'onPerson' },
  'POST /api/people/{id}/token/regenerate': { cost: [4, 2], sent: 'onPerson' },
  'POST /api/people/{id}/phrase': { cost: [4, 2], sent: 'onPerson' },
  'POST /api/people/{id}/send-link': {
    cost: [9, 4],
    why: 'as for the client’s link',
    sent: 'onPersonToEmail',
  },
} satisfies CallTests<typeof contract.peopleCalls>;

import type * as contract from '#shared/contract/people.ts';
import type { CallTests } from './call-test.ts';

const KNOWN = 'the person is found by the client';

export const peopleCalls = {
  'GET /api/clients/{id}/people': { cost: [3, 1] },
  'POST /api/clients/{id}/people': {
    cost: [4, 3],
    why: 'the others are counted first',
    body: ({ newEmail }) => ({ name: 'Rob Smith', email: newEmail, kind: 'second' }),
    required: ['name', 'email', 'kind'],
  },
  'PATCH /api/people/{id}': {
    cost: [4, 3],
    why: KNOWN,
    sent: 'onPerson',
    body: ({ newEmail }) => ({ name: 'Rob Smith', email: newEmail, kind: 'second', version: 1 }),
    required: ['name', 'email', 'kind', 'version'],
  },
  'DELETE /api/people/{id}': { cost: [4, 3], why: KNOWN, sent: 'onPerson' },
  'GET /api/people/{id}/token': { cost: [4, 3], why: `${KNOWN}; is recorded`, sent: 'onPerson' },
  'POST /api/people/{id}/token/regenerate': { cost: [4, 3], why: KNOWN, sent: 'onPerson' },
  'POST /api/people/{id}/send-link': {
    cost: [10, 6],
    why: `${KNOWN}; as for the client’s link`,
    sent: 'onPerson',
  },
} satisfies CallTests<typeof contract.peopleCalls>;

import type * as contract from '#shared/contract/views.ts';
import type { CallTests } from './call-test.ts';

export const viewCalls = {
  'GET /api/views': { cost: [3, 1] },
  'POST /api/views': { cost: [2, 2], body: { name: 'Urgent', query: 'filter=urgent' }, required: ['name', 'query'] },
  'PATCH /api/views/{id}': {
    cost: [4, 2],
    sent: 'onNewView',
    body: { version: 1, name: 'Most urgent', query: 'filter=urgent&sort=-days' },
    required: ['version'],
  },
  'DELETE /api/views/{id}': { cost: [4, 2], sent: 'onNewView' },
} satisfies CallTests<typeof contract.viewCalls>;

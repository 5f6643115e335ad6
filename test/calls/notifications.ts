import type * as contract from '#shared/contract/notifications.ts';
import type { CallTests } from './call-test.ts';

export const notificationCalls = {
  'GET /api/notifications': {
    cost: [3, 2],
    why: 'clients’ names, and what the notices are about, once these are known; one call less without notices',
    isFirst: true,
  },
  'GET /api/notifications/unread': { cost: [2, 1] },
  'POST /api/notifications/read': { cost: [2, 2], body: { upTo: '0'.repeat(25) } },
  'GET /api/account/notifications': { cost: [2, 1] },
  'PATCH /api/account/notifications': { cost: [3, 2], body: { tasks: 'daily' } },
} satisfies CallTests<typeof contract.notificationCalls>;

import type { AnswerOf } from '#shared/contract/api.ts';
import { portalLink } from '../../lib/paths.ts';
import { read } from '../../lib/query.ts';
import { adviserChange } from '../../parts/refreshes.ts';

/** Accounts that an admin can give a client to. */
export const advisersQuery = read('GET /api/advisers');
/** Numbers over all clients. */
export const statsQuery = read('GET /api/dashboard/stats');
/** How many tasks are not completed. */
export const pendingCountQuery = read('GET /api/tasks/pending-count');

/** Adds a client; its toast shows the link that the client will use (product 7). */
export const createClient = adviserChange('POST /api/clients', {
  success: {
    title: 'Client Created Successfully',
    describe: ({ token }: AnswerOf<'POST /api/clients'>) => `Portal link: ${portalLink(token || 'token-not-found')}`,
  },
  failure: { title: 'Error', description: 'Failed to create client', server: true },
});

/** Marks a client's journey as completed. */
export const completeClient = adviserChange('PATCH /api/clients/{id}', {
  success: { title: 'Client Completed', description: 'Client journey has been marked as completed' },
  failure: { title: 'Error', description: 'Failed to complete client' },
});

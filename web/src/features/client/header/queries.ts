import type { FullClient } from '#shared/contract/clients.ts';
import { errorToast } from '../../../lib/http/failure.ts';
import { clientQuery } from '../../../parts/client/clients.ts';
import { adviserChange, optimistic } from '../../../parts/refreshes.ts';

/** Resolves the client's request for help, with an optimistic update of the header. */
export const endCallForHelp = (id: string) =>
  optimistic(
    adviserChange('DELETE /api/clients/{id}/stuck', {
      success: { title: 'Marked as Resolved', description: 'The request for help is closed.' },
      failure: errorToast('Failed to mark as resolved'),
    }),
    clientQuery(id),
    (client: FullClient) => ({ ...client, stuckSince: null }),
  );

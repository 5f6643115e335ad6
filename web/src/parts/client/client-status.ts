import type { FullClient } from '#shared/contract/clients.ts';
import { errorToast } from '../../lib/http/failure.ts';
import { adviserChange, optimistic } from '../refreshes.ts';
import { clientQuery } from './clients.ts';

const setStatus = adviserChange('PATCH /api/clients/{id}', {
  success: { title: 'Status Updated', description: 'The client status has been updated.' },
  failure: errorToast('Failed to update client status'),
});

/** Sets the status, with an optimistic update of the header's colour. */
export const setClientStatus = (id: string) =>
  optimistic(setStatus, clientQuery(id), (client: FullClient, { status = client.status }) => ({
    ...client,
    status,
  }));

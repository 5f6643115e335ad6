import type { FullClient } from '#shared/contract/clients.ts';
import { errorToast } from '../../../lib/http/failure.ts';
import { clientQuery } from '../../../parts/client/clients.ts';
import { isNotesConflict } from '../../../parts/client/is-notes-conflict.ts';
import { describeAddress } from '../../../parts/link/portal-link.ts';
import { adviserChange, optimistic } from '../../../parts/refreshes.ts';

const patchClient = (title: string, description: string, failure: string) =>
  adviserChange('PATCH /api/clients/{id}', { success: { title, description }, failure: errorToast(failure) });

export const renameClient = patchClient(
  'Name Updated',
  'The client name has been updated.',
  'Failed to update client name',
);

export const saveNotes = adviserChange('PATCH /api/clients/{id}', {
  success: { title: 'Description Updated', description: 'The client notes have been saved.' },
  failure: { ...errorToast('Failed to update client description'), isShown: isNotesConflict },
});

export const saveContact = adviserChange('PATCH /api/clients/{id}', {
  success: {
    title: 'Contact Information Updated',
    describe: describeAddress('The contact information has been updated.'),
  },
  failure: errorToast('Failed to update contact information'),
});

export const saveLinks = patchClient(
  'External Tool Links Updated',
  'The external tool links have been updated.',
  'Failed to update external tool links',
);

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

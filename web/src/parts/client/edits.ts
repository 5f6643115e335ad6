import { errorToast } from '../../lib/http/failure.ts';
import { describeAddress } from '../link/portal-link.ts';
import { adviserChange } from '../refreshes.ts';
import { isNotesConflict } from './is-notes-conflict.ts';

const patchClient = (title: string, description: string, failure: string) =>
  adviserChange('PATCH /api/clients/{id}', { success: { title, description }, failure: errorToast(failure) });

export const renameClient = patchClient(
  'Name Updated',
  'The client name has been updated.',
  'Failed to update client name',
);

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

export const saveNotes = adviserChange('PATCH /api/clients/{id}', {
  success: { title: 'Description Updated', description: 'The client notes have been saved.' },
  failure: { ...errorToast('Failed to update client description'), isShown: isNotesConflict },
});

/** Changes notes and links together, from the admin panel. */
export const saveInformation = adviserChange('PATCH /api/clients/{id}', {
  success: { title: 'Client Updated', description: 'Client details have been updated successfully' },
  failure: { title: 'Error', description: 'Failed to update client', server: true, isShown: isNotesConflict },
});

import { COLLEAGUE_MESSAGES } from '#shared/rules/colleague-messages.ts';
import { ApiError } from '../../lib/http/api.ts';
import { describeAddress } from '../../parts/link/portal-link.ts';
import { adviserChange } from '../../parts/refreshes.ts';

export const createAdviser = adviserChange('POST /api/auth/register', {
  success: { title: 'Adviser Created', description: 'New adviser has been added successfully' },
  failure: { title: 'Error', description: 'Failed to create adviser', server: true },
});

/** Creates an account. Its holder sets the password by an emailed link. */
export const inviteAdviser = adviserChange('POST /api/advisers/invitations', {
  success: { title: 'Invitation Sent', description: 'The person has been emailed a link to choose a password.' },
  failure: { title: 'Error', description: 'Failed to create adviser', server: true },
});

export const inviteAgain = adviserChange('POST /api/advisers/{id}/invitation', {
  success: { title: 'Invitation Sent', description: 'The link in the earlier email no longer works.' },
  failure: { title: 'Error', description: 'Failed to send the invitation', server: true },
});

export const updateAdviser = adviserChange('PATCH /api/advisers/{id}', {
  success: { title: 'Adviser Updated', description: 'Adviser details have been updated successfully' },
  failure: { title: 'Error', description: 'Failed to update adviser', server: true },
});

/** Returns true if somebody else saved the list that is being changed. */
export const isChangedMeanwhile = (error: unknown) =>
  error instanceof ApiError && error.status === 409 && error.serverMessage === COLLEAGUE_MESSAGES.changed;

/** Sets whom a person works with. Pending until the list is read again, which a conflict needs. */
export const changeColleagues = adviserChange('PATCH /api/advisers/{id}', {
  success: { title: 'Colleagues Saved' },
  failure: {
    title: 'Error',
    description: 'Failed to save the colleagues',
    server: true,
    isShown: isChangedMeanwhile,
  },
  waits: true,
});

export const deleteAdviser = adviserChange('DELETE /api/advisers/{id}', {
  success: { title: 'Adviser Deleted', description: 'Adviser has been removed successfully' },
  failure: { title: 'Error', description: 'Failed to delete adviser', server: true },
});

/** Emails a link to choose a new password, like the login screen does. */
export const sendPasswordLink = adviserChange('POST /api/auth/forgot-password', {
  success: {
    title: 'Password Link Sent',
    description: 'A link to choose a new password is on its way, unless several were requested just now.',
  },
  failure: { title: 'Error', description: 'Failed to send the password link', server: true },
});

/** Removes the second factors of somebody who lost them. */
export const resetSecondFactor = adviserChange('POST /api/advisers/{id}/second-factor/reset', {
  success: { title: 'Second Factor Reset', description: 'The person has been signed out and told by email.' },
  failure: { title: 'Error', description: 'Failed to reset the second factor', server: true },
});

export const reassignClient = adviserChange('PATCH /api/clients/{id}', {
  success: { title: 'Client Reassigned', description: 'Client has been reassigned successfully' },
  failure: { title: 'Error', description: 'Failed to reassign client', server: true },
});

/** Changes a client's name and contact. Pending until the screen shows them. */
export const updateClientInformation = adviserChange('PATCH /api/clients/{id}', {
  success: { title: 'Success', describe: describeAddress('Client information has been updated') },
  failure: { title: 'Error', description: 'Failed to update client information' },
  waits: true,
});

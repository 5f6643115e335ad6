import type { Reminders } from '#shared/contract/reminders.ts';
import { errorToast } from '../../../lib/http/failure.ts';
import { read } from '../../../lib/query/query.ts';
import { adviserChange } from '../../../parts/refreshes.ts';

export const clientRemindersQuery = (clientId: string) =>
  read('GET /api/clients/{id}/reminders', { params: { id: clientId } });

/** Returns the end of a pause, which may go on while reminders are off. In other states, `until` is another hold's. */
export const pauseOf = ({ state, until }: Reminders) => (state === 'paused' || state === 'off' ? until : null);

export const changeClientReminders = adviserChange('PATCH /api/clients/{id}/reminders', {
  success: { title: 'Reminders Changed' },
  failure: errorToast('Failed to change reminders'),
});

import { errorToast } from '../../lib/http/failure.ts';
import { readPages } from '../../lib/query/pages.ts';
import { adviserChange } from '../refreshes.ts';

/** Messages of a client, oldest first; reads the newest page first. `peek` leaves them unread. */
export const messagesQuery = (id: string) =>
  readPages('GET /api/clients/{id}/messages', 'prev', { params: { id }, query: { peek: 'true' } });

/** Reads the messages without `peek`, which marks them as read. */
export const markMessagesRead = adviserChange('GET /api/clients/{id}/messages', {});

export const sendMessage = adviserChange('POST /api/clients/{id}/messages', {
  success: { title: 'Message Sent' },
  failure: errorToast('Failed to send message'),
});

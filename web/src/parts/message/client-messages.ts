import { errorToast } from '../../lib/http/failure.ts';
import { readPages } from '../../lib/query/pages.ts';
import { adviserChange } from '../refreshes.ts';

/** The conversation with a client, oldest first, its newest page at once; showing it marks nothing as read. */
export const messagesQuery = (id: string) =>
  readPages('GET /api/clients/{id}/messages', 'prev', { params: { id }, query: { peek: 'true' } });

/** Marks the client's messages read, which is what reading them without a peek does. */
export const markMessagesRead = adviserChange('GET /api/clients/{id}/messages', {});

export const sendMessage = adviserChange('POST /api/clients/{id}/messages', {
  success: { title: 'Message Sent' },
  failure: errorToast('Failed to send message'),
});

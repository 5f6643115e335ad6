import { change } from '../../../lib/query/query.ts';
import { MESSAGES, touching } from '../queries.ts';

export const sendMessage = change('POST /api/clients/{id}/messages', {
  success: { title: 'Message Sent' },
  failure: { title: 'Error', description: 'Failed to send message' },
  effect: touching(MESSAGES),
  noSession: true,
});

import { query } from '../aws/table.ts';
import {
  callForHelp,
  endCallForHelp,
  type MessageItem,
  messageRange,
  readMessages,
  sendMessage,
} from '../domain/messages/messages.ts';
import { HttpResponse } from '../pipeline/http.ts';
import { lambda, prepared } from '../pipeline/lambda.ts';
import { clientPartition, PREFIX } from '../services/keys/keys.ts';

export const handler = lambda('messages', {
  'GET /api/clients/{id}/messages': prepared(
    ({ params: { id }, query: { before } }) =>
      query<MessageItem>(clientPartition(id), PREFIX.message, messageRange(before)),
    async ({ actor, client, now, query: { before, peek } }, found) => {
      const isInView = before === undefined && !peek;
      const { messages, prev } = await readMessages({ actor, client, now }, found, { isInView });
      return new HttpResponse(messages, prev ? { headers: { link: `<${prev}>; rel="prev"` } } : {});
    },
  ),

  'POST /api/clients/{id}/messages':
    () =>
    async ({ actor, client, body, now, once }) =>
      sendMessage({ actor, client, now, once }, body.content),

  'POST /api/clients/{id}/stuck':
    () =>
    async ({ actor, client, body, now, once }) =>
      callForHelp({ actor, client, now, once }, body),

  'DELETE /api/clients/{id}/stuck':
    () =>
    async ({ actor, client, now }) =>
      endCallForHelp({ actor, client, now }),
});

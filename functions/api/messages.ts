import { messageCalls } from '#shared/contract/messages.ts';
import { query } from '../aws/table.ts';
import type { ClientItem } from '../domain/clients/client.ts';
import {
  callForHelp,
  endCallForHelp,
  type MessageItem,
  messageRange,
  readMessages,
  sendMessage,
  toClientsMessage,
} from '../domain/messages/messages.ts';
import { createdChild, creating } from '../pipeline/creating.ts';
import { HttpResponse } from '../pipeline/http.ts';
import { lambda, prepared } from '../pipeline/lambda.ts';
import { clientPartition, PREFIX } from '../services/keys/keys.ts';

const find = createdChild<MessageItem>(PREFIX.message);
const present = (message: MessageItem, { client }: { client: ClientItem }) => toClientsMessage(message, client);

export const handler = lambda('messages', messageCalls, {
  'GET /api/clients/{id}/messages': prepared(
    ({ params: { id }, query: { before } }) =>
      query<MessageItem>(clientPartition(id), PREFIX.message, messageRange(before)),
    async ({ actor, client, now, query: { before, peek } }, found) => {
      const isInView = before === undefined && !peek;
      const { messages, prev } = await readMessages({ actor, client, now }, found, { isInView });
      return new HttpResponse(messages, prev ? { headers: { link: `<${prev}>; rel="prev"` } } : {});
    },
  ),

  'POST /api/clients/{id}/messages': creating({
    create: async (request) => sendMessage(request, request.body.content),
    find,
    present,
  }),

  'POST /api/clients/{id}/stuck': creating({
    create: async (request) => callForHelp(request, request.body),
    find,
    present,
  }),

  'DELETE /api/clients/{id}/stuck':
    () =>
    async ({ actor, client, now }) =>
      endCallForHelp({ actor, client, now }),
});

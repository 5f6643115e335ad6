import { query } from '../aws/table.ts';
import { takeFromLink } from '../domain/clients/quota.ts';
import {
  callForHelp,
  endCallForHelp,
  markRead,
  sendMessage,
  sideOf,
  titleToHelpWith,
} from '../domain/messages/conversation.ts';
import { type MessageItem, messagePage, messageRange, readMark, toMessage } from '../domain/messages/message.ts';
import { lambda, prepared } from '../pipeline/lambda.ts';
import { Answer } from '../pipeline/response.ts';
import { clientPartition, PREFIX } from '../services/keys/keys.ts';

export const handler = lambda('messages', {
  'GET /api/clients/{id}/messages': prepared(
    ({ params: { id }, query: { before } }) =>
      query<MessageItem>(clientPartition(id), PREFIX.message, messageRange(before)),
    async ({ actor, client, now, query: { before, peek } }, found) => {
      const side = sideOf(actor.kind);
      const { page, prev } = messagePage(found);
      const own =
        before === undefined && !peek
          ? await markRead({ actor, client, now }, page, prev === undefined)
          : readMark(client, side);
      const other = readMark(client, side === 'client' ? 'adviser' : 'client');
      const messages = page.map((message) => toMessage(message, message.senderType === side ? other : own));
      return new Answer(messages, prev ? { headers: { link: `<${prev}>; rel="prev"` } } : {});
    },
  ),

  'POST /api/clients/{id}/messages':
    () =>
    async ({ actor, client, body, now, once }) => {
      const context = { actor, client, now };
      await once(() => takeFromLink('message', context));
      return sendMessage(context, body.content);
    },

  'POST /api/clients/{id}/stuck':
    () =>
    async ({ actor, client, body, now, once }) => {
      const context = { actor, client, now };
      const title = await titleToHelpWith(actor.id, body.ref);
      await once(() => takeFromLink('message', context));
      return callForHelp(context, title, body.text);
    },

  'DELETE /api/clients/{id}/stuck':
    () =>
    async ({ actor, client, now }) =>
      endCallForHelp({ actor, client, now }),
});

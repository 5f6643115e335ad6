import { unchanged } from '../aws/expressions.ts';
import { Conflict, query, transact, tryUpdate } from '../aws/table.ts';
import { accessConditions, activity, clientUpdate } from '../domain/activity.ts';
import { type ClientItem, clientKey } from '../domain/clients/client.ts';
import { takeFromLink } from '../domain/clients/link-quota.ts';
import { newChildKey } from '../domain/ids.ts';
import { childItemKey, childKeyOf, clientIdOf, clientPartition, PREFIX } from '../domain/keys.ts';
import { type MessageItem, toMessage } from '../domain/messages/message.ts';
import { messagePage, messageRange } from '../domain/messages/message-page.ts';
import { lambda, prepared } from '../pipeline/lambda.ts';
import { Answer } from '../pipeline/response.ts';

type Side = MessageItem['senderType'];
const sideOf = (kind: string): Side => (kind === 'client' ? 'client' : 'adviser');
const READ_BY = { adviser: 'readByAdviser', client: 'readByClient' } as const;
const OTHER = { adviser: 'client', client: 'adviser' } as const;

const readUpTo = (client: ClientItem, side: Side) => client[READ_BY[side]];

/**
 * The key up to which a reader has read after seeing the newest page: the other side's newest message on it, or
 * everything before the page if it has none.
 */
const reachedBy = (side: Side, page: readonly MessageItem[], isAll: boolean) =>
  page.findLast(({ senderType }) => senderType === OTHER[side]) ?? (isAll ? undefined : page[0]);

export const handler = lambda('messages', {
  'GET /api/clients/{id}/messages': prepared(
    ({ params: { id }, query: { before } }) =>
      query<MessageItem>(clientPartition(id), PREFIX.message, messageRange(before)),
    async ({ actor, client, query: { before } }, found) => {
      const side = sideOf(actor.kind);
      const { page, prev } = messagePage(found);
      const newest = before === undefined ? reachedBy(side, page, prev === undefined) : undefined;
      const reached = newest && childKeyOf(newest);
      const known = readUpTo(client, side);
      const isNew = reached !== undefined && (known === undefined || known < reached);
      if (isNew) {
        const when = [...accessConditions({ actor, client }), unchanged(READ_BY[side], known)];
        const marked = await tryUpdate(clientKey(clientIdOf(client)), { set: { [READ_BY[side]]: reached }, when });
        // Another reading has marked meanwhile: what is read never becomes unread.
        if (!marked) throw new Conflict();
      }
      const marks = { [OTHER[side]]: isNew ? reached : known, [side]: readUpTo(client, OTHER[side]) };
      const messages = page.map((message) => toMessage(message, marks[message.senderType]));
      return new Answer(messages, prev ? { headers: { link: `<${prev}>; rel="prev"` } } : {});
    },
  ),

  'POST /api/clients/{id}/messages':
    () =>
    async ({ actor, client, body, now, once }) => {
      await once(() => takeFromLink('message', { actor, now }));
      const key = childItemKey(PREFIX.message, clientIdOf(client), newChildKey(now));
      const message: MessageItem = {
        ...key,
        v: 1,
        senderId: actor.id,
        senderType: sideOf(actor.kind),
        content: body.content,
      };
      const context = { actor, client, now };
      await transact([
        clientUpdate(context),
        { put: { ...message } },
        activity(context, 'message-sent', 'Sent a message'),
      ]);
      return toMessage(message, undefined);
    },
});

import type { Happened } from '#shared/activity.ts';
import { query, transact } from '../aws/table.ts';
import { type ChangeContext, changeOf } from '../domain/clients/change.ts';
import { takeFromLink } from '../domain/clients/link-quota.ts';
import { callForHelp } from '../domain/messages/call-for-help.ts';
import { type MessageItem, readMark, toMessage } from '../domain/messages/message.ts';
import { messagePage, messageRange } from '../domain/messages/message-page.ts';
import { keyOfNew, markRead, sideOf } from '../domain/messages/reading.ts';
import type { TaskItem } from '../domain/tasks/task.ts';
import { lambda, prepared } from '../pipeline/lambda.ts';
import { Answer } from '../pipeline/response.ts';
import { invalid } from '../services/errors.ts';
import { isChildId } from '../services/keys/ids.ts';
import { childItemKey, clientIdOf, clientPartition, getChild, idOfChild, PREFIX } from '../services/keys/keys.ts';

/** Puts a message into the thread. A client's waits to be read; an answer of the staff's ends the client's call for help. */
async function post(context: ChangeContext, content: string, happened: Pick<Happened, 'action' | 'data'>, stuck = {}) {
  const { actor, client, now } = context;
  const side = sideOf(actor.kind);
  const { key, when } = keyOfNew(side, client, now);
  const message: MessageItem = {
    ...childItemKey(PREFIX.message, clientIdOf(client), key),
    v: 1,
    senderId: actor.id,
    senderType: side,
    content,
  };
  const waits = { set: { newestFromClient: key, ...stuck }, add: { 'card/unread': 1 } };
  const change = side === 'client' ? waits : { set: { 'card/stuckSince': undefined } };
  const said = { ...happened, ref: idOfChild(message) } as Happened;
  await transact([...changeOf(context, said, { ...change, when }), { put: { ...message } }]);
  return toMessage(message);
}

/** The task that a client asks about, as far as it may know of it. */
const askedAbout = async (clientId: string, ref: string | null | undefined) => {
  if (!ref) return undefined;
  if (!isChildId(ref) || !ref.startsWith(`${clientId}.`)) throw invalid('ref', 'Task not found');
  const task = await getChild<TaskItem>(PREFIX.task, ref);
  if (task?.card.responsibility !== 'client') throw invalid('ref', 'Task not found');
  return task;
};

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
      await once(() => takeFromLink('message', { actor, client, now }));
      return post({ actor, client, now }, body.content, { action: 'message-sent', data: {} });
    },

  'POST /api/clients/{id}/stuck':
    () =>
    async ({ actor, client, body, now, once }) => {
      const task = await askedAbout(actor.id, body.ref);
      await once(() => takeFromLink('message', { actor, client, now }));
      const title = task?.card.title;
      const happened = { action: 'client-stuck', data: { ...(title && { title }) } } as const;
      const since = { 'card/stuckSince': client.card.stuckSince ?? now.toISOString() };
      return post({ actor, client, now }, callForHelp(title, body.text), happened, since);
    },

  'DELETE /api/clients/{id}/stuck':
    () =>
    async ({ actor, client, now }) => {
      if (client.card.stuckSince === undefined) return undefined;
      const change = { set: { 'card/stuckSince': undefined } };
      await transact(changeOf({ actor, client, now }, { action: 'stuck-sorted', data: {} }, change));
      return undefined;
    },
});

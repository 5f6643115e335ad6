import type { Activity } from '#shared/contract/messages.ts';
import { type Change, type Condition, unchanged } from '../aws/expressions.ts';
import { type Key, transact, type Write } from '../aws/table.ts';
import type { Recorded } from './actor.ts';
import { type ClientItem, clientKey } from './clients/client.ts';
import { newChildKey, timeOfKey } from './ids.ts';
import { childItemKey, childKeyOf, clientIdOf, idOfChild, PREFIX } from './keys.ts';

/** One line of a client's record. */
export interface ActivityItem extends Key {
  v: 1;
  actorType: Activity['actorType'];
  actorId: string;
  actorName: string;
  action: string;
  summary: string;
}

/** One line of a client's record, for people. */
export const toActivity = (item: ActivityItem): Activity => ({
  id: idOfChild(item),
  clientId: clientIdOf(item),
  at: timeOfKey(childKeyOf(item)),
  actorType: item.actorType,
  actorId: item.actorId,
  actorName: item.actorName,
  action: item.action,
  summary: item.summary,
});

/** Who changes which client, and when. */
export interface ChangeContext<A extends Recorded = Recorded> {
  actor: A;
  client: ClientItem;
  now: Date;
}

/** Longest summary in characters: a thousand lines have to fit into one response. */
const MAX_SUMMARY = 1000;

/** The line of activity that goes into the transaction of a change (contract, activity). */
export function activity(
  { actor, client, now }: ChangeContext,
  action: string,
  summary: string,
  key = newChildKey(now),
): Write {
  const who = { actorType: actor.kind, actorId: actor.id, actorName: actor.name };
  const line: ActivityItem = {
    ...childItemKey(PREFIX.activity, clientIdOf(client), key),
    v: 1,
    ...who,
    action,
    summary: summary.slice(0, MAX_SUMMARY).toWellFormed(),
  };
  return { put: { ...line } };
}

/** Several lines of activity at the same time, the oldest first. */
export function activities(
  context: ChangeContext,
  lines: readonly (readonly [action: string, summary: string])[],
): Write[] {
  const keys = lines.map(() => newChildKey(context.now)).sort();
  return lines.map(([action, summary], i) => activity(context, action, summary, keys[i]));
}

/**
 * Records an action that changes no data: a download, a revealed token, a mailed link. Refused once the client is being
 * deleted.
 */
export const recordActivity = (context: ChangeContext, action: string, summary: string) =>
  transact([
    {
      check: clientKey(clientIdOf(context.client)),
      when: [
        ['pk', 'exists'],
        ['deleting', 'absent'],
      ],
    },
    activity(context, action, summary),
  ]);

/**
 * Checks access again at the moment of the write: the client is not being deleted, has the same adviser and, for a
 * client's own call, the same link version.
 */
export function accessConditions({ actor, client }: Pick<ChangeContext, 'actor' | 'client'>): Condition[] {
  const live = actor.kind === 'client' ? [unchanged('tokenVersion', client.tokenVersion)] : [];
  return [['deleting', 'absent'], unchanged('gpk', client.gpk), ...live];
}

/**
 * The update of the client's own item that goes with every change to it or to one of its children: sets `lastUpdate`
 * and applies `change`.
 */
export function clientUpdate(context: ChangeContext, change: Change = {}): Write {
  return {
    update: clientKey(clientIdOf(context.client)),
    change: {
      ...change,
      set: { 'card/lastUpdate': context.now.toISOString(), ...change.set },
      when: [...accessConditions(context), ...(change.when ?? [])],
    },
  };
}

import type { Activity } from '#shared/contract/messages.ts';
import type { Change, Condition } from '../aws/expressions.ts';
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

interface About {
  actor: Recorded;
  client: ClientItem;
  now: Date;
}

/** Longest summary in characters: a thousand lines have to fit into one answer. */
const MAX_SUMMARY = 1000;

/** The line of a client's record that goes with a change, for the same transaction (contract, activity). */
export function activity(
  { actor, client, now }: About,
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

/** Lines of one moment, the oldest first. */
export function activities(about: About, lines: readonly (readonly [action: string, summary: string])[]): Write[] {
  const keys = lines.map(() => newChildKey(about.now)).sort();
  return lines.map(([action, summary], i) => activity(about, action, summary, keys[i]));
}

/** Records what changes nothing: a download, a token reveal, a mailed link. No line outlives its client. */
export const recordActivity = (about: About, action: string, summary: string) =>
  transact([
    {
      check: clientKey(clientIdOf(about.client)),
      when: [
        ['pk', 'exists'],
        ['deleting', 'absent'],
      ],
    },
    activity(about, action, summary),
  ]);

/** Conditions under which what was read of a client still gives the actor its rights. */
export function stillTheirs({ actor, client }: Pick<About, 'actor' | 'client'>): Condition[] {
  const assigned: Condition = ['gpk', '=', client.gpk];
  const live: Condition = ['tokenVersion', '=', client.tokenVersion];
  return [['deleting', 'absent'], assigned, ...(actor.kind === 'client' ? [live] : [])];
}

/** The change of a client itself that goes with every change to it or to what hangs off it: `lastUpdate`, and what is given. */
export function clientUpdate(about: About, change: Change = {}): Write {
  return {
    update: clientKey(clientIdOf(about.client)),
    change: {
      ...change,
      set: { 'card/lastUpdate': about.now.toISOString(), ...change.set },
      when: [...stillTheirs(about), ...(change.when ?? [])],
    },
  };
}

import type { Seen } from '#shared/activity/kind.ts';
import { changesOf, type Happened, isAction, seenBy, sentenceOf } from '#shared/activity.ts';
import type { Activity } from '#shared/contract/messages.ts';
import type { ActorType } from '#shared/rules/people.ts';
import { type Change, type Condition, unchanged } from '../aws/expressions.ts';
import { type Key, transact, type Write } from '../aws/table.ts';
import type { Recorded } from './actor.ts';
import { type ClientItem, clientKey, createdAtOf } from './clients/client.ts';
import { newChildKey, timeOfKey } from './ids.ts';
import { childItemKey, childKeyOf, clientIdOf, idOfChild, PREFIX } from './keys.ts';

/** Who did it, and under which name. */
interface Named extends Key {
  actorType: ActorType;
  actorId: string;
  actorName: string;
  action: string;
  /** Brought back from a backup: what follows from it happened long ago. */
  restored?: true;
}

/** A line of the record of a client or of the firm. The oldest lines hold their sentence; later ones what it is made of. */
export type ActivityItem = Named &
  (
    | { v: 1; summary: string }
    | {
        v: 2;
        data: Readonly<Record<string, unknown>>;
        /** The id of what it was done to, where that is not the client itself. */
        ref?: string;
        /** Whether the client may see it too. */
        seen: Seen;
      }
  );

/** The sentence of a line; its action's name where a later version wrote the line. */
export function summaryOf(item: ActivityItem): string {
  if (item.v === 1) return item.summary;
  return isAction(item.action) ? sentenceOf({ action: item.action, data: item.data }) : item.action;
}

const changesIn = (item: ActivityItem): Activity['changes'] =>
  item.v === 2 && isAction(item.action) ? [...changesOf({ action: item.action, data: item.data })] : [];

/** What people read of any line of a record: who did what, and when. */
export const toLine = (item: ActivityItem) => ({
  at: timeOfKey(childKeyOf(item)),
  actorType: item.actorType,
  actorId: item.actorId,
  actorName: item.actorName,
  action: item.action,
  summary: summaryOf(item),
});

/** One line of a client's record, for people. */
export const toActivity = (item: ActivityItem): Activity => ({
  id: idOfChild(item),
  clientId: clientIdOf(item),
  ...toLine(item),
  changes: changesIn(item),
});

/** Longest text in a line's data, in characters: a thousand lines have to fit into one response. */
const MAX_TEXT = 255;

const cut = (value: unknown) =>
  typeof value === 'string' && value.length > MAX_TEXT ? value.slice(0, MAX_TEXT).toWellFormed() : value;

/** What happened, as a line of a record that stands at `key`. */
export function lineAt(key: Key, actor: Pick<Recorded, 'kind' | 'id' | 'name'>, happened: Happened): ActivityItem {
  const { action, data, ref } = happened;
  return {
    ...key,
    v: 2,
    actorType: actor.kind,
    actorId: actor.id,
    actorName: actor.name,
    action,
    data: Object.fromEntries(Object.entries(data).map(([name, value]) => [name, cut(value)])),
    ...(ref !== undefined && { ref }),
    seen: seenBy(happened),
  };
}

/** Who changes which client, and when. */
export interface ChangeContext<A extends Recorded = Recorded> {
  actor: A;
  client: ClientItem;
  now: Date;
}

/** The line that goes into the transaction of a change (contract, activity). */
const line = ({ actor, client }: ChangeContext, happened: Happened, key: string): Write => ({
  put: { ...lineAt(childItemKey(PREFIX.activity, clientIdOf(client), key), actor, happened) },
});

/** Lines of the same moment, the oldest first. */
export function lines(context: ChangeContext, happened: readonly Happened[]): Write[] {
  const keys = happened.map(() => newChildKey(context.now)).sort();
  return happened.map((one, i) => line(context, one, keys[i] ?? ''));
}

/**
 * What goes with what happens to a client and is no change of it: a download, a revealed token, a device. What the client may
 * see still is news on its own page. Refused once the client is being deleted, and unless `when` holds of it.
 */
export function recordOf(context: ChangeContext, happened: Happened, when: readonly Condition[] = []): Write[] {
  const key = newChildKey(context.now);
  const own = clientKey(clientIdOf(context.client));
  const still: Condition[] = [['pk', 'exists'], ['deleting', 'absent'], ...when];
  const isNews = seenBy(happened) === 'both';
  const held: Write = isNews
    ? { update: own, change: { set: { news: key }, when: still } }
    : { check: own, when: still };
  return [held, line(context, happened, key)];
}

/** Records an action that changes no data; `also` is written with it. */
export const recordActivity = (context: ChangeContext, happened: Happened, also: readonly Write[] = []) =>
  transact([...recordOf(context, happened), ...also]);

const NOT_SUSPENDED: Condition = ['portalSuspended', 'absent'];

/**
 * Checks access again at the moment of the write: the client is not being deleted, has the same adviser and, for a
 * client's own call, the same link version, which still opens something.
 */
export function accessConditions({ actor, client }: Pick<ChangeContext, 'actor' | 'client'>): Condition[] {
  const live = actor.kind === 'client' ? [unchanged('tokenVersion', client.tokenVersion), NOT_SUSPENDED] : [];
  return [['deleting', 'absent'], unchanged('gpk', client.gpk), ...live];
}

/**
 * Returns the time of a client's next change: now, or a millisecond after the last one where a clock is behind. The audit log
 * is sorted by it, so that its newest entry is the last change.
 */
export function timeOfChange({ client, now }: Pick<ChangeContext, 'client' | 'now'>): Date {
  const last = Date.parse(client.card.lastUpdate ?? createdAtOf(client));
  return new Date(Math.max(now.getTime(), last + 1));
}

/**
 * What goes with every change of a client or of its children: the update of the client's own item, which sets `lastUpdate`
 * and applies `change`, and the entry of the audit log. What the client may see also counts as news on its own page.
 * Refused where a later change was written first.
 */
export function changeOf(context: ChangeContext, happened: Happened, change: Change = {}): Write[] {
  const at = timeOfChange(context);
  const lastUpdate = at.toISOString();
  const key = newChildKey(at);
  const news = seenBy(happened) === 'both' ? { news: key } : {};
  const update: Write = {
    update: clientKey(clientIdOf(context.client)),
    change: {
      ...change,
      set: { 'card/lastUpdate': lastUpdate, ...news, ...change.set },
      when: [...accessConditions(context), ['card/lastUpdate', 'absent or <', lastUpdate], ...(change.when ?? [])],
    },
  };
  return [update, line(context, happened, key)];
}

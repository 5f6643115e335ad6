import { type Happened, seenBy } from '#shared/activity.ts';
import { type Change, type Condition, unchanged } from '../../aws/expressions.ts';
import { transact, type Write } from '../../aws/table.ts';
import { lineAt, type Recorded } from '../../services/audit-log/entry.ts';
import { newChildKey } from '../../services/keys/ids.ts';
import { childItemKey, clientIdOf, PREFIX } from '../../services/keys/keys.ts';
import { type ClientItem, clientKey, createdAtOf } from './client.ts';

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

import type { View, ViewChange } from '#shared/contract/views.ts';
import { VIEW_LIMITS } from '#shared/rules/limits.ts';
import { unchanged } from '../../aws/expressions.ts';
import { type Key, query, transact, type Write } from '../../aws/table.ts';
import { firmEntry } from '../../services/audit-log/firm-log.ts';
import { conflict, forbidden, notFound } from '../../services/errors.ts';
import { type Creation, creationWrites } from '../../services/idempotency.ts';
import * as KEYS from '../../services/keys/item-kinds.ts';
import { childKeyOf, itemKey, newChildKey } from '../../services/keys/keys.ts';
import type { Staff } from '../accounts/session.ts';

/** Saved view of the clients list, of one adviser or shared with the firm. */
interface ViewItem extends Key {
  v: 1;
  name: string;
  query: string;
  ownerName: string;
  /** Absent on views that were saved before changes were versioned. */
  version?: number;
}

/** Owner of shared views. */
const FIRM = 'FIRM';

export const viewsOf = (owner: string) => KEYS.view.pk + owner;

const versionOf = ({ version = 0 }: ViewItem) => version;

const isShared = ({ pk }: Key) => pk === viewsOf(FIRM);

/** Returns the views that an adviser sees: own ones, then shared ones. */
export async function readViews(adviserId: string | undefined): Promise<ViewItem[]> {
  if (adviserId === undefined) return [];
  const parts = await Promise.all([adviserId, FIRM].map((owner) => query<ViewItem>(viewsOf(owner), KEYS.view.sk)));
  return parts.flat();
}

export const toView = (item: ViewItem, actor: Staff): View => ({
  id: childKeyOf(item),
  name: item.name,
  query: item.query,
  shared: isShared(item),
  own: !isShared(item) || actor.kind === 'admin',
  ownerName: item.ownerName,
  version: versionOf(item),
});

interface Context {
  actor: Staff;
  now: Date;
  creation?: Creation | undefined;
}

type ViewAction = 'view-shared' | 'view-changed' | 'view-unshared' | 'view-deleted';

const happened = ({ actor, now }: Context, action: ViewAction, { name }: ViewItem) =>
  firmEntry(actor, { action, data: { name } }, now);

function checkMayShare({ kind }: Staff): void {
  if (kind !== 'admin') throw forbidden('Only admins can share views or change shared ones');
}

const FULL = {
  own: `You have ${VIEW_LIMITS.views} views already. Delete one first.`,
  shared: `The firm has ${VIEW_LIMITS.views} shared views already. Delete one first.`,
};

/** Counts a view that its owner gains or loses. Throws 409 if there is no room. */
const countView = (view: ViewItem, change: 1 | -1): Write => ({
  update: { pk: view.pk, sk: KEYS.viewCount.sk },
  change: {
    set: { v: 1 },
    add: { views: change },
    when: change > 0 ? [['views', 'absent or <', VIEW_LIMITS.views]] : [],
  },
  refuse: conflict(FULL[isShared(view) ? 'shared' : 'own']),
});

const keyIn = ({ id }: Staff, shared: boolean, key: string) => itemKey(KEYS.view, shared ? FIRM : id, key);

export async function addView(
  context: Context,
  { shared = false, ...sent }: Pick<ViewItem, 'name' | 'query'> & { shared?: boolean | undefined },
): Promise<ViewItem> {
  const { actor, now } = context;
  if (shared) checkMayShare(actor);
  const item: ViewItem = {
    ...keyIn(actor, shared, newChildKey(now)),
    v: 1,
    version: 1,
    ...sent,
    ownerName: actor.name,
  };
  await transact([
    ...creationWrites(context.creation, [childKeyOf(item)], now),
    { put: { ...item } },
    countView(item, 1),
    ...(shared ? [happened(context, 'view-shared', item)] : []),
  ]);
  return item;
}

/** Finds a view among those that the caller sees. Throws 404 for others, and 403 if the caller may not change it. */
function changeable({ actor }: Context, views: readonly ViewItem[], id: string): ViewItem {
  const item = views.find((view) => childKeyOf(view) === id);
  if (!item) throw notFound('View not found');
  if (isShared(item)) checkMayShare(actor);
  return item;
}

/** Returns the writes of a view that is shared, or taken back by the admin who ends that. */
const moveWrites = (context: Context, before: ViewItem, after: ViewItem): Write[] => [
  { delete: before, when: [unchanged('version', before.version), ['pk', 'exists']] },
  { put: { ...after } },
  countView(before, -1),
  countView(after, 1),
  happened(context, isShared(after) ? 'view-shared' : 'view-unshared', after),
];

const changeWrites = (context: Context, before: ViewItem, after: ViewItem): Write[] => [
  {
    update: before,
    change: {
      set: { name: after.name, query: after.query, version: after.version },
      when: [['pk', 'exists'], unchanged('version', before.version)],
    },
  },
  ...(isShared(after) ? [happened(context, 'view-changed', after)] : []),
];

const staleView = ({ name }: ViewItem) =>
  conflict(`Someone else changed the view “${name}”. Open it to see the change, or save yours again to replace it.`);

/**
 * Changes a view. A view that is no longer shared belongs to the admin who changed that. A repeated change changes
 * nothing. Throws 409 for another version.
 */
export async function changeView(
  context: Context,
  views: readonly ViewItem[],
  id: string,
  { version, ...sent }: ViewChange,
): Promise<View> {
  const { actor } = context;
  const before = changeable(context, views, id);
  const { name = before.name, query: list = before.query, shared = isShared(before) } = sent;
  const moves = shared !== isShared(before);
  if (moves && shared) checkMayShare(actor);
  if (!moves && name === before.name && list === before.query) return toView(before, actor);
  if (version !== versionOf(before)) throw staleView(before);
  const changed = { ...before, name, query: list, version: version + 1 };
  const after = moves ? { ...changed, ...keyIn(actor, shared, id), ownerName: actor.name } : changed;
  await transact(moves ? moveWrites(context, before, after) : changeWrites(context, before, after));
  return toView(after, actor);
}

export async function deleteView(context: Context, views: readonly ViewItem[], id: string): Promise<void> {
  const item = changeable(context, views, id);
  await transact([
    { delete: item, when: [['pk', 'exists']] },
    countView(item, -1),
    ...(isShared(item) ? [happened(context, 'view-deleted', item)] : []),
  ]);
}

import type { View, ViewChange } from '#shared/contract/views.ts';
import { VIEW_LIMITS } from '#shared/rules/client-list.ts';
import { unchanged } from '../../aws/expressions.ts';
import { type Key, query, transact, type Write } from '../../aws/table.ts';
import { firmEntry } from '../../services/audit-log/firm-log.ts';
import { conflict, forbidden, notFound } from '../../services/errors.ts';
import * as KEYS from '../../services/keys/item-kinds.ts';
import { childKeyOf, itemKey, newChildKey } from '../../services/keys/keys.ts';
import type { Staff } from '../accounts/session.ts';

/** Saved view of the clients list, of one adviser or shared with the firm. */
interface ViewItem extends Key {
  v: 1;
  name: string;
  query: string;
  ownerName: string;
}

/** Owner of shared views. */
const FIRM = 'FIRM';

export const viewsOf = (owner: string) => KEYS.view.pk + owner;

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
});

interface Context {
  actor: Staff;
  now: Date;
}

type ViewAction = 'view-shared' | 'view-changed' | 'view-unshared' | 'view-deleted';

const happened = ({ actor, now }: Context, action: ViewAction, { name }: ViewItem) =>
  firmEntry(actor, { action, data: { name } }, now);

function checkMayShare({ kind }: Staff): void {
  if (kind !== 'admin') throw forbidden('Only admins can share views or change shared ones');
}

/** Throws 409 if there is no room. Two concurrent requests may exceed the limit by one. */
function checkRoom(views: readonly ViewItem[], shared: boolean): void {
  if (views.filter((item) => isShared(item) === shared).length < VIEW_LIMITS.views) return;
  const owner = shared ? 'The firm has' : 'You have';
  throw conflict(`${owner} ${VIEW_LIMITS.views} ${shared ? 'shared ' : ''}views already. Delete one first.`);
}

const keyIn = ({ id }: Staff, shared: boolean, key: string) => itemKey(KEYS.view, shared ? FIRM : id, key);

export async function addView(
  context: Context,
  views: readonly ViewItem[],
  { shared = false, ...sent }: Pick<ViewItem, 'name' | 'query'> & { shared?: boolean | undefined },
): Promise<View> {
  const { actor, now } = context;
  if (shared) checkMayShare(actor);
  checkRoom(views, shared);
  const item: ViewItem = { ...keyIn(actor, shared, newChildKey(now)), v: 1, ...sent, ownerName: actor.name };
  await transact([{ put: { ...item } }, ...(shared ? [happened(context, 'view-shared', item)] : [])]);
  return toView(item, actor);
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
  { delete: before, when: [unchanged('name', before.name), unchanged('query', before.query)] },
  { put: { ...after } },
  happened(context, isShared(after) ? 'view-shared' : 'view-unshared', after),
];

const changeWrites = (context: Context, after: ViewItem, set: Record<string, string>): Write[] => [
  { update: after, change: { set, when: [['pk', 'exists']] } },
  ...(isShared(after) ? [happened(context, 'view-changed', after)] : []),
];

/** Changes a view. A view that is no longer shared belongs to the admin who changed that. */
export async function changeView(
  context: Context,
  views: readonly ViewItem[],
  id: string,
  { shared, ...sent }: ViewChange,
): Promise<View> {
  const { actor } = context;
  const before = changeable(context, views, id);
  const moves = shared !== undefined && shared !== isShared(before);
  if (moves && shared) checkMayShare(actor);
  const { name = before.name, query: list = before.query } = sent;
  if (moves) {
    checkRoom(views, shared);
    const after = { ...before, ...keyIn(actor, shared, id), name, query: list, ownerName: actor.name };
    await transact(moveWrites(context, before, after));
    return toView(after, actor);
  }
  const set = { ...(name !== before.name && { name }), ...(list !== before.query && { query: list }) };
  const after = { ...before, ...set };
  if (Object.keys(set).length > 0) await transact(changeWrites(context, after, set));
  return toView(after, actor);
}

export async function deleteView(context: Context, views: readonly ViewItem[], id: string): Promise<void> {
  const item = changeable(context, views, id);
  await transact([
    { delete: item, when: [['pk', 'exists']] },
    ...(isShared(item) ? [happened(context, 'view-deleted', item)] : []),
  ]);
}

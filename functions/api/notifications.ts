import { addressOf } from '#shared/contract/address.ts';
import { notificationCalls } from '#shared/contract/notifications.ts';
import { get, getTogether, itemAt, query } from '../aws/table.ts';
import { noticesFor } from '../domain/inbox/notice-page.ts';
import { HttpResponse } from '../pipeline/http.ts';
import { lambda, prepared } from '../pipeline/lambda.ts';
import { invalid } from '../services/errors.ts';
import { adviserPartition, childKeyOf } from '../services/keys/keys.ts';
import {
  CHANGES,
  type ChangesItem,
  type CounterItem,
  changePreferences,
  counterKey,
  isUnread,
  latestFor,
  NOTICE,
  type NoticeItem,
  type PreferencesItem,
  preferencesKey,
  preferencesOf,
  readNotices,
} from '../services/notices.ts';
import { changedIn, positionOf } from '../services/recent-changes.ts';

const DEFAULT_LIMIT = 50;
const CURSOR = /^[\w-]{25}$/;

const ofAdviser = <T>(adviserId: string | undefined, read: (adviserId: string) => Promise<T>) =>
  adviserId === undefined ? Promise.resolve(undefined) : read(adviserId);

const loadPreferences = ({ adviserId }: { adviserId: string | undefined }) =>
  ofAdviser(adviserId, (id) => get<PreferencesItem>(preferencesKey(id)));

export const handler = lambda('notifications', notificationCalls, {
  'GET /api/notifications': prepared(
    async ({ adviserId, query: { limit = DEFAULT_LIMIT, cursor, unread } }) => {
      if (cursor !== undefined && !CURSOR.test(cursor)) throw invalid('cursor', 'Unknown cursor');
      const range = {
        newestFirst: true,
        before: cursor && `${NOTICE}${cursor}`,
        limit: limit + 1,
        ...(unread && { keep: isUnread }),
      };
      return ofAdviser(adviserId, (id) => query<NoticeItem>(adviserPartition(id), NOTICE, range));
    },
    async ({ actor, query: { limit = DEFAULT_LIMIT, unread } }, found = []) => {
      const shown = found.slice(0, limit);
      const last = found.length > limit ? shown.at(-1) : undefined;
      const older = last && { unread, limit: String(limit), cursor: childKeyOf(last) };
      const next = older && addressOf('GET /api/notifications', {}, older).url;
      return new HttpResponse(
        await noticesFor(actor, shown),
        next ? { headers: { link: `<${next}>; rel="next"` } } : {},
      );
    },
  ),

  'GET /api/notifications/unread': prepared(
    ({ adviserId }) => ofAdviser(adviserId, (id) => getTogether([counterKey(id), CHANGES])),
    async ({ actor: { id, kind }, query: { since } }, items = []) => {
      const counter = itemAt<CounterItem>(items, counterKey(id));
      const changes = kind === 'admin' ? itemAt<ChangesItem>(items, CHANGES) : undefined;
      const seen = kind === 'admin' ? [counter, changes] : [counter];
      const latest = latestFor(id, counter, changes);
      return { count: counter?.unread ?? 0, latest, position: positionOf(seen), changed: changedIn(seen, since) };
    },
  ),

  'POST /api/notifications/read':
    () =>
    async ({ actor, body }) =>
      readNotices(actor.id, body),

  'GET /api/account/notifications': prepared(loadPreferences, async (_, item) => preferencesOf(item)),

  'PATCH /api/account/notifications': prepared(loadPreferences, async ({ actor, body }, item) =>
    changePreferences(actor.id, item, body),
  ),
});

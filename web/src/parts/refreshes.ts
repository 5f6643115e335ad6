import type { MutationOptions, QueryKey } from '@tanstack/react-query';
import type { api, CallName, InputOf } from '#shared/contract/api.ts';
import type { Sent } from '../lib/http/api.ts';
import { change, type Effect, type MutationMeta, queryClient, type Read } from '../lib/query/query.ts';

/** Applies a change to a read optimistically, and rolls it back if it fails. */
export const optimistic = <C extends Change, T>(
  options: ReturnType<typeof adviserChange<C>>,
  { queryKey, meta }: { queryKey: QueryKey; meta?: { read?: Read } },
  apply: (data: T, body: InputOf<C>, sent: Sent<C>) => T,
) => ({
  ...options,
  meta: { ...options.meta, shows: meta?.read },
  onMutate: async (sent: Sent<C>) => {
    await queryClient.cancelQueries({ queryKey, exact: true });
    const before = queryClient.getQueryData<T>(queryKey);
    if (before !== undefined) queryClient.setQueryData<T>(queryKey, apply(before, sent.body as InputOf<C>, sent));
    return before;
  },
  onError: (_error: Error, _sent: Sent<C>, before: T | undefined) => void queryClient.setQueryData(queryKey, before),
});

/** Runs a change outside of components, with its toasts and refetches. Rejects if it fails. */
export const execute = <A, S>(options: MutationOptions<A, Error, S>, sent: S): Promise<A> =>
  queryClient.getMutationCache().build(queryClient, options).execute(sent);

/** Runs a change like {@link execute}, but resolves with undefined if it fails, as its toast reports that. */
export const runChange = <A, S>(options: MutationOptions<A, Error, S>, sent: S): Promise<A | undefined> =>
  execute(options, sent).catch(() => undefined);

type CallSpec<C extends CallName> = (typeof api)[C];
type ReadWithEntry = { [C in Read]: CallSpec<C> extends { writes: true } ? C : never }[Read];
/** A call that changes data or adds an audit entry. */
export type Change = Exclude<CallName, Read> | ReadWithEntry;
type ChangeOfNobody = { [C in Change]: CallSpec<C>['about'] extends 'nobody' ? C : never }[Change];
type ChangeOfClient = Exclude<Change, ChangeOfNobody>;

const CLIENT = 'GET /api/clients/{id}';
const STAGES = 'GET /api/clients/{id}/stages';
const PLANS = 'GET /api/stages/{stageId}/plans';
const DOCUMENTS = 'GET /api/clients/{id}/documents';
const TASKS = 'GET /api/clients/{id}/tasks';
const CLIENT_AUDIT_LOG = 'GET /api/clients/{id}/activity';
const MESSAGES = 'GET /api/clients/{id}/messages';
const TOKEN = 'GET /api/clients/{id}/token';
const ADVISERS = 'GET /api/advisers';
const ME = 'GET /api/auth/me';
const NOTICES = 'GET /api/notifications';
const UNREAD = 'GET /api/notifications/unread';
const PREFERENCES = 'GET /api/account/notifications';
const SETTINGS = 'GET /api/settings';
const AUDIT_LOG = 'GET /api/record';
const ACCOUNT = 'GET /api/account';
const SESSIONS = 'GET /api/account/sessions';
const PREVIEW = 'GET /api/clients/{id}/portal';
const DEVICES = 'GET /api/clients/{id}/devices';
const OWN_DEVICES = 'GET /api/portal/devices';
const LISTS = [
  'GET /api/clients',
  'GET /api/dashboard/stats',
  'GET /api/tasks/pending',
  'GET /api/tasks/pending-count',
];

/** Reads that no change of a client affects: accounts, the firm, and notices, which are polled. */
const OF_FIRM: readonly string[] = [
  ADVISERS,
  ME,
  NOTICES,
  UNREAD,
  PREFERENCES,
  'GET /api/firm',
  SETTINGS,
  AUDIT_LOG,
  ACCOUNT,
  SESSIONS,
  OWN_DEVICES,
] satisfies Read[];
/** Reads that add an audit entry or mark something as read: only changes in `REFETCHED_WITH_ENTRY` refetch them. */
const READS_WITH_ENTRY: readonly string[] = [
  TOKEN,
  MESSAGES,
  'GET /api/documents/{id}/download',
  AUDIT_LOG,
  PREVIEW,
] satisfies ReadWithEntry[];
const REFETCHED_WITH_ENTRY: { [C in ChangeOfClient]?: readonly ReadWithEntry[] } = {
  'POST /api/clients/{id}/token/regenerate': [TOKEN],
  'GET /api/clients/{id}/messages': [MESSAGES],
  'POST /api/clients/{id}/messages': [MESSAGES],
  'POST /api/clients/{id}/stuck': [MESSAGES],
};

/** Reads that a change without a client makes stale. */
const OF_NOBODY: Record<ChangeOfNobody, readonly string[]> = {
  'POST /api/auth/register': [ADVISERS],
  'POST /api/auth/login': [],
  'POST /api/auth/logout': [],
  'POST /api/auth/forgot-password': [],
  'POST /api/auth/reset-password': [],
  'POST /api/auth/confirm-address': [],
  'POST /api/advisers/invitations': [ADVISERS],
  'POST /api/advisers/{id}/invitation': [],
  // Clients are shown with their adviser's name, and the header shows the own name.
  'PATCH /api/advisers/{id}': [ADVISERS, ME, CLIENT, ...LISTS],
  'DELETE /api/advisers/{id}': [ADVISERS, ...LISTS],
  'POST /api/clients': LISTS,
  'GET /api/portal/{token}': [],
  'POST /api/notifications/read': [NOTICES, UNREAD],
  'PATCH /api/account/notifications': [PREFERENCES],
  'PATCH /api/settings': [SETTINGS],
  'GET /api/record': [],
  'POST /api/account/password': [SESSIONS],
  'POST /api/account/totp': [ACCOUNT],
  'POST /api/account/totp/confirm': [ACCOUNT, ME],
  'DELETE /api/account/totp': [ACCOUNT, ME],
  'POST /api/account/recovery-codes': [ACCOUNT],
  'DELETE /api/account/sessions/{id}': [SESSIONS],
  'DELETE /api/account/sessions': [SESSIONS],
  'POST /api/auth/second-factor': [],
  'POST /api/auth/passkey/options': [],
  'POST /api/auth/passkey': [],
  'POST /api/account/confirm': [],
  'POST /api/account/passkeys/options': [],
  'POST /api/account/passkeys': [ACCOUNT, ME],
  'PATCH /api/account/passkeys/{id}': [ACCOUNT],
  'DELETE /api/account/passkeys/{id}': [ACCOUNT, ME],
  'POST /api/portal/code': [],
  'POST /api/portal/no-code': [],
  'POST /api/portal/device': [],
  'POST /api/portal/new-link': [],
  'DELETE /api/portal/devices/{id}': [OWN_DEVICES],
  'POST /api/advisers/{id}/second-factor/reset': [ADVISERS],
};

const REST = [STAGES, PLANS, DOCUMENTS, TASKS, DEVICES];
/** Reads that a change of a client does not affect. A missing entry costs only extra refetches. */
const UNTOUCHED: { [C in ChangeOfClient]?: readonly string[] } = {
  'PATCH /api/clients/{id}': [STAGES, PLANS, DOCUMENTS, TASKS],
  // A refetch about the deleted client would fail with 404.
  'DELETE /api/clients/{id}': [CLIENT, CLIENT_AUDIT_LOG, ...REST],
  'GET /api/clients/{id}/token': REST,
  'POST /api/clients/{id}/token/regenerate': [STAGES, PLANS, DOCUMENTS, TASKS],
  'POST /api/clients/{id}/send-portal-link': REST,
  'POST /api/clients/{id}/stages/reset': [PLANS, DOCUMENTS, TASKS, DEVICES],
  'PATCH /api/stages/{stageId}': [PLANS, DOCUMENTS, TASKS, DEVICES],
  'POST /api/stages/{stageId}/plans': [STAGES, DOCUMENTS, TASKS, DEVICES],
  'DELETE /api/plans/{id}': [STAGES, DOCUMENTS, TASKS, DEVICES],
  'POST /api/clients/{id}/documents': [PLANS, TASKS, DEVICES],
  'PATCH /api/documents/{id}': [PLANS, TASKS, DEVICES],
  'DELETE /api/documents/{id}': [PLANS, TASKS, DEVICES],
  'GET /api/documents/{id}/download': [CLIENT, ...REST],
  'POST /api/clients/{id}/tasks': [STAGES, PLANS, DOCUMENTS, DEVICES],
  'PATCH /api/tasks/{id}': [STAGES, PLANS, DOCUMENTS, DEVICES],
  'DELETE /api/tasks/{id}': [STAGES, PLANS, DEVICES],
  'GET /api/clients/{id}/messages': [...REST, CLIENT_AUDIT_LOG],
  'POST /api/clients/{id}/messages': REST,
  'POST /api/clients/{id}/stuck': REST,
  'DELETE /api/clients/{id}/stuck': REST,
  'GET /api/clients/{id}/portal': [CLIENT, ...REST],
  'DELETE /api/clients/{id}/devices/{deviceId}': [CLIENT, STAGES, PLANS, DOCUMENTS, TASKS],
  'POST /api/clients/{id}/devices/phrase': [CLIENT, ...REST],
};

type ByName = Readonly<Record<string, readonly string[] | undefined>>;

/**
 * Returns the effect of a change. A change of a client makes all reads stale except the firm's; others only the reads
 * listed. After a failure every stale read is refetched, except those that add an audit entry.
 */
export const effectOf = (name: Change): Effect => effectNamed(name);

/** Returns the effect of a change by its name, as another tab sends it. */
export function effectNamed(name: string): Effect {
  const { [name]: named }: ByName = OF_NOBODY;
  if (named) {
    const isStale = (read: Read) => named.includes(read);
    return { call: name, isStale, isReread: (read, failed) => !failed && isStale(read) };
  }
  const { [name]: refetched = [] }: ByName = REFETCHED_WITH_ENTRY;
  const { [name]: untouched = [] }: ByName = UNTOUCHED;
  const isStale = (read: Read) => !OF_FIRM.includes(read);
  return {
    call: name,
    isStale,
    isReread: (read, failed) => {
      if (READS_WITH_ENTRY.includes(read)) return !failed && refetched.includes(read);
      return isStale(read) && (failed || !untouched.includes(read));
    },
  };
}

/** Returns true if a change is about one client, whose id is the first in its input. */
export const isOfClient = (name: string) => !Object.hasOwn(OF_NOBODY, name);

/**
 * Effect of news found by polling: all reads of clients, and the notices. Of the reads with side effects only messages
 * are refetched, as `peek` leaves them unread.
 */
export const POLLED_CHANGES: Effect = {
  isStale: (read) => !OF_FIRM.includes(read) || read === NOTICES,
  isReread: (read) => POLLED_CHANGES.isStale(read) && (!READS_WITH_ENTRY.includes(read) || read === MESSAGES),
};

/** Options of a change by an adviser, with its effect from the tables above. */
export const adviserChange = <C extends Change>(name: C, meta: MutationMeta) =>
  change(name, { ...meta, effect: effectOf(name) });

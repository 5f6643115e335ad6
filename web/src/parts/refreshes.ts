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
export const execute = <A, S, M>(options: MutationOptions<A, Error, S, M>, sent: S): Promise<A> =>
  queryClient.getMutationCache().build(queryClient, options).execute(sent);

/** Runs a change like {@link execute}, but resolves with undefined if it fails, as its toast reports that. */
export const runChange = <A, S>(options: MutationOptions<A, Error, S>, sent: S): Promise<A | undefined> =>
  execute(options, sent).catch(() => undefined);

const CLIENT = 'GET /api/clients/{id}';
const STAGES = 'GET /api/clients/{id}/stages';
const PLANS = 'GET /api/stages/{stageId}/plans';
const DOCUMENTS = 'GET /api/clients/{id}/documents';
const REQUESTS = 'GET /api/clients/{id}/requests';
const REVIEW = 'GET /api/requests/review';
const REMINDERS = 'GET /api/clients/{id}/reminders';
const LOAS = 'GET /api/clients/{id}/loas';
const BOARD = 'GET /api/loas/board';
const PROVIDERS = 'GET /api/providers';
const TEMPLATES = 'GET /api/request-templates';
const TASKS = 'GET /api/clients/{id}/tasks';
const CLIENT_AUDIT_LOG = 'GET /api/clients/{id}/activity';
const MESSAGES = 'GET /api/clients/{id}/messages';
const PREVIEW = 'GET /api/clients/{id}/portal';
const DEVICES = 'GET /api/clients/{id}/devices';
const ADVISERS = 'GET /api/advisers';
const ME = 'GET /api/auth/me';
const NOTICES = 'GET /api/notifications';
const UNREAD = 'GET /api/notifications/unread';
const PREFERENCES = 'GET /api/account/notifications';
const SETTINGS = 'GET /api/settings';
const ACCOUNT = 'GET /api/account';
const SESSIONS = 'GET /api/account/sessions';
const STUCK = 'GET /api/insight/stuck';
const FIGURES = 'GET /api/insight';
const VIEWS = 'GET /api/views';
const LISTS: readonly Read[] = [
  'GET /api/clients',
  'GET /api/dashboard/stats',
  'GET /api/today',
  'GET /api/tasks/pending',
  'GET /api/tasks/pending-count',
  STUCK,
  FIGURES,
];

/** A call that changes data, or a read that adds an audit entry or marks messages as read. */
export type Change =
  | Exclude<CallName, Read | `HEAD ${string}`>
  | 'GET /api/clients/{id}/token'
  | 'GET /api/documents/{id}/download'
  | typeof MESSAGES;
type ChangeOfNobody = { [C in Change]: (typeof api)[C]['about'] extends 'nobody' ? C : never }[Change];
type ChangeOfClient = Exclude<Change, ChangeOfNobody>;

const AUDITED: readonly Read[] = [CLIENT_AUDIT_LOG, ...LISTS];
const SUMMARY: readonly Read[] = [CLIENT, ...AUDITED];
/** A file can hand its request in, so that reminders end. */
const FILES: readonly Read[] = [...SUMMARY, STAGES, DOCUMENTS, REQUESTS, REVIEW, REMINDERS];
const OF_CLIENT: readonly Read[] = [
  ...SUMMARY,
  STAGES,
  PLANS,
  DOCUMENTS,
  REQUESTS,
  REVIEW,
  REMINDERS,
  LOAS,
  BOARD,
  TASKS,
  DEVICES,
];
/** Refetching messages marks them as read, and the preview adds an audit entry, so both are only marked as stale. */
const STALE_OF_CLIENT: readonly Read[] = [...OF_CLIENT, MESSAGES, PREVIEW];

/** Reads that a change of a client refetches. Without an entry it refetches `OF_CLIENT`, as every failed change does. */
const AFTER_CHANGE_OF_CLIENT: { [C in ChangeOfClient]?: readonly Read[] } = {
  'PATCH /api/clients/{id}': [...SUMMARY, DEVICES, REMINDERS],
  // A refetch about the deleted client would fail with 404.
  'DELETE /api/clients/{id}': LISTS,
  'GET /api/clients/{id}/token': SUMMARY,
  'POST /api/clients/{id}/token/regenerate': [...SUMMARY, DEVICES],
  'POST /api/clients/{id}/send-portal-link': SUMMARY,
  'POST /api/clients/{id}/stages/reset': [...SUMMARY, STAGES],
  'PATCH /api/stages/{stageId}': [...SUMMARY, STAGES],
  'POST /api/stages/{stageId}/plans': [...SUMMARY, PLANS],
  'PATCH /api/plans/{id}': [...SUMMARY, PLANS, LOAS, BOARD],
  'DELETE /api/plans/{id}': [...SUMMARY, PLANS, LOAS, BOARD],
  'POST /api/clients/{id}/documents': FILES,
  'POST /api/clients/{id}/uploads': [],
  'POST /api/uploads/{id}/parts/{index}': [],
  'POST /api/uploads/{id}/finish': FILES,
  'DELETE /api/uploads/{id}': [],
  'PATCH /api/documents/{id}': FILES,
  'DELETE /api/documents/{id}': FILES,
  'GET /api/documents/{id}/download': AUDITED,
  'POST /api/clients/{id}/requests': [...SUMMARY, REQUESTS, REMINDERS],
  'PATCH /api/requests/{id}': [...SUMMARY, REQUESTS, REVIEW, REMINDERS],
  'DELETE /api/requests/{id}': [...SUMMARY, REQUESTS, REMINDERS],
  'POST /api/requests/{id}/decision': [...SUMMARY, REQUESTS, REVIEW, REMINDERS],
  'PATCH /api/clients/{id}/reminders': [...SUMMARY, REMINDERS],
  'POST /api/clients/{id}/reminders/send': [...SUMMARY, REMINDERS],
  'POST /api/clients/{id}/loas': [...SUMMARY, PLANS, LOAS, BOARD, PROVIDERS],
  'PATCH /api/loas/{id}': [...SUMMARY, PLANS, LOAS, BOARD],
  'POST /api/loas/{id}/steps': [...SUMMARY, PLANS, LOAS, BOARD, PROVIDERS],
  'POST /api/clients/{id}/tasks': [...SUMMARY, TASKS, REMINDERS],
  'PATCH /api/tasks/{id}': [...SUMMARY, TASKS, REMINDERS],
  'DELETE /api/tasks/{id}': [...SUMMARY, TASKS, DOCUMENTS, REMINDERS],
  'GET /api/clients/{id}/messages': [CLIENT, MESSAGES, ...LISTS],
  'POST /api/clients/{id}/messages': [...SUMMARY, MESSAGES],
  'POST /api/clients/{id}/stuck': [...SUMMARY, MESSAGES],
  'DELETE /api/clients/{id}/stuck': SUMMARY,
  'DELETE /api/clients/{id}/devices/{deviceId}': [...AUDITED, DEVICES],
  'POST /api/clients/{id}/devices/phrase': AUDITED,
};

/** Reads that a change without a client refetches. */
const AFTER_CHANGE_OF_NOBODY: Record<ChangeOfNobody, readonly Read[]> = {
  'POST /api/auth/register': [ADVISERS],
  'POST /api/auth/login': [],
  'POST /api/auth/logout': [],
  'POST /api/auth/forgot-password': [],
  'POST /api/auth/reset-password': [],
  'POST /api/auth/confirm-address': [],
  'POST /api/advisers/invitations': [ADVISERS],
  'POST /api/advisers/{id}/invitation': [ADVISERS],
  // Clients are shown with their adviser's name, and the header shows the own name.
  'PATCH /api/advisers/{id}': [ADVISERS, ME, ACCOUNT, CLIENT, ...LISTS],
  'DELETE /api/advisers/{id}': [ADVISERS, ...LISTS],
  'POST /api/clients': LISTS,
  'POST /api/views': [VIEWS],
  'PATCH /api/views/{id}': [VIEWS],
  'DELETE /api/views/{id}': [VIEWS],
  'POST /api/notifications/read': [NOTICES, UNREAD, 'GET /api/today'],
  'PATCH /api/account/notifications': [PREFERENCES],
  'PATCH /api/settings': [SETTINGS, REMINDERS, STUCK, FIGURES],
  'PATCH /api/request-templates': [TEMPLATES],
  'PATCH /api/providers/{key}': [PROVIDERS],
  'DELETE /api/providers/{key}': [PROVIDERS],
  'PATCH /api/account': [ACCOUNT, ME, ADVISERS, CLIENT, ...LISTS],
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
  // The portal names its refetched reads itself.
  'POST /api/portal/code': [],
  'POST /api/portal/no-code': [],
  'POST /api/portal/device': [],
  'POST /api/portal/new-link': [],
  'DELETE /api/portal/devices/{id}': [],
  // The client's page of a reminder's link refetches its read itself.
  'POST /api/reminders/{key}/stop': [],
  'POST /api/reminders/{key}/pause': [],
  'POST /api/reminders/{key}/resume': [],
  'POST /api/advisers/{id}/second-factor/reset': [ADVISERS],
};

type ByName = Readonly<Record<string, readonly Read[] | undefined>>;

/** Returns the effect of a change. */
export const effectOf = (name: Change): Effect => effectNamed(name);

/** Returns the effect of a change by its name, as another tab sends it. */
export function effectNamed(name: string): Effect {
  const { [name]: named }: ByName = AFTER_CHANGE_OF_NOBODY;
  // Its subject may be gone or newer.
  if (named)
    return { call: name, stale: named, refetched: named, ...(name.includes('{') && { refetchedIfFailed: named }) };
  const { [name]: refetched = OF_CLIENT }: ByName = AFTER_CHANGE_OF_CLIENT;
  return { call: name, stale: STALE_OF_CLIENT, refetched, refetchedIfFailed: OF_CLIENT };
}

/** Returns true if a change is about one client, whose id is the first in its input. */
export const isOfClient = (name: string) => !Object.hasOwn(AFTER_CHANGE_OF_NOBODY, name);

/** Effect of changes found by polling. Refetches messages too, as `peek` leaves them unread. */
export const POLLED_CHANGES: Effect = {
  stale: [...STALE_OF_CLIENT, NOTICES],
  refetched: [...OF_CLIENT, MESSAGES, NOTICES],
};

/** Options of a change by an adviser, with its effect from the tables above. */
export const adviserChange = <C extends Change>(name: C, meta: MutationMeta) =>
  change(name, { ...meta, effect: effectOf(name) });

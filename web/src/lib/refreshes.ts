import type { api, CallName } from '#shared/contract/api.ts';

type Line<C extends CallName> = (typeof api)[C];
/** A call that reads. */
export type Read = Extract<CallName, `GET ${string}`>;
type RecordedRead = { [C in Read]: Line<C> extends { writes: true } ? C : never }[Read];
/** A call that somebody makes for what it changes, or for what it records. */
export type Change = Exclude<CallName, Read> | Exclude<RecordedRead, typeof MESSAGES>;
type ChangeOfNobody = { [C in Change]: Line<C>['about'] extends 'nobody' ? C : never }[Change];
type ChangeOfClient = Exclude<Change, ChangeOfNobody>;

const CLIENT = 'GET /api/clients/{id}';
const STAGES = 'GET /api/clients/{id}/stages';
const PLANS = 'GET /api/stages/{stageId}/plans';
const DOCUMENTS = 'GET /api/clients/{id}/documents';
const TASKS = 'GET /api/clients/{id}/tasks';
const ACTIVITY = 'GET /api/clients/{id}/activity';
const MESSAGES = 'GET /api/clients/{id}/messages';
const TOKEN = 'GET /api/clients/{id}/token';
const PORTAL = 'GET /api/portal/{token}';
const ADVISERS = 'GET /api/advisers';
const ME = 'GET /api/auth/me';
const LISTS = [
  'GET /api/clients',
  'GET /api/dashboard/stats',
  'GET /api/tasks/pending',
  'GET /api/tasks/pending-count',
];

/** Reads of accounts: no change of a client touches them. */
const OF_ACCOUNTS: readonly string[] = [ADVISERS, ME] satisfies Read[];
/** Each of these reads is recorded or marks something, so that only a change that is about it causes it. */
const RECORDED: readonly string[] = [TOKEN, MESSAGES, 'GET /api/documents/{id}/download'] satisfies RecordedRead[];
const RECORDED_BY: { [C in ChangeOfClient]?: readonly RecordedRead[] } = {
  'POST /api/clients/{id}/token/regenerate': [TOKEN],
  'POST /api/clients/{id}/messages': [MESSAGES],
};

/** What a change about nobody makes stale. */
const OF_NOBODY: Record<ChangeOfNobody, readonly string[]> = {
  'POST /api/auth/register': [ADVISERS],
  'POST /api/auth/login': [],
  'POST /api/auth/logout': [],
  'POST /api/auth/forgot-password': [],
  'POST /api/auth/reset-password': [],
  // Clients are shown with their adviser's name, and the frame with one's own.
  'PATCH /api/advisers/{id}': [ADVISERS, ME, CLIENT, PORTAL, ...LISTS],
  'DELETE /api/advisers/{id}': [ADVISERS, ...LISTS],
  'POST /api/clients': LISTS,
};

const REST = [STAGES, PLANS, DOCUMENTS, TASKS];
/**
 * What a change of a client leaves as it is: it stays on the screen and is read anew when it is next opened. A change that
 * is missing here has everything on the screen read anew, which is right, only dearer.
 */
const UNTOUCHED: { [C in ChangeOfClient]?: readonly string[] } = {
  'PATCH /api/clients/{id}': REST,
  // What is about a client that is gone would be missing.
  'DELETE /api/clients/{id}': [CLIENT, ACTIVITY, PORTAL, ...REST],
  'GET /api/clients/{id}/token': REST,
  'POST /api/clients/{id}/token/regenerate': [CLIENT, ...REST],
  'POST /api/clients/{id}/send-portal-link': REST,
  'POST /api/clients/{id}/stages/reset': [PLANS, DOCUMENTS, TASKS],
  'PATCH /api/stages/{stageId}': [PLANS, DOCUMENTS, TASKS],
  'POST /api/stages/{stageId}/plans': [STAGES, DOCUMENTS, TASKS],
  'DELETE /api/plans/{id}': [STAGES, DOCUMENTS, TASKS],
  'POST /api/clients/{id}/documents': [PLANS, TASKS],
  'PATCH /api/documents/{id}': [PLANS, TASKS],
  'DELETE /api/documents/{id}': [PLANS, TASKS],
  'GET /api/documents/{id}/download': [CLIENT, PORTAL, ...REST],
  'POST /api/clients/{id}/tasks': [STAGES, PLANS, DOCUMENTS],
  'PATCH /api/tasks/{id}': [STAGES, PLANS, DOCUMENTS],
  'DELETE /api/tasks/{id}': [STAGES, PLANS, DOCUMENTS],
  'POST /api/clients/{id}/messages': [PORTAL, ...REST],
};

const ofNobody = (change: Change): readonly string[] | undefined => OF_NOBODY[change as ChangeOfNobody];

/**
 * Whether a change makes a read stale, so that it is read anew when it is next opened. A change about a client, or about
 * what hangs off one, does that to every read but those of accounts; one about nobody to those that it names.
 */
export const isStale = (change: Change, read: Read) => ofNobody(change)?.includes(read) ?? !OF_ACCOUNTS.includes(read);

/**
 * Whether a read that is on the screen is made anew at once. After a failure whatever is about the client is, as the page
 * may be out of date.
 */
export function isReread(change: Change, read: Read, failed: boolean): boolean {
  if (!isStale(change, read)) return false;
  if (ofNobody(change)) return !failed;
  const about = change as ChangeOfClient;
  if (RECORDED.includes(read)) return !failed && RECORDED_BY[about]?.some((recorded) => recorded === read) === true;
  return failed || !UNTOUCHED[about]?.includes(read);
}

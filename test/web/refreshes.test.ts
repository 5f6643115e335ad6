import { describe, expect, test } from 'vitest';
import { api, type CallName } from '#shared/contract/api.ts';
import type { Read } from '../../web/src/lib/query/query.ts';
import { type Change, effectNamed, effectOf, POLLED_CHANGES } from '../../web/src/parts/refreshes.ts';

const calls = Object.keys(api) as CallName[];
const isRead = (name: CallName): name is Read => name.startsWith('GET ');
// The list of clients is logged only if it is exported.
const isAudited = (name: CallName) => 'writes' in api[name] && name !== 'GET /api/clients';
// The portal names its refetched reads itself. Link, download and uploads are never cached.
const reads = calls.filter(isRead).filter((name) => !/\/portal\/|\/uploads|\{key\}|token$|download$/.test(name));
const changes = calls.filter(
  (name): name is Change => !/^(GET|HEAD) /.test(name) || /token$|download$|messages$/.test(name),
);

const NAMES: readonly [RegExp, string][] = [
  [/^GET \/api\/(clients|dashboard\/stats|today|tasks\/pending|tasks\/pending-count|insight|insight\/stuck)$/, 'lists'],
  [/^GET \/api\/(auth\/me|advisers|account\/notifications|account\/sessions|account).*/, '$1'],
  [/^GET \/api\/clients\/\{id\}$/, 'client'],
  [/^GET .*\/([\w-]+)$/, '$1'],
];
/** Returns a short name: "client", "stages" and so on, or "lists" for firm-wide totals. */
const short = (read: Read) => {
  const [pattern = '', name = ''] = NAMES.find(([known]) => known.test(read)) ?? [];
  return read.replace(pattern, name);
};
/** Returns the short names in the order of the contract. */
const names = (found: readonly Read[]) =>
  [...new Set(reads.filter((read) => found.includes(read)).map(short))].join(' ');

/** Reads refetched after each call if they are on screen; every new call needs an entry. */
const REFETCHED: Record<Change, string> = {
  'POST /api/auth/register': 'advisers',
  'POST /api/auth/login': '',
  'POST /api/auth/forgot-password': '',
  'POST /api/auth/reset-password': '',
  'POST /api/auth/confirm-address': '',
  'POST /api/auth/logout': '',
  'POST /api/advisers/invitations': 'advisers',
  'POST /api/advisers/{id}/invitation': 'advisers',
  'PATCH /api/advisers/{id}': 'auth/me advisers account lists client',
  'DELETE /api/advisers/{id}': 'advisers lists',
  'POST /api/clients': 'lists',
  'POST /api/views': 'views',
  'PATCH /api/views/{id}': 'views',
  'DELETE /api/views/{id}': 'views',
  'PATCH /api/clients/{id}': 'lists client reminders activity devices',
  'DELETE /api/clients/{id}': 'lists',
  'GET /api/clients/{id}/token': 'lists client activity',
  'POST /api/clients/{id}/token/regenerate': 'lists client activity devices',
  'POST /api/clients/{id}/send-portal-link': 'lists client activity',
  'POST /api/clients/{id}/stages/reset': 'lists client stages activity',
  'PATCH /api/stages/{stageId}': 'lists client stages activity',
  'POST /api/stages/{stageId}/plans': 'lists client plans activity',
  'PATCH /api/plans/{id}': 'lists client plans loas board activity',
  'DELETE /api/plans/{id}': 'lists client plans loas board activity',
  'POST /api/clients/{id}/documents': 'lists client stages documents requests review reminders activity',
  'GET /api/documents/{id}/download': 'lists activity',
  'POST /api/clients/{id}/uploads': '',
  'POST /api/uploads/{id}/parts/{index}': '',
  'POST /api/uploads/{id}/finish': 'lists client stages documents requests review reminders activity',
  'DELETE /api/uploads/{id}': '',
  'PATCH /api/documents/{id}': 'lists client stages documents requests review reminders activity',
  'DELETE /api/documents/{id}': 'lists client stages documents requests review reminders activity',
  'POST /api/clients/{id}/requests': 'lists client requests reminders activity',
  'PATCH /api/requests/{id}': 'lists client requests review reminders activity',
  'DELETE /api/requests/{id}': 'lists client requests reminders activity',
  'POST /api/requests/{id}/decision': 'lists client requests review reminders activity',
  'POST /api/requests/{id}/submit':
    'lists client stages plans documents loas board requests review reminders tasks activity devices',
  'POST /api/requests/{id}/cannot':
    'lists client stages plans documents loas board requests review reminders tasks activity devices',
  'PATCH /api/request-templates': 'request-templates',
  'PATCH /api/clients/{id}/reminders': 'lists client reminders activity',
  'POST /api/clients/{id}/reminders/send': 'lists client reminders activity',
  'POST /api/reminders/{key}/stop': '',
  'POST /api/reminders/{key}/pause': '',
  'POST /api/reminders/{key}/resume': '',
  'POST /api/clients/{id}/loas': 'lists client plans loas board providers activity',
  'PATCH /api/loas/{id}': 'lists client plans loas board activity',
  'POST /api/loas/{id}/steps': 'lists client plans loas board providers activity',
  'PATCH /api/providers/{key}': 'providers',
  'DELETE /api/providers/{key}': 'providers',
  'POST /api/clients/{id}/tasks': 'lists client reminders tasks activity',
  'PATCH /api/tasks/{id}': 'lists client reminders tasks activity',
  'DELETE /api/tasks/{id}': 'lists client documents reminders tasks activity',
  'GET /api/clients/{id}/messages': 'lists client messages',
  'POST /api/clients/{id}/messages': 'lists client messages activity',
  'POST /api/clients/{id}/stuck': 'lists client messages activity',
  'DELETE /api/clients/{id}/stuck': 'lists client activity',
  'POST /api/notifications/read': 'notifications unread lists',
  'PATCH /api/account/notifications': 'account/notifications',
  'PATCH /api/settings': 'reminders settings lists',
  'PATCH /api/account': 'auth/me advisers account lists client',
  'POST /api/account/password': 'account/sessions',
  'POST /api/account/totp': 'account',
  'POST /api/account/totp/confirm': 'auth/me account',
  'DELETE /api/account/totp': 'auth/me account',
  'POST /api/account/recovery-codes': 'account',
  'DELETE /api/account/sessions/{id}': 'account/sessions',
  'DELETE /api/account/sessions': 'account/sessions',
  'POST /api/auth/second-factor': '',
  'POST /api/auth/passkey/options': '',
  'POST /api/auth/passkey': '',
  'POST /api/account/confirm': '',
  'POST /api/account/passkeys/options': '',
  'POST /api/account/passkeys': 'auth/me account',
  'PATCH /api/account/passkeys/{id}': 'account',
  'DELETE /api/account/passkeys/{id}': 'auth/me account',
  'POST /api/portal/code': '',
  'POST /api/portal/no-code': '',
  'POST /api/portal/device': '',
  'POST /api/portal/new-link': '',
  'DELETE /api/portal/devices/{id}': '',
  'POST /api/advisers/{id}/second-factor/reset': 'advisers',
  'DELETE /api/clients/{id}/devices/{deviceId}': 'lists activity devices',
  'POST /api/clients/{id}/devices/phrase': 'lists activity',
};

const OF_CLIENT = 'lists client stages plans documents loas board requests review reminders tasks activity devices';
const OF_FIRM =
  'auth/me advisers account account/sessions views providers request-templates notifications unread account/notifications firm complaints settings record';

test.each(changes)('%s refetches exactly the reads that it affects', (change) => {
  expect(names(effectOf(change).refetched)).toBe(REFETCHED[change]);
});

test.each(['PATCH /api/advisers/{id}', 'PATCH /api/views/{id}', 'PATCH /api/providers/{key}'] as const)(
  '%s refetches the same after a failure, as its subject may be gone or newer',
  (change) => expect(effectOf(change).refetchedIfFailed).toEqual(effectOf(change).refetched),
);

test('polled changes refetch client data, and of the audited reads only messages', () => {
  expect(names(POLLED_CHANGES.refetched)).toBe(
    'lists client stages plans documents loas board requests review reminders tasks messages activity devices notifications',
  );
  expect(names(reads.filter((read) => !POLLED_CHANGES.stale.includes(read)))).toBe(
    OF_FIRM.replace('notifications ', ''),
  );
});

test('an unlisted change refetches everything of its client except audited reads', () => {
  expect(names(effectNamed('PUT /api/clients/{id}').refetched)).toBe(OF_CLIENT);
  expect(reads.filter((read) => OF_CLIENT.split(' ').includes(short(read))).filter(isAudited)).toEqual([]);
});

describe.each(changes.filter((change) => api[change].about !== 'nobody'))('the change %s', (change) => {
  test('invalidates everything except the firm’s data', () => {
    expect(names(reads.filter((read) => !effectOf(change).stale.includes(read)))).toBe(OF_FIRM);
  });

  test('refetches everything on screen after a failure, except audited reads', () => {
    expect(names(effectOf(change).refetchedIfFailed ?? [])).toBe(OF_CLIENT);
  });
});

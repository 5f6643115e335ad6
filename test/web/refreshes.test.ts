import { describe, expect, test } from 'vitest';
import { api, type CallName } from '#shared/contract/api.ts';
import type { Call } from '#shared/contract/call.ts';
import type { Read } from '../../web/src/lib/query/query.ts';
import { type Change, effectNamed, effectOf, POLLED_CHANGES } from '../../web/src/parts/refreshes.ts';

const calls = Object.entries(api) as [CallName, Call][];
const topicsOf = ({ reads = [] }: Call) => [reads].flat();
const changes = calls.flatMap(([name, { changes }]) => (changes ? [name as Change] : []));
const isOfClient = (name: CallName) => api[name].about !== 'nobody';
const deletesClient = (change: Change) => change === 'DELETE /api/clients/{id}';

const STAFF_ONLY: readonly Read[] = ['GET /api/settings', 'GET /api/advisers', 'GET /api/views', 'GET /api/account'];

test('each topic that a call changes has a read, and each topic that is read has a call that changes it', () => {
  const read = new Set(calls.flatMap(([, call]) => topicsOf(call)));
  const changed = new Set(calls.flatMap(([, call]) => call.changes ?? []));
  expect([...changed].filter((topic) => !read.has(topic))).toEqual([]);
  // A preview is read each time that it is opened.
  expect([...read].filter((topic) => !changed.has(topic))).toEqual(['portal']);
});

test('a task that is changed refetches its client’s tasks and reminders, and every list that counts it', () => {
  expect(effectOf('PATCH /api/tasks/{id}').refetched).toEqual([
    'GET /api/clients',
    'GET /api/clients/{id}',
    'GET /api/dashboard/stats',
    'GET /api/clients/{id}/reminders',
    'GET /api/clients/{id}/tasks',
    'GET /api/tasks/pending',
    'GET /api/tasks/pending-count',
    'GET /api/clients/{id}/activity',
    'GET /api/today',
    'GET /api/insight/stuck',
    'GET /api/insight',
  ]);
});

describe.each(changes.filter((change) => isOfClient(change)))('%s', (change) => {
  const { stale, refetched, refetchedIfFailed = [] } = effectOf(change);

  test('invalidates all that is shown of its client, and nothing of the firm’s or the account’s', () => {
    expect(stale).toEqual(
      expect.arrayContaining(['GET /api/clients/{id}/portal', 'GET /api/loas/board', ...refetchedIfFailed]),
    );
    expect(stale.filter((read) => STAFF_ONLY.includes(read))).toEqual([]);
  });

  test('refetches all on the screen after a failure, except reads that write each time', () => {
    expect(refetchedIfFailed).toEqual(stale.filter((read) => !/messages$|portal$/.test(read)));
  });

  test('refetches nothing that it deleted, and no preview, which is in the audit log', () => {
    const refused = deletesClient(change) ? refetched.filter(isOfClient) : [];
    expect([...refused, ...refetched.filter((read) => read.endsWith('/portal'))]).toEqual([]);
  });
});

test.each(['PATCH /api/advisers/{id}', 'PATCH /api/views/{id}', 'PATCH /api/providers/{key}'] as const)(
  '%s refetches the same after a failure, as its subject may be gone or newer',
  (change) => expect(effectOf(change).refetchedIfFailed).toEqual(effectOf(change).refetched),
);

test('polled changes refetch what is shown of clients, the account, the notices, and of the reads that write messages', () => {
  const { refetchedIfFailed = [] } = effectOf('PATCH /api/tasks/{id}');
  expect(POLLED_CHANGES.refetched).toEqual([
    ...refetchedIfFailed,
    'GET /api/auth/me',
    'GET /api/clients/{id}/messages',
    'GET /api/notifications',
  ]);
  expect(POLLED_CHANGES.stale).not.toContain('GET /api/notifications/unread');
});

test('a change that only a newer page knows refetches everything of its client', () => {
  expect(effectNamed('PUT /api/clients/{id}')).toEqual({
    ...effectOf('PATCH /api/tasks/{id}'),
    call: 'PUT /api/clients/{id}',
    refetched: effectOf('PATCH /api/tasks/{id}').refetchedIfFailed,
  });
});

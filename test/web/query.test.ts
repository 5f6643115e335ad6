import { MutationObserver, onlineManager, type QueryKey, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { catchUp, queryClient, read } from '../../web/src/lib/query/query.ts';
import { adviserChange, POLLED_CHANGES } from '../../web/src/parts/refreshes.ts';

const id = 'client-1';
const client = read('GET /api/clients/{id}', { params: { id } });
const stages = read('GET /api/clients/{id}/stages', { params: { id } });
const tasks = read('GET /api/clients/{id}/tasks', { params: { id } });
const preview = read('GET /api/clients/{id}/portal', { params: { id } });

let asked: string[] = [];
let answer: (url: string) => Promise<Response> | Response;

/** Observes queries, waits for their first result, and clears the log of requests. */
async function show(...queries: { queryKey: QueryKey }[]) {
  for (const query of queries) new QueryObserver(queryClient, query).subscribe(() => undefined);
  await vi.waitFor(() => expect(queryClient.isFetching()).toBe(0));
  asked = [];
}

const patchStage = adviserChange('PATCH /api/stages/{stageId}', {});
const start = () =>
  new MutationObserver(queryClient, patchStage).mutate({
    params: { stageId: 'stage-1' },
    body: { status: 'in_progress' },
  });
const NEW_CLIENT = { name: 'Mia Wood', email: 'mia@clients.example', phone: '020 7946 0000' };
const done = () => vi.waitFor(() => expect(queryClient.isFetching() + queryClient.isMutating()).toBe(0));

beforeEach(() => {
  answer = () => Response.json({});
  vi.stubGlobal('fetch', async (url: string, { method }: RequestInit) => {
    asked.push(`${method} ${url}`);
    return answer(url);
  });
});

afterEach(() => {
  queryClient.clear();
  vi.unstubAllGlobals();
});

test('a change refetches the visible reads that it affected, and invalidates the rest', async () => {
  await show(client, stages, tasks, preview);
  await start();
  await done();
  expect(asked).toEqual(['PATCH /api/stages/stage-1', `GET /api/clients/${id}`, `GET /api/clients/${id}/stages`]);
  for (const { queryKey } of [tasks, preview]) expect(queryClient.getQueryState(queryKey)?.isInvalidated).toBe(true);
});

test('a change refetches other reads without waiting for a pending first read', async () => {
  await show(client);
  const first = Promise.withResolvers<Response>();
  answer = (url) => (url.endsWith('stages') ? first.promise : Response.json({}));
  new QueryObserver(queryClient, stages).subscribe(() => undefined);
  await start();
  await vi.waitFor(() => expect(asked.at(-1)).toBe(`GET /api/clients/${id}`));
  first.resolve(Response.json({}));
  await done();
  expect(asked.filter((call) => call.endsWith('stages'))).toHaveLength(2);
});

test('a change refetches a list with a pending first read, which may be stale', async () => {
  const list = read('GET /api/clients');
  const first = Promise.withResolvers<Response>();
  answer = () => (asked.length === 1 ? first.promise : Response.json(asked.length === 2 ? {} : [NEW_CLIENT]));
  asked = [];
  new QueryObserver(queryClient, list).subscribe(() => undefined);
  await new MutationObserver(queryClient, adviserChange('POST /api/clients', {})).mutate({ body: NEW_CLIENT });
  first.resolve(Response.json([]));
  await vi.waitFor(() => expect(queryClient.getQueryData(list.queryKey)).toEqual([NEW_CLIENT]));
});

test('a disabled read without an id does not prevent the refetch of the list', async () => {
  const list = read('GET /api/clients');
  await show(list);
  const noneYet = { ...read('GET /api/clients/{id}', { params: { id: '' } }), enabled: false };
  new QueryObserver(queryClient, noneYet).subscribe(() => undefined);
  await new MutationObserver(queryClient, adviserChange('POST /api/clients', {})).mutate({ body: NEW_CLIENT });
  await done();
  expect(asked).toEqual(['POST /api/clients', 'GET /api/clients']);
});

test('a change does not refetch data that a concurrent change shows optimistically', async () => {
  await show(client, stages);
  const held = Promise.withResolvers<Response>();
  answer = (url) => (url.endsWith('held') ? held.promise : Response.json({}));
  const other = new MutationObserver(queryClient, {
    ...patchStage,
    meta: { ...patchStage.meta, shows: 'GET /api/clients/{id}/stages' },
  });
  const running = other.mutate({ params: { stageId: 'held' }, body: { status: 'completed' } });
  await start();
  await vi.waitFor(() => expect(queryClient.isFetching()).toBe(0));
  expect(asked).toEqual(['PATCH /api/stages/held', 'PATCH /api/stages/stage-1', `GET /api/clients/${id}`]);
  held.resolve(Response.json({}));
  await running;
  await done();
  expect(asked.slice(3)).toEqual([`GET /api/clients/${id}`, `GET /api/clients/${id}/stages`]);
});

test('a rejected change refetches all data of the client, but an offline change refetches nothing', async () => {
  await show(client, tasks, preview);
  answer = (url) => (url.includes('stage-1') ? Response.json({ message: 'No' }, { status: 409 }) : Response.json({}));
  await expect(start()).rejects.toThrow('409');
  await done();
  expect(asked.slice(1)).toEqual([`GET /api/clients/${id}`, `GET /api/clients/${id}/tasks`]);
  asked = [];
  answer = () => Promise.reject(new TypeError('Failed to fetch'));
  await expect(start()).rejects.toThrow('There is no connection');
  await done();
  expect(asked).toEqual(['PATCH /api/stages/stage-1']);
});

test('a change with `waits` resolves after its refetch', async () => {
  await show(client);
  const rename = adviserChange('PATCH /api/clients/{id}', { waits: true });
  await new MutationObserver(queryClient, rename).mutate({ params: { id }, body: { name: 'Mia' } });
  expect(asked).toEqual([`PATCH /api/clients/${id}`, `GET /api/clients/${id}`]);
  expect(queryClient.isFetching()).toBe(0);
});

test('news refetches visible reads and invalidates the rest', async () => {
  await show(client);
  await queryClient.prefetchQuery(tasks);
  asked = [];
  await catchUp(POLLED_CHANGES);
  expect(asked).toEqual([`GET /api/clients/${id}`]);
  expect(queryClient.getQueryState(tasks.queryKey)?.isInvalidated).toBe(true);
});

test('catching up with news fails if a refetch fails', async () => {
  await show(client, tasks);
  answer = (url) => (url.endsWith('tasks') ? Response.json({}, { status: 500 }) : Response.json({}));
  await expect(catchUp(POLLED_CHANGES)).rejects.toThrow('500');
});

test('catching up with news succeeds if the client was deleted', async () => {
  await show(client, tasks);
  answer = () => Response.json({ message: 'Client not found' }, { status: 404 });
  await catchUp(POLLED_CHANGES);
  expect(queryClient.getQueryState(client.queryKey)?.error).toMatchObject({ status: 404 });
});

test('news does not overwrite an optimistic change', async () => {
  await show(client, stages);
  const held = Promise.withResolvers<Response>();
  answer = (url) => (url.endsWith('stage-1') ? held.promise : Response.json({}));
  const change = { ...patchStage, meta: { ...patchStage.meta, shows: 'GET /api/clients/{id}/stages' } } as const;
  const body = { params: { stageId: 'stage-1' }, body: { status: 'completed' } } as const;
  const running = new MutationObserver(queryClient, change).mutate(body);
  await catchUp(POLLED_CHANGES);
  expect(asked.slice(1)).toEqual([`GET /api/clients/${id}`]);
  held.resolve(Response.json({}));
  await running;
  await done();
});

test('a restored connection retries once only the reads that failed without it', async () => {
  answer = (url) => {
    if (url.endsWith('tasks')) return Promise.reject(new TypeError('Failed to fetch'));
    return Response.json({}, { status: url.endsWith('stages') ? 500 : 200 });
  };
  await show(client, stages, tasks);
  answer = () => Response.json([]);
  queryClient.mount();
  for (const isOnline of [false, true, true]) onlineManager.setOnline(isOnline);
  await vi.waitFor(() => expect(queryClient.getQueryData(tasks.queryKey)).toEqual([]));
  await done();
  expect(asked).toEqual([`GET /api/clients/${id}/tasks`]);
  queryClient.unmount();
});

import { QueryClient } from '@tanstack/react-query';
import { afterEach, expect, test, vi } from 'vitest';
import { tasksQuery } from '../../web/src/features/client/queries.ts';
import { callPage, readPages } from '../../web/src/lib/query/pages.ts';
import { clientsQuery } from '../../web/src/parts/client/clients.ts';
import { pendingTasksQuery } from '../../web/src/parts/task/pending-tasks.ts';

const asked: string[] = [];
/** Stubs the response items and Link header of each URL. */
function answering(answers: Record<string, [items: string[], link?: string]>) {
  vi.stubGlobal('fetch', async (url: string) => {
    asked.push(url);
    const [items, link] = answers[url] ?? expect.fail(`asked for ${url}`);
    return Response.json(items, { headers: link ? { link } : {} });
  });
}
afterEach(() => {
  vi.unstubAllGlobals();
  asked.length = 0;
});

const messages = '/api/clients/c1/messages';
const activity = '/api/clients/c1/activity';
const params = { id: 'c1' };

test('a page has the queries of its neighbours from the Link header', async () => {
  answering({
    [activity]: [['b'], `<${activity}?limit=1&cursor=x%2By>; rel="next", <${activity}?limit=1>; rel="prev"`],
  });
  const page = await callPage('GET /api/clients/{id}/activity', { params });
  expect(page).toEqual({ items: ['b'], next: { limit: '1', cursor: 'x+y' }, prev: { limit: '1' } });
});

test('a page without a next or prev link is the last', async () => {
  answering({ [messages]: [['a']], [activity]: [['a'], '</terms>; rel="license"'] });
  expect(await callPage('GET /api/clients/{id}/messages', { params })).toEqual({ items: ['a'] });
  expect(await callPage('GET /api/clients/{id}/activity', { params })).toEqual({ items: ['a'] });
});

test('an empty page with a next link is skipped', async () => {
  answering({
    [activity]: [[], `<${activity}?cursor=k2>; rel="next"`],
    [`${activity}?cursor=k2`]: [[], `<${activity}?cursor=k1>; rel="next"`],
    [`${activity}?cursor=k1`]: [['a'], `<${activity}?cursor=k0>; rel="next"`],
  });
  const query = readPages('GET /api/clients/{id}/activity', 'next', { params });
  const { pages } = await new QueryClient().fetchInfiniteQuery(query);
  expect(pages).toEqual([{ items: ['a'], next: { cursor: 'k0' } }]);
});

test('paging repeats the API call with the query of the link, and never requests its address', async () => {
  answering({
    [messages]: [['b'], '<https://elsewhere.example/api?before=k1>; rel="prev"'],
    [`${messages}?before=k1`]: [['a']],
  });
  const query = readPages('GET /api/clients/{id}/messages', 'prev', { params });
  await new QueryClient().fetchInfiniteQuery({ ...query, pages: 2 });
  expect(asked).toEqual([messages, `${messages}?before=k1`]);
});

test('earlier pages are listed before the first page, and further pages after it', async () => {
  answering({
    [messages]: [['c', 'd'], `<${messages}?before=k1>; rel="prev"`],
    [`${messages}?before=k1`]: [['a', 'b']],
    [activity]: [['d', 'c'], `<${activity}?cursor=k1>; rel="next"`],
    [`${activity}?cursor=k1`]: [['b', 'a']],
  });
  const earlier = readPages('GET /api/clients/{id}/messages', 'prev', { params });
  const further = readPages('GET /api/clients/{id}/activity', 'next', { params });
  expect(earlier.select?.(await new QueryClient().fetchInfiniteQuery({ ...earlier, pages: 2 }))).toEqual([
    'a',
    'b',
    'c',
    'd',
  ]);
  expect(further.select?.(await new QueryClient().fetchInfiniteQuery({ ...further, pages: 2 }))).toEqual([
    'd',
    'c',
    'b',
    'a',
  ]);
});

test('a page of found clients is filled by further short pages, and the list knows where it goes on', async () => {
  answering({
    '/api/clients?filter=urgent': [['b'], '</api/clients?filter=urgent&limit=1&cursor=k2>; rel="next"'],
    '/api/clients?filter=urgent&limit=1&cursor=k2': [[], '</api/clients?filter=urgent&limit=1&cursor=k1>; rel="next"'],
    '/api/clients?filter=urgent&limit=1&cursor=k1': [
      Array.from({ length: 49 }, () => 'a'),
      '</api/clients?filter=urgent&limit=1&cursor=k0>; rel="next"',
    ],
  });
  const { pages } = await new QueryClient().fetchInfiniteQuery(clientsQuery({ filter: 'urgent' }));
  expect(pages).toEqual([
    { items: ['b', ...Array.from({ length: 49 }, () => 'a')], next: { filter: 'urgent', limit: '1', cursor: 'k0' } },
  ]);
});

test('task lists are loaded to their last page', async () => {
  const list = '/api/clients/c1/tasks';
  answering({
    '/api/tasks/pending': [['b'], '</api/tasks/pending?cursor=k1>; rel="next"'],
    '/api/tasks/pending?cursor=k1': [['a']],
    [list]: [['d'], `<${list}?cursor=k1>; rel="next"`],
    [`${list}?cursor=k1`]: [['c']],
  });
  expect(await new QueryClient().fetchQuery(pendingTasksQuery)).toEqual(['b', 'a']);
  expect(await new QueryClient().fetchQuery(tasksQuery('c1'))).toEqual(['d', 'c']);
});

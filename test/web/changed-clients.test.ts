import { InfiniteQueryObserver, type QueryKey, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { queryClient, read } from '../../web/src/lib/query/query.ts';
import { catchUpWithOthers } from '../../web/src/parts/client/changed-clients.ts';
import { clientsQuery } from '../../web/src/parts/client/clients.ts';

const [MIA, OLA] = ['client-mia', 'client-ola'];
const LIST = '/api/clients';

const row = (id: string, name: string) => ({ id, name, createdAt: '2030-01-01', adviserId: 'ann', completed: false });
const page = (id: string) => read('GET /api/clients/{id}', { params: { id } });
const stats = read('GET /api/dashboard/stats');

let asked: string[] = [];
let answer: (url: string) => Promise<Response> | Response;

const done = () => vi.waitFor(() => expect(queryClient.isFetching()).toBe(0));
const namesIn = (query: { queryKey: QueryKey } = clientsQuery()) =>
  queryClient
    .getQueryData<{ pages: { items: { name: string }[] }[] }>(query.queryKey)
    ?.pages.flatMap(({ items }) => items.map(({ name }) => name));

beforeEach(async () => {
  await catchUpWithOthers(null);
  const rows: Record<string, object> = {
    [LIST]: [row(MIA, 'Mia'), row(OLA, 'Ola')],
    [`${LIST}?q=mia`]: [row(MIA, 'Mia')],
    [`${LIST}?ids=${MIA}`]: [row(MIA, 'Mia Wood')],
  };
  answer = (url) => Response.json(rows[url] ?? {});
  vi.stubGlobal('fetch', async (url: string) => {
    asked.push(url);
    return answer(url);
  });
});

afterEach(() => {
  queryClient.clear();
  vi.unstubAllGlobals();
});

const showList = (query = {}) => new InfiniteQueryObserver(queryClient, clientsQuery(query)).subscribe(() => undefined);
const showPage = (query: { queryKey: QueryKey }) => new QueryObserver(queryClient, query).subscribe(() => undefined);

async function shown() {
  await done();
  asked = [];
}

test('a change of one client reads its row, its page and the figures again, not the list and not other clients', async () => {
  showList();
  for (const query of [page(MIA), page(OLA), stats]) showPage(query);
  await shown();
  await catchUpWithOthers([MIA]);
  expect(asked.sort()).toEqual([`${LIST}/${MIA}`, `${LIST}?ids=${MIA}`, '/api/dashboard/stats'].sort());
  expect(namesIn()).toEqual(['Mia Wood', 'Ola']);
  expect(queryClient.getQueryState(page(OLA).queryKey)?.isInvalidated).toBe(false);
});

test('a list that is not on the screen gets the new row too, and one that is stale already stays so', async () => {
  await queryClient.prefetchInfiniteQuery(clientsQuery());
  await shown();
  await catchUpWithOthers([MIA]);
  expect([asked, namesIn()]).toEqual([[`${LIST}?ids=${MIA}`], ['Mia Wood', 'Ola']]);
  await queryClient.invalidateQueries({ queryKey: clientsQuery().queryKey, refetchType: 'none' });
  await shown();
  await catchUpWithOthers([MIA]);
  expect([asked, queryClient.getQueryState(clientsQuery().queryKey)?.isInvalidated]).toEqual([[], true]);
});

test('a search is read again, and so is each list if the clients are not known or their rows cannot be read', async () => {
  showList();
  showList({ q: 'mia' });
  await shown();
  await catchUpWithOthers([MIA]);
  expect(asked).toEqual([`${LIST}?ids=${MIA}`, `${LIST}?q=mia`]);
  await shown();
  await catchUpWithOthers(null);
  expect(asked).toEqual([LIST, `${LIST}?q=mia`]);
  await shown();
  const { 0: usual } = [answer];
  answer = (url) => (url.includes('ids') ? Response.json({}, { status: 500 }) : usual(url));
  await catchUpWithOthers([MIA]);
  expect(asked).toEqual([`${LIST}?ids=${MIA}`, LIST, `${LIST}?q=mia`]);
});

test('a list that is being read is read again, as its first answer may be older than the change', async () => {
  const first = Promise.withResolvers<Response>();
  answer = () => (asked.length === 1 ? first.promise : Response.json([row(MIA, 'Mia Wood')]));
  asked = [];
  showList();
  const catching = catchUpWithOthers([MIA]);
  first.resolve(Response.json([row(MIA, 'Mia')]));
  await catching;
  expect([asked, namesIn()]).toEqual([[LIST, LIST], ['Mia Wood']]);
});

test('a list that was read again meanwhile does not get older rows', async () => {
  showList();
  await shown();
  const rows = Promise.withResolvers<Response>();
  answer = (url) => (url.includes('ids') ? rows.promise : Response.json([row(MIA, 'Mia Berg')]));
  const catching = catchUpWithOthers([MIA]);
  await queryClient.refetchQueries({ queryKey: clientsQuery().queryKey });
  rows.resolve(Response.json([row(MIA, 'Mia Wood')]));
  await catching;
  expect(namesIn()).toEqual(['Mia Berg']);
});

test('everything is read again if that was not done for five minutes', async () => {
  showList();
  await shown();
  await catchUpWithOthers(null, 0);
  await shown();
  await catchUpWithOthers([MIA], 300_000);
  expect(asked).toEqual([`${LIST}?ids=${MIA}`]);
  await shown();
  await catchUpWithOthers([MIA], 300_001);
  expect(asked).toEqual([LIST]);
  await shown();
  await catchUpWithOthers([MIA], 300_002);
  expect(asked).toEqual([`${LIST}?ids=${MIA}`]);
});

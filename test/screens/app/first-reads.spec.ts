import type { Page } from '@playwright/test';
import { test } from '../../support/browser/people.ts';
import { expect } from '../../support/browser/watched.ts';

/** Opens a page. Returns all its reads in order, and the first reads that were not used. */
async function readsOf(page: Page, path: string, shown: () => Promise<unknown>) {
  const asked: string[] = [];
  const note = (url: string) => {
    const { pathname } = new URL(url);
    if (pathname.startsWith('/api/')) asked.push(pathname);
  };
  page.on('request', (request) => note(request.url()));
  await page.goto(path);
  await shown();
  const first = await page.evaluate(() => globalThis.firstReads && [...globalThis.firstReads.answers.keys()]);
  return { asked, left: first };
}

const times = (asked: readonly string[], url: string) => asked.filter((each) => each === url).length;

test('a portal is asked for with the page’s first bytes, once', async ({ page, client }) => {
  const { asked, left } = await readsOf(page, `/portal/${client.token}`, () =>
    page.getByRole('button', { name: 'Upload Document', exact: true }).waitFor(),
  );
  expect(left).toEqual([]);
  expect([asked[0], times(asked, `/api/portal/${client.token}`)]).toEqual([`/api/portal/${client.token}`, 1]);
});

test('a client’s page is asked for with its first bytes, once, if somebody was signed in', async ({
  page,
  client,
  adviser: _,
}) => {
  const path = `/adviser/client/${client.id}`;
  const shown = () => page.getByRole('heading', { level: 1 }).waitFor();
  expect((await readsOf(page, path, shown)).left).toBeUndefined();
  const { asked, left } = await readsOf(page, path, shown);
  expect(left).toEqual([]);
  for (const url of ['/api/auth/me', `/api/clients/${client.id}`, `/api/clients/${client.id}/stages`])
    expect(times(asked, url), url).toBe(1);
});

test('a preview of a portal, and a link with words around it, are asked for by their page alone', async ({
  page,
  client,
  adviser: _,
}) => {
  for (const path of [`/portal/${client.id}?preview`, `/portal/%E2%80%9C${client.token}`]) {
    const { left } = await readsOf(page, path, () => page.getByRole('heading', { level: 1 }).waitFor());
    expect(left, path).toBeUndefined();
  }
});

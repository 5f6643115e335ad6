import { test } from '../../support/browser/people.ts';
import { expect } from '../../support/browser/watched.ts';

test('an unknown address shows a page that leads to the start page', async ({ page, adviser: _ }) => {
  await page.goto('/no/such/page');
  await expect(page.getByRole('heading', { name: '404 Page Not Found' })).toBeVisible();
  await page.getByRole('link', { name: 'Go to the Start Page' }).click();
  await expect(page).toHaveURL('/');
});

test('a browser too old for the app or the portal is told to update', async ({ page, client }) => {
  const advice = page.getByText('This browser is too old for this page. Please update it');
  await page.addInitScript(() => Reflect.deleteProperty(Promise, 'withResolvers'));
  await page.goto('/');
  await expect(advice).toBeVisible();
  await expect(page.getByRole('button', { name: 'Sign In' })).toBeHidden();
  await page.goto(`/portal/${client.token}`);
  await expect(page.getByRole('heading', { level: 1 })).toContainText(client.name);
  await expect(advice).toBeHidden();
  await page.addInitScript(() => {
    CSS.supports = () => false;
  });
  await page.reload();
  await expect(advice).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toBeHidden();
});

test('an app older than the release offers to reload', async ({ page, watch, adviser: _ }) => {
  watch.expected.push(/adviser-tasks-page/, /Failed to load resource/, /dynamically imported module/);
  await page.route(/adviser-tasks-page/, (route) => route.fulfill({ status: 404 }));
  await page.goto('/dashboard');
  await page.getByRole('link', { name: 'Pending Actions (Adviser)' }).click();
  await expect(page.getByRole('alert').getByText('A new version is available')).toBeVisible();
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Reload Page' }).click();
  await expect(page.getByText('Tasks requiring your attention')).toBeVisible();
});

test('a page’s code is preloaded once, while the app’s own code still loads', async ({ page, adviser: _ }) => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route(/assets\/index-/, (route) => released.then(() => route.continue()));
  await page.goto('/dashboard', { waitUntil: 'commit' });
  await expect.poll(() => asked.filter((path) => path.startsWith('/assets/dashboard-page-'))).toHaveLength(1);
  await expect(page.getByRole('status')).toHaveText('Loading...');
  release();
  await expect(page.getByText('All Clients')).toBeVisible();
  expect(asked.filter((path, i) => path.startsWith('/assets/') && asked.indexOf(path) !== i)).toEqual([]);
});

import { expect, expectAccessible, expectToast, shoot, test } from '../screen.ts';

test('an unknown address is a page of its own', async ({ page }) => {
  await page.goto('/no/such/page');
  await expect(page.getByRole('heading', { name: '404 Page Not Found' })).toBeVisible();
  await expectAccessible(page);
  await shoot(page, 'not-found');
  await page.getByRole('link', { name: 'Go to the Start Page' }).click();
  await expect(page).toHaveURL('/');
});

test('a browser below the minimum gets a page that says so, and the portal has the lower minimum', async ({
  page,
  client,
}) => {
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

test('an app that is older than the release asks to be reloaded', async ({ page, watch }) => {
  watch.expected.push(/adviser-tasks-page/, /Failed to load resource/, /dynamically imported module/);
  await page.route(/adviser-tasks-page/, (route) => route.fulfill({ status: 404 }));
  await page.goto('/dashboard');
  await page.getByRole('link', { name: 'Pending Adviser Tasks' }).click();
  await expect(page.getByRole('alert').getByText('A new version is available')).toBeVisible();
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Reload Page' }).click();
  await expect(page.getByText('Tasks requiring your attention')).toBeVisible();
});

test('the code of the page is fetched while the app’s own still is, and once', async ({ page }) => {
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

test('offline, a change says so and nothing typed is lost', async ({ page, context, watch }) => {
  await page.goto('/clients');
  await page.getByRole('button', { name: 'Add Client' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add Client' });
  await dialog.getByLabel('Name').fill('Ola Berg');
  await dialog.getByLabel('Email').fill('ola@clients.example');
  await dialog.getByLabel('Phone').fill('020 7946 0000');
  watch.expected.push(/ERR_INTERNET_DISCONNECTED/);
  await context.setOffline(true);
  await dialog.getByRole('button', { name: 'Create Client' }).click();
  await expectToast(page, 'Error', 'Failed to create client');
  await expect(dialog.getByLabel('Name')).toHaveValue('Ola Berg');
  await context.setOffline(false);
  await dialog.getByRole('button', { name: 'Create Client' }).click();
  await expectToast(page, 'Client Created Successfully');
});

import { anAdviser, expect, expectToast, test, toastOf } from '../screen.ts';

const ADVISERS_SCREENS = ['/dashboard', '/adviser', '/clients', '/tasks', '/pending-tasks', '/admin'];
const UNKNOWN = [/401 GET .*\/api\/auth\/me$/, /status of 401/];

test('every screen of the advisers asks to sign in', async ({ page, firm, watch }) => {
  firm.signedIn = undefined;
  watch.expected.push(...UNKNOWN);
  for (const path of ADVISERS_SCREENS) {
    await page.goto(path);
    await expect(page).toHaveURL(`/?next=${encodeURIComponent(path)}`);
    await expect(page.getByRole('heading', { name: 'Adviser Login' })).toBeVisible();
  }
});

test('a way back leads to a page of ours', async ({ page, api }) => {
  const signInFrom = async (address: string) => {
    await page.goto(address);
    await page.getByLabel('Email').fill(anAdviser().email);
    await page.getByLabel('Password', { exact: true }).fill('correct horse battery');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL('/dashboard');
  };

  await test.step('never to another site', () => signInFrom('/?next=https://evil.example/steal'));

  await test.step('and strands nobody where it is no page of ours', async () => {
    await signInFrom('/?next=/.//evil.example');
    await expect(page.getByRole('heading', { name: 'Client Dashboard' })).toBeVisible();
  });

  await test.step('from where a logout that fails says so', async () => {
    api.fails('POST /api/auth/logout');
    await page.getByRole('button', { name: 'Logout' }).click();
    await expectToast(page, 'Error', 'Failed to log out');
  });
});

test('a link to a part of a page leads there once one is signed in', async ({ page, api, firm, client, watch }) => {
  const address = `/adviser/client/${client.id}#documents`;
  const signIn = async () => {
    await expect(page).toHaveURL(`/?next=${encodeURIComponent(address)}`);
    await page.getByLabel('Email').fill(anAdviser().email);
    await page.getByLabel('Password', { exact: true }).fill('correct horse battery');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(address);
    await expect(page.getByRole('heading', { name: 'Documents by Stage' })).toBeInViewport();
  };

  await test.step('as from a mail', async () => {
    firm.signedIn = undefined;
    watch.expected.push(...UNKNOWN);
    await page.goto(address);
    await signIn();
  });

  await test.step('as where the session ended there', async () => {
    firm.signedIn = undefined;
    api.expected.push(/^401 GET/, /status of 401/);
    await page.getByRole('button', { name: 'Refresh' }).click();
    await signIn();
  });
});

test('a page reads its data beside the question who is signed in, where somebody was before', async ({ page, api }) => {
  const reads = api.countsFromNow('GET /api/tasks/pending');
  const openWhileAsked = async () => {
    const answered = api.holds('GET /api/auth/me');
    const asked = api.countsFromNow('GET /api/auth/me');
    await page.goto('/tasks');
    await expect.poll(asked).toBe(1);
    return answered;
  };

  await test.step('not before anybody signed in', async () => {
    const answered = await openWhileAsked();
    expect(reads()).toBe(0);
    answered();
    await expect(page.getByRole('heading', { name: 'Pending Adviser Tasks' })).toBeVisible();
    await expect.poll(reads).toBe(1);
  });

  await test.step('once, where somebody did', async () => {
    const answered = await openWhileAsked();
    await expect.poll(reads).toBe(2);
    answered();
    await expect(page.getByRole('heading', { name: 'Pending Adviser Tasks' })).toBeVisible();
    expect(reads()).toBe(2);
  });

  await test.step('and not after signing out', async () => {
    await page.getByRole('button', { name: 'Logout' }).click();
    await expect(page).toHaveURL('/');
    expect(await page.evaluate(() => localStorage.getItem('signed in'))).toBeNull();
  });
});

test('who signs out is not told that the session is over', async ({ page, api }) => {
  const answered = api.holds('GET /api/tasks/pending');
  const out = api.holds('POST /api/auth/logout');
  await page.goto('/tasks');
  await expect(page.locator('.chakra-skeleton')).not.toHaveCount(0);
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect.poll(() => api.sent('POST /api/auth/logout')).toHaveLength(1);
  api.fails('GET /api/tasks/pending', 401, 'Please sign in');
  answered();
  await expect(page.getByRole('alert').getByText('Your tasks could not be loaded')).toBeVisible();
  out();
  await expect(page.getByRole('heading', { name: 'Adviser Login' })).toBeVisible();
  await expect(page).toHaveURL('/');
  await expect(toastOf(page)).toHaveCount(0);
});

test('the theme is light until another is chosen, and stays', async ({ page }) => {
  await page.goto('/');
  await expect(page.locator('html')).toHaveClass(/light/);
  await page.getByRole('button', { name: 'Switch to dark theme' }).click();
  expect(await page.evaluate(() => localStorage.getItem('theme'))).toBe('dark');
  await page.reload();
  await expect(page.locator('html')).toHaveClass(/dark/);
  await page.getByRole('button', { name: 'Switch to light theme' }).click();
  expect(await page.evaluate(() => localStorage.getItem('theme'))).toBe('light');

  await test.step('one that is none of ours is light', async () => {
    await page.evaluate(() => localStorage.setItem('theme', 'hacked'));
    await page.reload();
    await expect(page.locator('html')).toHaveClass('light');
  });
});

test('a blocked storage is no obstacle', async ({ page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(window, 'localStorage', {
      get: () => {
        throw new DOMException('blocked', 'SecurityError');
      },
    });
  });
  await page.goto('/');
  await page.getByRole('button', { name: 'Switch to dark theme' }).click();
  await expect(page.locator('html')).toHaveClass('dark');
});

test('the firm is called as its settings say, once one is signed in', async ({ page, api, firm }) => {
  firm.settings.firm.name = 'Amari & Partners';
  const home = (name: string) => page.getByRole('link', { name: `${name}, home` });
  const go = api.holds('GET /api/settings');
  await page.goto('/dashboard');
  await expect(home('Harbour Financial Planning')).toBeVisible();
  go();
  await expect(home('Amari & Partners')).toHaveText('Amari & Partners');
  await expect(page).toHaveTitle('Client Dashboard · Amari & Partners');
  await page.getByRole('link', { name: 'Pending Adviser Tasks' }).click();
  await expect(page).toHaveTitle('Pending Adviser Tasks · Amari & Partners');
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page).toHaveTitle(/ · Harbour Financial Planning$/);
});

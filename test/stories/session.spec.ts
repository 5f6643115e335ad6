import { failing } from '../support/browser/failing.ts';
import { expectToast } from '../support/browser/toast.ts';
import { expect } from '../support/browser/watched.ts';
import { newAdviser, PASSWORD } from '../support/builders.ts';
import { enter, test } from './people.ts';

const ADVISERS_SCREENS = ['/dashboard', '/adviser', '/clients', '/tasks', '/pending-tasks', '/admin'];
const UNKNOWN = [/401 GET .*\/api\/auth\/me$/, /status of 401/];

test('every screen of the advisers asks to sign in', async ({ page, watch }) => {
  watch.expected.push(...UNKNOWN);
  for (const path of ADVISERS_SCREENS) {
    await page.goto(path);
    await expect(page).toHaveURL(`/?next=${encodeURIComponent(path)}`);
    await expect(page.getByRole('heading', { name: 'Adviser Login' })).toBeVisible();
  }
});

test('after sign-in one is where one wanted to be, with its filter and search', async ({ page, watch }) => {
  watch.expected.push(...UNKNOWN);
  const adviser = await newAdviser();
  await page.goto('/clients?filter=urgent&q=wood');
  await expect(page.getByText('Please sign in to continue where you were.')).toBeVisible();
  await page.getByLabel('Email').fill(adviser.email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/clients?filter=urgent&q=wood');
});

test('a way back never leads to another site', async ({ page }) => {
  const adviser = await newAdviser();
  await page.goto('/?next=https://evil.example/steal');
  await page.getByLabel('Email').fill(adviser.email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/dashboard');
});

test('a way back that is no page of ours strands nobody', async ({ page }) => {
  const adviser = await newAdviser();
  await page.goto('/?next=/.//evil.example');
  await page.getByLabel('Email').fill(adviser.email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/dashboard');
  await expect(page.getByRole('heading', { name: 'Client Dashboard' })).toBeVisible();
});

test('a session that ended says so and leads back', async ({ page, watch, adviser }) => {
  await page.goto('/dashboard');
  await expect(page.getByRole('heading', { name: 'Client Dashboard' })).toBeVisible();
  watch.expected.push(/^401 GET/, /status of 401/);
  await adviser.call('POST /api/auth/logout');
  await page.getByRole('navigation').getByRole('link', { name: 'My Tasks' }).click();
  await expectToast(page, 'Signed Out', 'Your session has ended. Please sign in again.');
  await expect(page).toHaveURL('/?next=%2Ftasks');
});

test('two tabs: one signs out, the other notices', async ({ page, context, adviser }) => {
  const other = await context.newPage();
  await other.goto('/clients');
  await expect(other.getByText(`Welcome, ${adviser.name}`)).toBeVisible();
  await page.goto('/dashboard');
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page).toHaveURL('/');
  await expectToast(other, 'Signed Out');
  await expect(other).toHaveURL('/?next=%2Fclients');
});

test('the way back after logout shows nothing', async ({ page, watch, client }) => {
  await page.goto('/clients');
  await expect(page.getByRole('link', { name: client.name, exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page.getByRole('heading', { name: 'Adviser Login' })).toBeVisible();
  watch.expected.push(...UNKNOWN);
  await page.goBack();
  await expect(page.getByRole('heading', { name: 'Adviser Login' })).toBeVisible();
  await expect(page.getByText(client.name)).toHaveCount(0);
});

test('a logout that fails says so', async ({ page, watch, adviser: _ }) => {
  await failing(page, watch, 'POST /api/auth/logout');
  await page.goto('/dashboard');
  await page.getByRole('button', { name: 'Logout' }).click();
  await expectToast(page, 'Error', 'Failed to log out');
});

test('a person who signs in after another sees nothing of theirs', async ({ page, context, client }) => {
  await page.goto('/clients');
  await expect(page.getByRole('link', { name: client.name, exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page.getByRole('heading', { name: 'Adviser Login' })).toBeVisible();
  await enter(context, await newAdviser());
  await page.goto('/clients');
  await expect(page.getByText('No clients yet. Add your first client to get started.')).toBeVisible();
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
});

test('a theme that is none of ours is light', async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem('theme', 'hacked'));
  await page.goto('/');
  await expect(page.locator('html')).toHaveClass('light');
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

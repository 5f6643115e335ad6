import { expectToast } from '../support/browser/toast.ts';
import { anAdviser } from '../support/stub/builders.ts';
import { expect, test } from './screen.ts';

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

test('a way back never leads to another site', async ({ page }) => {
  await page.goto('/?next=https://evil.example/steal');
  await page.getByLabel('Email').fill(anAdviser().email);
  await page.getByLabel('Password', { exact: true }).fill('correct horse battery');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/dashboard');
});

test('a way back that is no page of ours strands nobody', async ({ page }) => {
  await page.goto('/?next=/.//evil.example');
  await page.getByLabel('Email').fill(anAdviser().email);
  await page.getByLabel('Password', { exact: true }).fill('correct horse battery');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/dashboard');
  await expect(page.getByRole('heading', { name: 'Client Dashboard' })).toBeVisible();
});

test('a logout that fails says so', async ({ page, api }) => {
  api.fails('POST /api/auth/logout');
  await page.goto('/dashboard');
  await page.getByRole('button', { name: 'Logout' }).click();
  await expectToast(page, 'Error', 'Failed to log out');
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

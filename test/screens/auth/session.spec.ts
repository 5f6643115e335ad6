import type { Page } from '@playwright/test';
import { saveSettings } from '../../support/acts.ts';
import { enter, test } from '../../support/browser/people.ts';
import { expectToast, toastOf } from '../../support/browser/toast.ts';
import { expect } from '../../support/browser/watched.ts';
import { newAdmin, PASSWORD } from '../../support/builders.ts';

const UNKNOWN = [/401 GET .*\/api\/auth\/me$/, /status of 401/];

async function signIn(page: Page, email: string, leadsTo: string) {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(leadsTo);
}

test('each screen asks to sign in and leads back, but never to another site', async ({
  page,
  context,
  api,
  adviser,
  client,
  watch,
}) => {
  await context.clearCookies();
  watch.expected.push(...UNKNOWN);
  for (const path of ['/dashboard', '/adviser', '/clients', '/tasks', '/pending-tasks', '/chase', '/admin']) {
    await page.goto(path);
    await expect(page).toHaveURL(`/?next=${encodeURIComponent(path)}`);
    await expect(page.getByRole('heading', { name: 'Adviser Login' })).toBeVisible();
  }

  await test.step('leads to the dashboard instead of another site', async () => {
    for (const next of ['https://evil.example/steal', '/.//evil.example']) {
      await context.clearCookies();
      await page.goto(`/?next=${next}`);
      await signIn(page, adviser.email, '/dashboard');
      await expect(page.getByRole('heading', { name: 'Client Dashboard' })).toBeVisible();
    }
  });

  await test.step('reports a failed logout', async () => {
    api.fails('POST /api/auth/logout');
    await page.getByRole('button', { name: 'Logout' }).click();
    await expectToast(page, 'Error', 'Failed to log out');
    api.recovers();
  });

  const address = `/adviser/client/${client.id}#documents`;
  const expectToSignIn = async () => {
    await expect(page).toHaveURL(`/?next=${encodeURIComponent(address)}`);
    await signIn(page, adviser.email, address);
    await expect(page.getByRole('heading', { name: 'Documents by Stage' })).toBeInViewport();
  };
  await test.step('returns to a linked section after sign-in, as from an email', async () => {
    await context.clearCookies();
    await page.goto('/');
    await page.goto(address);
    await expectToSignIn();
  });

  await test.step('returns to the address at which the session ended', async () => {
    await page.waitForLoadState('networkidle');
    await context.clearCookies();
    api.expected.push(/^401 GET/, /status of 401/);
    await page.evaluate(() => window.dispatchEvent(new Event('focus')));
    await expectToSignIn();
  });

  await test.step('leads an adviser from admins’ addresses to the dashboard', async () => {
    await enter(context, adviser);
    for (const path of ['/admin', '/admin/settings', '/admin/record', `/adviser/clients/${client.id}/admin`]) {
      await page.goto(path);
      await expect(page).toHaveURL('/dashboard');
    }
    await expect(page.getByRole('heading', { name: 'Client Dashboard' })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Admin Panel' })).toHaveCount(0);
  });
});

test('a page reads its data before it knows who is signed in', async ({ page, api, adviser: _adviser }) => {
  const reads = api.countsFromNow('GET /api/tasks/pending');
  const openWhileAsked = async () => {
    const answered = api.holds('GET /api/auth/me');
    const asked = api.countsFromNow('GET /api/auth/me');
    await page.goto('/tasks');
    await expect.poll(asked).toBe(1);
    return answered;
  };

  await test.step('waits for the answer if nobody has signed in before', async () => {
    const answered = await openWhileAsked();
    expect(reads()).toBe(0);
    answered();
    await expect(page.getByRole('heading', { name: 'Pending Adviser Tasks' })).toBeVisible();
    await expect.poll(reads).toBe(1);
  });

  await test.step('reads once without waiting after a sign-in', async () => {
    const answered = await openWhileAsked();
    await expect.poll(reads).toBe(2);
    answered();
    await expect(page.getByRole('heading', { name: 'Pending Adviser Tasks' })).toBeVisible();
    expect(reads()).toBe(2);
  });

  await test.step('removes the stored hint on sign-out', async () => {
    await page.getByRole('button', { name: 'Logout' }).click();
    await expect(page).toHaveURL('/');
    expect(await page.evaluate(() => localStorage.getItem('signed in'))).toBeNull();
  });
});

test('a sign-out while a page is loading does not report an ended session', async ({
  page,
  api,
  adviser: _adviser,
}) => {
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

test('the theme is light by default, and a chosen theme survives a reload unless unknown', async ({
  page,
  adviser: _adviser,
}) => {
  const html = page.locator('html');
  const stored = () => page.evaluate(() => localStorage.getItem('theme'));
  await page.goto('/');
  await expect(html).toHaveClass(/light/);
  await page.getByRole('button', { name: 'Switch to dark theme' }).click();
  expect(await stored()).toBe('dark');
  await page.reload();
  await expect(html).toHaveClass(/dark/);
  await page.getByRole('button', { name: 'Switch to light theme' }).click();
  expect(await stored()).toBe('light');
  await page.evaluate(() => localStorage.setItem('theme', 'hacked'));
  await page.reload();
  await expect(html).toHaveClass('light');
});

test('the header and the title show the firm’s name from the settings', async ({ page, api, adviser: _adviser }) => {
  await saveSettings(await newAdmin(), { firm: { name: 'Amari & Partners' } });
  const home = (name: string) => page.getByRole('link', { name: `${name}, home` });
  const go = api.holds('GET /api/settings');
  await page.goto('/dashboard');
  await expect(home('Harbour Financial Planning')).toBeVisible();
  go();
  await expect(home('Amari & Partners')).toHaveText('Amari & Partners');
  await expect(page).toHaveTitle('Client Dashboard · Amari & Partners');
  await page.getByRole('link', { name: 'Work' }).click();
  await expect(page).toHaveTitle('To Review · Amari & Partners');
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page).toHaveTitle('Adviser Login · Amari & Partners');
});

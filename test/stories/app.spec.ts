import type { Page } from '@playwright/test';
import { expectAccessible } from '../support/browser/axe.ts';
import { failing } from '../support/browser/failing.ts';
import { shoot } from '../support/browser/shoot.ts';
import { expectToast } from '../support/browser/toast.ts';
import { expect, type Watch } from '../support/browser/watched.ts';
import { test } from './people.ts';

test('an unknown address is a page of its own', async ({ page }) => {
  await page.goto('/no/such/page');
  await expect(page.getByRole('heading', { name: '404 Page Not Found' })).toBeVisible();
  await expectAccessible(page);
  await shoot(page, 'not-found');
  await page.getByRole('link', { name: 'Go to the start page' }).click();
  await expect(page).toHaveURL('/');
});

test('no code can make a policy of its own for trusted types, nor show a frame', async ({ page, watch }) => {
  watch.expected.push(/trusted-types trusted-types-policy/, /TrustedTypePolicy/, /frame-src/);
  await page.goto('/');
  const refused = await page.evaluate(() => {
    const types: unknown = Reflect.get(window, 'trustedTypes');
    const create: unknown = typeof types === 'object' && types && Reflect.get(types, 'createPolicy');
    if (typeof create !== 'function') return 'no trusted types';
    return ['default', 'app', 'dompurify'].map((name) => {
      try {
        create.call(types, name, {});
        return `made ${name}`;
      } catch (error) {
        return error instanceof Error ? error.name : error;
      }
    });
  });
  expect(refused).toEqual(['TypeError', 'TypeError', 'TypeError']);
  await page.evaluate(() => {
    const frame = document.createElement('iframe');
    frame.src = URL.createObjectURL(new Blob(['x'], { type: 'text/html' }));
    document.body.append(frame);
  });
  await expect
    .poll(() => watch.faults.filter((fault) => fault.startsWith('content security policy: frame-src')))
    .toHaveLength(1);
});

test('an app that is older than the release asks to be reloaded', async ({ page, watch, adviser: _ }) => {
  watch.expected.push(/adviser-tasks-page/, /Failed to load resource/, /dynamically imported module/);
  await page.goto('/dashboard');
  await page.route(/adviser-tasks-page/, (route) => route.fulfill({ status: 404 }));
  await page.getByRole('link', { name: 'My Tasks' }).click();
  await expect(page.getByRole('alert').getByText('A new version is available')).toBeVisible();
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Reload page' }).click();
  await expect(page.getByText('Tasks requiring your attention')).toBeVisible();
});

test('offline, a change says so and nothing typed is lost', async ({ page, context, watch, adviser: _ }) => {
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

const region = (page: Page) => page.getByRole('region', { name: /notifications/i });

async function provokeToast(page: Page, watch: Watch) {
  await failing(page, watch, 'POST /api/auth/login', 500, 'Out of order');
  await page.goto('/');
  await page.getByLabel('Email').fill('someone@advisers.example');
  await page.getByLabel('Password', { exact: true }).fill('a secret');
  await page.keyboard.press('Enter');
  await expectToast(page, 'Login Failed', 'Out of order');
  return region(page).getByRole('status');
}

test('there is one toast at a time, which F8 reaches', async ({ page, watch }) => {
  const toast = await provokeToast(page, watch);
  expect((await toast.boundingBox())?.width).toBe(420);
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
  await expect(toast).toHaveCount(1);
  await page.keyboard.press('F8');
  await expect(region(page)).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(toast).toHaveCount(0);
});

test('a swipe to the right dismisses a toast', async ({ page, watch }) => {
  const toast = await provokeToast(page, watch);
  const { x = 0, y = 0 } = (await toast.boundingBox()) ?? {};
  for (const [distance, left] of [
    [50, 1],
    [51, 0],
  ] as const) {
    await page.mouse.move(x + 20, y + 20);
    await page.mouse.down();
    await page.mouse.move(x + 20 + distance, y + 20);
    await page.mouse.up();
    await expect(toast).toHaveCount(left);
    // A drag that starts on selected text would move the text.
    await page.evaluate(() => getSelection()?.removeAllRanges());
  }
});

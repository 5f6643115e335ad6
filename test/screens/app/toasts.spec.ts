import type { Locator, Page } from '@playwright/test';
import { HOUR_MS } from '#shared/rules/time.ts';
import { clientOf } from '../../support/acts.ts';
import { openClient, panel } from '../../support/browser/client-page.ts';
import { setWidth } from '../../support/browser/fit.ts';
import { enterOn, expectFocusShown, typeInto } from '../../support/browser/keyboard.ts';
import { test } from '../../support/browser/people.ts';
import { expectToast, toastOf, toastRegion } from '../../support/browser/toast.ts';
import { expect } from '../../support/browser/watched.ts';

const STEP_MS = 10;

/** Expects that the toast on the screen covers no part of an element. */
async function expectClearOfToast(page: Page, element: Locator) {
  await expect
    .poll(async () => {
      const [toast, other] = [await toastOf(page).boundingBox(), await element.boundingBox()];
      if (!toast || !other) return 'missing';
      const isBeside = toast.x + toast.width <= other.x || other.x + other.width <= toast.x;
      return isBeside || toast.y + toast.height <= other.y || other.y + other.height <= toast.y ? 'clear' : 'covered';
    }, `${element}`)
    .toBe('clear');
}

test('one toast at a time is announced, and closes if dismissed or after 5 seconds', async ({
  page,
  api,
  adviser: _,
}) => {
  await page.clock.install();
  api.fails('POST /api/auth/login', 500, 'Out of order');
  await page.goto('/');
  const submit = page.getByRole('button', { name: 'Sign In', exact: true });
  const password = page.getByLabel('Password', { exact: true });
  const toast = toastOf(page);

  await test.step('F8 focuses the toast, Escape dismisses it, and the focus returns to the refused field', async () => {
    await expect(toastRegion(page)).toHaveAttribute('aria-live', 'polite');
    await typeInto(page, page.getByLabel('Email'), 'someone@advisers.example');
    await typeInto(page, password, 'a secret');
    await enterOn(page, submit);
    await expectToast(page, 'Login Failed', 'Out of order');
    await expectFocusShown(password);
    await page.keyboard.press('F8');
    await expectFocusShown(toastRegion(page));
    await page.keyboard.press('Escape');
    await expect(toast).toHaveCount(0);
    await expectFocusShown(password);
  });

  await test.step('a second toast replaces the first, and its close button is the next tab stop', async () => {
    await page.keyboard.press('Enter');
    await expectToast(page, 'Login Failed', 'Out of order');
    expect((await toast.boundingBox())?.width).toBe(420);
    const refused = page.waitForResponse(/\/api\/auth\/login$/);
    await submit.click();
    await refused;
    // The button is enabled again once the second refusal is shown.
    await expect(submit).toBeEnabled();
    await expect(toast).toHaveCount(1);
    await page.keyboard.press('F8');
    await expect(toastRegion(page)).toBeFocused();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await expect(toast).toHaveCount(0);
  });

  await test.step('dismisses the toast on a swipe right of 51 pixels, but not of 50', async () => {
    await submit.click();
    await expectToast(page, 'Login Failed', 'Out of order');
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

  await test.step('closes after five seconds, but not while the pointer or the focus is on it', async () => {
    await submit.click();
    await toast.hover();
    await page.clock.fastForward('02:00:00');
    await expect(toast).toBeVisible();
    await submit.hover();
    await page.clock.runFor(5000);
    await expect(toast).toHaveCount(0);
    await page.clock.pauseAt(Date.now() + 10 * HOUR_MS);
    await submit.click();
    await expect
      .poll(async () => {
        await page.clock.runFor(STEP_MS);
        return toast.isVisible();
      })
      .toBe(true);
    await page.clock.runFor(5000 - 10 * STEP_MS);
    await expect(toast).toBeVisible();
    await page.clock.runFor(20 * STEP_MS);
    await expect(toast).toHaveCount(0);
    await page.clock.resume();
    await submit.click();
    await expect(toast).toBeVisible();
    await page.keyboard.press('F8');
    await page.clock.fastForward('02:00:00');
    await expect(toast).toBeVisible();
  });
});

test('a toast’s buttons are tab stops, and closing it returns the focus', async ({ page, client, watch }) => {
  watch.expected.push(/confirm-dialog/, /ERR_FAILED/);
  await page.goto(`/adviser/client/${client.id}`);
  await page.route(/assets\/confirm-dialog-/, (route) => route.abort());
  const reset = page.getByRole('button', { name: 'Reset Journey' });
  await enterOn(page, reset);
  await expectToast(page, 'Not available right now');
  await page.keyboard.press('F8');
  await page.keyboard.press('Tab');
  await expectFocusShown(page.getByRole('button', { name: 'Reload Page' }));
  await page.keyboard.press('Tab');
  await expectFocusShown(page.getByRole('button', { name: 'Close notification' }));
  await page.keyboard.press('Enter');
  await expectFocusShown(reset);
});

test('a toast covers no button that is needed next, on laptops and on a phone', async ({ page, adviser }) => {
  const client = await clientOf(adviser);
  await client.addTask({ title: 'Sign the letter', description: 'So that we can ask.' });
  await openClient(page, client);
  // A hidden page keeps its toast.
  await page.evaluate(() => Object.defineProperty(document, 'hidden', { value: true }));
  await page.getByRole('button', { name: 'Start First Meeting' }).click();
  await expectToast(page, 'Stage Updated');
  for (const [width, height] of [
    [1280, 800],
    [1280, 950],
    [390, 700],
  ] as const)
    await test.step(`leaves buttons uncovered at ${width} × ${height}`, async () => {
      await setWidth(page, width, height);
      await page.getByRole('button', { name: 'Edit task Sign the letter' }).click();
      const dialog = page.getByRole('dialog', { name: 'Edit Task' });
      await dialog.waitFor();
      await dialog.evaluate((one) => Promise.all(one.getAnimations().map(({ finished }) => finished)));
      for (const name of ['Save', 'Cancel']) await expectClearOfToast(page, dialog.getByRole('button', { name }));
      if (width >= 1280) {
        await expectClearOfToast(page, dialog);
        const { y = 0, height: high = 0 } = (await dialog.boundingBox()) ?? {};
        expect(y + high, 'the dialog ends above the edge of the window').toBeLessThan(height - 16);
      }
      await page.keyboard.press('Escape');
      await expect(dialog).toHaveCount(0);
      if (width < 1024) return;
      const complete = page.getByRole('button', { name: 'Complete First Meeting' });
      for (const element of [panel(page, 'Messages'), panel(page, 'Client Portal Access'), complete]) {
        await element.evaluate((one) => one.scrollIntoView({ block: 'end' }));
        await expectClearOfToast(page, element);
      }
    });
});

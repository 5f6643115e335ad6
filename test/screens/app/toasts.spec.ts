import type { Locator, Page } from '@playwright/test';
import { expectToast, toastOf, toastRegion } from '../../support/browser/toast.ts';
import { aTask, enterOn, expect, expectFocusShown, openClient, panel, test, typeInto } from '../screen.ts';

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

test('a toast is reached and dismissed', async ({ page, api }) => {
  api.fails('POST /api/auth/login', 500, 'Out of order');
  await page.goto('/');
  const submit = page.getByRole('button', { name: 'Sign In', exact: true });
  const toast = toastOf(page);

  await test.step('by keyboard, and the focus returns to the field of the refusal', async () => {
    const password = page.getByLabel('Password', { exact: true });
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

  await test.step('as the only one at a time, which F8 reaches', async () => {
    await page.keyboard.press('Enter');
    await expectToast(page, 'Login Failed', 'Out of order');
    expect((await toast.boundingBox())?.width).toBe(420);
    const refused = page.waitForResponse(/\/api\/auth\/login$/);
    await submit.click();
    await refused;
    // It is back once the second refusal is told, in place of the first.
    await expect(submit).toBeEnabled();
    await expect(toast).toHaveCount(1);
    await page.keyboard.press('F8');
    await expect(toastRegion(page)).toBeFocused();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await expect(toast).toHaveCount(0);
  });

  await test.step('by a swipe to the right', async () => {
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
});

test('a toast is announced, and leaves after five seconds but not while it is read', async ({ page, api }) => {
  await page.clock.install();
  api.fails('POST /api/auth/login');
  await page.goto('/');
  await expect(toastRegion(page)).toHaveAttribute('aria-live', 'polite');
  await page.getByLabel('Email').fill('someone@advisers.example');
  await page.getByLabel('Password', { exact: true }).fill('a secret');
  const submit = page.getByRole('button', { name: 'Sign In', exact: true });
  const toast = toastOf(page);
  const hoursLater = () => page.clock.fastForward('02:00:00');

  await submit.click();
  await toast.hover();
  await hoursLater();
  await expect(toast).toBeVisible();
  await submit.hover();
  await page.clock.runFor(5000);
  await expect(toast).toHaveCount(0);

  await submit.click();
  await expect(toast).toBeVisible();
  await page.keyboard.press('F8');
  await hoursLater();
  await expect(toast).toBeVisible();
});

test('what a toast offers is done, and the focus goes back', async ({ page, client, watch }) => {
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

for (const [width, height] of [
  [1280, 800],
  [1280, 950],
  [390, 700],
] as const)
  test(`a toast covers no button that is needed next, at ${width} × ${height}`, async ({ page, firm, client }) => {
    firm.tasks = [aTask({ title: 'Sign the letter', description: 'So that we can ask.' })];
    await page.setViewportSize({ width, height });
    await openClient(page, client);
    // A page in the background keeps its toast.
    await page.evaluate(() => Object.defineProperty(document, 'hidden', { value: true }));
    await page.getByRole('button', { name: 'Start First Meeting' }).click();
    await expectToast(page, 'Stage Updated');

    await page.getByRole('button', { name: 'Edit task Sign the letter' }).click();
    const dialog = page.getByRole('dialog', { name: 'Edit Task' });
    await dialog.waitFor();
    await dialog.evaluate((one) => Promise.all(one.getAnimations().map(({ finished }) => finished)));
    for (const name of ['Save', 'Cancel']) await expectClearOfToast(page, dialog.getByRole('button', { name }));
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
    if (width < 1024) return;

    const bottom = (element: Locator) => element.evaluate((one) => one.scrollIntoView({ block: 'end' }));
    const messages = panel(page, 'Messages');
    await bottom(messages);
    await expectClearOfToast(page, messages);
    const access = panel(page, 'Client Portal Access');
    await bottom(access);
    await expectClearOfToast(page, access);
    const complete = page.getByRole('button', { name: 'Complete First Meeting' });
    await bottom(complete);
    await expectClearOfToast(page, complete);
  });

import type { Page } from '@playwright/test';
import { clientOf, saveSettings } from '../../support/acts.ts';
import { setWidth } from '../../support/browser/fit.ts';
import { expectFocusShown } from '../../support/browser/keyboard.ts';
import { test } from '../../support/browser/people.ts';
import { expect } from '../../support/browser/watched.ts';
import { noticesFor } from '../../support/people/crowd.ts';

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });
const FIRM = 'Harbour Financial Planning';
const pressAll = async (page: Page, ...keys: string[]) => {
  for (const key of keys) await page.keyboard.press(key);
};

async function openTasks(page: Page) {
  await page.goto('/tasks');
  await heading(page, 'Pending Adviser Tasks').waitFor();
}

test('single keys move through list rows and to the search', async ({ page, adviser }) => {
  const client = await clientOf(adviser, { name: 'Mia Wood' });
  for (const title of ['First', 'Second']) await client.addTask({ title, responsibility: 'adviser' });
  await openTasks(page);

  const link = (name: string) => page.getByRole('link', { name, exact: true });
  await test.step('j and k move through the list', async () => {
    await link('First').waitFor();
    for (const [key, name] of [
      ['j', 'First'],
      ['j', 'Second'],
      ['j', 'Second'],
      ['k', 'First'],
    ] as const) {
      await page.keyboard.press(key);
      await expectFocusShown(link(name));
    }
  });

  await test.step('/ focuses the search, which takes keys as text', async () => {
    await page.keyboard.press('/');
    const search = page.getByRole('searchbox', { name: 'Search tasks' });
    await expect(search).toBeFocused();
    await page.keyboard.type('kaj?');
    await expect(search).toHaveValue('kaj?');
    await expect(page).toHaveURL(/\/tasks/);
    await search.fill('');
  });

  await test.step('Enter opens the row', async () => {
    await link('Second').press('Enter');
    await expect(page).toHaveURL(new RegExp(`/adviser/client/${client.id}#task-`));
  });
});

test('? lists the shortcuts, and switches single-key shortcuts off', async ({ page, adviser: _ }) => {
  await openTasks(page);
  const dialog = page.getByRole('dialog', { name: 'Keyboard Shortcuts' });
  const choice = page.getByRole('checkbox', { name: 'Single-key shortcuts' });

  await test.step('ignores a key with Alt or Control', async () => {
    await pressAll(page, 'Alt+?', 'Control+/');
    await expect(page.getByRole('dialog')).toHaveCount(0);
  });

  await test.step('ignores keys behind the open list', async () => {
    await page.keyboard.press('?');
    await expect(dialog).toContainText('Next in a list');
    await page.keyboard.press('/');
    await expect(page.getByRole('dialog')).toHaveCount(1);
  });

  await test.step('keeps single keys off after a reload, while Control+K still opens the palette', async () => {
    await choice.uncheck();
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await page.reload();
    await heading(page, 'Pending Adviser Tasks').waitFor();
    await pressAll(page, '?', 'Control+k');
    await expect(page.getByRole('combobox')).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
  });

  await test.step('switches single keys on again in the account', async () => {
    await page.goto('/account');
    await expect(choice).not.toBeChecked();
    await choice.check();
    await page.keyboard.press('?');
    await expect(dialog).toBeVisible();
  });
});

test('the header fits on one line, and the first tab stop skips it', async ({ page, client, admin }) => {
  await saveSettings(admin, { firm: { name: FIRM, phone: null, hours: null, closedDays: [] } });
  await noticesFor(admin.id, client.id, 1);
  await openTasks(page);
  const header = page.getByRole('banner');
  const name = header.getByText(FIRM);
  const navigation = page.getByRole('navigation', { name: 'Main' });
  const menu = page.getByRole('button', { name: 'Menu, 1 unread' });

  await test.step('Skip to content leads past the header', async () => {
    await page.keyboard.press('Tab');
    const skip = page.getByRole('link', { name: 'Skip to content' });
    await expectFocusShown(skip);
    await expect(skip).toBeInViewport();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('main')).toBeFocused();
    await expect(page).toHaveURL('/tasks');
  });

  await test.step('shows the header in one line with the firm’s whole name at each width', async () => {
    for (const width of [320, 390, 768, 1024, 1280, 1600]) {
      await setWidth(page, width, 800);
      await expect.poll(async () => (await header.boundingBox())?.height, `${width} px`).toBeLessThan(64);
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      expect(overflow, `${width} px`).toBeLessThanOrEqual(0);
      const cut = await name.evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight);
      expect(cut, `the firm’s name is cut at ${width} px`).toBeLessThanOrEqual(1);
    }
    await expect(navigation).toBeVisible();
  });

  await test.step('draws a scrollbar beside the header on each page of a wide window, but not of a phone', async () => {
    for (const [width, overflow] of [
      [1280, 'scroll'],
      [390, 'visible'],
    ] as const) {
      await setWidth(page, width, 800);
      await expect(page.locator('html')).toHaveCSS('overflow-y', overflow);
    }
  });

  await test.step('shows the keys of the palette and the word Logout from 1280 px', async () => {
    await setWidth(page, 1280, 800);
    await expect(header.getByText('Ctrl')).toBeVisible();
    await expect(header.getByText('Logout')).toBeVisible();
  });

  await test.step('reaches across the room of the scrollbar that an open dialog hides', async () => {
    await page.keyboard.press('?');
    await expect(page.getByRole('dialog')).toBeVisible();
    const width = '15px';
    await page.locator('html').evaluate(({ style }, width) => {
      style.setProperty('--scrollbar-width', width);
      style.paddingRight = width;
    }, width);
    expect(await page.locator('header').evaluate((band) => band.getBoundingClientRect().right)).toBe(1280);
    await expect(page.locator('header')).toHaveCSS('padding-right', width);
    await page.keyboard.press('Escape');
  });

  await test.step('opens a screen from the phone’s menu, and Escape closes it', async () => {
    await setWidth(page, 390, 844);
    await expect(navigation).toBeHidden();
    await menu.click();
    await navigation.getByRole('link', { name: 'Clients' }).click();
    await heading(page, 'Client Onboarding Dashboard').waitFor();
    await expect(navigation).toBeHidden();
    await menu.press('Enter');
    await page.keyboard.press('Escape');
    await expect(navigation).toBeHidden();
  });
});

test('keys of an input method neither send, open nor close anything', async ({ page, api, client }) => {
  /** Presses a key as Safari reports it after Japanese text: the composition has already ended. */
  const pressInMethod = (key: string) =>
    page.evaluate((key) => {
      const event = new KeyboardEvent('keydown', { key, keyCode: 229, bubbles: true, cancelable: true });
      document.activeElement?.dispatchEvent(event);
    }, key);

  await test.step('the palette ignores them', async () => {
    await page.goto('/dashboard');
    await heading(page, 'Client Dashboard').waitFor();
    await page.keyboard.press('Control+k');
    await page.keyboard.type('assign task');
    await expect(page.getByRole('option', { name: 'Assign Task' })).toBeVisible();
    await pressInMethod('Enter');
    await expect(page.getByRole('combobox')).toHaveValue('assign task');
    await page.keyboard.press('Enter');
  });

  await test.step('a dialog ignores them', async () => {
    const title = page.getByRole('dialog', { name: 'Assign Task' }).getByLabel('Title');
    await title.fill('来週');
    await pressInMethod('Escape');
    await expect(title).toHaveValue('来週');
    await expect(page.getByText('Discard changes?')).toBeHidden();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Discard' }).click();
  });

  await test.step('the dashboard’s search ignores them', async () => {
    await page.getByRole('searchbox', { name: 'Search clients' }).fill(client.name);
    await pressInMethod('Enter');
    await expect(page).toHaveURL('/dashboard');
    await page.keyboard.press('Enter');
    await heading(page, client.name).waitFor();
  });

  await test.step('a message ignores them', async () => {
    const field = page.getByRole('textbox', { name: 'Message' });
    const sent = () => api.sent('POST /api/clients/{id}/messages').map(({ body }) => body);
    await field.fill('来週東京で');
    await pressInMethod('Enter');
    await expect(field).toHaveValue('来週東京で');
    expect(sent()).toHaveLength(0);
    await page.keyboard.press('Enter');
    await expect.poll(sent).toEqual([{ content: '来週東京で' }]);
  });
});

import { expectFocusShown, tabTo } from '../../support/browser/keyboard.ts';
import { test } from '../../support/browser/people.ts';
import { dismissToast, expectToast, toastOf } from '../../support/browser/toast.ts';
import { expect } from '../../support/browser/watched.ts';

test('a client’s menu is opened, navigated and closed by keyboard', async ({ page, api, client }) => {
  await page.goto('/clients');
  const button = page.getByRole('button', { name: `More for ${client.name}` });
  const menu = page.getByRole('menu', { name: `More for ${client.name}` });
  const marked = menu.locator('[role=menuitem][data-highlighted]');
  await expect(button).toHaveAttribute('aria-haspopup', 'menu');
  await expect(button).toHaveAttribute('aria-expanded', 'false');

  await test.step('opens on its first entry with Enter', async () => {
    await tabTo(page, button);
    await page.keyboard.press('Enter');
    await expect(menu).toBeFocused();
    await expect(button).toHaveAttribute('aria-expanded', 'true');
    await expect(marked).toHaveText('Assign Task…');
    await page.keyboard.press('Escape');
    await expect(menu).toBeHidden();
    await expectFocusShown(button);
  });

  await test.step('opens at either end with the arrow keys, and finds entries by letter', async () => {
    await page.keyboard.press('ArrowUp');
    await expect(marked).toHaveText('Copy Portal Link');
    await page.keyboard.press('ArrowUp');
    await expect(marked).toHaveText('Email Portal Link');
    await page.keyboard.press('c');
    await expect(marked).toHaveText('Copy Portal Link');
    await page.keyboard.press('Escape');
    await page.keyboard.press('ArrowDown');
    await expect(marked).toHaveText('Assign Task…');
    await page.keyboard.press('ArrowDown');
    await expect(marked).toHaveText('Email Portal Link');
  });

  await test.step('chooses an entry once, and returns the focus', async () => {
    await page.keyboard.press('Enter');
    await expectToast(page, 'Email Sent', `The portal link has been sent to ${client.email}.`);
    await expect(menu).toBeHidden();
    await expectFocusShown(button);
    expect(api.sent('POST /api/clients/{id}/send-portal-link')).toHaveLength(1);
  });

  await test.step('closes on a click elsewhere', async () => {
    await button.click();
    await expect(menu).toBeFocused();
    await page.getByRole('heading', { name: 'Client Onboarding Dashboard' }).click();
    await expect(menu).toBeHidden();
    await expect(button).toHaveAttribute('aria-expanded', 'false');
  });
});

test('keys pressed while a menu loads act on it, or keep it closed', async ({ page, api, client }) => {
  const button = page.getByRole('button', { name: `More for ${client.name}` });
  const marked = page.getByRole('menu').locator('[role=menuitem][data-highlighted]');
  let release = () => {};
  const holdMenu = async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    release = resolve;
    await page.unrouteAll();
    await page.route(/assets\/menu-list-/, (route) => promise.then(() => route.continue()));
    await page.goto('/clients');
    await tabTo(page, button);
  };

  await test.step('does not open a menu that is closed while it loads', async () => {
    await holdMenu();
    await page.keyboard.press('Enter');
    await expect(button).toHaveAttribute('aria-expanded', 'true');
    await page.keyboard.press('Escape');
    await expect(button).toHaveAttribute('aria-expanded', 'false');
    const loaded = page.waitForResponse(/assets\/menu-list-/);
    release();
    await loaded;
    await expectFocusShown(button);
    await expect(page.getByRole('menu')).toHaveCount(0);
  });

  await test.step('moves to an entry by the pressed keys', async () => {
    await holdMenu();
    for (const key of ['ArrowDown', 'e']) await page.keyboard.press(key);
    release();
    await expect(marked).toHaveText('Email Portal Link');
    await page.keyboard.press('ArrowDown');
    await expect(marked).toHaveText('Copy Portal Link');
    await page.keyboard.press('Escape');
  });

  await test.step('chooses an entry once on Enter', async () => {
    for (const key of ['ArrowUp', 'ArrowUp', 'Enter']) await page.keyboard.press(key);
    await expectToast(page, 'Email Sent', `The portal link has been sent to ${client.email}.`);
    await expect(page.getByRole('menu')).toHaveCount(0);
    expect(api.sent('POST /api/clients/{id}/send-portal-link')).toHaveLength(1);
  });
});

test('the list of clients copies links, and its toasts undo changes and open clients', async ({
  page,
  context,
  api,
  adviser,
  client,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto('/clients');
  const clipboard = () => page.evaluate(() => navigator.clipboard.readText());

  await test.step('copies a link, and reports one that cannot be read', async () => {
    const copy = async () => {
      await page.getByRole('button', { name: `More for ${client.name}` }).click();
      await page.getByRole('menuitem', { name: 'Copy Portal Link' }).click();
    };
    await copy();
    await expectToast(page, 'Link Copied');
    expect(await clipboard()).toMatch(new RegExp(`/portal/${client.token}$`));
    await dismissToast(page);
    api.fails('GET /api/clients/{id}/token');
    await copy();
    await expectToast(page, 'Error', 'Portal link not available');
    api.recovers();
  });

  await test.step('undoes a completion from its toast, by keyboard', async () => {
    const complete = page.getByRole('button', { name: `Complete ${client.name}` });
    await tabTo(page, complete);
    await page.keyboard.press('Enter');
    await expectToast(page, 'Client Completed', 'Client journey has been marked as completed');
    await expect(complete).toHaveCount(0);
    await page.keyboard.press('F8');
    await page.keyboard.press('Tab');
    await expectFocusShown(toastOf(page).getByRole('button', { name: 'Undo' }));
    await page.keyboard.press('Enter');
    await expectToast(page, 'Client Reopened', 'Client journey has been reopened');
    await expect(complete).toBeVisible();
    const sent = api.sent('PATCH /api/clients/{id}').map(({ body }) => body);
    expect(sent).toEqual([{ completed: true }, { completed: false }]);
    const { body } = await adviser.call('GET /api/clients/{id}', { params: { id: client.id } });
    expect(body.completed).toBe(false);
  });

  await test.step('copies the link of a new client, and opens another, from their toasts', async () => {
    const add = async (name: string) => {
      await page.getByRole('button', { name: 'Add Client' }).click();
      const dialog = page.getByRole('dialog', { name: 'Add Client' });
      await dialog.getByLabel('Name').fill(name);
      await dialog.getByLabel('Email', { exact: true }).fill('ola@clients.example');
      await dialog.getByLabel('Phone').fill('020 7946 0000');
      await page.keyboard.press('Enter');
      await expectToast(page, 'Client Created Successfully');
    };
    await add('Ola Berg');
    await toastOf(page).getByRole('button', { name: 'Copy Link' }).click();
    await expectToast(page, 'Link Copied');
    expect(await clipboard()).toMatch(/\/portal\/[\w-]+$/);
    expect(await clipboard()).not.toContain(client.token);
    await dismissToast(page);
    await add('Kofi Mensah');
    await toastOf(page).getByRole('button', { name: 'View Client' }).click();
    await expect(page).toHaveURL(/\/adviser\/client\/[\w-]+$/);
    await expect(page.getByRole('heading', { name: 'Kofi Mensah' })).toBeVisible();
  });
});

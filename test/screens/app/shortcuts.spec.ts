import type { Page } from '@playwright/test';
import { anotherClient, aTask } from '../../support/stub/builders.ts';
import { dismissToast, expect, expectAccessible, expectFocusShown, setWidth, test } from '../screen.ts';

// Single keys for who works here all day; none of them acts while somebody types.

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });
const own = (title: string) => aTask({ title, responsibility: 'adviser' });

test('keys go to the screens, through lists and to the search', async ({ page, api, firm, client }) => {
  const ola = anotherClient('Ola Berg');
  firm.clients.push(ola);
  firm.tasks = [own('First'), own('Second')];
  await page.goto('/dashboard');
  await heading(page, 'Client Dashboard').waitFor();

  await test.step('g and a letter', async () => {
    for (const [key, name] of [
      ['i', 'Inbox'],
      ['c', 'Client Onboarding Dashboard'],
      ['d', 'Client Dashboard'],
      ['p', 'Pending Tasks'],
      ['t', 'Pending Adviser Tasks'],
    ] as const) {
      await page.keyboard.press('g');
      await page.keyboard.press(key);
      await heading(page, name).waitFor();
    }
  });

  await test.step('n assigns a task to a client who is chosen', async () => {
    await page.keyboard.press('n');
    const dialog = page.getByRole('dialog', { name: 'Assign Task' });
    await dialog.getByLabel('Title').fill('Ring on Thursday');
    await expect(dialog.getByRole('button', { name: 'Create Task' })).toBeDisabled();
    await dialog.getByLabel('Client').selectOption('Ola Berg');
    await dialog.getByRole('button', { name: 'Create Task' }).click();
    await expect(dialog).toBeHidden();
    expect(api.sent('POST /api/clients/{id}/tasks')).toMatchObject([
      { params: { id: ola.id }, body: { title: 'Ring on Thursday', stageId: null } },
    ]);
    await dismissToast(page);
  });

  await test.step('j and k through the list, Enter opens', async () => {
    const link = (name: string) => page.getByRole('link', { name, exact: true });
    await link('First').waitFor();
    await page.keyboard.press('j');
    await expectFocusShown(link('First'));
    await page.keyboard.press('j');
    await expectFocusShown(link('Second'));
    await page.keyboard.press('j');
    await expect(link('Second')).toBeFocused();
    await page.keyboard.press('k');
    await expect(link('First')).toBeFocused();
  });

  await test.step('/ to the search of the page, where keys are letters', async () => {
    await page.keyboard.press('/');
    const search = page.getByRole('searchbox', { name: 'Search tasks' });
    await expect(search).toBeFocused();
    await page.keyboard.type('gcj?');
    await expect(search).toHaveValue('gcj?');
    await expect(page).toHaveURL(/\/tasks/);
    await search.fill('');
  });

  await test.step('Enter opens the row', async () => {
    await page.getByRole('link', { name: 'Second', exact: true }).focus();
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(new RegExp(`/adviser/client/${client.id}#task-`));
  });
});

test('? lists the keys, and switches single ones off', async ({ page }) => {
  await page.goto('/tasks');
  await heading(page, 'Pending Adviser Tasks').waitFor();
  const dialog = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  const choice = page.getByRole('checkbox', { name: 'Single-key shortcuts' });

  await test.step('no key acts behind the list', async () => {
    await page.keyboard.press('?');
    await expect(dialog).toContainText('Next in a list');
    await expectAccessible(page);
    await page.keyboard.press('g');
    await page.keyboard.press('c');
    await expect(page).toHaveURL('/tasks');
  });

  await test.step('off, nothing happens, also after a reload', async () => {
    await choice.uncheck();
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await page.reload();
    await heading(page, 'Pending Adviser Tasks').waitFor();
    await page.keyboard.press('?');
    await page.keyboard.press('g');
    await page.keyboard.press('c');
    await page.keyboard.press('Control+k');
    await expect(page.getByRole('combobox')).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await expect(page).toHaveURL('/tasks');
  });

  await test.step('they are switched on again in the account', async () => {
    await page.goto('/account');
    await expect(choice).not.toBeChecked();
    await choice.check();
    await page.keyboard.press('g');
    await page.keyboard.press('d');
    await heading(page, 'Client Dashboard').waitFor();
  });
});

test('with a modifier a key is the browser’s own', async ({ page }) => {
  await page.goto('/tasks');
  await heading(page, 'Pending Adviser Tasks').waitFor();
  await page.keyboard.press('g');
  await page.keyboard.press('Alt+c');
  await page.keyboard.press('Control+/');
  await expect(page).toHaveURL('/tasks');
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('the first stop leads past the header', async ({ page }) => {
  await page.goto('/tasks');
  await heading(page, 'Pending Adviser Tasks').waitFor();
  await page.keyboard.press('Tab');
  const skip = page.getByRole('link', { name: 'Skip to content' });
  await expectFocusShown(skip);
  await expect(skip).toBeInViewport();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main')).toBeFocused();
  await expect(page).toHaveURL('/tasks');
});

test('the header is one line, with a menu where it is narrow', async ({ page, firm, admin: _ }) => {
  firm.settings.firm.name = 'Harbour & Daughters Financial Planning';
  await page.goto('/tasks');
  const header = page.getByRole('banner');
  const name = header.getByText(firm.settings.firm.name);
  const navigation = page.getByRole('navigation', { name: 'Main' });
  for (const width of [320, 390, 768, 1024, 1280, 1600]) {
    await setWidth(page, width, 800);
    await expect.poll(async () => (await header.boundingBox())?.height, `${width} px`).toBeLessThan(64);
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(overflow, `${width} px`).toBeLessThanOrEqual(0);
    expect((await name.boundingBox())?.height, `the firm’s name at ${width} px`).toBeLessThan(26);
  }
  await expect(navigation).toBeVisible();
  await setWidth(page, 390, 844);
  await expect(navigation).toBeHidden();
  await page.getByRole('button', { name: 'Menu' }).click();
  await expectAccessible(page);
  await navigation.getByRole('link', { name: 'Pending Tasks' }).click();
  await heading(page, 'Pending Tasks').waitFor();
  await expect(navigation).toBeHidden();
  await page.getByRole('button', { name: 'Menu' }).press('Enter');
  await page.keyboard.press('Escape');
  await expect(navigation).toBeHidden();
});

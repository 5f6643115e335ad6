import type { Locator, Page } from '@playwright/test';
import { refuse } from '../../support/stub/firm.ts';
import { anAdviser, anotherClient, expect, expectFocusShown, test } from '../screen.ts';

// Nothing is lost that is typed for many clients at once.

const RESTORED = 'Restored what you typed earlier.';
const button = (within: Page | Locator, name: string) => within.getByRole('button', { name, exact: true });
const dialog = (page: Page) => page.getByRole('dialog');
const question = (page: Page) => page.getByRole('group', { name: 'Discard changes?' });
const title = (page: Page) => dialog(page).getByLabel('Title');
const drafts = (page: Page) =>
  page.evaluate(() => Object.keys(sessionStorage).filter((key) => key.startsWith('draft')));

/** Opens the list, ticks all clients or those named, and begins something with them. */
async function begin(page: Page, what: string, names: readonly string[] = ['Ann Ito', 'Bo Li']) {
  await page.goto('/clients?view=table');
  for (const name of names) await page.getByRole('checkbox', { name: `Select ${name}`, exact: true }).click();
  await button(page.getByRole('region', { name: 'Selected clients' }), what).click();
}

test.beforeEach(({ firm }) => {
  firm.clients = ['Ann Ito', 'Bo Li'].map((name) => anotherClient(name));
});

test('leaving asks first where something was typed', async ({ page }) => {
  await begin(page, 'Assign task');
  await expect(title(page)).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toHaveCount(0);
  await button(page, 'Assign task').click();
  await title(page).fill('Send payslip');
  await page.keyboard.press('Escape');
  await expectFocusShown(button(question(page), 'Keep Editing'));
  await page.keyboard.press('Enter');
  await expect(title(page)).toBeFocused();
  for (const way of ['Cancel', 'Close']) {
    await button(dialog(page), way).click();
    await expect(question(page)).toBeVisible();
    await title(page).press('!');
    await expect(question(page)).toHaveCount(0);
  }
  await button(dialog(page), 'Cancel').click();
  await button(question(page), 'Discard').click();
  await expect(dialog(page)).toHaveCount(0);
  expect(await drafts(page)).toEqual([]);
});

test('it outlives a reload with its choices, and is not of one client alone', async ({ page, firm, admin: _ }) => {
  firm.advisers.push(anAdviser({ id: 'tom-reed', name: 'Tom Reed', email: 'tom@advisers.example' }));
  await begin(page, 'Reassign');
  const renew = dialog(page).getByRole('checkbox');
  await dialog(page).getByLabel('Adviser').selectOption('Tom Reed');
  await renew.uncheck();

  await begin(page, 'Reassign', ['Ann Ito']);
  await expect(renew).toBeChecked();
  await expect(dialog(page).getByText(RESTORED)).toHaveCount(0);

  await begin(page, 'Reassign');
  await expect(dialog(page).getByText(RESTORED)).toBeVisible();
  await expect(dialog(page).getByLabel('Adviser')).toHaveValue('tom-reed');
  await expect(renew).not.toBeChecked();
  await button(dialog(page), 'Discard').click();
  await expect(renew).toBeChecked();
});

test('it is kept until no client is left, or one closes the dialog', async ({ page, api, watch }) => {
  watch.expected.push(/^409 POST /, /status of 409/);
  api.answers('POST /api/clients/{id}/tasks', () => refuse(409, 'Somebody else is changing this client'));
  await begin(page, 'Assign task');
  await title(page).fill('Send payslip');
  await title(page).press('Enter');
  await expect(dialog(page).getByText('0 of 2 done, 2 failed')).toBeVisible();

  await begin(page, 'Assign task');
  await expect(title(page)).toHaveValue('Send payslip');
  await title(page).press('Enter');
  await expect(dialog(page).getByText('0 of 2 done, 2 failed')).toBeVisible();
  expect(await drafts(page)).toHaveLength(1);
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toHaveCount(0);
  expect(await drafts(page)).toEqual([]);

  api.recovers();
  await begin(page, 'Assign task');
  await title(page).fill('Send payslip');
  await title(page).press('Enter');
  await expect(dialog(page)).toHaveCount(0);
  await expect.poll(() => drafts(page)).toEqual([]);
});

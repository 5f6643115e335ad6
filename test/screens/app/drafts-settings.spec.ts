import type { Page } from '@playwright/test';
import { dismissToast, expect, expectAccessible, expectToast, test } from '../screen.ts';

// Settings that are changed and not saved yet outlive a reload and another page.

const RESTORED = 'Restored what you typed earlier.';
const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const choose = (page: Page, name: string) => page.getByRole('radio', { name, exact: true });
const days = (page: Page) => page.getByRole('group', { name: 'Closed days' });
const drafts = (page: Page) =>
  page.evaluate(() => Object.keys(sessionStorage).filter((key) => key.startsWith('draft')));
const open = async (page: Page) => {
  await page.goto('/admin/settings');
  await page.getByRole('button', { name: 'Save Mail' }).waitFor();
};

/** Changes something in every section. */
async function changeAll(page: Page) {
  await page.getByLabel('Hours').fill('Mornings');
  await page.getByLabel('Another closed day').fill('2099-12-29');
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await choose(page, 'Expire when unused').check();
  await page.getByLabel('Days without use').fill('45');
  await choose(page, 'Required').check();
  await section(page, 'Mail').getByLabel('Quiet from').fill('08:00');
}

async function expectAll(page: Page) {
  await expect(page.getByLabel('Hours')).toHaveValue('Mornings');
  await expect(days(page)).toContainText('Tue, 29 Dec 2099 · not saved yet');
  await expect(choose(page, 'Expire when unused')).toBeChecked();
  await expect(page.getByLabel('Days without use')).toHaveValue('45');
  await expect(choose(page, 'Required')).toBeChecked();
  await expect(section(page, 'Mail').getByLabel('Quiet from')).toHaveValue('08:00');
  await expect(section(page, 'Mail')).toContainText('Both times are the same');
  await expect(page.getByText(RESTORED)).toHaveCount(4);
}

test.beforeEach(({ admin: _ }) => {});

test('what was changed outlives a reload and another page, and can be discarded', async ({ page, firm }) => {
  await open(page);
  await changeAll(page);

  await test.step('a reload', async () => {
    await open(page);
    await expectAll(page);
    await expectAccessible(page);
  });

  await test.step('another page, and Back', async () => {
    await page.getByRole('navigation').getByRole('link', { name: 'Dashboard' }).first().click();
    await expect(page).toHaveURL('/dashboard');
    await page.goBack();
    await expectAll(page);
  });

  await test.step('something else that was saved meanwhile is said', async () => {
    Object.assign(firm.settings.firm, { hours: 'Weekdays' });
    Object.assign(firm.settings.staff, { secondFactor: 'off' });
    await open(page);
    await expectAll(page);
    for (const name of ['Firm', 'Staff sign-in'])
      await expect(section(page, name)).toContainText('What is saved has been changed since.');
    await expect(page.getByText('What is saved has been changed since.')).toHaveCount(2);
  });

  await test.step('discarded, it shows what is saved', async () => {
    for (const name of ['Firm', 'Portal', 'Staff sign-in', 'Mail']) {
      await section(page, name).getByRole('button', { name: 'Discard' }).first().click();
      await expect(section(page, name).getByText(RESTORED)).toHaveCount(0);
      await expect(section(page, name)).toBeFocused();
    }
    await expect(page.getByLabel('Hours')).toHaveValue('Weekdays');
    await expect(days(page)).not.toContainText('not saved yet');
    await expect(choose(page, 'Never expire')).toBeChecked();
    await expect(choose(page, 'Up to each person')).toBeChecked();
    await expect(section(page, 'Mail')).toContainText('From 20:00 to 08:00');
    await expect.poll(() => drafts(page)).toEqual([]);
  });
});

test('what is saved is kept no longer, nor what is as it was again', async ({ page }) => {
  await open(page);
  await choose(page, 'Required').check();
  await choose(page, 'Encouraged').check();
  await page.getByLabel('Hours').fill('Mornings');
  await page.getByLabel('Hours').fill('');
  expect(await drafts(page)).toEqual([]);
  await changeAll(page);
  await open(page);
  await expectAll(page);
  for (const name of ['Firm', 'Portal', 'Staff Sign-in', 'Mail']) {
    await page.getByRole('button', { name: `Save ${name}` }).click();
    await expectToast(page, 'Settings Saved');
    await dismissToast(page);
  }
  await expect(page.getByText(RESTORED)).toHaveCount(0);
  await expect.poll(() => drafts(page)).toEqual([]);
  await expect(page.getByLabel('Hours')).toHaveValue('Mornings');
});

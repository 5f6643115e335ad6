import type { Locator, Page } from '@playwright/test';
import { saveSettings } from '../../support/acts.ts';
import { test } from '../../support/browser/people.ts';
import { openSettings } from '../../support/browser/settings.ts';
import { dismissToast, expectToast } from '../../support/browser/toast.ts';
import { expect } from '../../support/browser/watched.ts';
import { newAdviser, newClient } from '../../support/builders.ts';

const RESTORED = 'Restored what you typed earlier.';
const CHANGED_SINCE = 'The saved version has changed since.';
const SECTIONS = ['Firm', 'Portal', 'Staff Sign-in', 'Email'];

const button = (within: Page | Locator, name: string) => within.getByRole('button', { name, exact: true });
const dialog = (page: Page) => page.getByRole('dialog');
const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const choose = (page: Page, name: string) => page.getByRole('radio', { name, exact: true });
const days = (page: Page) => page.getByRole('group', { name: 'Closed days' });
const drafts = (page: Page) => page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('draft')));

test('a new adviser’s password is never stored, not even while it is visible', async ({ page, admin: _ }) => {
  await page.goto('/admin');
  await button(page, 'Add New Adviser').click();
  await dialog(page).getByLabel('Password', { exact: true }).fill('a long secret');
  await button(dialog(page), 'Show password').click();
  await dialog(page).getByLabel('Email').fill('ola@advisers.example');
  expect(await drafts(page)).toHaveLength(1);
  expect(await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }))).not.toContain(
    'a long secret',
  );
});

test('Reset discards the draft on a client’s admin screen', async ({ page, client, admin: _ }) => {
  const phone = page.getByLabel('Phone');
  await page.goto(`/adviser/clients/${client.id}/admin`);
  await phone.fill('0800 1');
  await page.reload();
  await expect(phone).toHaveValue('0800 1');
  await button(page, 'Reset').click();
  await expect(phone).toHaveValue(client.phone ?? '');
  expect(await drafts(page)).toEqual([]);
});

test('a bulk dialog restores its draft for the same clients', async ({ page, api, adviser, admin: _ }) => {
  const otto = await newAdviser('Otto Lang');
  for (const name of ['Ann Ito', 'Bo Li']) await newClient(adviser, { name });
  const press = (what: string) => button(section(page, 'Selected clients'), what).click();
  const begin = async (what: string, names: readonly string[] = ['Ann Ito', 'Bo Li']) => {
    await page.goto('/clients?view=table');
    for (const name of names) await page.getByRole('checkbox', { name: `Select ${name}`, exact: true }).click();
    await press(what);
  };
  const title = dialog(page).getByLabel('Title');

  await test.step('restores a choice and an unticked box for both clients, but not for one of them', async () => {
    const renew = dialog(page).getByRole('checkbox');
    await begin('Reassign');
    await dialog(page).getByLabel('Adviser').selectOption('Otto Lang');
    await renew.uncheck();
    await begin('Reassign', ['Ann Ito']);
    await expect(renew).toBeChecked();
    await expect(dialog(page).getByText(RESTORED)).toHaveCount(0);
    await begin('Reassign');
    await expect(dialog(page).getByText(RESTORED)).toBeVisible();
    await expect(dialog(page).getByLabel('Adviser')).toHaveValue(otto.id);
    await expect(renew).not.toBeChecked();
    await button(dialog(page), 'Discard').click();
    await expect(renew).toBeChecked();
    await page.keyboard.press('Escape');
    await expect(dialog(page)).toHaveCount(0);
  });

  await test.step('keeps a draft after a reload if all clients failed, until the dialog is closed', async () => {
    api.fails('POST /api/clients/{id}/tasks', 409, 'Somebody else is changing this client');
    await press('Assign Task');
    await title.fill('Send payslip');
    await title.press('Enter');
    await expect(dialog(page).getByText('0 of 2 done, 2 failed')).toBeVisible();
    await begin('Assign Task');
    await expect(title).toHaveValue('Send payslip');
    await title.press('Enter');
    await expect(dialog(page).getByText('0 of 2 done, 2 failed')).toBeVisible();
    expect(await drafts(page)).toHaveLength(1);
    await page.keyboard.press('Escape');
    await expect(dialog(page)).toHaveCount(0);
    expect(await drafts(page)).toEqual([]);
  });

  await test.step('deletes a draft once all clients are done', async () => {
    api.recovers();
    await press('Assign Task');
    await title.fill('Send payslip');
    await title.press('Enter');
    await expect(dialog(page)).toHaveCount(0);
    await expect.poll(() => drafts(page)).toEqual([]);
  });
});

test('unsaved settings survive a reload and a visit to another page until discarded or saved', async ({
  page,
  api,
  admin,
}) => {
  const open = async () => {
    await openSettings(page, ...SECTIONS);
  };
  const changeAll = async (hours = 'Mornings', quietFrom = '08:00') => {
    await page.getByLabel('Hours').fill(hours);
    await page.getByLabel('Another closed day').fill('2036-12-30');
    await button(page, 'Add').click();
    await choose(page, 'Expire when unused').check();
    await page.getByLabel('Days without use').fill('45');
    await choose(page, 'Required').check();
    await section(page, 'Email').getByLabel('Quiet from').fill(quietFrom);
  };
  const expectAll = async () => {
    await expect(page.getByLabel('Hours')).toHaveValue('Mornings');
    await expect(days(page)).toContainText('Tue, 30 Dec 2036 · not saved yet');
    await expect(choose(page, 'Expire when unused')).toBeChecked();
    await expect(page.getByLabel('Days without use')).toHaveValue('45');
    await expect(choose(page, 'Required')).toBeChecked();
    await expect(section(page, 'Email').getByLabel('Quiet from')).toHaveValue('08:00');
    await expect(section(page, 'Email')).toContainText('Both times are the same');
    await expect(page.getByText(RESTORED)).toHaveCount(4);
  };
  await open();

  await test.step('keeps no draft of a change that was undone', async () => {
    await choose(page, 'Required').check();
    await choose(page, 'Encouraged').check();
    await page.getByLabel('Hours').fill('Mornings');
    await page.getByLabel('Hours').fill('');
    expect(await drafts(page)).toEqual([]);
  });

  await test.step('restores every section on Back from another page', async () => {
    await changeAll();
    await page.getByRole('navigation').getByRole('link', { name: 'Dashboard' }).first().click();
    await expect(page).toHaveURL('/dashboard');
    await page.goBack();
    await expectAll();
  });

  await test.step('restores every section after a reload, and reports changes saved elsewhere', async () => {
    await saveSettings(admin, { firm: { hours: 'Weekdays' } });
    await saveSettings(admin, { staff: { secondFactor: 'off' } });
    await open();
    await expectAll();
    for (const name of ['Firm', 'Staff Sign-in']) await expect(section(page, name)).toContainText(CHANGED_SINCE);
    await expect(page.getByText(CHANGED_SINCE)).toHaveCount(2);
  });

  await test.step('Discard shows the saved values, and focuses the section', async () => {
    for (const name of SECTIONS) {
      await section(page, name).getByRole('button', { name: 'Discard' }).first().click();
      await expect(section(page, name).getByText(RESTORED)).toHaveCount(0);
      await expect(section(page, name)).toBeFocused();
    }
    await expect(page.getByLabel('Hours')).toHaveValue('Weekdays');
    await expect(days(page)).not.toContainText('not saved yet');
    await expect(choose(page, 'Never expire')).toBeChecked();
    await expect(choose(page, 'Up to each person')).toBeChecked();
    await expect(section(page, 'Email')).toContainText('From 20:00 to 08:00');
    await expect.poll(() => drafts(page)).toEqual([]);
  });

  await test.step('keeps a closed day that is added while its section is saved', async () => {
    await open();
    const saved = api.holds('PATCH /api/settings');
    await page.getByLabel('Hours').fill('Mornings');
    await button(page, 'Save Firm').click();
    await page.getByLabel('Another closed day').fill('2036-12-31');
    await button(page, 'Add').click();
    await page.getByLabel('Another closed day').fill('2037-01-05');
    saved();
    await expectToast(page, 'Settings Saved');
    await expect(days(page)).toContainText('Wed, 31 Dec 2036 · not saved yet');
    await expect(page.getByLabel('Another closed day')).toHaveValue('2037-01-05');
    await dismissToast(page);
    await button(page, 'Save Firm').click();
    await expectToast(page, 'Settings Saved');
    await expect(days(page)).not.toContainText('not saved yet');
    await expect(page.getByLabel('Another closed day')).toHaveValue('2037-01-05');
    await expect.poll(() => drafts(page)).toEqual([]);
    await dismissToast(page);
  });

  await test.step('keeps what is typed while a section is saved', async () => {
    await open();
    const saved = api.holds('PATCH /api/settings');
    await page.getByLabel('Hours').fill('Afternoons');
    await button(page, 'Save Firm').click();
    await page.getByLabel('Hours').fill('Afternoons only');
    saved();
    await expectToast(page, 'Settings Saved');
    await expect(page.getByLabel('Hours')).toHaveValue('Afternoons only');
    expect(await drafts(page)).toHaveLength(1);
    await button(page, 'Save Firm').click();
    await expect.poll(() => drafts(page)).toEqual([]);
    await dismissToast(page);
  });

  await test.step('deletes the drafts of restored changes once saved', async () => {
    await changeAll('Evenings', '21:00');
    await open();
    for (const name of ['Firm', 'Portal', 'Staff Sign-in', 'Email']) {
      await button(page, `Save ${name}`).click();
      await expectToast(page, 'Settings Saved');
      await dismissToast(page);
    }
    await expect(page.getByText(RESTORED)).toHaveCount(0);
    await expect.poll(() => drafts(page)).toEqual([]);
    await expect(page.getByLabel('Hours')).toHaveValue('Evenings');
  });
});

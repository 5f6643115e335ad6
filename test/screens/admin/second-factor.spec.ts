import type { Page } from '@playwright/test';
import { HOUR_MS } from '#shared/rules/time.ts';
import { changeAccount } from '../../support/acts.ts';
import { expectToFit } from '../../support/browser/fit.ts';
import { test } from '../../support/browser/people.ts';
import { expectToast } from '../../support/browser/toast.ts';
import { expect } from '../../support/browser/watched.ts';
import { PASSWORD } from '../../support/builders.ts';
import { setNow } from '../../support/clock.ts';
import { appFor } from '../../support/people/factors.ts';

const rowOf = (page: Page, email: string) =>
  page.getByRole('table', { name: 'Advisers' }).getByRole('row').filter({ hasText: email });

test('an admin resets a lost second factor after typing the person’s name', async ({ page, adviser, admin, api }) => {
  for (const { id } of [adviser, admin]) await appFor(id);
  // Looks like "Ruth O'Neill-Amari", but has characters that no keyboard types.
  const stored = 'Ruth  O’Neill\u2011Amari';
  await changeAccount(admin, adviser.id, { name: stored });
  await page.goto('/admin');
  await expect(rowOf(page, adviser.email)).toContainText('Set up');
  await rowOf(page, admin.email).getByRole('button', { name: /^More/ }).click();
  await expect(page.getByRole('menuitem')).toHaveText(['Works With…']);
  await page.keyboard.press('Escape');
  for (const width of [390, 768, 1024, 1280]) await expectToFit(page, 'admin panel', width);

  const dialog = page.getByRole('dialog', { name: 'Reset Second Factor' });
  const reset = dialog.getByRole('button', { name: 'Reset Second Factor' });
  const name = dialog.getByLabel('Type the person’s name to confirm');
  await test.step('resets nothing for the wrong name', async () => {
    await page.getByRole('button', { name: /^More for Ruth/ }).click();
    await page.getByRole('menuitem', { name: 'Reset Second Factor' }).click();
    await expect(dialog).toContainText('their password alone signs in');
    await name.fill('Ruth');
    await reset.click();
    await expect(name).toHaveAccessibleDescription(`Type “${stored}” to confirm`);
    expect(api.sent('POST /api/advisers/{id}/second-factor/reset')).toHaveLength(0);
  });

  await test.step('resets the factor for the right name, and lists None', async () => {
    await name.fill("ruth o'neill-amari");
    await reset.click();
    await expectToast(page, 'Second Factor Reset', 'The person has been signed out and told by email.');
    await expect(rowOf(page, adviser.email)).toContainText('None');
  });
});

test('re-authentication keeps what was typed, and repeats the call', async ({ page, admin: _, api, watch }) => {
  watch.expected.push(/^403 /, /status of 403/);
  const question = page.getByRole('dialog', { name: 'Confirm It’s You' });
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
  const confirm = async () => {
    await expect(question.getByLabel('Your password')).toBeFocused();
    await question.getByLabel('Your password').fill(PASSWORD);
    await page.keyboard.press('Enter');
  };
  await page.goto('/admin');

  await test.step('keeps the dialog of a new admin after Cancel, then creates the account', async () => {
    setNow(Date.now() + HOUR_MS);
    await press('Add New Adviser');
    const added = page.getByRole('dialog', { name: 'Add New Adviser' });
    await added.getByLabel('Name').fill('Kofi Mensah');
    await added.getByLabel('Email').fill('kofi@advisers.example');
    await added.getByLabel('Password', { exact: true }).fill('sixsix');
    await added.getByLabel('Role').selectOption('admin');
    await press('Create Adviser');
    await question.getByRole('button', { name: 'Cancel' }).click();
    await expectToast(page, 'Error', 'Nothing was done, because you did not confirm that it is you.');
    await expect(added.getByLabel('Password', { exact: true })).toHaveValue('sixsix');
    await press('Create Adviser');
    await confirm();
    await expectToast(page, 'Adviser Created');
    const sent = { body: { email: 'kofi@advisers.example', password: 'sixsix', role: 'admin' } };
    expect(api.sent('POST /api/auth/register')).toMatchObject([sent, sent, sent]);
  });

  await test.step('downloads the audit log after re-authentication', async () => {
    await page.goto('/admin/record');
    setNow(Date.now() + HOUR_MS);
    const downloading = page.waitForEvent('download');
    await press('Download as CSV');
    await confirm();
    await downloading;
  });
});

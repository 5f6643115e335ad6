import type { Page } from '@playwright/test';
import { expect, expectAccessible, expectToast, expectToFit, test } from '../screen.ts';

// Second factors as admins see them, and changes that want it confirmed who asks.

const rowOf = (page: Page, email: string) =>
  page.getByRole('table', { name: 'Advisers' }).getByRole('row').filter({ hasText: email });
const RUTH = 'ruth@advisers.example';

test('an admin sees who has a second factor, and resets one that is lost', async ({ page, firm, admin, api }) => {
  firm.withFactor.add('ruth-amari').add(admin.id);
  await page.goto('/admin');

  await test.step('in words', async () => {
    await expect(rowOf(page, RUTH)).toContainText('Set up');
    await expect(rowOf(page, admin.email).getByRole('button', { name: /^More/ })).toHaveCount(0);
    await expectAccessible(page);
    for (const width of [390, 768, 1024, 1280, 1600]) await expectToFit(page, 'admin panel', width);
  });

  const dialog = page.getByRole('dialog', { name: 'Reset Second Factor' });
  const reset = dialog.getByRole('button', { name: 'Reset Second Factor' });
  await test.step('only after the name is typed', async () => {
    await page.getByRole('button', { name: 'More for Ruth Amari' }).click();
    await page.getByRole('menuitem', { name: 'Reset Second Factor' }).click();
    await expect(dialog).toContainText('the password alone signs in');
    await expect(reset).toBeDisabled();
    await expectAccessible(page);
    await dialog.getByLabel('Type the person’s name to confirm').fill('Ruth');
    await reset.click();
    await expect(dialog.getByLabel('Type the person’s name to confirm')).toHaveAccessibleDescription(
      'Type “Ruth Amari” to confirm',
    );
    expect(api.sent('POST /api/advisers/{id}/second-factor/reset')).toHaveLength(0);
  });

  await test.step('then it is gone, and told', async () => {
    await dialog.getByLabel('Type the person’s name to confirm').fill('Ruth Amari');
    await reset.click();
    await expectToast(page, 'Second Factor Reset', 'The person has been signed out and told by email.');
    await expect(rowOf(page, RUTH)).toContainText('None');
  });
});

test('re-authentication is asked for once, keeps what was typed, and then repeats the call', async ({
  page,
  firm,
  admin: _,
  api,
  watch,
}) => {
  watch.expected.push(/^403 /, /status of 403/);
  const question = page.getByRole('dialog', { name: 'Confirm that it is you' });
  const confirm = async () => {
    await expect(question.getByLabel('Your password')).toBeFocused();
    await question.getByLabel('Your password').fill(firm.password);
    await page.keyboard.press('Enter');
  };
  await page.goto('/admin');

  await test.step('where a password is set', async () => {
    firm.isFresh = false;
    await page.getByRole('button', { name: 'Edit Ruth Amari' }).click();
    const edit = page.getByRole('dialog', { name: 'Edit Adviser' });
    await edit.getByLabel('Password', { exact: true }).fill('a much better password');
    await edit.getByRole('button', { name: 'Update Adviser' }).click();
    await confirm();
    await expectToast(page, 'Adviser Updated');
    await expect(edit).toBeHidden();
    const sent = { body: { password: 'a much better password' } };
    expect(api.sent('PATCH /api/advisers/{id}')).toMatchObject([sent, sent]);
  });

  await test.step('where an admin is added, and the dialog stays as it is if it is cancelled', async () => {
    firm.isFresh = false;
    await page.getByRole('button', { name: 'Add New Adviser' }).click();
    const added = page.getByRole('dialog', { name: 'Add New Adviser' });
    await added.getByLabel('Name').fill('Kofi Mensah');
    await added.getByLabel('Email').fill('kofi@advisers.example');
    await added.getByLabel('Password', { exact: true }).fill('sixsix');
    await added.getByLabel('Role').selectOption('admin');
    await added.getByRole('button', { name: 'Create Adviser' }).click();
    await question.getByRole('button', { name: 'Cancel' }).click();
    await expectToast(page, 'Error', 'Nothing was done, because you did not confirm that it is you.');
    await expect(added.getByLabel('Password', { exact: true })).toHaveValue('sixsix');
    await added.getByRole('button', { name: 'Create Adviser' }).click();
    await confirm();
    await expectToast(page, 'Adviser Created');
  });

  await test.step('where an account is deleted', async () => {
    firm.isFresh = false;
    await page.getByRole('button', { name: 'Delete Kofi Mensah' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await confirm();
    await expectToast(page, 'Adviser Deleted');
  });

  await test.step('where settings are saved', async () => {
    await page.goto('/admin/settings');
    firm.isFresh = false;
    await page.getByRole('radio', { name: 'Up to each person', exact: true }).check();
    await page.getByRole('button', { name: 'Save Staff Sign-in' }).click();
    await confirm();
    await expectToast(page, 'Settings Saved');
    expect(firm.settings.staff.secondFactor).toBe('off');
  });

  await test.step('where the audit log is exported', async () => {
    await page.goto('/admin/record');
    firm.isFresh = false;
    const downloading = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download as CSV' }).click();
    await confirm();
    await downloading;
  });
});

import type { Page } from '@playwright/test';
import { expectAccessible } from '../support/browser/axe.ts';
import { expectToFit } from '../support/browser/fit.ts';
import { expectToast } from '../support/browser/toast.ts';
import { expect, test } from './screen.ts';

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

  const dialog = page.getByRole('dialog', { name: 'Reset second factor' });
  const reset = dialog.getByRole('button', { name: 'Reset second factor' });
  await test.step('only after the name is typed', async () => {
    await page.getByRole('button', { name: 'More for Ruth Amari' }).click();
    await page.getByRole('menuitem', { name: 'Reset second factor' }).click();
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

test('an admin’s own password wants it confirmed, and the form stays', async ({ page, firm, admin, api, watch }) => {
  watch.expected.push(/^403 PATCH/, /status of 403/);
  api.answers('PATCH /api/advisers/{id}', ({ body: { password: _, ...change } }) => {
    if (!firm.isFresh) throw firm.unproved();
    return Object.assign(admin, change);
  });
  firm.isFresh = false;
  await page.goto('/admin');
  await page.getByRole('button', { name: 'Edit Ada Obi' }).click();
  const edit = page.getByRole('dialog', { name: 'Edit Adviser' });
  await edit.getByLabel('Password', { exact: true }).fill('a much better password');
  await edit.getByRole('button', { name: 'Update Adviser' }).click();
  const question = page.getByRole('dialog', { name: 'Confirm that it is you' });
  await expect(question.getByLabel('Your password')).toBeFocused();
  await question.getByLabel('Your password').fill(firm.password);
  await page.keyboard.press('Enter');
  await expectToast(page, 'Adviser Updated');
  await expect(edit).toBeHidden();
  expect(api.sent('PATCH /api/advisers/{id}').map(({ body }) => body)).toMatchObject([
    { password: 'a much better password' },
    { password: 'a much better password' },
  ]);
});

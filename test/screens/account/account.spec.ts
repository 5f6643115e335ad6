import type { Page } from '@playwright/test';
import { dismissToast, expectToast } from '../../support/browser/toast.ts';
import { expect, expectAccessible, expectFocusShown, shoot, tabTo, test } from '../screen.ts';

const PATCH = 'PATCH /api/account/notifications';
const groupOf = (page: Page, name: string) => page.getByRole('group', { name, exact: true });
const choiceOf = (page: Page, group: string, choice: string) =>
  groupOf(page, group).getByRole('radio', { name: choice, exact: true });

test('everybody finds one’s own account in the header: who one is, as text', async ({ page, firm }) => {
  firm.signedIn = {
    ...firm.enter({ id: 'ruth-amari', name: 'Ruth Amari', email: 'ruth@advisers.example', role: 'adviser' }),
  };
  await page.goto('/dashboard');
  await page.getByRole('link', { name: 'Ruth Amari, your account' }).click();
  await expect(page).toHaveURL('/account');
  await expect(page.getByRole('heading', { name: 'Your Account', level: 1 })).toBeVisible();
  const details = page.getByRole('region', { name: 'Your details' });
  await expect(details.getByRole('definition')).toHaveText(['Ruth Amari', 'ruth@advisers.example', 'Adviser']);
  await expect(details).toContainText('An admin of your firm can change them.');
  await expect(details.getByRole('textbox')).toHaveCount(0);
});

test('an admin is led to where accounts are changed', async ({ page, admin }) => {
  await page.goto('/account');
  const details = page.getByRole('region', { name: 'Your details' });
  await expect(details.getByRole('definition')).toHaveText([admin.name, admin.email, 'Admin']);
  await details.getByRole('link', { name: 'Admin Panel' }).click();
  await expect(page).toHaveURL('/admin');
});

test('each group of mail has a choice that counts at once', async ({ page, api, firm }) => {
  firm.preferences.documents = 'off';
  firm.settings.mail.dailyAt = '07:30';
  const loaded = api.holds('GET /api/account/notifications');
  await page.goto('/account');

  await test.step('read first: as high as it is going to be', async () => {
    await expect(page.getByText('Your inbox shows everything.')).toBeVisible();
    await expect(page.getByRole('radio')).toHaveCount(0);
    loaded();
  });

  await test.step('shows what is chosen, and when the summary is', async () => {
    await expect(page.getByRole('group')).toHaveCount(5);
    await expect(choiceOf(page, 'Messages and calls for help', 'At once')).toBeChecked();
    await expect(choiceOf(page, 'Documents', 'Off')).toBeChecked();
    await expect(page.getByText('one email at 07:30 London time on working days')).toBeVisible();
    await expectAccessible(page);
    await shoot(page, 'account');
  });

  await test.step('security cannot be switched off, and it is said why', async () => {
    await expect(groupOf(page, 'Security').getByRole('radio')).toHaveCount(2);
    await expect(groupOf(page, 'Security')).toHaveAccessibleDescription(/can’t be turned off/);
  });

  await test.step('a choice shows before the server has answered, and is said once it is saved', async () => {
    const answered = api.holds(PATCH);
    await choiceOf(page, 'Tasks', 'Daily summary').check();
    await expect(choiceOf(page, 'Tasks', 'Daily summary')).toBeChecked();
    answered();
    await expectToast(page, 'Preference Saved', 'Tasks: daily summary');
    expect(api.sent(PATCH).map(({ body }) => body)).toEqual([{ tasks: 'daily' }]);
    expect(firm.preferences).toMatchObject({ tasks: 'daily', documents: 'off', messages: 'now' });
  });

  await test.step('one that cannot be saved is taken back, and the others stay', async () => {
    await dismissToast(page);
    api.fails(PATCH, 500, '');
    const answered = api.holds(PATCH);
    await choiceOf(page, 'Tasks', 'Off').check();
    answered();
    await expectToast(page, 'Error', 'Failed to save your preference');
    await expect(choiceOf(page, 'Tasks', 'Daily summary')).toBeChecked();
    await expect(choiceOf(page, 'Documents', 'Off')).toBeChecked();
    api.recovers();
  });

  await test.step('by keyboard: each arrow is a choice, and the last one is what is kept', async () => {
    await dismissToast(page);
    const chosen = choiceOf(page, 'Messages and calls for help', 'At once');
    await chosen.focus();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    await expect(choiceOf(page, 'Messages and calls for help', 'Off')).toBeChecked();
    await expect.poll(() => firm.preferences.messages).toBe('off');
    await expectToast(page, 'Preference Saved', 'Messages and calls for help: off');
    await expect(choiceOf(page, 'Messages and calls for help', 'Off')).toBeChecked();
  });
});

test('preferences that cannot be read say so, and can be tried again', async ({ page, api }) => {
  api.fails('GET /api/account/notifications');
  await page.goto('/account');
  await expect(page.getByRole('alert').getByText('Your preferences could not be loaded')).toBeVisible();
  api.recovers();
  await page.getByRole('button', { name: 'Try Again' }).click();
  await expect(page.getByRole('group')).toHaveCount(5);
});

test('the way to a choice is shown to who goes by keyboard', async ({ page }) => {
  await page.goto('/account');
  const link = page.getByRole('link', { name: 'Ruth Amari, your account' });
  await tabTo(page, link);
  await expectFocusShown(link);
});

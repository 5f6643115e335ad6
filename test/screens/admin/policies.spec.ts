import type { Page } from '@playwright/test';
import { dismissToast, expect, expectAccessible, expectToast, shoot, test } from '../screen.ts';

const PATCH = 'PATCH /api/settings';
const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const portal = (page: Page) => section(page, 'Portal');
const staff = (page: Page) => section(page, 'Staff sign-in');
const choose = (page: Page, name: string) => page.getByRole('radio', { name, exact: true });
const save = (page: Page, name: 'Portal' | 'Staff Sign-in') =>
  page.getByRole('button', { name: `Save ${name}` }).click();
const fill = (page: Page) => page.getByRole('button', { name: 'Apply Recommendations' });
const open = async (page: Page) => {
  await page.goto('/admin/settings');
  await page.getByRole('button', { name: 'Save Portal' }).waitFor();
};

test.beforeEach(({ admin: _ }) => {});

test('what is recommended is marked with why, counted, filled in and saved a section at a time', async ({
  page,
  api,
}) => {
  await open(page);

  await test.step('out of the box nothing of it is on, and each says what it does', async () => {
    await expect(page.getByRole('status').filter({ hasText: 'recommendations' })).toHaveText(
      '0 of 6 security recommendations applied',
    );
    for (const name of ['The link opens the page', 'Never expire', 'Encouraged', 'Stay signed in', 'Allow', 'Keep'])
      await expect(choose(page, name)).toBeChecked();
    await expect(page.getByText('Recommended', { exact: true })).toHaveCount(6);
    await expect(choose(page, 'Ask for a code once on each device')).toHaveAccessibleDescription(
      /Clients enter a six-digit code .* Recommended: a forwarded or lost link alone then opens nothing\./,
    );
    await expectAccessible(page);
    await shoot(page, 'policies');
  });

  await test.step('filled in, it is not saved yet', async () => {
    await fill(page).press('Enter');
    await expect(page.getByText('then save Portal and Staff Sign-in')).toBeVisible();
    await expect(page.getByLabel('Days without use')).toHaveValue('90');
    await expect(page.getByLabel('Days to set one up')).toHaveValue('14');
    await expect(page.getByLabel('Minutes')).toHaveValue('30');
    expect(api.sent(PATCH)).toHaveLength(0);
    await expectAccessible(page);
    await shoot(page, 'policies-filled');
  });

  await test.step('each section is saved by itself, and counts from then', async () => {
    await save(page, 'Portal');
    await expectToast(page, 'Settings Saved');
    await expect(page.getByText('2 of 6 security recommendations applied')).toBeVisible();
    await dismissToast(page);
    await save(page, 'Staff Sign-in');
    await expectToast(page, 'Settings Saved');
    await expect(page.getByText('All 6 security recommendations applied')).toBeVisible();
    await expect(fill(page)).toHaveCount(0);
    expect(api.sent(PATCH).map(({ body }) => body)).toEqual([
      { version: 0, portal: { stepUp: 'new-device', linkDays: 90, deviceDays: 180 } },
      {
        version: 1,
        staff: {
          secondFactor: 'required',
          graceDays: 14,
          idleMinutes: 30,
          refuseCommonPasswords: true,
          changeAdminPasswords: true,
        },
      },
    ]);
    for (const name of ['Expire when unused', 'Required', 'Sign out after inactivity', 'Block'])
      await expect(choose(page, name)).toBeChecked();
  });

  await test.step('and is switched off as it was switched on', async () => {
    await dismissToast(page);
    await choose(page, 'Never expire').check();
    await choose(page, 'The link opens the page').check();
    await save(page, 'Portal');
    await expectToast(page, 'Settings Saved');
    expect(api.sent(PATCH).at(-1)?.body).toEqual({
      version: 2,
      portal: { stepUp: 'off', linkDays: null, deviceDays: 180 },
    });
  });
});

test('what is stricter than recommended counts, and what is discarded is as it was', async ({ page, firm }) => {
  Object.assign(firm.settings.portal, { stepUp: 'new-device', linkDays: 30 });
  Object.assign(firm.settings.staff, { idleMinutes: 60 });
  await open(page);
  await expect(page.getByText('2 of 6 security recommendations applied')).toBeVisible();
  await expect(page.getByLabel('Days without use')).toHaveValue('30');
  await choose(page, 'The link opens the page').check();
  await choose(page, 'Never expire').check();
  await page.getByLabel('Days for which a device is remembered').fill('7');
  await portal(page).getByRole('button', { name: 'Discard' }).click();
  await expect(choose(page, 'Ask for a code once on each device')).toBeChecked();
  await expect(page.getByLabel('Days without use')).toHaveValue('30');
  await expect(page.getByLabel('Days for which a device is remembered')).toHaveValue('180');
});

test('numbers that do not fit say so at their field', async ({ page, api }) => {
  await open(page);
  await fill(page).click();
  const says = async (label: string, typed: string, said: string, name: 'Portal' | 'Staff Sign-in') => {
    await page.getByLabel(label).fill(typed);
    await save(page, name);
    await expect(page.getByLabel(label)).toHaveAccessibleDescription(said);
    await expect(page.getByLabel(label)).toBeFocused();
  };
  await says('Days without use', '6', 'Must be a whole number from 7 to 365', 'Portal');
  await says('Days without use', '', 'Must be a whole number from 7 to 365', 'Portal');
  await page.getByLabel('Days without use').fill('7');
  await says('Days for which a device is remembered', '1.5', 'Must be a whole number from 1 to 365', 'Portal');
  await says('Days to set one up', '91', 'Must be a whole number from 0 to 90', 'Staff Sign-in');
  await page.getByLabel('Days to set one up').fill('0');
  await says('Minutes', '14', 'Must be a whole number from 15 to 720', 'Staff Sign-in');
  expect(api.sent(PATCH)).toHaveLength(0);
});

test('an admin without a second factor is warned before it requires one', async ({ page, firm }) => {
  await open(page);
  const warning = staff(page).getByText('You have no second factor yourself.');
  await expect(warning).toHaveCount(0);
  await choose(page, 'Required').check();
  await expect(warning).toBeVisible();
  await expect(staff(page).getByRole('link', { name: 'Set one up' })).toHaveAttribute('href', '/account');
  await expectAccessible(page);
  firm.account.totp = true;
  await open(page);
  await choose(page, 'Required').check();
  await expect(page.getByLabel('Days to set one up')).toBeVisible();
  await expect(warning).toHaveCount(0);
});

test('where someone else saved first, what was chosen stays, and what they saved is said', async ({
  page,
  api,
  firm,
}) => {
  await open(page);
  await choose(page, 'Required').check();
  // Another admin, meanwhile.
  firm.settings.version = 7;
  Object.assign(firm.settings.staff, { secondFactor: 'off', idleMinutes: 45 });
  api.expected.push(/^409 PATCH/, /status of 409/);
  await save(page, 'Staff Sign-in');
  await expect(page.getByRole('alert')).toContainText('what you typed stays');
  await dismissToast(page);
  await page.getByRole('button', { name: 'Reload' }).click();
  await expect(page.getByRole('alert')).toHaveCount(0);
  await expect(choose(page, 'Required')).toBeChecked();
  await expect(staff(page)).toContainText('Saved meanwhile: Up to each person');
  await expect(choose(page, 'Sign out after inactivity')).toBeChecked();
  await expect(page.getByLabel('Minutes')).toHaveValue('45');
  await save(page, 'Staff Sign-in');
  await expectToast(page, 'Settings Saved');
  expect(api.sent(PATCH).at(-1)?.body).toMatchObject({
    version: 7,
    staff: { secondFactor: 'required', idleMinutes: 45 },
  });
});

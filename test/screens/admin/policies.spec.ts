import type { Page } from '@playwright/test';
import { saveSettings } from '../../support/acts.ts';
import { test } from '../../support/browser/people.ts';
import { openSettings } from '../../support/browser/settings.ts';
import { dismissToast, expectToast } from '../../support/browser/toast.ts';
import { expect } from '../../support/browser/watched.ts';
import { appFor } from '../../support/people/factors.ts';

const STALE = 'Someone else changed the settings. Their values are shown now. Try again if yours are still right.';
const PATCH = 'PATCH /api/settings';
type Section = 'Portal' | 'Staff Sign-in' | 'Documents';
const staff = (page: Page) => page.getByRole('region', { name: 'Staff Sign-in', exact: true });
const choose = (page: Page, name: string) => page.getByRole('radio', { name, exact: true });
const save = (page: Page, name: Section) => page.getByRole('button', { name: `Save ${name}` }).click();
const recommended = (page: Page) => page.getByRole('switch', { name: 'Use the recommended security settings' });
const status = (page: Page) => page.getByRole('status').filter({ hasText: /^(All )?\d/ });
const RECOMMENDED = [
  'Ask for a code once on each device',
  'Expire when unused',
  'Required',
  'Sign out after inactivity',
  'Block',
  'Change at the next sign-in',
  'Only admins',
];
const open = async (page: Page) => {
  await openSettings(page, 'Portal', 'Staff Sign-in', 'Documents', 'Reminders');
  await page.getByRole('region', { name: 'Portal', exact: true }).getByText('Advanced').click();
};

test('the settings count, apply and save recommended policies by section', async ({ page, api, admin: _ }) => {
  await open(page);

  await test.step('applies none by default, marks eight as recommended, and explains a policy', async () => {
    await expect(status(page)).toHaveText('0 of 7 are on. You see what changes before it is saved.');
    await expect(recommended(page)).not.toBeChecked();
    for (const name of [
      'The link opens the page',
      'Never expire',
      'Encouraged',
      'Stay signed in',
      'Allow',
      'Keep',
      'Advisers, their own',
    ])
      await expect(choose(page, name)).toBeChecked();
    await expect(page.getByText('Recommended', { exact: true })).toHaveCount(8);
    await expect(choose(page, 'Ask for a code once on each device')).toHaveAccessibleDescription(
      /Clients enter a six-digit code .* Recommended: a forwarded or lost link alone then opens nothing\./,
    );
  });

  await test.step('chosen policies have recommended numbers, and save nothing yet', async () => {
    for (const name of RECOMMENDED) await choose(page, name).check();
    for (const [label, value] of [
      ['Days without use', '90'],
      ['Days to set one up', '14'],
      ['Minutes', '30'],
    ] as const)
      await expect(page.getByLabel(label)).toHaveValue(value);
    expect(api.sent(PATCH)).toHaveLength(0);
  });

  await test.step('refuses an invalid number at its field', async () => {
    for (const [label, typed, range, name, good] of [
      ['Days without use', '6', '7 to 365', 'Portal', ''],
      ['Days without use', '', '7 to 365', 'Portal', '90'],
      ['Days to remember a device', '1.5', '1 to 365', 'Portal', '180'],
      ['Days to set one up', '91', '0 to 90', 'Staff Sign-in', '14'],
      ['Minutes', '14', '15 to 720', 'Staff Sign-in', '30'],
      ['Minutes', '3e1', '15 to 720', 'Staff Sign-in', '30'],
      ['Largest file (MB)', '51', '4 to 50', 'Documents', '50'],
    ] as const) {
      await page.getByLabel(label).fill(typed);
      await save(page, name);
      await expect(page.getByLabel(label)).toHaveAccessibleDescription(`Must be a whole number from ${range}`);
      await expect(page.getByLabel(label)).toBeFocused();
      await page.getByLabel(label).fill(good);
    }
    expect(api.sent(PATCH)).toHaveLength(0);
  });

  await test.step('saves each section on its own, then counts it', async () => {
    await save(page, 'Portal');
    await expectToast(page, 'Settings Saved');
    await expect(status(page)).toContainText('2 of 7 are on.');
    await dismissToast(page);
    await save(page, 'Staff Sign-in');
    await expectToast(page, 'Settings Saved');
    await expect(status(page)).toHaveText('All 7 are on.');
    await expect(recommended(page)).toBeChecked();
    const signIn = { secondFactor: 'required', graceDays: 14, idleMinutes: 30 };
    expect(api.sent(PATCH).map(({ body }) => body)).toEqual([
      { version: 0, portal: { stepUp: 'new-device', linkDays: 90, deviceDays: 180 } },
      {
        version: 1,
        staff: { ...signIn, refuseCommonPasswords: true, changeAdminPasswords: true, deleteClients: 'admins' },
      },
    ]);
    for (const name of ['Expire when unused', 'Required', 'Sign out after inactivity', 'Block'])
      await expect(choose(page, name)).toBeChecked();
  });

  await test.step('switches policies off the same way', async () => {
    await dismissToast(page);
    await choose(page, 'Never expire').check();
    await choose(page, 'The link opens the page').check();
    await save(page, 'Portal');
    await expectToast(page, 'Settings Saved');
    const portal = { stepUp: 'off', linkDays: null, deviceDays: 180 };
    expect(api.sent(PATCH).at(-1)?.body).toEqual({ version: 2, portal });
  });
});

test('the switch of recommended settings says what it changes, and applies what is ticked', async ({
  page,
  api,
  admin,
}) => {
  const dialog = page.getByRole('dialog', { name: 'Use the Recommended Security Settings' });
  const links = dialog.getByRole('checkbox', { name: 'Portal links: Expire when unused (90 days)' });
  const apply = dialog.getByRole('button', { name: /^Apply \d Settings?$/ });

  await test.step('opens from a link, but not again on a reload', async () => {
    await page.goto('/admin/settings#recommendations');
    await expect(dialog).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
    await expect(page).toHaveURL('/admin/settings');
  });

  await test.step('ticks all seven, each with the value of today and its reason', async () => {
    await recommended(page).press('Space');
    await expect(dialog.getByRole('checkbox', { checked: true })).toHaveCount(7);
    await expect(links).toHaveAccessibleDescription(
      /^Now: Never expire\. Old emails are the most likely way a link leaks/,
    );
    await expect(dialog).toContainText('You have no second factor yourself.');
    await expect(apply).toHaveText('Apply 7 Settings');
    await links.press('Space');
    await expect(apply).toHaveText('Apply 6 Settings');
  });

  await test.step('stays open with the ticks after a failure and after a conflict', async () => {
    api.fails(PATCH);
    await apply.press('Enter');
    await expectToast(page, 'Error');
    await expect(apply).toHaveText('Apply 6 Settings');
    await expect(links).not.toBeChecked();
    api.recovers();
    await saveSettings(admin, { portal: { deviceDays: 30 } });
    api.expected.push(/^409 PATCH/, /status of 409/);
    await dismissToast(page);
    await apply.press('Enter');
    await expectToast(page, 'Error', STALE);
    await expect(apply).toHaveText('Apply 6 Settings');
  });

  await test.step('saves only the ticked values, one section after the other', async () => {
    const before = api.sent(PATCH).length;
    await apply.press('Enter');
    await expect(dialog).toHaveCount(0);
    await expectToast(page, 'Settings Saved');
    await expect(status(page)).toContainText('6 of 7 are on.');
    await expect(recommended(page)).toBeFocused();
    const staff = {
      secondFactor: 'required',
      idleMinutes: 30,
      refuseCommonPasswords: true,
      changeAdminPasswords: true,
      deleteClients: 'admins',
    };
    expect(api.sent(PATCH).slice(before)).toMatchObject([
      { body: { version: 1, portal: { stepUp: 'new-device' } } },
      { body: { version: 2, staff } },
    ]);
    await expect(page.getByText(/^Saved meanwhile/)).toHaveCount(0);
  });

  await test.step('offers the rest later, and is on once all are', async () => {
    await recommended(page).click();
    await expect(dialog.getByText('Already applied.')).toHaveCount(6);
    await links.uncheck();
    await expect(apply).toBeDisabled();
    await links.check();
    await dialog.getByRole('button', { name: 'Apply 1 Setting' }).press('Enter');
    await expect(status(page)).toHaveText('All 7 are on.');
    await expect(recommended(page)).toBeChecked();
    await expect(recommended(page)).toBeFocused();
  });

  await test.step('switched off, goes back to the defaults after saying so', async () => {
    await dismissToast(page);
    await recommended(page).press('Space');
    const back = page.getByRole('dialog', { name: 'Go Back to the Default Security Settings' });
    const never = back.getByRole('checkbox', { name: 'Portal links: Never expire' });
    await expect(never).toHaveAccessibleDescription('Now: 90 days.');
    for (const box of await back.getByRole('checkbox').all()) await box.uncheck();
    await never.check();
    await back.getByRole('button', { name: 'Apply 1 Setting' }).click();
    await expect(status(page)).toContainText('6 of 7 are on.');
    expect(api.sent(PATCH).at(-1)?.body).toMatchObject({ portal: { linkDays: null } });
  });
});

test('the settings count stricter policies, and warn of a risk or a conflict', async ({ page, api, admin }) => {
  await saveSettings(admin, { portal: { stepUp: 'new-device', linkDays: 30 } });
  await saveSettings(admin, { staff: { idleMinutes: 60 } });
  const linkDays = page.getByLabel('Days without use');
  const deviceDays = page.getByLabel('Days to remember a device');
  await open(page);

  await test.step('counts values stricter than recommended, and Discard restores them', async () => {
    await expect(status(page)).toContainText('2 of 7 are on.');
    await expect(linkDays).toHaveValue('30');
    await choose(page, 'The link opens the page').check();
    await choose(page, 'Never expire').check();
    await deviceDays.fill('7');
    await page.getByRole('region', { name: 'Portal', exact: true }).getByRole('button', { name: 'Discard' }).click();
    await expect(choose(page, 'Ask for a code once on each device')).toBeChecked();
    await expect(linkDays).toHaveValue('30');
    await expect(deviceDays).toHaveValue('180');
  });

  const warning = staff(page).getByText('You have no second factor yourself.');
  await test.step('warns an admin without a second factor before one is required', async () => {
    await expect(warning).toHaveCount(0);
    await choose(page, 'Required').check();
    await expect(warning).toBeVisible();
    await expect(staff(page).getByRole('link', { name: 'Set one up' })).toHaveAttribute('href', '/account');
  });

  await test.step('keeps the choice on a conflict, and shows the saved value beside it', async () => {
    await saveSettings(admin, { staff: { secondFactor: 'off', idleMinutes: 45 } });
    api.expected.push(/^409 PATCH/, /status of 409/);
    await save(page, 'Staff Sign-in');
    await expect(page.getByRole('alert')).toContainText('what you typed stays');
    await dismissToast(page);
    await expect(choose(page, 'Required')).toBeChecked();
    await expect(staff(page)).toContainText('Saved meanwhile: Up to each person');
    await expect(choose(page, 'Sign out after inactivity')).toBeChecked();
    await expect(page.getByLabel('Minutes')).toHaveValue('45');
    await save(page, 'Staff Sign-in');
    await expectToast(page, 'Settings Saved');
    const saved = { version: 3, staff: { secondFactor: 'required', idleMinutes: 45 } };
    expect(api.sent(PATCH).at(-1)?.body).toMatchObject(saved);
  });

  await test.step('does not warn an admin who has a second factor', async () => {
    await appFor(admin.id);
    await open(page);
    await choose(page, 'Encouraged').check();
    await choose(page, 'Required').check();
    await expect(page.getByLabel('Days to set one up')).toBeVisible();
    await expect(warning).toHaveCount(0);
  });
});

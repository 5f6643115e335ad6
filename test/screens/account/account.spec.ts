import type { Page } from '@playwright/test';
import { login, saveSettings } from '../../support/acts.ts';
import { Caller } from '../../support/api.ts';
import { enterOn, expectFocusShown, tabTo } from '../../support/browser/keyboard.ts';
import { enter, test } from '../../support/browser/people.ts';
import { dismissToast, expectToast } from '../../support/browser/toast.ts';
import { expect } from '../../support/browser/watched.ts';
import { newAdmin, PASSWORD } from '../../support/builders.ts';
import { IPHONE, WINDOWS } from '../../support/people/user-agents.ts';

const PATCH = 'PATCH /api/account/notifications';
const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const groupOf = (page: Page, name: string) => page.getByRole('group', { name, exact: true });
const choiceOf = (page: Page, group: string, choice: string) =>
  groupOf(page, group).getByRole('radio', { name: choice, exact: true });
const browsers = (page: Page) => page.getByRole('list', { name: 'Browsers' }).getByRole('listitem');

test('the account page shows the details and saves each email preference', async ({ page, api, adviser }) => {
  const preferences = async () => (await adviser.call('GET /api/account/notifications')).body;
  await adviser.call('PATCH /api/account/notifications', { body: { documents: 'off' } });
  await saveSettings(await newAdmin(), { mail: { dailyAt: '07:30' } });
  api.fails('GET /api/account/notifications');

  await test.step('opens from the header, with the details', async () => {
    await page.goto('/dashboard');
    const link = page.getByRole('link', { name: 'Ruth Amari, your account' });
    await tabTo(page, link);
    await expectFocusShown(link);
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL('/account');
    await expect(page.getByRole('heading', { name: 'Your Account', level: 1 })).toBeVisible();
    const details = section(page, 'Your Details');
    await expect(details.getByRole('definition')).toHaveText(['Ruth Amari', adviser.email, 'Adviser']);
  });

  await test.step('reports preferences that fail to load, and loads them on Try Again', async () => {
    await expect(page.getByRole('alert').getByText('Your preferences could not be loaded')).toBeVisible();
    api.recovers();
    const loaded = api.holds('GET /api/account/notifications');
    await page.getByRole('button', { name: 'Try Again' }).click();
    await expect(page.getByText('Your inbox shows everything.')).toBeVisible();
    await expect(page.getByRole('radio')).toHaveCount(0);
    loaded();
  });

  await test.step('shows the choice of each kind, as they differ, and explains why Security cannot be off', async () => {
    await expect(groupOf(page, 'All kinds').getByRole('radio', { checked: true })).toHaveCount(0);
    await expect(choiceOf(page, 'Messages and requests for help', 'At once')).toBeChecked();
    await expect(choiceOf(page, 'Documents', 'Off')).toBeChecked();
    await expect(choiceOf(page, 'Providers', 'Once a day')).toBeChecked();
    await expect(page.getByText('one email at 07:30 UK time on working days')).toBeVisible();
    await expect(groupOf(page, 'Security').getByRole('radio')).toHaveCount(2);
    await expect(groupOf(page, 'Security')).toHaveAccessibleDescription(/can’t be turned off/);
  });

  await test.step('shows a choice before the server answers, then a toast that it is saved', async () => {
    const answered = api.holds(PATCH);
    await choiceOf(page, 'Tasks', 'Once a day').check();
    await expect(choiceOf(page, 'Tasks', 'Once a day')).toBeChecked();
    answered();
    await expectToast(page, 'Preference Saved', 'Tasks: once a day');
    expect(api.sent(PATCH).map(({ body }) => body)).toEqual([{ tasks: 'daily' }]);
    expect(await preferences()).toMatchObject({ tasks: 'daily', documents: 'off', messages: 'now' });
  });

  await test.step('switches the Monday list off', async () => {
    await dismissToast(page);
    await expect(choiceOf(page, 'Monday list', 'Weekly')).toBeChecked();
    await choiceOf(page, 'Monday list', 'Off').check();
    await expectToast(page, 'Preference Saved', 'Monday list: off');
    expect(await preferences()).toMatchObject({ digest: 'off', tasks: 'daily' });
  });

  await test.step('rolls back a choice that cannot be saved, and keeps the others', async () => {
    await dismissToast(page);
    api.fails(PATCH, 500, '');
    const answered = api.holds(PATCH);
    await choiceOf(page, 'Tasks', 'Off').check();
    answered();
    await expectToast(page, 'Error', 'Failed to save your preference');
    await expect(choiceOf(page, 'Tasks', 'Once a day')).toBeChecked();
    await expect(choiceOf(page, 'Documents', 'Off')).toBeChecked();
    api.recovers();
  });

  await test.step('saves the last choice made with the arrow keys', async () => {
    await dismissToast(page);
    await choiceOf(page, 'Messages and requests for help', 'At once').focus();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    await expectToast(page, 'Preference Saved', 'Messages and requests for help: off');
    await expect.poll(preferences).toMatchObject({ messages: 'off' });
    await expect(choiceOf(page, 'Messages and requests for help', 'Off')).toBeChecked();
  });

  await test.step('one choice sets all kinds, which are then folded', async () => {
    await dismissToast(page);
    await choiceOf(page, 'All kinds', 'At once').check();
    await expectToast(page, 'Preference Saved', 'All kinds: at once');
    const all = { messages: 'now', documents: 'now', tasks: 'now', clients: 'now', providers: 'daily' };
    expect(api.sent(PATCH).at(-1)?.body).toEqual(all);
    expect(await preferences()).toMatchObject({ ...all, digest: 'off' });
    await page.reload();
    await expect(choiceOf(page, 'All kinds', 'At once')).toBeChecked();
    await expect(groupOf(page, 'Documents')).toBeHidden();
    await enterOn(page, page.getByText('Choose by Kind'));
    await expect(choiceOf(page, 'Documents', 'At once')).toBeChecked();
  });
});

test('the account page signs out other browsers and changes the password', async ({ page, context, api, admin }) => {
  const [own, phone] = [new Caller(), new Caller()];
  await login(admin.email, PASSWORD, own, { 'user-agent': WINDOWS });
  await login(admin.email, PASSWORD, phone, { 'user-agent': IPHONE });
  await enter(context, own);
  await page.goto('/account');
  const details = section(page, 'Your Details');
  await expect(details.getByRole('definition')).toHaveText([admin.name, admin.email, 'Admin']);

  await test.step('lists signed-in browsers, the current one first', async () => {
    await expect(browsers(page)).toHaveCount(3);
    await expect(browsers(page).first()).toContainText('Windows, Chrome · this one');
    await expect(browsers(page).first().getByRole('button')).toHaveCount(0);
    await expect(browsers(page).nth(1)).toContainText(/iPhone, Safari.*Since .*last seen/);
  });

  await test.step('signs out one browser by keyboard, and focuses the section', async () => {
    await enterOn(page, page.getByRole('button', { name: /^Sign Out iPhone, Safari/ }));
    await expectToast(page, 'Signed Out', 'That browser has been signed out.');
    await expect(browsers(page)).toHaveCount(2);
    await expect(section(page, 'Where You’re Signed In')).toBeFocused();
    await dismissToast(page);
  });

  const password = section(page, 'Password');
  const current = password.getByLabel('Current Password');
  const next = password.getByLabel('New Password');
  const change = async (typed: string, wanted: string, again = wanted) => {
    await current.fill(typed);
    await next.fill(wanted);
    await password.getByLabel('Confirm Password').fill(again);
    await password.getByRole('button', { name: 'Change Password' }).click();
  };
  await test.step('refuses wrong passwords at their fields, and keeps what was typed', async () => {
    const WRONG = 'That is not your password';
    await expect(password).toContainText('Changing it signs you out in all other browsers.');
    await change('', 'short', 'shorter');
    await expect(current).toHaveAccessibleDescription('Password is required');
    await expect(next).toHaveAccessibleDescription('Password must be at least 8 characters');
    api.fails('POST /api/account/password', 400, WRONG, { fields: { current: WRONG } });
    await change('not the password', 'a much better password');
    await expect(current).toHaveAccessibleDescription(WRONG);
    await expect(next).toHaveValue('a much better password');
    api.recovers();
  });

  await test.step('changes the password, empties the fields and ends other sessions', async () => {
    await login(admin.email);
    await change(PASSWORD, 'a much better password');
    await expectToast(page, 'Password Changed', 'You have been signed out in all other browsers.');
    await expect(next).toHaveValue('');
    await expect(browsers(page)).toHaveCount(1);
    const body = { current: PASSWORD, new: 'a much better password' };
    expect(api.sent('POST /api/account/password').at(-1)).toMatchObject({ body });
  });

  await test.step('reports browsers that fail to load', async () => {
    api.fails('GET /api/account/sessions');
    await page.reload();
    await expect(page.getByRole('alert').getByText('Your browsers could not be loaded')).toBeVisible();
  });
});

test('polls are marked as unattended after minutes without input, until a key is pressed', async ({
  page,
  adviser: _adviser,
}) => {
  let isUnattended: boolean | undefined;
  page.on('request', async (request) => {
    if (new URL(request.url()).pathname.endsWith('/unread'))
      isUnattended = 'x-unattended' in (await request.allHeaders());
  });
  await page.clock.install({ time: '2029-12-31T09:00:00Z' });
  await page.goto('/dashboard');
  await page.getByText('All Clients').hover();
  for (const isExpected of [false, true, false]) {
    if (!isExpected) await page.keyboard.press('Shift');
    isUnattended = undefined;
    await expect
      .poll(async () => {
        await page.clock.runFor(31_000);
        return isUnattended;
      })
      .toBe(isExpected);
  }
});

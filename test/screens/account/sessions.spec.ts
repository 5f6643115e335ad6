import type { Page } from '@playwright/test';
import { aSession, confirm, dismissToast, enterOn, expect, expectAccessible, expectToast, test } from '../screen.ts';

// One's own password, and the browsers in which one is signed in.

const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const browsers = (page: Page) => page.getByRole('list', { name: 'Browsers' }).getByRole('listitem');

test('the browsers in which one is signed in', async ({ page, api, firm }) => {
  firm.sessions.push(aSession({ label: 'iPhone, Safari' }), aSession({ label: 'macOS, Firefox' }));
  await page.goto('/account');

  await test.step('are listed, this one first', async () => {
    await expect(browsers(page)).toHaveCount(3);
    await expect(browsers(page).first()).toContainText('Windows, Chrome · this one');
    await expect(browsers(page).first().getByRole('button')).toHaveCount(0);
    await expect(browsers(page).nth(1)).toContainText(/iPhone, Safari.*Since .*last seen/);
    await expectAccessible(page);
  });

  await test.step('one is signed out by keyboard, and the focus stays near', async () => {
    await enterOn(
      page,
      browsers(page)
        .nth(1)
        .getByRole('button', { name: /^Sign Out iPhone, Safari/ }),
    );
    await expectToast(page, 'Signed Out', 'That browser has been signed out.');
    await expect(browsers(page)).toHaveCount(2);
    await expect(section(page, 'Where you are signed in')).toBeFocused();
  });

  await test.step('all others after a question', async () => {
    await dismissToast(page);
    const all = page.getByRole('button', { name: 'Sign Out All Others' });
    await confirm(page, all, 'Sign out all other browsers', 'Sign Out All Others');
    await expectToast(page, 'Signed Out', 'All other browsers have been signed out.');
    await expect(browsers(page)).toHaveCount(1);
    await expect(all).toHaveCount(0);
  });

  await test.step('that cannot be read say so', async () => {
    api.fails('GET /api/account/sessions');
    await page.reload();
    await expect(page.getByRole('alert').getByText('Your browsers could not be loaded')).toBeVisible();
  });
});

test('one’s own password', async ({ page, api, firm }) => {
  firm.sessions.push(aSession());
  await page.goto('/account');
  const password = section(page, 'Password');
  const change = password.getByRole('button', { name: 'Change Password' });
  const fill = async (current: string, wanted: string, again = wanted) => {
    await password.getByLabel('Current Password').fill(current);
    await password.getByLabel('New Password').fill(wanted);
    await password.getByLabel('Confirm Password').fill(again);
    await change.click();
  };

  await test.step('it is said beforehand whom a change signs out', () =>
    expect(password).toContainText('Changing it signs you out in all other browsers.'));

  await test.step('what is wrong is said at its field', async () => {
    await fill('', 'short', 'shorter');
    await expect(password.getByLabel('Current Password')).toHaveAccessibleDescription('Password is required');
    await expect(password.getByLabel('New Password')).toHaveAccessibleDescription(
      'Password must be at least 8 characters',
    );
    api.fails('POST /api/account/password', 400, 'That is not your password', {
      fields: { current: 'That is not your password' },
    });
    await fill('not the password', 'a much better password');
    await expect(password.getByLabel('Current Password')).toHaveAccessibleDescription('That is not your password');
    await expect(password.getByLabel('New Password')).toHaveValue('a much better password');
    api.recovers();
  });

  await test.step('a change is told, empties the fields and ends the other sessions', async () => {
    await fill(firm.password, 'a much better password');
    await expectToast(page, 'Password Changed', 'You have been signed out in all other browsers.');
    await expect(password.getByLabel('New Password')).toHaveValue('');
    await expect(browsers(page)).toHaveCount(1);
    expect(api.sent('POST /api/account/password').at(-1)?.body).toEqual({
      current: firm.password,
      new: 'a much better password',
    });
  });
});

test('a page that nobody touches says so, and leaves when its session has ended', async ({ page, api, firm }) => {
  const unattended: boolean[] = [];
  page.on('request', async (request) => {
    if (request.url().endsWith('/unread')) unattended.push('x-unattended' in (await request.allHeaders()));
  });
  /** Turns the clock to the page's next question, and further until it has been asked as it should be. */
  const asksUntil = (isSaid: boolean, from: number) =>
    expect
      .poll(async () => {
        await page.clock.runFor(31_000);
        return unattended[from] === undefined ? undefined : unattended.at(-1);
      })
      .toBe(isSaid);
  await page.clock.install({ time: '2029-12-31T09:00:00Z' });
  await page.goto('/dashboard');
  await page.getByText('All Clients').hover();
  await page.keyboard.press('Shift');
  await asksUntil(false, unattended.length);
  await asksUntil(true, unattended.length);
  await page.keyboard.press('Shift');
  await asksUntil(false, unattended.length);

  firm.signedIn = undefined;
  api.expected.push(/^401 GET/, /status of 401/);
  const askedSince = api.countsFromNow('GET /api/notifications/unread');
  await expect
    .poll(async () => {
      if (askedSince() === 0) await page.clock.runFor(31_000);
      return askedSince();
    })
    .toBeGreaterThan(0);
  await expect(page).toHaveURL('/?next=%2Fdashboard');
  await expectToast(page, 'Signed Out', 'Your session has ended. Please sign in again.');
});

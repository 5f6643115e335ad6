import type { Page } from '@playwright/test';
import { addAuthenticator } from '../../support/browser/authenticator.ts';
import { confirm, enterOn, expectFocusShown, typeInto } from '../../support/browser/keyboard.ts';
import { aPasskey, aSession, inDays } from '../../support/stub/builders.ts';
import { dismissToast, expect, expectAccessible, expectToast, expectToFit, shoot, test, toastOf } from '../screen.ts';

// What one signs in by besides a password.

const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const question = (page: Page) => page.getByRole('dialog', { name: 'Confirm that it is you' });
const codesDialog = (page: Page) => page.getByRole('dialog', { name: 'Your recovery codes' });

async function addPasskey(page: Page, name: string) {
  await button(page, 'Add a Passkey').click();
  const dialog = page.getByRole('dialog', { name: 'Add a Passkey' });
  await dialog.getByLabel('Name').fill(name);
  await dialog.getByRole('button', { name: 'Continue' }).click();
  return dialog;
}

test('the first passkey, and the recovery codes that come with it', async ({ page, api, firm }) => {
  const authenticator = await addAuthenticator(page);
  const loaded = api.holds('GET /api/account');
  await page.goto('/account');
  await expect(section(page, 'Passkeys')).toBeVisible();
  loaded();

  await test.step('says what there is to do', async () => {
    await expect(section(page, 'Passkeys')).toContainText('You have no passkey yet.');
    await expect(section(page, 'Authenticator app')).toContainText('You have no authenticator app set up yet.');
    await expect(section(page, 'Recovery codes')).toContainText('Add a passkey or set up an app first');
    await expectAccessible(page);
    for (const width of [390, 768, 1600]) await expectToFit(page, 'account', width);
    await shoot(page, 'account-factors');
  });

  await test.step('is named, then made by the browser', async () => {
    await addPasskey(page, 'Work laptop');
    await expectToast(page, 'Passkey Added', 'From now on you can sign in with it.');
    expect(await authenticator.passkeys()).toHaveLength(1);
    expect(api.sent('POST /api/account/passkeys')).toMatchObject([
      { body: { name: 'Work laptop', passkey: { type: 'public-key' } } },
    ]);
  });

  await test.step('leads to recovery codes, which only keeping them closes', async () => {
    const dialog = codesDialog(page);
    await expect(dialog.getByRole('listitem')).toHaveCount(10);
    await expectAccessible(page);
    await expectToFit(page, 'recovery codes', 390);
    await page.keyboard.press('Escape');
    await expect(dialog).toBeVisible();
    const download = page.waitForEvent('download');
    await dialog.getByRole('button', { name: 'Download' }).click();
    expect((await download).suggestedFilename()).toBe('recovery-codes.txt');
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await dialog.getByRole('button', { name: 'Copy' }).click();
    await expectToast(page, 'Codes Copied');
    expect((await page.evaluate(() => navigator.clipboard.readText())).split('\n')).toHaveLength(10);
    await dialog.getByRole('button', { name: 'I Have Kept Them' }).click();
    await expect(dialog).toBeHidden();
    await expect(section(page, 'Recovery codes')).toContainText('10 left.');
  });

  await test.step('is in the list, and can be renamed and removed by keyboard', async () => {
    const line = section(page, 'Passkeys').getByRole('listitem');
    await expect(line).toContainText('Work laptop');
    await expect(line).toContainText('not used yet');
    await enterOn(page, button(page, 'Rename Work laptop'));
    await typeInto(page, page.getByRole('dialog').getByLabel('Name'), 'Old laptop');
    await page.keyboard.press('Enter');
    await expectToast(page, 'Passkey Renamed');
    await expect(line).toContainText('Old laptop');
    await confirm(page, button(page, 'Remove Old laptop'), 'Remove passkey', 'Remove');
    await expectToast(page, 'Passkey Removed', 'Nobody can sign in with it any more.');
    await expect(section(page, 'Passkeys')).toBeFocused();
    expect(firm.account.passkeys).toEqual([]);
  });
});

test('a passkey that the browser does not make says why, and its name stays', async ({ page }) => {
  const authenticator = await addAuthenticator(page);
  await authenticator.agrees(false);
  await page.goto('/account');
  const dialog = await addPasskey(page, 'Work laptop');
  await expectToast(page, 'Error', 'No passkey was used. Please try again when you are ready.');
  await expect(dialog.getByText('No passkey was used. Please try again when you are ready.')).toBeVisible();
  await expect(dialog.getByLabel('Name')).toHaveValue('Work laptop');
});

test('an authenticator app', async ({ page, api, firm }) => {
  await page.goto('/account');
  const dialog = page.getByRole('dialog', { name: 'Set up your authenticator app' });

  await test.step('shows its secret as a picture and as text', async () => {
    await button(page, 'Set Up an App').click();
    await expect(dialog.getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible();
    await expect(dialog).toContainText('JBSW Y3DP EHPK 3PXP');
    await expectAccessible(page);
    await expectToFit(page, 'authenticator', 390);
    await shoot(page, 'account-authenticator');
  });

  await test.step('is confirmed by a code of it; a wrong one is said at the field', async () => {
    const wrong = 'That code is not right. Please enter the one that your app shows now.';
    api.fails('POST /api/account/totp/confirm', 400, wrong, { fields: { code: wrong } });
    await dialog.getByLabel('Code', { exact: true }).fill('123 456');
    await page.keyboard.press('Enter');
    await expect(dialog.getByLabel('Code', { exact: true })).toHaveAccessibleDescription(wrong);
    api.recovers();
    await page.keyboard.press('Enter');
    await expectToast(page, 'Authenticator App Set Up', 'From now on you are asked for a code of it.');
    expect(api.sent('POST /api/account/totp/confirm').at(-1)?.body).toEqual({ code: '123456' });
    await codesDialog(page).getByRole('button', { name: 'I Have Kept Them' }).click();
    await expect(section(page, 'Authenticator app')).toContainText('Your app is set up.');
  });

  await test.step('one that the firm requires stays', async () => {
    const required = 'Your firm requires a second factor. Add another one first.';
    api.fails('DELETE /api/account/totp', 409, required);
    await confirm(page, button(page, 'Remove App'), 'Remove authenticator app', 'Remove');
    await expectToast(page, 'Error', required);
    api.recovers();
  });

  await test.step('is removed after a question', async () => {
    await dismissToast(page);
    await confirm(page, button(page, 'Remove App'), 'Remove authenticator app', 'Remove');
    await expectToast(page, 'Authenticator App Removed');
    expect(firm.account.totp).toBe(false);
  });
});

test('recovery codes that run out, and new ones in their place', async ({ page, firm }) => {
  Object.assign(firm.account, { totp: true, recoveryCodes: 3 });
  await page.goto('/account');
  const codes = section(page, 'Recovery codes');
  await expect(codes).toContainText('3 left. Make new ones, so that you do not lock yourself out.');
  await confirm(page, button(page, 'Make New Codes'), 'Make new recovery codes', 'Make New Codes');
  await expect(codesDialog(page).getByRole('listitem')).toHaveCount(10);
  await codesDialog(page).getByRole('button', { name: 'I Have Kept Them' }).click();
  await expect(codes).toContainText('10 left.');
  await expect(codes).not.toContainText('Make new ones');
});

test('a changed second factor offers to sign out other browsers', async ({ page, firm, api }) => {
  Object.assign(firm.account, { totp: true, recoveryCodes: 10 });
  firm.sessions.push(aSession({ id: 'phone', label: 'iPhone, Safari' }));
  await page.goto('/account');
  await expect(page.getByText('iPhone, Safari', { exact: true })).toBeVisible();
  await confirm(page, button(page, 'Remove App'), 'Remove authenticator app', 'Remove');
  await toastOf(page).getByRole('button', { name: 'Sign Out All Others' }).click();
  await expectToast(page, 'Signed Out', 'All other browsers have been signed out.');
  expect(api.sent('DELETE /api/account/sessions')).toHaveLength(1);
});

test.describe('a change that wants it confirmed who one is', () => {
  test.beforeEach(({ firm }) => {
    firm.isFresh = false;
    firm.account.passkeys = [aPasskey()];
    firm.account.recoveryCodes = 10;
  });

  test('asks for the password, and then does what was asked', async ({ page, api, firm }) => {
    await page.goto('/account');
    await enterOn(page, button(page, 'Set Up an App'));
    await expectFocusShown(question(page).getByLabel('Your password'));
    await expectAccessible(page);
    await page.keyboard.type('not the password');
    await page.keyboard.press('Enter');
    await expect(question(page).getByLabel('Your password')).toHaveAccessibleDescription('That is not your password');
    await question(page).getByLabel('Your password').fill(firm.password);
    await page.keyboard.press('Enter');
    await expect(question(page)).toBeHidden();
    await expect(page.getByRole('dialog', { name: 'Set up your authenticator app' })).toBeVisible();
    expect(api.sent('POST /api/account/totp')).toHaveLength(2);
  });

  test('or for a passkey, without losing what was typed', async ({ page, api }) => {
    const authenticator = await addAuthenticator(page);
    await authenticator.addPasskey('ruth-amari');
    await page.goto('/account');
    await addPasskey(page, 'Phone');
    await question(page).getByRole('button', { name: 'Use a Passkey Instead' }).click();
    await expectToast(page, 'Passkey Added');
    expect(api.sent('POST /api/account/confirm')).toMatchObject([{ body: { passkey: { type: 'public-key' } } }]);
    expect(api.sent('POST /api/account/passkeys')).toMatchObject([{ body: { name: 'Phone' } }]);
  });

  test('changes nothing where it is not confirmed', async ({ page, api }) => {
    await page.goto('/account');
    await button(page, 'Remove Work laptop').click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
    await question(page).getByRole('button', { name: 'Cancel' }).click();
    await expectToast(page, 'Error', 'Nothing was done, because you did not confirm that it is you.');
    await expect(section(page, 'Passkeys').getByRole('listitem')).toHaveCount(1);
    expect(api.sent('DELETE /api/account/passkeys/{id}')).toHaveLength(1);
  });

  test.beforeEach(({ watch }) => watch.expected.push(/^403 /, /status of 403/, /^400 POST/, /status of 400/));
});

test.describe('without a second factor', () => {
  const hint = (page: Page) => page.getByText('Your account has no second factor yet.');

  test('the dashboard recommends one until it is dismissed', async ({ page, api }) => {
    await page.goto('/dashboard');
    await expect(hint(page)).toBeVisible();
    await expectAccessible(page);
    await expectToFit(page, 'dashboard with a recommendation', 390);
    await page.setViewportSize({ width: 390, height: 800 });
    const release = api.holds('GET /api/account');
    await page.reload();
    const top = async () => (await page.getByText('All Clients').boundingBox())?.y;
    const reserved = await top();
    release();
    await expect(hint(page)).toBeVisible();
    expect(await top(), 'the figures stay where they are').toBe(reserved);
    await page.getByRole('button', { name: 'Dismiss this recommendation' }).click();
    await expect(hint(page)).toHaveCount(0);
    await page.reload();
    await expect(page.getByText('All Clients')).toBeVisible();
    await expect(hint(page)).toHaveCount(0);
    await page.goto('/account');
    await expect(hint(page)).toBeVisible();
  });

  test('the recommendation leads to where one is set up', async ({ page }) => {
    await page.goto('/dashboard');
    await page.getByRole('link', { name: 'Set one up' }).click();
    await expect(page).toHaveURL('/account#second-factor');
    await expect(section(page, 'Passkeys')).toBeInViewport();
  });

  test('a firm that requires one says the day, and nothing dismisses it', async ({ page, firm }) => {
    firm.settings.staff.secondFactor = 'required';
    firm.account.policy = { secondFactor: 'required', closesAt: '2099-12-01T09:00:00.000Z' };
    await page.goto('/dashboard');
    await expect(page.getByText('Your firm asks for a second factor from 1 Dec 2099.')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Dismiss this recommendation' })).toHaveCount(0);
  });

  for (const [what, policy, passkeys] of [
    ['a firm that wants none', 'off', []],
    ['a person who has one', 'encouraged', [aPasskey({ createdAt: inDays(-2) })]],
  ] as const)
    test(`nothing is said to ${what}`, async ({ page, firm, api }) => {
      firm.settings.staff.secondFactor = policy;
      firm.account.policy.secondFactor = policy;
      firm.account.passkeys = [...passkeys];
      await page.goto('/dashboard', { waitUntil: 'networkidle' });
      await expect(page.getByText('All Clients')).toBeVisible();
      await expect(page.getByRole('link', { name: 'Set one up' })).toHaveCount(0);
      expect(api.sent('GET /api/account')).toHaveLength(policy === 'off' ? 0 : 1);
    });
});

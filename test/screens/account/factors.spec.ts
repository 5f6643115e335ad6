import type { Page } from '@playwright/test';
import { addAuthenticator } from '../../support/browser/authenticator.ts';
import { confirm, enterOn, expectFocusShown, typeInto } from '../../support/browser/keyboard.ts';
import { aPasskey, aSession } from '../../support/stub/builders.ts';
import { dismissToast, expect, expectToast, expectToFit, test, toastOf } from '../screen.ts';

const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const codesDialog = (page: Page) => page.getByRole('dialog', { name: 'Your Recovery Codes' });
const keepCodes = (page: Page) => codesDialog(page).getByRole('button', { name: 'I Have Saved Them' }).click();

async function addPasskey(page: Page, name: string) {
  await button(page, 'Add a Passkey').click();
  const dialog = page.getByRole('dialog', { name: 'Add a Passkey' });
  await dialog.getByLabel('Name').fill(name);
  await dialog.getByRole('button', { name: 'Continue' }).click();
  return dialog;
}

test('a passkey is added with recovery codes, renamed and removed', async ({ page, api, firm }) => {
  const authenticator = await addAuthenticator(page);
  const loaded = api.holds('GET /api/account');
  await page.goto('/account');
  await expect(section(page, 'Passkeys')).toBeVisible();
  loaded();

  await test.step('explains how to set up each missing factor', async () => {
    await expect(section(page, 'Passkeys')).toContainText('You have no passkey yet.');
    await expect(section(page, 'Authenticator App')).toContainText('You have no authenticator app set up yet.');
    await expect(section(page, 'Recovery Codes')).toContainText('Add a passkey or set up an app first');
  });

  await test.step('reports why the browser made no passkey, and keeps the typed name', async () => {
    const NOT_USED = 'No passkey was used. Please try again when you are ready.';
    await authenticator.agrees(false);
    const dialog = await addPasskey(page, 'Work laptop');
    await expectToast(page, 'Error', NOT_USED);
    await expect(dialog.getByText(NOT_USED)).toBeVisible();
    await expect(dialog.getByLabel('Name')).toHaveValue('Work laptop');
    await authenticator.agrees(true);
    await dialog.getByRole('button', { name: 'Continue' }).click();
    await expectToast(page, 'Passkey Added', 'You can now sign in with it.');
    expect(await authenticator.passkeys()).toHaveLength(1);
    expect(api.sent('POST /api/account/passkeys')).toMatchObject([
      { body: { name: 'Work laptop', passkey: { type: 'public-key' } } },
    ]);
  });

  await test.step('offers recovery codes to download or copy, and closes only once they are kept', async () => {
    const dialog = codesDialog(page);
    await expect(dialog.getByRole('listitem')).toHaveCount(10);
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
    await keepCodes(page);
    await expect(dialog).toBeHidden();
    await expect(section(page, 'Recovery Codes')).toContainText('10 left.');
  });

  await test.step('renames and removes a passkey by keyboard', async () => {
    const line = section(page, 'Passkeys').getByRole('listitem');
    await expect(line).toContainText(/Work laptop.*not used yet/);
    await enterOn(page, button(page, 'Rename Work laptop'));
    await typeInto(page, page.getByRole('dialog').getByLabel('Name'), 'Old laptop');
    await page.keyboard.press('Enter');
    await expectToast(page, 'Passkey Renamed');
    await expect(line).toContainText('Old laptop');
    await confirm(page, button(page, 'Remove Old laptop'), 'Remove Passkey', 'Remove');
    await expectToast(page, 'Passkey Removed', 'It can no longer be used to sign in.');
    await expect(section(page, 'Passkeys')).toBeFocused();
    expect(firm.account.passkeys).toEqual([]);
  });
});

test('an authenticator app is set up with a code, and removed', async ({ page, api, firm }) => {
  firm.sessions.push(aSession({ id: 'phone', label: 'iPhone, Safari' }));
  await page.goto('/account');
  const dialog = page.getByRole('dialog', { name: 'Set Up Your Authenticator App' });
  const code = dialog.getByLabel('Code', { exact: true });

  await test.step('shows the secret as a QR code and as text', async () => {
    await button(page, 'Set Up an App').click();
    await expect(dialog.getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible();
    await expect(dialog).toContainText('JBSW Y3DP EHPK 3PXP');
  });

  await test.step('refuses a wrong code at its field, and accepts the right one', async () => {
    const wrong = 'That code is not right. Please enter the one that your app shows now.';
    api.fails('POST /api/account/totp/confirm', 400, wrong, { fields: { code: wrong } });
    await code.fill('123 456');
    await page.keyboard.press('Enter');
    await expect(code).toHaveAccessibleDescription(wrong);
    api.recovers();
    await page.keyboard.press('Enter');
    await expectToast(page, 'Authenticator App Set Up', 'You will need a code from it to sign in with your password.');
    expect(api.sent('POST /api/account/totp/confirm').at(-1)?.body).toEqual({ code: '123456' });
    await keepCodes(page);
    await expect(section(page, 'Authenticator App')).toContainText('Your app is set up.');
  });

  await test.step('replaces recovery codes that run low, after a confirmation', async () => {
    firm.account.recoveryCodes = 3;
    await page.reload();
    const codes = section(page, 'Recovery Codes');
    await expect(codes).toContainText('3 left. Make new ones so that you don’t get locked out.');
    await confirm(page, button(page, 'Make New Codes'), 'Make New Recovery Codes', 'Make New Codes');
    await expect(codesDialog(page).getByRole('listitem')).toHaveCount(10);
    await keepCodes(page);
    await expect(codes).toContainText('10 left.');
    await expect(codes).not.toContainText('Make new ones');
  });

  const remove = () => confirm(page, button(page, 'Remove App'), 'Remove Authenticator App', 'Remove');
  await test.step('keeps the app if the firm requires a second factor', async () => {
    const required = 'Your firm requires a second factor. Add another one first.';
    api.fails('DELETE /api/account/totp', 409, required);
    await remove();
    await expectToast(page, 'Error', required);
    api.recovers();
    await dismissToast(page);
  });

  await test.step('removes the app after a confirmation, and offers to sign out other browsers', async () => {
    await expect(page.getByText('iPhone, Safari', { exact: true })).toBeVisible();
    await remove();
    await expectToast(page, 'Authenticator App Removed');
    expect(firm.account.totp).toBe(false);
    await toastOf(page).getByRole('button', { name: 'Sign Out All Others' }).click();
    await expectToast(page, 'Signed Out', 'All other browsers have been signed out.');
    expect(api.sent('DELETE /api/account/sessions')).toHaveLength(1);
  });
});

test('changing factors requires re-authentication with the password or a passkey', async ({
  page,
  api,
  firm,
  watch,
}) => {
  watch.expected.push(/^403 /, /status of 403/, /^400 POST/, /status of 400/);
  firm.isFresh = false;
  firm.account.passkeys = [aPasskey()];
  firm.account.recoveryCodes = 10;
  const authenticator = await addAuthenticator(page);
  await authenticator.addPasskey('ruth-amari');
  const question = page.getByRole('dialog', { name: 'Confirm It’s You' });
  const password = question.getByLabel('Your password');
  await page.goto('/account');

  await test.step('Cancel changes nothing', async () => {
    await button(page, 'Remove Work laptop').click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
    await question.getByRole('button', { name: 'Cancel' }).click();
    await expectToast(page, 'Error', 'Nothing was done, because you did not confirm that it is you.');
    await expect(section(page, 'Passkeys').getByRole('listitem')).toHaveCount(1);
    expect(api.sent('DELETE /api/account/passkeys/{id}')).toHaveLength(1);
    await dismissToast(page);
  });

  await test.step('re-authenticates with a passkey, and sends what was typed', async () => {
    await addPasskey(page, 'Phone');
    await question.getByRole('button', { name: 'Use a Passkey Instead' }).click();
    await expectToast(page, 'Passkey Added');
    expect(api.sent('POST /api/account/confirm')).toMatchObject([{ body: { passkey: { type: 'public-key' } } }]);
    expect(api.sent('POST /api/account/passkeys')).toMatchObject([{ body: { name: 'Phone' } }]);
  });

  await test.step('refuses a wrong password at its field, and repeats the call after the right one', async () => {
    firm.isFresh = false;
    await page.reload();
    await enterOn(page, button(page, 'Set Up an App'));
    await expectFocusShown(password);
    await page.keyboard.type('not the password');
    await page.keyboard.press('Enter');
    await expect(password).toHaveAccessibleDescription('That is not your password');
    await password.fill(firm.password);
    await page.keyboard.press('Enter');
    await expect(question).toBeHidden();
    await expect(page.getByRole('dialog', { name: 'Set Up Your Authenticator App' })).toBeVisible();
    expect(api.sent('POST /api/account/totp')).toHaveLength(2);
  });
});

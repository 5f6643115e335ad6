import type { Page } from '@playwright/test';
import { factorKey, RECOVERY } from '#functions/domain/accounts/factors/factors.ts';
import { HOUR_MS } from '#shared/rules/time.ts';
import { login, saveSettings } from '../../support/acts.ts';
import { Caller } from '../../support/api.ts';
import { changeStored } from '../../support/aws.ts';
import { addAuthenticator } from '../../support/browser/authenticator.ts';
import { expectToFit } from '../../support/browser/fit.ts';
import { confirm, enterOn, expectFocusShown } from '../../support/browser/keyboard.ts';
import { test } from '../../support/browser/people.ts';
import { dismissToast, expectToast, toastOf } from '../../support/browser/toast.ts';
import { expect } from '../../support/browser/watched.ts';
import { newAdmin, PASSWORD } from '../../support/builders.ts';
import { setNow } from '../../support/clock.ts';
import { codeOf, passkeyFor, recoveryFor, wrongCodeOf } from '../../support/people/factors.ts';
import { IPHONE } from '../../support/people/user-agents.ts';

const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const codesDialog = (page: Page) => page.getByRole('dialog', { name: 'Your Recovery Codes' });
const accountOf = async (adviser: Caller) => (await adviser.call('GET /api/account')).body;
const keepCodes = (page: Page) => codesDialog(page).getByRole('button', { name: 'I Have Saved Them' }).click();

async function addPasskey(page: Page, name: string) {
  await button(page, 'Add a Passkey').click();
  const dialog = page.getByRole('dialog', { name: 'Add a Passkey' });
  await dialog.getByLabel('Name').fill(name);
  await dialog.getByRole('button', { name: 'Continue' }).click();
  return dialog;
}

test('a passkey is added with recovery codes', async ({ page, api, adviser: _ }) => {
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
});

test('an authenticator app is set up with a code, and removed', async ({ page, api, adviser, watch }) => {
  watch.expected.push(/^400 POST .*\/totp\/confirm$/, /status of 400/, /^409 DELETE .*\/totp$/, /status of 409/);
  await login(adviser.email, PASSWORD, new Caller(), { 'user-agent': IPHONE });
  await page.goto('/account');
  const dialog = page.getByRole('dialog', { name: 'Set Up Your Authenticator App' });
  const code = dialog.getByLabel('Code', { exact: true });
  let secret = '';

  await test.step('shows the secret as a QR code and as text', async () => {
    const begun = page.waitForResponse('**/api/account/totp');
    await button(page, 'Set Up an App').click();
    await expect(dialog.getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible();
    ({ secret } = await (await begun).json());
    await expect(dialog).toContainText(secret.match(/.{4}/g)?.join(' ') ?? '');
  });

  await test.step('refuses a wrong code at its field, and accepts the right one', async () => {
    const wrong = 'That code is not right. Please enter the one that your app shows now.';
    await code.fill(wrongCodeOf(secret));
    await page.keyboard.press('Enter');
    await expect(code).toHaveAccessibleDescription(wrong);
    const right = codeOf(secret);
    await code.fill(`${right.slice(0, 3)} ${right.slice(3)}`);
    await page.keyboard.press('Enter');
    await expectToast(page, 'Authenticator App Set Up', 'You will need a code from it to sign in with your password.');
    expect(api.sent('POST /api/account/totp/confirm').at(-1)?.body).toEqual({ code: right });
    await keepCodes(page);
    await expect(section(page, 'Authenticator App')).toContainText('Your app is set up.');
  });

  await test.step('replaces recovery codes that run low, after a confirmation', async () => {
    await changeStored(factorKey(adviser.id, RECOVERY), { left: 3 });
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
    const firmAdmin = await newAdmin();
    await saveSettings(firmAdmin, { staff: { secondFactor: 'required' } });
    await remove();
    const required = 'Your firm requires a second factor. Set up another one before you remove this one.';
    await expectToast(page, 'Error', required);
    await saveSettings(firmAdmin, { staff: { secondFactor: 'encouraged' } });
    await dismissToast(page);
  });

  await test.step('removes the app after a confirmation, and offers to sign out other browsers', async () => {
    await expect(page.getByText('iPhone, Safari', { exact: true })).toBeVisible();
    await remove();
    await expectToast(page, 'Authenticator App Removed');
    expect(await accountOf(adviser)).toMatchObject({ totp: false });
    await toastOf(page).getByRole('button', { name: 'Sign Out All Others' }).click();
    await expectToast(page, 'Signed Out', 'All other browsers have been signed out.');
    expect(api.sent('DELETE /api/account/sessions')).toHaveLength(1);
  });
});

test('changing factors requires re-authentication with the password or a passkey', async ({
  page,
  api,
  adviser,
  watch,
}) => {
  watch.expected.push(/^403 /, /status of 403/, /^400 POST/, /status of 400/);
  const authenticator = await addAuthenticator(page);
  await authenticator.addPasskey(adviser.id, await passkeyFor(adviser.id));
  await recoveryFor(adviser.id);
  setNow(Date.now() + HOUR_MS);
  const question = page.getByRole('dialog', { name: 'Confirm It’s You' });
  const password = question.getByLabel('Your password');
  await page.goto('/account');

  await test.step('Cancel changes nothing', async () => {
    await button(page, 'Remove Laptop').click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
    await question.getByRole('button', { name: 'Cancel' }).click();
    await expectToast(page, 'Error', 'Nothing was done, because you did not confirm that it is you.');
    await expect(section(page, 'Passkeys').getByRole('listitem')).toHaveCount(1);
    expect(api.sent('DELETE /api/account/passkeys/{id}')).toHaveLength(1);
    await dismissToast(page);
  });

  await test.step('re-authenticates with a passkey, and sends what was typed', async () => {
    const confirmed = api.holds('POST /api/account/confirm');
    await addPasskey(page, 'Phone');
    await question.getByRole('button', { name: 'Use a Passkey Instead' }).click();
    await expect.poll(() => api.sent('POST /api/account/confirm').length).toBe(1);
    // A device that has a passkey of the account refuses to make another one.
    await authenticator.removePasskeys();
    confirmed();
    await expectToast(page, 'Passkey Added');
    expect(api.sent('POST /api/account/confirm')).toMatchObject([{ body: { passkey: { type: 'public-key' } } }]);
    expect(api.sent('POST /api/account/passkeys')).toMatchObject([{ body: { name: 'Phone' } }]);
  });

  await test.step('refuses a wrong password at its field, and repeats the call after the right one', async () => {
    setNow(Date.now() + HOUR_MS);
    await page.reload();
    await enterOn(page, button(page, 'Set Up an App'));
    await expectFocusShown(password);
    await page.keyboard.type('not the password');
    await page.keyboard.press('Enter');
    await expect(password).toHaveAccessibleDescription('This is not your password');
    await password.fill(PASSWORD);
    await page.keyboard.press('Enter');
    await expect(question).toBeHidden();
    await expect(page.getByRole('dialog', { name: 'Set Up Your Authenticator App' })).toBeVisible();
    expect(api.sent('POST /api/account/totp')).toHaveLength(2);
  });
});

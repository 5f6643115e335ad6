import { factorKey, RECOVERY } from '#functions/domain/accounts/factors/factors.ts';
import { HOUR_MS } from '#shared/rules/time.ts';
import { login, saveSettings } from '../../support/acts.ts';
import { Caller } from '../../support/api.ts';
import { changeStored } from '../../support/aws.ts';
import { addAuthenticator } from '../../support/browser/authenticator.ts';
import { expectPasswordOwner } from '../../support/browser/autofill.ts';
import { test } from '../../support/browser/people.ts';
import { expect } from '../../support/browser/watched.ts';
import { newAdmin, newAdviser, PASSWORD } from '../../support/builders.ts';
import { setNow } from '../../support/clock.ts';
import { appFor, passkeyFor, recoveryFor } from '../../support/people/factors.ts';
import { IPHONE } from '../../support/people/user-agents.ts';
import { expectStates, pressForDialog } from './states.ts';

test('the account page and its dialogs are accessible and fit the screen', async ({ page, adviser, watch }) => {
  test.slow();
  watch.expected.push(/^403 /, /status of 403/);
  await login(adviser.email, PASSWORD, new Caller(), { 'user-agent': IPHONE });
  const open = async () => {
    await page.goto('/account');
    await expect(page.getByRole('region', { name: 'Passkeys', exact: true })).toContainText(/Laptop|no passkey/);
    await expect(page.getByRole('list', { name: 'Browsers' }).getByRole('listitem')).toHaveCount(2);
    await page.getByText('Choose by Kind').click();
    await expect(page.getByRole('group', { name: 'Security' })).toBeVisible();
    await expect(page.getByText(/Nobody covers|Pryce sees/)).toBeVisible();
  };
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
  await expectStates(page, [
    ['account', open, 'both engines', 'at each width'],
    [
      'authenticator app',
      async () => {
        await press('Set Up an App');
        await page.getByRole('img', { name: 'QR code for your authenticator app' }).waitFor();
      },
      'at each width',
    ],
    ['own details', () => pressForDialog(page, 'Edit Details')],
    [
      'account with a new address',
      async () => {
        await adviser.call('PATCH /api/account', { body: { email: 'ruth@new.example' } });
        await open();
        await expect(page.getByText('Your new email address is waiting')).toBeVisible();
      },
      'at each width',
    ],
    ['name of a passkey', () => pressForDialog(page, 'Add a Passkey')],
    [
      'account with a cover',
      async () => {
        const { id: colleagueId } = await newAdviser('Hannah Pryce');
        const body = { colleagueId, from: '2026-11-25', until: '2026-12-14' };
        await adviser.call('PATCH /api/account/cover', { body });
        await open();
        await expect(page.getByText('Hannah Pryce sees your clients')).toBeVisible();
      },
      'at each width',
    ],
    [
      'account with factors',
      async () => {
        for (const make of [passkeyFor, appFor, recoveryFor]) await make(adviser.id);
        await changeStored(factorKey(adviser.id, RECOVERY), { left: 3 });
        await open();
        await expect(page.getByText('3 left.')).toBeVisible();
      },
    ],
    [
      're-authentication',
      async () => {
        setNow(Date.now() + HOUR_MS);
        await press('Remove App');
        await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
        await page.getByRole('dialog', { name: 'Confirm It’s You' }).waitFor();
        await expectPasswordOwner(page.getByRole('dialog').locator('form'), adviser.email);
      },
    ],
    [
      'recovery codes',
      async () => {
        setNow(Date.now() - HOUR_MS);
        await press('Make New Codes');
        await page.getByRole('alertdialog').getByRole('button', { name: 'Make New Codes' }).click();
        await expect(page.getByRole('dialog').getByRole('listitem')).toHaveCount(10);
      },
    ],
  ]);
});

test('the setup of a missing second factor is accessible and fits the screen', async ({ page, adviser: _adviser }) => {
  await saveSettings(await newAdmin(), { staff: { secondFactor: 'required', graceDays: 0 } });
  await addAuthenticator(page);
  await expectStates(page, [
    [
      'setup',
      async () => {
        await page.goto('/account/setup');
        await page.getByRole('heading', { level: 1, name: 'Set Up a Second Factor' }).waitFor();
      },
      'both engines',
      'at each width',
    ],
  ]);
});

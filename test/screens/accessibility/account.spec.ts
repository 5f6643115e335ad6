import { addAuthenticator } from '../../support/browser/authenticator.ts';
import { aPasskey, aSession, expect, test } from '../screen.ts';
import { expectStates, pressForDialog } from './states.ts';

test('the account page and its dialogs are accessible and fit the screen', async ({ page, firm, watch }) => {
  test.slow();
  watch.expected.push(/^403 /, /status of 403/);
  firm.sessions.push(aSession({ label: 'iPhone, Safari' }));
  const open = async () => {
    await page.goto('/account');
    await expect(page.getByRole('region', { name: 'Passkeys', exact: true })).toContainText(/Work laptop|no passkey/);
    await expect(page.getByRole('list', { name: 'Browsers' }).getByRole('listitem')).toHaveCount(2);
    await expect(page.getByRole('group', { name: 'Security' })).toBeVisible();
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
    ['name of a passkey', () => pressForDialog(page, 'Add a Passkey')],
    ['sign-out of all other browsers', () => pressForDialog(page, 'Sign Out All Others')],
    [
      'account with factors',
      async () => {
        firm.account.passkeys = [aPasskey()];
        firm.account.totp = true;
        firm.account.recoveryCodes = 3;
        await open();
        await expect(page.getByText('3 left.')).toBeVisible();
      },
    ],
    [
      're-authentication',
      async () => {
        firm.isFresh = false;
        await press('Remove App');
        await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
        await page.getByRole('dialog', { name: 'Confirm It’s You' }).waitFor();
      },
    ],
    [
      'recovery codes',
      async () => {
        firm.isFresh = true;
        await press('Make New Codes');
        await page.getByRole('alertdialog').getByRole('button', { name: 'Make New Codes' }).click();
        await expect(page.getByRole('dialog').getByRole('listitem')).toHaveCount(10);
      },
    ],
  ]);
});

test('the setup of a missing second factor is accessible and fits the screen', async ({ page, firm }) => {
  firm.mustEnrol = true;
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

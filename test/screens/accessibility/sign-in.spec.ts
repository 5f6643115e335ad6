import { changeAccount, saveSettings } from '../../support/acts.ts';
import { addAuthenticator } from '../../support/browser/authenticator.ts';
import { expectPasswordOwner } from '../../support/browser/autofill.ts';
import { test } from '../../support/browser/people.ts';
import { dismissToast } from '../../support/browser/toast.ts';
import { expect } from '../../support/browser/watched.ts';
import { newAdmin, newAdviser, PASSWORD } from '../../support/builders.ts';
import { appFor } from '../../support/people/factors.ts';
import { expectStates } from './states.ts';

test('each screen before sign-in is accessible and fits the screen', async ({ page, api }) => {
  test.slow();
  await addAuthenticator(page);
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
  const heading = (name: string) => page.getByRole('heading', { level: 1, name }).waitFor();
  const fill = async (fields: Record<string, string>) => {
    for (const [label, text] of Object.entries(fields)) await page.getByLabel(label, { exact: true }).fill(text);
  };
  const signIn = async ({ email }: { email: string }) => {
    await page.goto('/');
    await fill({ Email: email, Password: PASSWORD });
    await press('Sign In');
  };
  const register = async () => {
    const fields = { 'Full Name': 'Ruth Amari', Email: 'ruth@firm.example' };
    const account = { id: 'a'.repeat(22), role: 'adviser', name: 'Ruth Amari', email: fields.Email } as const;
    api.answers('POST /api/auth/register', () => ({ ...account, unconfirmed: true as const }));
    await fill({ ...fields, Password: PASSWORD });
    await press('Create Account');
    await expect(page.getByRole('main').getByRole('status')).toContainText('We have sent you an email.');
    await dismissToast(page);
  };
  await page.goto('/');
  await expectStates(page, [
    ['login', () => heading('Adviser Login'), 'both engines', 'at each width'],
    [
      'login without a passkey',
      async () => {
        await press('Sign In with a Passkey');
        await expect(page.getByRole('main').getByText('No passkey was used.')).toBeVisible();
        await dismissToast(page);
      },
    ],
    ['registration', () => press('Need an account? Register'), 'at each width'],
    ['registration to be confirmed', register],
    [
      'second factor',
      async () => {
        const account = await newAdviser();
        await appFor(account.id);
        await signIn(account);
        await heading('Code from Your App');
      },
      'both engines',
      'at each width',
    ],
    ['recovery code', () => press('Use a Recovery Code Instead')],
    [
      'password set by an admin',
      async () => {
        const [account, admin] = [await newAdviser(), await newAdmin()];
        await saveSettings(admin, { staff: { changeAdminPasswords: true } });
        await changeAccount(admin, account.id, { password: PASSWORD });
        await signIn(account);
        await heading('Choose a New Password');
        await expectPasswordOwner(page.locator('form'), account.email);
      },
    ],
    [
      'password reset',
      async () => {
        await page.goto('/reset-password/some-token');
        await heading('Reset Your Password');
      },
      'at each width',
    ],
    [
      'address confirmation',
      async () => {
        await page.goto('/confirm-address/some-token');
        await heading('Confirm Your Address');
      },
      'at each width',
    ],
    [
      'confirmation of a new address',
      async () => {
        await page.goto('/confirm-address/some-token#old');
        await heading('Confirm Your Change of Address');
      },
      'at each width',
    ],
  ]);
});

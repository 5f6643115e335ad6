import { addAuthenticator } from '../../support/browser/authenticator.ts';
import { anAdviser, dismissToast, expect, test } from '../screen.ts';
import { expectStates } from './states.ts';

test('each screen before sign-in is accessible and fits the screen', async ({ page, api, firm }) => {
  test.slow();
  firm.signedIn = undefined;
  firm.owed = { next: 'second-factor', methods: ['totp', 'recovery'] };
  await addAuthenticator(page);
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
  const heading = (name: string) => page.getByRole('heading', { level: 1, name }).waitFor();
  const fill = async (fields: Record<string, string>) => {
    for (const [label, text] of Object.entries(fields)) await page.getByLabel(label, { exact: true }).fill(text);
  };
  const signIn = async () => {
    await page.goto('/');
    await fill({ Email: anAdviser().email, Password: firm.password });
    await press('Sign In');
  };
  const register = async () => {
    const fields = { 'Full Name': 'Ruth Amari', Email: 'ruth@firm.example' };
    api.answers('POST /api/auth/register', {
      ...{ id: 'a'.repeat(22), role: 'adviser', name: 'Ruth Amari', email: fields.Email, unconfirmed: true },
    });
    await fill({ ...fields, Password: firm.password });
    await press('Create Account');
    await expect(page.getByRole('main').getByRole('status')).toContainText('We have sent you an email.');
    await dismissToast(page);
  };
  await page.goto('/');
  await expectStates(page, [
    ['login', () => heading('Adviser Login'), 'both engines', 'at each width'],
    ['forgotten password', () => press('Forgot Password?')],
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
        await signIn();
        await heading('Code from Your App');
      },
      'both engines',
      'at each width',
    ],
    ['recovery code', () => press('Use a Recovery Code Instead')],
    [
      'password set by an admin',
      async () => {
        firm.owed = { next: 'change-password' };
        await signIn();
        await heading('Choose a New Password');
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
  ]);
});

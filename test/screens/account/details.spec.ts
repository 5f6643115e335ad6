import type { Page } from '@playwright/test';
import { login } from '../../support/acts.ts';
import { test } from '../../support/browser/people.ts';
import { dismissToast, expectToast } from '../../support/browser/toast.ts';
import { expect } from '../../support/browser/watched.ts';
import { PASSWORD } from '../../support/builders.ts';
import { setNow } from '../../support/clock.ts';
import { mailsTo } from '../../support/mail.ts';

const PATCH = 'PATCH /api/account';
const NEW = 'ruth@new.example';
const details = (page: Page) => page.getByRole('region', { name: 'Your Details' });

async function edit(page: Page, fields: Record<string, string>) {
  await details(page).getByRole('button', { name: 'Edit Details' }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit Your Details' });
  for (const [label, value] of Object.entries(fields)) await dialog.getByLabel(label, { exact: true }).fill(value);
  await dialog.getByRole('button', { name: 'Save' }).click();
  return dialog;
}

/** Opens the newest link that was emailed to an address in another tab, and confirms. Returns the answer on the page. */
async function confirmFrom(page: Page, address: string, title: string): Promise<string | null> {
  const [mail] = await mailsTo(address, 1);
  const tab = await page.context().newPage();
  await tab.goto(/\/confirm-address\/\S+/.exec(mail?.text ?? '')?.[0] ?? '');
  await expect(tab.getByRole('heading', { level: 1 })).toHaveText(title);
  await tab.getByRole('button', { name: 'Confirm Address' }).press('Enter');
  await expect(tab.getByRole('heading', { level: 1 })).toHaveText('Address Confirmed');
  await expect(tab.getByRole('link', { name: 'Back to Login' })).toBeFocused();
  const answer = await tab.getByRole('main').textContent();
  await tab.close();
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));
  return answer;
}

test('an adviser changes the name, and the email once both mailboxes have confirmed it', async ({
  page,
  api,
  adviser,
  watch,
}) => {
  watch.expected.push(/^40[39] /, /status of 40[39]/);
  await page.goto('/account');

  await test.step('shows a new name in the header immediately, and sends only the name', async () => {
    await edit(page, { Name: 'Ruth Wood' });
    await expectToast(page, 'Details Saved');
    await expect(page.getByRole('link', { name: 'Ruth Wood, your account' })).toBeVisible();
    expect(api.sent(PATCH).at(-1)).toMatchObject({ body: { name: 'Ruth Wood' } });
    await dismissToast(page);
  });

  await test.step('keeps the typed email if it is in use', async () => {
    const dialog = await edit(page, { Email: 'admin@example.com' });
    await expectToast(page, 'Error', 'This email is already in use');
    await expect(dialog.getByLabel('Email')).toHaveValue('admin@example.com');
    await dismissToast(page);
    await page.keyboard.press('Escape');
    await dialog.getByRole('button', { name: 'Discard' }).click();
  });

  await test.step('requests a new email after re-authentication, and shows until when it waits', async () => {
    setNow(Date.now() + 11 * 60_000);
    await edit(page, { Email: NEW });
    const identity = page.getByRole('dialog', { name: 'Confirm It’s You' });
    await identity.getByLabel('Your password', { exact: true }).fill(PASSWORD);
    await identity.getByRole('button', { name: 'Confirm' }).click();
    await expectToast(page, 'Details Saved', 'Open the links that we emailed to your old and your new address.');
    await expect(details(page)).toContainText(
      `Open the links that we emailed to ${adviser.email} and ${NEW} by 26 Nov 2026, 10:11.`,
    );
    await expect(details(page).getByRole('definition').nth(1)).toHaveText(adviser.email);
  });

  await test.step('reports the other mailbox after the first link, also when the adviser comes back', async () => {
    const answer = await confirmFrom(page, adviser.email, 'Confirm Your Change of Address');
    expect(answer).toContain('Now open the link that we emailed to your new address.');
    await expect(details(page)).toContainText(`Open the link that we emailed to ${NEW} by`);
  });

  await test.step('changes the email after the second link', async () => {
    const answer = await confirmFrom(page, NEW, 'Confirm Your New Address');
    expect(answer).toContain('Your email address has changed. Use the new one to sign in.');
    await expect(details(page).getByRole('definition').nth(1)).toHaveText(NEW);
    await expect(details(page).getByRole('button')).toHaveText(['Edit Details']);
    expect((await login(NEW)).status).toBe(200);
  });
});

test('the section has the focus after a new email was cancelled, and nothing waits', async ({ page, adviser }) => {
  await adviser.call(PATCH, { body: { email: NEW } });
  await page.goto('/account');
  await details(page).getByRole('button', { name: 'Cancel Change' }).press('Enter');
  await expect(details(page).getByRole('button')).toHaveText(['Edit Details']);
  await expect(details(page)).toBeFocused();
  expect((await adviser.call('GET /api/account')).body).toMatchObject({ email: adviser.email, emailChange: null });
});

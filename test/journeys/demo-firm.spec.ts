import { expect, test } from '../support/browser/watched.ts';

// SCREENSHOTS=1 npm test renews the picture in the README.

test.use({ viewport: { width: 1280, height: 860 } });

test('the demo firm’s adviser signs in and opens a client, as the README shows it', async ({ page }) => {
  await page.goto('/');
  await page.getByLabel('Email').fill('adviser@example.com');
  await page.getByLabel('Password', { exact: true }).fill('demo-password');
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
  await expect(page).toHaveURL(/\/dashboard$/);
  await page.getByRole('navigation').getByRole('link', { name: 'Clients', exact: true }).click();
  await page
    .getByRole('link', { name: /Gareth Llewellyn/ })
    .first()
    .click();
  await expect(page.getByRole('heading', { name: 'Gareth Llewellyn' })).toBeVisible();
  await expect(page.getByText('Current: Proposal')).toBeVisible();
  if (!process.env.SCREENSHOTS) return;
  // A position without a target.
  await page.mouse.move(0, 0);
  await page.screenshot({ path: 'test/journeys/screenshots/client.png', animations: 'disabled' });
});

import { expect, test } from '../support/browser/watched.ts';

// The picture in the README: SCREENSHOTS=1 npm test makes it anew.
const folder = process.env.SCREENSHOTS ? 'test/stories/screenshots' : 'test-results';

test.use({ viewport: { width: 1280, height: 860 } });

test('the client page of the demo firm, as the README shows it', async ({ page }) => {
  await page.goto('/');
  await page.getByLabel('Email').fill('adviser@example.com');
  await page.getByLabel('Password', { exact: true }).fill('demo-password');
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect(page).toHaveURL(/\/dashboard$/);
  await page.getByRole('navigation').getByRole('link', { name: 'Clients', exact: true }).click();
  await page
    .getByRole('link', { name: /Gareth Llewellyn/ })
    .first()
    .click();
  await expect(page.getByRole('heading', { name: 'Gareth Llewellyn' })).toBeVisible();
  await expect(page.getByText('Current: Proposal')).toBeVisible();
  const picture = await page.screenshot({ path: `${folder}/client.png`, animations: 'disabled' });
  expect(picture.byteLength).toBeGreaterThan(20_000);
});

import { openClient, panel } from '../support/browser/client-page.ts';
import { expectToast } from '../support/browser/toast.ts';
import { expect, test } from './screen.ts';

// The portal link on the client's page (product 2, 8).

test('the portal link is hidden until it is asked for, and copied', async ({ page, context, api, client }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const reads = () => api.sent('GET /api/clients/{id}/token').length;
  await openClient(page, client);
  const access = panel(page, 'Client Portal Access');
  const field = access.getByLabel('Portal link');
  const copy = access.getByRole('button', { name: 'Copy Link' });

  await test.step('keeps the link hidden until it is asked for, and copies it', async () => {
    expect(reads()).toBe(0);
    await expect(field).toHaveValue(/\/portal\/•+$/);
    await copy.click();
    await expectToast(page, 'Link Copied');
    const link = await page.evaluate(() => navigator.clipboard.readText());
    expect(link).toBe(`${new URL(page.url()).origin}/portal/${client.token}`);
    await expect(field).toHaveValue(link);
    await expect(access.getByRole('button', { name: 'Show Link' })).toHaveCount(0);
    await copy.click();
    expect(reads()).toBe(1);
    // That it was seen is in the client's record, which is read anew.
    await expect.poll(() => api.sent('GET /api/clients/{id}/activity').length).toBe(2);
  });

  await test.step('hides the link again from who comes back to the page', async () => {
    await page.getByRole('link', { name: 'Home', exact: true }).click();
    await expect(page).toHaveURL(/\/dashboard$/);
    await page.getByRole('heading', { name: 'Client Dashboard' }).waitFor();
    await page.goBack();
    await expect(field).toHaveValue(/\/portal\/•+$/);
  });

  await test.step('says so where the clipboard is refused, with the link ready to be selected', async () => {
    await page.evaluate(() => {
      Object.defineProperty(navigator, 'clipboard', {
        value: { writeText: () => Promise.reject(new Error('refused')) },
      });
    });
    await copy.click();
    await expectToast(page, 'Error', 'Failed to copy link to clipboard');
    const selected = await field.evaluate(
      (element) =>
        element instanceof HTMLInputElement &&
        element.value.slice(element.selectionStart ?? 0, element.selectionEnd ?? 0),
    );
    expect(selected).toContain(`/portal/${client.token}`);
  });
});

import { openClient, panel } from '../support/browser/client-page.ts';
import { expectToast } from '../support/browser/toast.ts';
import { expect, test } from './screen.ts';

// The portal link on the client's page (product 2, 8).

test('keeps the link hidden until it is asked for, and copies it', async ({ page, context, api, client }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const reads = () => api.sent('GET /api/clients/{id}/token').length;
  await openClient(page, client);
  const access = panel(page, 'Client Portal Access');
  expect(reads()).toBe(0);
  await expect(access.getByLabel('Portal link')).toHaveValue(/\/portal\/•+$/);
  await access.getByRole('button', { name: 'Copy Link' }).click();
  await expectToast(page, 'Link Copied');
  const link = await page.evaluate(() => navigator.clipboard.readText());
  expect(link).toBe(`${new URL(page.url()).origin}/portal/${client.token}`);
  await expect(access.getByLabel('Portal link')).toHaveValue(link);
  await expect(access.getByRole('button', { name: 'Show Link' })).toHaveCount(0);
  await access.getByRole('button', { name: 'Copy Link' }).click();
  expect(reads()).toBe(1);
  // That it was seen is in the client's record, which is read anew.
  await expect.poll(() => api.sent('GET /api/clients/{id}/activity').length).toBe(2);
});

test('says so where the clipboard is refused, with the link ready to be selected', async ({ page, client }) => {
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'clipboard', {
      value: { writeText: () => Promise.reject(new Error('refused')) },
    });
  });
  await openClient(page, client);
  await panel(page, 'Client Portal Access').getByRole('button', { name: 'Copy Link' }).click();
  await expectToast(page, 'Error', 'Failed to copy link to clipboard');
  const selected = await page
    .getByLabel('Portal link')
    .evaluate(
      (field) =>
        field instanceof HTMLInputElement && field.value.slice(field.selectionStart ?? 0, field.selectionEnd ?? 0),
    );
  expect(selected).toContain(`/portal/${client.token}`);
});

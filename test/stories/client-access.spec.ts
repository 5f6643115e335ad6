import { openClient, panel } from '../support/browser/client-page.ts';
import { counting } from '../support/browser/failing.ts';
import { expectToast } from '../support/browser/toast.ts';
import { expect } from '../support/browser/watched.ts';
import { mailsTo } from '../support/mail.ts';
import { test } from './people.ts';

// The portal link on the client's page, and the client's record (product 2, 8; contract, activity).

test('keeps the link hidden until it is asked for, and copies it', async ({ page, context, client }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const reads = counting(page, 'GET /api/clients/{id}/token');
  await openClient(page, client);
  const access = panel(page, 'Client Portal Access');
  expect(reads.count).toBe(0);
  await expect(access.getByLabel('Portal link')).toHaveValue(/\/portal\/•+$/);
  await access.getByRole('button', { name: 'Copy Link' }).click();
  await expectToast(page, 'Link Copied');
  const link = await page.evaluate(() => navigator.clipboard.readText());
  expect(link).toBe(`${new URL(page.url()).origin}/portal/${client.token}`);
  await expect(access.getByLabel('Portal link')).toHaveValue(link);
  await expect(access.getByRole('button', { name: 'Show Link' })).toHaveCount(0);
  await access.getByRole('button', { name: 'Copy Link' }).click();
  expect(reads.count).toBe(1);
  // Who made the client saw it first.
  await expect(panel(page, 'Activity').getByText('Viewed the portal link')).toHaveCount(2);
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

test('mails the link to the client', async ({ page, client }) => {
  await openClient(page, client);
  await panel(page, 'Client Portal Access').getByRole('button', { name: 'Email Link' }).click();
  await expectToast(page, 'Email Sent', `The portal link has been sent to ${client.email}.`);
  const [mail] = await mailsTo(client.email);
  expect(mail?.text).toContain(`/portal/${client.token}`);
});

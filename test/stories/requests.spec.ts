import { openClient, panel } from '../support/browser/client-page.ts';
import { pickFile } from '../support/browser/documents.ts';
import { test } from '../support/browser/people.ts';
import { expectToast } from '../support/browser/toast.ts';
import { expect, otherBrowser } from '../support/browser/watched.ts';

// A request for a document, from the adviser's desk to the client's phone and back.

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
const photos = (from: number, count: number) =>
  Array.from({ length: count }, (_, i) => ({
    name: `page ${from + i}.txt`,
    mimeType: 'text/plain',
    buffer: Buffer.from(`page ${from + i}`),
  }));

test('a client sends five files as one, sends them again, and the adviser completes the step', async ({
  page,
  watch,
  client,
}) => {
  const items = [{ title: 'Passport', stageId: `${client.id}.6.1` }];
  await client.by('POST /api/clients/{id}/requests', { body: { items } });
  const portal = await otherBrowser(page, watch, PHONE);
  const card = portal.getByRole('region', { name: 'What We Need from You' });
  const hand = async (from: number, count: number) => {
    await portal.getByRole('link', { name: 'Go to This' }).tap();
    await pickFile(portal, photos(from, count), () => card.getByRole('button', { name: /^Add Files/ }).tap());
    await expect(card).toContainText(`${count} files sent. Is that everything?`);
    await card.getByRole('button', { name: 'That’s Everything' }).tap();
    await expect(card).toContainText('Thank you.');
  };

  await test.step('the client sends five files for one thing', async () => {
    await portal.goto(`/portal/${client.token}`);
    await hand(1, 5);
  });

  await test.step('the adviser sends it back with a reason', async () => {
    await openClient(page, client);
    const requests = panel(page, 'Requests');
    await expect(requests).toContainText('page 5.txt');
    await requests.getByRole('button', { name: 'More for Passport' }).click();
    await page.getByRole('menuitem', { name: 'Send Back' }).click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /blurred/ })
      .click();
    await page.getByRole('dialog').getByRole('button', { name: 'Send Back' }).click();
    await expectToast(page, 'Request Sent Back');
  });

  await test.step('the client reads why at the card, and sends two files', async () => {
    await portal.reload();
    await expect(card).toContainText('Please send this again');
    await expect(card).toContainText('The picture is too blurred to read.');
    await hand(6, 2);
  });

  await test.step('the adviser opens both files, accepts them and completes the step from the toast', async () => {
    await page.reload();
    await panel(page, 'Requests').getByRole('button', { name: 'Review: Passport' }).click();
    const dialog = page.getByRole('dialog', { name: 'Passport' });
    await dialog.getByRole('button', { name: 'Next File' }).click();
    await expect(dialog).not.toContainText('Open all 2 files first');
    await dialog.getByRole('button', { name: 'Accept' }).click();
    await expectToast(page, 'Request Accepted');
    await page.getByRole('button', { name: 'Complete 6.1' }).click();
    await expect(panel(page, 'Requests')).toContainText('1 settled');
    await portal.reload();
    await expect(portal.getByText('Thank you. Nothing more from you for now.')).toBeVisible();
  });
});

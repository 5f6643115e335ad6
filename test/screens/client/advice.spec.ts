import { openClient } from '../../support/browser/client-page.ts';
import { test } from '../../support/browser/people.ts';
import { expectToast, toastOf } from '../../support/browser/toast.ts';
import { expect } from '../../support/browser/watched.ts';

const CALL = 'PATCH /api/clients/{id}';

test('notes a charge with its day, sends only what changed, and takes it back with Undo', async ({
  page,
  api,
  client,
  watch,
}) => {
  watch.expected.push(/^400 PATCH /, /status of 400/);
  const advice = { initial: 1500, agreedOn: '2026-11-03', givenOn: '2026-11-20' };
  await openClient(page, client);
  await expect(page.getByText('No charges or advice noted yet.')).toBeVisible();
  await page.getByRole('button', { name: 'Edit charges and advice' }).click();
  const dialog = page.getByRole('dialog', { name: 'Charges and Advice' });
  const save = dialog.getByRole('button', { name: 'Save', exact: true });
  await dialog.getByLabel('Initial charge (£)').fill('£1,500');
  await save.click();
  await expect(dialog.getByLabel('Agreed on')).toHaveAccessibleDescription('Say when it was agreed');
  await dialog.getByLabel('Agreed on').fill(advice.agreedOn);
  await dialog.getByLabel('Advice given on').fill(advice.givenOn);
  await save.click();
  await expectToast(page, 'Charges and Advice Saved');
  expect(api.sent(CALL).at(-1)?.body).toEqual({ advice });
  await expect(
    page.getByText('Charges: £1,500 once, agreed on 3 Nov 2026 · Advice given on 20 Nov 2026'),
  ).toBeVisible();
  await toastOf(page).getByRole('button', { name: 'Undo' }).click();
  await expectToast(page, 'Charges and Advice Restored');
  await expect(page.getByText('No charges or advice noted yet.')).toBeVisible();
});

test('offers to note charges after the agreement and advice after the proposal, until they are noted', async ({
  page,
  client,
}) => {
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const offered = (name: string) => toastOf(page).getByRole('button', { name, exact: true });
  const dialog = page.getByRole('dialog', { name: 'Charges and Advice' });
  await client.setStage('1', { status: 'in_progress' });
  await openClient(page, client);
  await button('Complete Client Engagement Document Signed').click();
  await offered('Note the Charges').click();
  await dialog.getByLabel('How it is worked out').fill('1% a year');
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  await expectToast(page, 'Charges and Advice Saved');
  await expect(dialog).toHaveCount(0);
  await expect(page).toHaveURL((url) => url.hash === '');

  await button('Reopen Client Engagement Document Signed').click();
  await button('Complete Client Engagement Document Signed').click();
  await expectToast(page, 'Stage Updated');
  await expect(offered('Note the Charges')).toHaveCount(0);

  await page
    .getByRole('button', { name: /^4\. Proposal/ })
    .first()
    .click();
  await button('Complete Proposal Sent').click();
  await offered('Note the Advice').click();
  await expect(dialog).toBeVisible();
});

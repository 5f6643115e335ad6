import { openClient, panel } from '../support/browser/client-page.ts';
import { test } from '../support/browser/people.ts';
import { dismissToast, expectToast, toastOf } from '../support/browser/toast.ts';
import { expect, otherBrowser } from '../support/browser/watched.ts';
import { inDays } from '../support/days.ts';

// A letter of authority, from the plan to the answer, as the adviser and the client see it.

test('a letter is noted, chased on the board, and answered, while the client sees the wait', async ({
  page,
  watch,
  client,
}) => {
  const letters = panel(page, 'Plans & Letters');
  const dialog = page.getByRole('dialog');
  const plan = letters.getByRole('list', { name: 'Plans' });
  const save = () => dialog.getByRole('button', { name: 'Save' }).click();
  const portal = await otherBrowser(page, watch, { viewport: { width: 390, height: 844 } });
  const nextStep = portal.getByRole('region', { name: 'Your next step' });

  await test.step('the adviser adds a plan, and notes its letter as sent', async () => {
    await openClient(page, client);
    await expect(letters).toContainText('Add a plan first, then note its letter of authority.');
    await letters.getByRole('button', { name: 'Add Plan' }).click();
    await dialog.getByLabel('Provider').fill('Aviva');
    await dialog.getByLabel('Plan Type').selectOption('Pension');
    await dialog.getByLabel('Plan Number').fill('AV 1234 4821');
    await dialog.getByRole('button', { name: 'Add Plan' }).click();
    await expectToast(page, 'Plan Added');
    await letters.getByRole('button', { name: 'Note a Letter' }).click();
    await dialog.getByLabel('Sent On').fill(inDays(-16));
    await dialog.getByLabel('How').selectOption('Post');
    await save();
    await expectToast(page, 'Letter Noted');
    await toastOf(page).getByRole('button', { name: 'Complete 2.2' }).click();
    await expectToast(page, 'Stage Updated');
    await expect(plan).toContainText('Sent 12 working days ago');
  });

  await test.step('the client sees who is being waited for', async () => {
    await portal.goto(`/portal/${client.token}`);
    await expect(nextStep).toContainText('We are waiting for one provider. You need do nothing.');
    await portal.getByRole('button', { name: /^Information Gathering/ }).click();
    await expect(portal.getByText('Asked 12 working days ago.')).toBeVisible();
  });

  await test.step('the adviser calls the provider from the board, and goes on to the client', async () => {
    await page.goto('/chase/providers');
    await page.getByRole('checkbox', { name: 'Select all of Aviva' }).check();
    await page.getByRole('button', { name: 'Note a Call' }).click();
    await dialog.getByLabel('Note', { exact: true }).fill('On somebody’s desk');
    await save();
    await expectToast(page, 'Step Noted');
    await page.getByRole('link', { name: 'Waiting 1' }).click();
    await page.getByRole('link', { name: client.name }).click();
    await expect(plan).toContainText('2 steps');
  });

  await test.step('the provider confirms, and a part of the answer comes', async () => {
    await letters.getByRole('button', { name: /^Confirmed: / }).click();
    await save();
    await expect(plan).toContainText('Confirmed on 25 Nov 2026');
    await letters.getByRole('button', { name: /^More for / }).click();
    await page.getByRole('menuitem', { name: 'Part Came' }).click();
    await dialog.getByRole('checkbox', { name: 'charges', exact: true }).check();
    await save();
    await expect(plan).toContainText('Part of it came: charges still missing');
    await portal.reload();
    await portal.getByRole('button', { name: /^Information Gathering/ }).click();
    await expect(portal.getByText('Some of it has arrived, we have asked for the rest.')).toBeVisible();
    await expect(portal.getByText('charges')).toHaveCount(0);
    await dismissToast(page);
  });

  await test.step('the answer is complete, and the toast completes 3.2', async () => {
    await letters.getByRole('button', { name: /^All Came: / }).click();
    await save();
    await toastOf(page).getByRole('button', { name: 'Complete 3.2' }).click();
    await expectToast(page, 'Stage Updated');
    await expect(plan).toContainText('Answered on 25 Nov 2026, after 12 working days');
    await portal.reload();
    await expect(nextStep).not.toContainText('waiting for');
  });
});

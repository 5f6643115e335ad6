import type { Locator, Page } from '@playwright/test';
import { openClient, panel } from '../support/browser/client-page.ts';
import { test } from '../support/browser/people.ts';
import { expect, otherBrowser } from '../support/browser/watched.ts';

// An adviser at a desk and a client on a phone, both with their page open all the time.

const PHONE = { viewport: { width: 390, height: 844 }, locale: 'en-GB' };

/** Waits until another person's change appears; the page polls immediately once it is visible again. */
const showsUp = (page: Page, shown: Locator) =>
  expect(async () => {
    await page.evaluate(() => void window.dispatchEvent(new Event('focus')));
    await expect(shown).toBeVisible({ timeout: 2000 });
  }).toPass();

test('adviser and client see each other’s changes without a reload, and keep their drafts', async ({
  page,
  watch,
  adviser,
  client,
}) => {
  const params = { id: client.id };
  await adviser.call('POST /api/clients/{id}/tasks', { params, body: { title: 'Send your payslips' } });
  await openClient(page, client);
  const phone = await otherBrowser(page, watch, PHONE);
  await phone.goto(`/portal/${client.token}`);
  const tasks = phone.getByRole('region', { name: 'Your Tasks' });
  await expect(tasks.getByRole('heading', { name: 'Send your payslips' })).toBeVisible();

  const answer = panel(page, 'Messages').getByRole('textbox');
  await answer.fill('A draft of an answer');
  const notes = tasks.getByPlaceholder('Add your notes or comments here...');
  await tasks.getByRole('button', { name: 'Add a Note' }).click();
  await notes.fill('A draft of a note');
  const loaded = await Promise.all([page, phone].map((one) => one.evaluate(() => performance.timeOrigin)));

  await test.step('the adviser sees what the client writes and uploads', async () => {
    await phone.getByRole('link', { name: 'Messages' }).click();
    const words = phone.getByRole('region', { name: 'Messages' }).getByRole('textbox');
    await words.fill('Which payslips?');
    await words.press('Enter');
    await showsUp(page, panel(page, 'Messages').getByText('Which payslips?'));
    await phone.getByRole('button', { name: 'Back to your page' }).click();
    await phone
      .locator('input[type=file]')
      .first()
      .setInputFiles({ name: 'payslip.txt', mimeType: 'text/plain', buffer: Buffer.from('May') });
    await showsUp(page, panel(page, 'Audit Log').getByText('Uploaded payslip.txt'));
    await expect(notes).toHaveValue('A draft of a note');
  });

  await test.step('the client sees the adviser’s answer and a new task', async () => {
    await adviser.call('POST /api/clients/{id}/tasks', { params, body: { title: 'Choose a day' } });
    await showsUp(phone, tasks.getByRole('heading', { name: 'Choose a day' }));
    await adviser.call('POST /api/clients/{id}/messages', { params, body: { content: 'Those of this year' } });
    // Excerpt on the page first, then the thread that was opened before.
    const messages = phone.getByRole('region', { name: 'Messages' });
    await showsUp(phone, messages.getByText('Those of this year').filter({ visible: true }));
    await messages.getByRole('link', { name: 'Open Messages' }).click();
    await expect(messages.getByRole('log').getByText('Those of this year')).toBeInViewport();
    await phone.getByRole('button', { name: 'Back to your page' }).click();
    await expect(tasks.getByPlaceholder('Add your notes or comments here...').last()).toHaveValue('A draft of a note');
  });

  await test.step('the adviser sees a completed task, and keeps the draft', async () => {
    const task = tasks.getByRole('listitem').filter({ hasText: 'Choose a day' });
    await task.getByRole('button', { name: 'Mark Complete' }).click();
    await task.getByRole('button', { name: 'Yes, It Is Done' }).click();
    await showsUp(page, panel(page, 'Audit Log').getByText('Set the task “Choose a day” to completed'));
    await expect(answer).toHaveValue('A draft of an answer');
    expect(await Promise.all([page, phone].map((one) => one.evaluate(() => performance.timeOrigin)))).toEqual(loaded);
  });
});

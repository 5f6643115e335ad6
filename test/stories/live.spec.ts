import type { Locator, Page } from '@playwright/test';
import { openClient, panel } from '../support/browser/client-page.ts';
import { enter, test } from '../support/browser/people.ts';
import { expect, otherBrowser } from '../support/browser/watched.ts';
import { newAdmin } from '../support/builders.ts';

// People at different computers, with their pages open all the time.

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
  const payslips = tasks.getByRole('listitem').filter({ hasText: 'Send your payslips' });
  const notes = payslips.getByPlaceholder('Add your notes or comments here...');
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
    await expect(notes).toHaveValue('A draft of a note');
  });

  await test.step('the adviser sees a completed task, and keeps the draft', async () => {
    const task = tasks.getByRole('listitem').filter({ hasText: 'Choose a day' });
    await task.locator('summary').click();
    await task.getByRole('button', { name: 'Mark Complete' }).click();
    await task.getByRole('button', { name: 'Yes, It Is Done' }).click();
    await showsUp(page, panel(page, 'Audit Log').getByText('Set the task “Choose a day” to completed'));
    await expect(answer).toHaveValue('A draft of an answer');
    expect(await Promise.all([page, phone].map((one) => one.evaluate(() => performance.timeOrigin)))).toEqual(loaded);
  });
});

test('staff see each other’s changes of a client, and keep what they typed, their place and their focus', async ({
  page,
  watch,
  client,
}) => {
  const colleague = await newAdmin();
  const { id } = (await client.addTask({ title: 'Send your payslips' })).body;
  await openClient(page, client);
  const list = await otherBrowser(page, watch, { locale: 'en-GB' });
  await enter(list.context(), colleague);
  await list.goto('/clients');
  const found = list.getByRole('article').filter({ hasText: client.name });
  await expect(found).toBeVisible();
  const loaded = await Promise.all([page, list].map((one) => one.evaluate(() => performance.timeOrigin)));
  const stages = panel(page, 'Journey Stages');
  const tasks = panel(page, 'Client Tasks');

  await test.step('the adviser sees a completed stage and a changed task while writing', async () => {
    await stages.getByRole('button', { name: /^2\. / }).click();
    const draft = panel(page, 'Messages').getByRole('textbox');
    await draft.fill('A draft of an answer');
    const place = () => draft.evaluate((field) => [window.scrollY, field.getBoundingClientRect().top]);
    const before = await place();
    const stage = { params: { stageId: `${client.id}.1` }, body: { status: 'completed' } };
    await client.by('PATCH /api/stages/{stageId}', stage, colleague);
    await client.setTask(id, { title: 'Send both payslips' }, colleague);
    await showsUp(page, tasks.getByText('Send both payslips'));
    for (const name of [/^1\. .*Completed/, /^2\. /])
      await expect(stages.getByRole('button', { name })).toHaveAttribute('aria-expanded', 'true');
    await expect(draft).toHaveValue('A draft of an answer');
    await expect(draft).toBeFocused();
    expect(await place()).toEqual(before);
  });

  await test.step('the adviser goes on editing a task that a colleague completes, and does not reopen it', async () => {
    await tasks.getByRole('button', { name: 'Edit task' }).click();
    const title = page.getByRole('dialog', { name: 'Edit Task' }).getByLabel('Title');
    await title.fill('Send all payslips');
    await client.setTask(id, { status: 'completed' }, colleague);
    await showsUp(page, page.locator('#activity').getByText(/to completed/));
    await expect(title).toHaveValue('Send all payslips');
    await expect(title).toBeFocused();
    await title.press('Enter');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    const [saved] = await client.read('GET /api/clients/{id}/tasks');
    expect(saved).toMatchObject({ title: 'Send all payslips', status: 'completed' });
  });

  await test.step('the admin sees the new status in the list', async () => {
    const search = list.getByRole('searchbox');
    await search.fill('Mia');
    await client.change({ status: 'urgent' });
    await showsUp(list, found.getByText('Urgent'));
    await expect(search).toHaveValue('Mia');
    await expect(search).toBeFocused();
  });

  await test.step('the adviser sees that the client was deleted', async () => {
    watch.expected.push(/^404 GET/, /status of 404/);
    await client.by('DELETE /api/clients/{id}', {}, colleague);
    await showsUp(page, page.getByRole('heading', { name: 'Client not found' }));
  });
  expect(await Promise.all([page, list].map((one) => one.evaluate(() => performance.timeOrigin)))).toEqual(loaded);
});

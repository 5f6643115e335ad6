import type { Page } from '@playwright/test';
import { test } from '../../support/browser/people.ts';
import { dismissToast, expectToast } from '../../support/browser/toast.ts';
import { expect } from '../../support/browser/watched.ts';
import { inDays } from '../../support/days.ts';

const card = (page: Page, title: string) =>
  page.getByRole('region', { name: 'Your Tasks' }).getByRole('listitem').filter({ hasText: title });
const notes = (page: Page) => page.getByLabel('Add Notes:');
const message = (page: Page) => page.getByRole('textbox', { name: 'Message' });

test.use({ viewport: { width: 390, height: 844 } });

async function openPortal(page: Page, { token }: { token: string }) {
  await page.goto(`/portal/${token}`);
  await expect(page.getByRole('region', { name: 'Your Tasks' })).toBeVisible();
}

test('the portal’s tasks show step and urgency, and the most urgent is the next step', async ({ page, client }) => {
  const dueDate = inDays(1);
  const { body: task } = await client.addTask({ description: 'A photo is enough' });
  await client.addTask({ title: 'Sign the letter', stageId: `${client.id}.1`, dueDate });
  await client.addTask({ title: 'Send a statement', dueDate: inDays(-3) });
  await client.addTask({ title: 'Not for clients', responsibility: 'adviser' });
  await openPortal(page, client);
  await expect(card(page, 'Sign the letter')).toHaveText(/Due \d{1,2} [A-Z][a-z]+ \d{4}.*Urgent.*Step: First Meeting/);
  await expect(card(page, task.title)).toHaveText(/A photo is enough.*Unknown Stage/);
  await expect(card(page, task.title).getByRole('img', { name: 'Pending' })).toBeVisible();
  await expect(page.getByText('Not for clients')).toHaveCount(0);
  await card(page, 'Sign the letter').locator('summary').click();
  for (const name of ['Mark Complete', 'I Need Help with This'])
    await expect(
      page
        .getByRole('group', { name: 'Sign the letter', exact: true })
        .getByRole('button', { name, description: 'Sign the letter' }),
    ).toBeVisible();
  const next = page.getByRole('region', { name: 'Your next step' });
  await expect(next).toHaveText(/Send a statement.*Due \d{1,2} [A-Z][a-z]+ \d{4}.*Overdue/);
  await next.getByRole('link', { name: 'Go to This Task' }).click();
  await expect(card(page, 'Send a statement').locator('summary')).toBeFocused();
  await expect(card(page, 'Send a statement').getByRole('button', { name: 'Mark Complete' })).toBeInViewport();
  await expect(page.getByRole('button', { name: 'Mark Complete' })).toHaveCount(1);
});

test('a client’s note is added to the earlier notes of a task, and never lost', async ({ page, api, client }) => {
  const { body: task } = await client.addTask({ description: 'A photo is enough' });
  await openPortal(page, client);
  const save = page.getByRole('button', { name: 'Save Notes' });

  await test.step('saves a note by keyboard, and keeps one from another device', async () => {
    await expect(notes(page)).toHaveAttribute('placeholder', 'Add your notes or comments here...');
    await expect(save).toBeDisabled();
    await notes(page).fill(' \u200b\u2800');
    await expect(save).toBeDisabled();
    await notes(page).press('Control+Enter');
    await expectToast(page, 'Error', 'Please enter some notes');
    await notes(page).fill(' It is a bit dark ');
    await notes(page).press('Tab');
    await page.keyboard.press('Enter');
    await expectToast(page, 'Task Updated', 'Your notes have been saved.');
    await expect(notes(page)).toHaveValue('');
    await expect(card(page, task.title).locator('summary')).toBeFocused();
    const when = String.raw`\d+ (?:May|[A-Z][a-z]{3,}) \d{4}, \d\d:\d\d\s+`;
    await expect(card(page, task.title)).toHaveText(new RegExp(`Your Notes:${when}It is a bit dark`));
    // Written on another device meanwhile.
    await client.setTask(task.id, { addNote: 'It was the tablet’s camera' }, client.own);
    await notes(page).fill('A better one follows');
    await save.click();
    await expect(card(page, task.title)).toHaveText(
      new RegExp(String.raw`It is a bit dark\s+${when}It was the tablet’s camera\s+${when}A better one follows`),
    );
    expect(api.sent('PATCH /api/tasks/{id}').at(-1)?.body).toEqual({ addNote: 'A better one follows' });
    await expect(notes(page)).toHaveValue('');
  });

  await test.step('reports a note that could not be saved, and keeps it', async () => {
    await dismissToast(page);
    api.fails('PATCH /api/tasks/{id}');
    await notes(page).fill('A draft');
    await save.click();
    await expectToast(page, 'Error', 'Failed to update task');
    await expect(notes(page)).toHaveValue('A draft');
  });

  await test.step('saves a note once', async () => {
    api.recovers();
    const sent = api.countsFromNow('PATCH /api/tasks/{id}');
    const answered = api.holds('PATCH /api/tasks/{id}');
    await notes(page).fill('It is still a bit dark');
    await save.click();
    await expect(page.getByRole('button', { name: 'Saving...' })).toBeDisabled();
    await notes(page).press('Control+Enter');
    answered();
    await expectToast(page, 'Task Updated', 'Your notes have been saved.');
    expect(sent()).toBe(1);
  });
});

test('a client reads and answers messages from the bar', async ({ page, api, client }) => {
  const content = 'How is the passport coming on?';
  await client.addTask({});
  await client.write(content);
  await openPortal(page, client);

  await test.step('leads from the bar to the adviser’s message', async () => {
    await page.getByRole('navigation').getByRole('link', { name: 'Messages' }).click();
    const messages = page.getByRole('region', { name: 'Messages' });
    await expect(messages.getByText(content)).toBeInViewport();
    await expect(page).toHaveURL(/#messages$/);
    await message(page).fill('Nearly done');
    await message(page).press('Enter');
    await expectToast(page, 'Message Sent');
    await expect(messages.getByRole('listitem').last()).toHaveText(/^You.*Nearly done/);
    await expect(message(page)).toHaveValue('');
  });

  await test.step('keeps a message that failed to send in the field', async () => {
    api.fails('POST /api/clients/{id}/messages');
    await message(page).fill('Done now');
    await page.getByRole('button', { name: 'Send' }).click();
    await expectToast(page, 'Error', 'Failed to send message');
    await expect(message(page)).toHaveValue('Done now');
  });
});

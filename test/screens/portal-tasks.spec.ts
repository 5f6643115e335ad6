import type { Page } from '@playwright/test';
import type { Task } from '#shared/contract/tasks.ts';
import { expectAccessible } from '../support/browser/axe.ts';
import { shoot } from '../support/browser/shoot.ts';
import { expectToast } from '../support/browser/toast.ts';
import { aMessage, aTask, stageIdOf } from '../support/stub/builders.ts';
import { expect, test as screen } from './screen.ts';

const card = (page: Page, title: string) =>
  page.getByRole('region', { name: 'Your Tasks' }).getByRole('listitem').filter({ hasText: title });
const notes = (page: Page) => page.getByLabel('Add Notes:');
const message = (page: Page) => page.getByRole('textbox', { name: 'Message' });

/** A client's open portal with one task. */
const test = screen.extend<{ task: Task }>({
  task: async ({ page, firm, client }, use) => {
    const task = aTask({ description: 'A photo is enough' });
    firm.tasks = [task];
    await page.goto(`/portal/${client.token}`);
    await expect(page.getByRole('region', { name: 'Your Tasks' })).toBeVisible();
    await use(task);
  },
});
test.use({ viewport: { width: 390, height: 844 } });

test('tasks come with what is to be known of them, the next one first', async ({ page, firm, client, task }) => {
  const dueDate = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
  firm.tasks.push(
    aTask({ title: 'Sign the letter', stageId: stageIdOf(client.id, 1), dueDate }),
    aTask({ title: 'Not for clients', responsibility: 'adviser' }),
  );
  await page.reload();
  await expect(card(page, 'Sign the letter')).toHaveText(/First Meeting.*Urgent.*Due: [A-Z][a-z]{2} \d{1,2}, \d{4}/);
  await expect(card(page, task.title)).toHaveText(/A photo is enough.*Unknown Stage/);
  await expect(card(page, task.title).getByRole('img', { name: 'Pending' })).toBeVisible();
  await expect(page.getByText('Not for clients')).toHaveCount(0);
  const next = page.getByRole('region', { name: 'Your next step' });
  await expect(next).toHaveText(/Sign the letter.*and 1 more task after this/);
  await expectAccessible(page);
  await shoot(page, 'portal-tasks');
  await next.getByRole('link', { name: 'Go to this task' }).click();
  await expect(card(page, 'Sign the letter').getByRole('heading')).toBeInViewport();
});

test('notes are added, by keyboard too, and never lost', async ({ page, task }) => {
  await expect(notes(page)).toHaveAttribute('placeholder', 'Add your notes or comments here...');
  const save = page.getByRole('button', { name: 'Save Notes' });
  await expect(save).toBeDisabled();
  await notes(page).fill('   ');
  await expect(save).toBeDisabled();
  await notes(page).press('Control+Enter');
  await expectToast(page, 'Error', 'Please enter some notes');
  await notes(page).fill(' It is a bit dark ');
  await notes(page).press('Tab');
  await page.keyboard.press('Enter');
  await expectToast(page, 'Task Updated', 'Your notes have been saved.');
  await expect(notes(page)).toHaveValue('');
  await expect(card(page, task.title)).toHaveText(/Your Notes:It is a bit dark/);
  await notes(page).fill('A better one follows');
  await save.click();
  await expect(card(page, task.title)).toHaveText(/It is a bit dark\s+A better one follows/);
});

test('a task is marked complete once', async ({ page, api, task }) => {
  await page.getByRole('button', { name: 'Mark Complete' }).dblclick();
  await expectToast(page, 'Task Updated', 'The task has been marked as complete.');
  await expect(card(page, task.title).getByRole('img', { name: 'Completed' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Mark Complete' })).toHaveCount(0);
  await expect(notes(page)).toHaveCount(0);
  await expect(page.getByRole('heading', { name: task.title })).toBeFocused();
  expect(api.sent('PATCH /api/tasks/{id}')).toHaveLength(1);
});

test('notes wait while they are saved', async ({ page, api, task: _ }) => {
  const answered = api.holds('PATCH /api/tasks/{id}');
  await notes(page).fill('It is a bit dark');
  await page.getByRole('button', { name: 'Save Notes' }).click();
  await expect(page.getByRole('button', { name: 'Saving...' })).toBeDisabled();
  await notes(page).press('Control+Enter');
  answered();
  await expectToast(page, 'Task Updated', 'Your notes have been saved.');
  expect(api.sent('PATCH /api/tasks/{id}')).toHaveLength(1);
});

for (const [what, act] of [
  ['complete', (page: Page) => page.getByRole('button', { name: 'Mark Complete' }).click()],
  [
    'note',
    async (page: Page) => {
      await notes(page).fill('A draft');
      await page.getByRole('button', { name: 'Save Notes' }).click();
    },
  ],
] as const)
  test(`a ${what} that is not saved is said, and nothing is lost`, async ({ page, api, task: _ }) => {
    api.fails('PATCH /api/tasks/{id}');
    await act(page);
    await expectToast(page, 'Error', 'Failed to update task');
    await expect(page.getByRole('button', { name: 'Mark Complete' })).toBeEnabled();
    await expect(notes(page)).toHaveValue(what === 'note' ? 'A draft' : '');
  });

test('messages go both ways', async ({ page, firm, task: _ }) => {
  const content = 'How is the passport coming on?';
  firm.messages = [aMessage({ content })];
  await page.reload();
  await page.getByRole('link', { name: 'Ask Ruth Amari' }).click();
  const messages = page.getByRole('region', { name: 'Messages' });
  await expect(messages.getByText(content)).toBeInViewport();
  await message(page).fill('Nearly done');
  await message(page).press('Enter');
  await expectToast(page, 'Message Sent');
  await expect(messages.getByRole('listitem').last()).toHaveText(/Nearly done.*You/);
});

test('a message that is not sent stays', async ({ page, api, task: _ }) => {
  api.fails('POST /api/clients/{id}/messages');
  await message(page).fill('Nearly done');
  await page.getByRole('button', { name: 'Send' }).click();
  await expectToast(page, 'Error', 'Failed to send message');
  await expect(message(page)).toHaveValue('Nearly done');
});

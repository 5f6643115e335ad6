import type { Page } from '@playwright/test';
import type { Task } from '#shared/contract/tasks.ts';
import { clientOf } from '../../support/acts.ts';
import { openClient, panel } from '../../support/browser/client-page.ts';
import { test } from '../../support/browser/people.ts';
import { dismissToast, expectToast } from '../../support/browser/toast.ts';
import { expect } from '../../support/browser/watched.ts';
import { fileForm } from '../../support/builders.ts';
import { inDays } from '../../support/days.ts';
import { ask } from '../../support/requests.ts';

const TASKS = 'GET /api/clients/{id}/tasks';
const tasks = (page: Page) => panel(page, 'Client Tasks');
const row = (page: Page, title: string) => tasks(page).getByRole('listitem').filter({ hasText: title });

test('an adviser assigns and completes a task', async ({ page, adviser, api }) => {
  const client = await clientOf(adviser, { name: 'Mia Wood' });
  await openClient(page, client);

  await test.step('requires a title, and assigns a new task to the client by default', async () => {
    await expect(tasks(page).getByText('No tasks yet')).toBeVisible();
    await tasks(page).getByRole('button', { name: 'Assign Task' }).click();
    const dialog = page.getByRole('dialog', { name: 'Assign Task' });
    await expect(dialog.getByLabel('Title')).toBeFocused();
    await expect(dialog.getByLabel('Responsibility')).toHaveValue('client');
    await expect(dialog.getByLabel('Stage')).toHaveValue('none');
    await dialog.getByLabel('Title').fill('\u200b\u3164');
    await expect(dialog.getByRole('button', { name: 'Create Task' })).toBeDisabled();
    await dialog.getByLabel('Title').fill(' Send the passport ');
    await dialog.getByLabel('Description').fill('The page with the picture');
    await dialog.getByLabel('Due Date').fill(inDays(2));
    await dialog.getByLabel('Stage').selectOption('6.1 Proof of ID & Address');
    await dialog.getByRole('button', { name: 'Create Task' }).dblclick();
    await expectToast(page, 'Task Created');
    await expect(dialog).toBeHidden();
    for (const text of [
      'The page with the picture',
      'Outstanding',
      'Client Action',
      'Urgent',
      '6.1 Proof of ID & Address',
    ])
      await expect(row(page, 'Send the passport').getByText(text, { exact: true })).toBeVisible();
    await expect(row(page, 'Send the passport').getByText(/^Due: \d+ \w+ \d{4}$/)).toBeVisible();
    expect(api.sent('POST /api/clients/{id}/tasks')).toHaveLength(1);
    await expect(panel(page, 'Progress').getByRole('button', { name: /1\s*Outstanding Tasks/ })).toBeVisible();
    await panel(page, 'Progress')
      .getByRole('button', { name: /Outstanding Tasks/ })
      .click();
    await expect(tasks(page)).toBeFocused();
  });

  await test.step('shows a completion immediately, and rolls it back if refused or undone', async () => {
    const task = row(page, 'Send the passport');
    api.fails('PATCH /api/tasks/{id}');
    const go = api.holds('PATCH /api/tasks/{id}');
    await task.getByRole('button', { name: 'Mark Complete: Send the passport' }).click();
    await expect(task.getByText('Completed', { exact: true })).toBeVisible();
    go();
    await expectToast(page, 'Error', 'Failed to update task');
    await expect(task.getByText('Outstanding', { exact: true })).toBeVisible();
    api.recovers();
    await task.getByRole('button', { name: 'Mark Complete: Send the passport' }).click();
    await expectToast(page, 'Task Updated');
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(task.getByText('Outstanding', { exact: true })).toBeVisible();
    await expect.poll(async () => (await client.read(TASKS))[0].status).toBe('pending');
    await page.getByLabel('Client status').focus();
    expect(await task.getAttribute('style')).toBeNull();
  });

  await test.step('folds a completed task away once toast and focus are gone, and reopens it', async () => {
    const task = row(page, 'Send the passport');
    const folded = tasks(page).getByRole('button', { name: '1 completed task' });
    const sent = api.countsFromNow('PATCH /api/tasks/{id}');
    await task.getByRole('button', { name: 'Mark Complete: Send the passport' }).dblclick();
    await expect(task.getByText('Completed', { exact: true })).toBeVisible();
    await dismissToast(page);
    await expect(task.getByRole('button', { name: 'Reopen: Send the passport' })).toBeFocused();
    await tasks(page).getByRole('heading', { name: 'Client Tasks' }).click();
    await expect(folded).toHaveAttribute('aria-expanded', 'false');
    await expect(tasks(page)).toBeFocused();
    await expect(task).toHaveCount(0);
    expect(sent()).toBe(1);
    await folded.click();
    await task.getByRole('button', { name: 'Reopen: Send the passport' }).click();
    await expect(task.getByText('Outstanding', { exact: true })).toBeVisible();
    await expect(folded).toHaveCount(0);
  });
});

test('a task shows its urgency and files, and all its fields can be edited', async ({ page, adviser, api }) => {
  await test.step('shows the urgency of each due date', async () => {
    const due = { Overdue: inDays(-2), Urgent: inDays(2), 'Due Soon': inDays(6), 'On Track': inDays(20) };
    const client = await clientOf(adviser);
    for (const [title, dueDate] of [...Object.entries(due), ['No Due Date', null]])
      await client.addTask({ title: `task ${title}`, dueDate });
    await openClient(page, client);
    await expect(tasks(page).getByRole('listitem')).toHaveText(
      ['Overdue', 'Urgent', 'Due Soon', 'On Track', 'No Due Date'].map(
        (badge) => new RegExp(`task ${badge}.*${badge}`),
      ),
    );
  });

  await test.step('lists the task’s files, and names the task at each document', async () => {
    const client = await clientOf(adviser);
    const { body: task } = await client.addTask({ responsibility: 'client' });
    await client.addTask({ title: 'Sign the letter' });
    const form = fileForm('x'.repeat(1536), 'passport.txt');
    form.set('taskId', task.id);
    await client.by('POST /api/clients/{id}/documents', { form }, client.own);
    await client.by('POST /api/clients/{id}/documents', { form: fileForm('A letter', 'Letter.txt') });
    await openClient(page, client);
    const files = tasks(page).getByRole('list', { name: `Files for ${task.title}` });
    await expect(files.getByRole('listitem')).toHaveText([/^passport\.txt1\.5 KB$/]);
    const documents = panel(page, 'Documents by Stage').getByRole('listitem');
    await expect(documents.filter({ hasText: 'passport.txt' })).toContainText(`For “${task.title}”`);
    await files.getByRole('button', { name: 'passport.txt' }).click();
    const dialog = page.getByRole('dialog', { name: 'passport.txt' });
    await expect(dialog.getByRole('button', { name: 'Download' })).toBeVisible();
    await page.keyboard.press('Escape');
  });

  await test.step('changes or removes the due date in the row', async () => {
    const client = await clientOf(adviser);
    await client.addTask({ title: 'Call the provider', dueDate: inDays(9) });
    await openClient(page, client);
    const task = row(page, 'Call the provider');
    const date = task.getByRole('button', { name: 'Change the due date of Call the provider' });
    const field = task.getByLabel('Due date of Call the provider');
    await date.click();
    await expect(field).toBeFocused();
    await field.fill(inDays(-1));
    await field.press('Enter');
    await expectToast(page, 'Task Updated');
    await expect(task.getByText('Overdue', { exact: true })).toBeVisible();
    await expect(date).toBeFocused();
    await date.click();
    await field.fill('0026-12-25');
    for (const key of ['Enter', 'Tab']) {
      await field.press(key);
      await expect(field).toHaveValue('0026-12-25');
      await expect(field).toHaveAccessibleDescription(
        `Choose a date between 2000 and ${new Date().getUTCFullYear() + 10}`,
      );
    }
    await field.fill(inDays(20));
    await field.press('Escape');
    await expect(task.getByText('Overdue', { exact: true })).toBeVisible();
    await date.click();
    await field.fill('');
    await tasks(page).getByRole('heading', { name: 'Client Tasks' }).click();
    await expect(task.getByText('No Due Date')).toBeVisible();
    await expect.poll(async () => (await client.read(TASKS))[0].dueDate).toBe(null);
  });

  await test.step('edits everything about a task in the dialog', async () => {
    const client = await clientOf(adviser);
    const first = `${client.id}.1`;
    await client.addTask({ title: 'Call the provider', responsibility: 'adviser', stageId: first, dueDate: inDays(9) });
    await openClient(page, client);
    await expect(row(page, 'Call the provider').getByText('Adviser Action')).toBeVisible();
    await tasks(page).getByRole('button', { name: 'Edit task Call the provider' }).click();
    const dialog = page.getByRole('dialog', { name: 'Edit Task' });
    await expect(dialog.getByLabel('Due Date')).toHaveValue(inDays(9));
    await expect(dialog.getByLabel('Stage')).toHaveValue(first);
    await expect(dialog.getByLabel('Status').getByRole('option')).toHaveText([
      'Outstanding',
      'In Progress',
      'Completed',
    ]);
    await dialog.getByLabel('Title').fill('Write to the provider');
    await dialog.getByLabel('Status').selectOption('In Progress');
    await dialog.getByLabel('Responsibility').selectOption('Client Action');
    await dialog.getByLabel('Stage').selectOption('General task');
    await dialog.getByLabel('Due Date').fill('');
    await dialog.getByLabel('Adviser Notes').fill('They never answer the phone');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expectToast(page, 'Task Updated');
    const edited = row(page, 'Write to the provider');
    for (const text of ['In Progress', 'Client Action', 'No Due Date', 'They never answer the phone'])
      await expect(edited).toContainText(text);
    await expect(edited.getByText('1 First Meeting')).toHaveCount(0);
  });

  await test.step('refuses a missing year or one out of range, and shows one saved before', async () => {
    const client = await clientOf(adviser);
    await client.addTask({ title: 'Call the provider' });
    const tasksOf = () => client.read(TASKS);
    api.answers(TASKS, async () => (await tasksOf()).map((task: Task) => ({ ...task, dueDate: '0026-12-25' })));
    await openClient(page, client);
    await expect(row(page, 'Call the provider')).toContainText(/Overdue.*Due: 25 Dec 26/);
    await tasks(page).getByRole('button', { name: 'Edit task Call the provider' }).click();
    const dialog = page.getByRole('dialog', { name: 'Edit Task' });
    const field = dialog.getByLabel('Due Date');
    await expect(field).toHaveValue('0026-12-25');
    await dialog.getByLabel('Title').fill('Write to the provider');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(field).toHaveAccessibleDescription(
      `Choose a date between 2000 and ${new Date().getUTCFullYear() + 10}`,
    );
    await expect(field).toBeFocused();
    await field.pressSequentially('2512');
    await page.keyboard.press('Backspace');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(field).toHaveAccessibleDescription('Must be a date');
    await field.fill('2036-12-31');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expectToast(page, 'Task Updated');
    expect(await tasksOf()).toMatchObject([{ title: 'Write to the provider', dueDate: '2036-12-31' }]);
  });
});

test('a text about a task or request that was deleted meanwhile is offered after a reload', async ({
  page,
  client,
}) => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  const { body: task } = await client.addTask({});
  const p60 = await ask(client, 'P60');
  await openClient(page, client);
  await tasks(page).getByRole('button', { name: 'Edit task Send passport' }).click();
  await page.getByRole('dialog').getByLabel('Adviser Notes').fill('Call first');
  await page.reload();
  await page.getByRole('button', { name: 'More for P60' }).click();
  await page.getByRole('menuitem', { name: 'Waive' }).click();
  await page.getByRole('dialog').getByLabel('Reason').fill('Seen at the branch');
  await page.reload();
  const text = (kind: string) => page.getByRole('group', { name: `Unsaved text of a deleted ${kind}` });
  await expect(row(page, 'Send passport')).toBeVisible();
  await expect(text('task')).toHaveCount(0);
  await client.by('DELETE /api/tasks/{id}', { params: { id: task.id } });
  await client.by('DELETE /api/requests/{id}', { params: { id: p60.id } });
  await page.reload();
  await expect(text('request')).toContainText('Seen at the branch');
  await text('task').getByRole('button', { name: 'Copy' }).click();
  await expectToast(page, 'Text Copied');
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('Call first');
  await text('task').getByRole('button', { name: 'Discard' }).press('Enter');
  await expect(text('task')).toHaveCount(0);
  await page.reload();
  await expect(text('request')).toBeVisible();
  await expect(text('task')).toHaveCount(0);
});

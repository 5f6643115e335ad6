import type { Page } from '@playwright/test';
import { anotherClient, aTask, expect, expectAccessible, expectToast, inDays, shoot, test } from '../screen.ts';

const shown = (date: string) =>
  new Date(`${date}T12:00`).toLocaleDateString('en-US', { year: 'numeric', month: 'short', day: 'numeric' });

const BADGES = [
  ['Late', -1, 'Overdue'],
  ['Now', 0, 'Urgent'],
  ['Soon', 6, 'Due Soon'],
  ['Far', 30, 'On Track'],
  ['Some day', undefined, 'No Due Date'],
] as const;

test('an adviser sees its own tasks, the oldest first, with how urgent they are', async ({ page, firm, client }) => {
  const due = BADGES.toReversed().map(([title, days]) =>
    aTask({
      title,
      description: `About ${title}`,
      responsibility: 'adviser',
      dueDate: days === undefined ? null : inDays(days),
    }),
  );
  const [late] = due.toReversed();
  firm.tasks = [
    ...due,
    aTask({ title: 'For the client' }),
    aTask({ title: 'Done', responsibility: 'adviser', status: 'completed' }),
  ];
  await page.goto('/tasks');
  await expect(page.getByText('Tasks requiring your attention')).toBeVisible();
  const cards = page.getByRole('main').getByRole('listitem');
  await expect(cards).toHaveText(
    BADGES.map(([title, , badge]) => new RegExp(`${title}.*About ${title}.*${badge}.*Mia Wood`)),
  );
  await expect(cards.first().getByText(`Due: ${shown(inDays(-1))}`)).toBeVisible();
  await expectAccessible(page);
  await shoot(page, 'tasks');
  await cards.first().click();
  await expect(page).toHaveURL(`/adviser/client/${client.id}#task-${late?.id}`);
});

test('an adviser waits for its tasks, is told why they are missing, and that there are none', async ({ page, api }) => {
  api.fails('GET /api/tasks/pending');
  const release = api.holds('GET /api/tasks/pending');
  await page.goto('/tasks');

  await test.step('shows five grey cards while they are read', async () => {
    await expect(page.locator('.chakra-skeleton')).toHaveCount(5);
    release();
  });

  await test.step('says that they cannot be read', async () => {
    await expect(page.getByRole('alert').getByText('Your tasks could not be loaded')).toBeVisible();
  });

  await test.step('asks for them again, and says that there are none', async () => {
    api.recovers();
    await page.getByRole('button', { name: 'Try Again' }).click();
    await expect(page.getByText('No pending tasks', { exact: true })).toBeVisible();
    await expect(page.getByText('All your tasks are up to date')).toBeVisible();
  });
});

const rowOf = (page: Page, title: string) => page.getByRole('row').filter({ hasText: title });

test('pending tasks lie under their clients', async ({ page, firm, client }) => {
  const ola = anotherClient('Ola Berg');
  firm.clients.push(ola);
  firm.tasks = [
    aTask({ description: 'A photo is enough' }),
    aTask({ title: 'Call about pensions', responsibility: 'adviser', status: 'in_progress' }),
    aTask({ clientId: ola.id, title: 'Sign the engagement letter' }),
  ];
  await page.goto('/pending-tasks');
  await expect(page.getByRole('heading', { name: 'Pending Tasks' })).toBeVisible();
  await expect(page.getByText('Review and manage all pending client tasks')).toBeVisible();
  const mia = page.getByRole('link', { name: /Mia Wood/ });
  await expect(mia).toContainText('2 pending tasks');
  await expect(page.getByRole('link', { name: /Ola Berg/ })).toContainText('1 pending task');
  for (const column of ['Task Title', 'Description', 'Status', 'Assigned To'])
    await expect(page.getByRole('columnheader', { name: column }).first()).toBeVisible();
  await expect(rowOf(page, 'Send your passport')).toHaveText(/A photo is enough.*Pending.*Client/);
  await expect(rowOf(page, 'Call about pensions')).toHaveText(/No description.*In Progress.*Adviser/);
  await expectAccessible(page);
  await shoot(page, 'pending-tasks');
  await mia.click();
  await expect(page).toHaveURL(`/adviser/client/${client.id}`);
});

test('a pending task is shown, and its status set', async ({ page, firm, client, api }) => {
  const task = aTask();
  const row = rowOf(page, task.title);
  const dialog = page.getByRole('dialog', { name: task.title });

  await test.step('says that the tasks cannot be read, and asks for them again', async () => {
    api.fails('GET /api/tasks/pending');
    await page.goto('/pending-tasks');
    await expect(page.getByRole('alert').getByText('The pending tasks could not be loaded')).toBeVisible();
    api.recovers();
    firm.tasks = [task];
    await page.getByRole('button', { name: 'Try Again' }).click();
    await expect(row).toBeVisible();
  });

  await test.step('shows the status before again where it cannot be set', async () => {
    api.fails('PATCH /api/tasks/{id}');
    await row.click();
    await page.getByLabel('Status').selectOption('Completed');
    await expectToast(page, 'Error', 'Failed to update task status');
    await expect(page.getByLabel('Status')).toHaveValue('pending');
    api.recovers();
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
  });

  await test.step('opens with its details', async () => {
    await row.getByRole('button', { name: task.title, exact: true }).press('Enter');
    for (const text of ['Mia Wood', 'No description provided', 'Client'])
      await expect(dialog.getByText(text, { exact: true }).first()).toBeVisible();
    await expect(dialog.getByText(/^\d{1,2} \w+ \d{4}, \d\d:\d\d$/)).toBeVisible();
    await expect(dialog.getByLabel('Status').getByRole('option')).toHaveText(['Pending', 'In Progress', 'Completed']);
    await expect.poll(async () => (await dialog.boundingBox())?.width).toBe(600);
    await expectAccessible(page);
  });

  await test.step('takes another status', async () => {
    await dialog.getByLabel('Status').selectOption('In Progress');
    await expectToast(page, 'Success', 'Task status updated successfully');
    await expect(page.locator('#main').getByText('In Progress')).toBeVisible();
    await dialog.getByLabel('Status').selectOption('Completed');
    await expect(page.getByText('No pending tasks at the moment.')).toBeVisible();
  });

  await test.step('leads to its client', async () => {
    await dialog.getByRole('link', { name: 'View Client' }).click();
    await expect(page).toHaveURL(`/adviser/client/${client.id}#task-${task.id}`);
  });
});

import type { Page } from '@playwright/test';
import { anAdviser, anotherClient, aTask, dismissToast, expect, expectToast, test, toastOf } from '../screen.ts';

// A Wednesday.
const NOW = '2030-01-02T09:00:00Z';
const own = (title: string, dueDate: string | null, clientId = 'mia-wood') =>
  aTask({ title, description: `About ${title}`, dueDate, clientId, responsibility: 'adviser' });
const groups = (page: Page) => page.locator('[data-tasks]').getByRole('region');
const tick = (page: Page, title: string) => page.getByRole('button', { name: `Mark Complete: ${title}` });
const lines = (page: Page) => page.getByRole('main').getByRole('listitem').filter({ visible: true });
const rowOf = (page: Page, title: string) => page.getByRole('row').filter({ hasText: title });

test.beforeEach(({ page }) => page.clock.setFixedTime(NOW));

test('an adviser’s open tasks are grouped by due date, with badges', async ({ page, firm, api, client }) => {
  await test.step('shows five skeletons while loading, then a failure, then an empty list', async () => {
    api.fails('GET /api/tasks/pending');
    const release = api.holds('GET /api/tasks/pending');
    await page.goto('/tasks');
    await expect(page.locator('.chakra-skeleton')).toHaveCount(5);
    release();
    await expect(page.getByRole('alert').getByText('Your tasks could not be loaded')).toBeVisible();
    api.recovers();
    await page.getByRole('button', { name: 'Try Again' }).click();
    await expect(page.getByText('No pending tasks', { exact: true })).toBeVisible();
    await expect(page.getByText('All your tasks are up to date')).toBeVisible();
  });

  await test.step('orders groups from overdue to undated, each task with its badge', async () => {
    const late = own('Late', '2030-01-01');
    firm.tasks = [
      own('Some day', null),
      own('Far', '2030-02-01'),
      own('Monday', '2030-01-07'),
      own('Sunday', '2030-01-06'),
      own('Now', '2030-01-02'),
      own('At night', '2030-01-02'),
      late,
      aTask({ title: 'For the client' }),
      aTask({ title: 'Done', responsibility: 'adviser', status: 'completed' }),
    ];
    await page.reload();
    await expect(page.getByText('Tasks requiring your attention')).toBeVisible();
    await expect(groups(page)).toHaveText([
      /^Overdue 1.*Late.*About Late.*Overdue.*Mia Wood/,
      /^Today 2.*Now.*Urgent.*At night/,
      /^This week 1.*Sunday.*Due Soon/,
      /^Later 2.*Monday.*Due Soon.*Far.*On Track/,
      /^No date 1.*Some day.*No Due Date/,
    ]);
    await expect(lines(page)).toHaveCount(7);
    await expect(lines(page).first().getByText('Due: Jan 1, 2030')).toBeVisible();
    await lines(page).first().click();
    await expect(page).toHaveURL(`/adviser/client/${client.id}#task-${late.id}`);
  });
});

test('an adviser’s tasks are completed with one press, and moved to another date', async ({ page, firm, api }) => {
  const clients = ['Ola Berg', 'Jens Grünwald'].map((name) => anotherClient(name));
  firm.clients.push(...clients);
  firm.tasks = [
    own('Call Mia', '2029-12-30'),
    own('Call Ola', '2029-12-31', clients[0]?.id),
    own('Call Jens', '2030-01-01', clients[1]?.id),
    own('Call again', '2030-01-02'),
  ];
  await page.goto('/tasks');

  await test.step('completes a task with each press, and hides it', async () => {
    for (const title of ['Call Mia', 'Call Ola', 'Call Jens']) {
      await tick(page, title).click();
      await expectToast(page, 'Success', 'Task status updated successfully');
      await expect(lines(page).filter({ hasText: title })).toHaveCount(0);
    }
    await expect(lines(page)).toHaveText([/Call again/]);
    expect(api.sent('PATCH /api/tasks/{id}').map(({ body }) => body)).toEqual(Array(3).fill({ status: 'completed' }));
    await expect(page).toHaveURL('/tasks');
  });

  await test.step('Undo in the toast reopens the last task', async () => {
    await toastOf(page).getByRole('button', { name: 'Undo' }).click();
    await expect(lines(page)).toHaveText([/Call Jens/, /Call again/]);
  });

  await test.step('does not complete the next task on a double click', async () => {
    await tick(page, 'Call Jens').dblclick();
    await expect(lines(page)).toHaveText([/Call again/]);
    expect(firm.tasks.filter(({ status }) => status !== 'completed')).toHaveLength(1);
  });

  await test.step('shows a task again if it cannot be completed, and reports the failure', async () => {
    api.fails('PATCH /api/tasks/{id}');
    await tick(page, 'Call again').click();
    await expectToast(page, 'Error', 'Failed to update task status');
    await expect(lines(page)).toHaveText([/Call again/]);
    api.recovers();
    await dismissToast(page);
  });

  const change = page.getByRole('button', { name: 'Change date: Call again' });
  const dialog = page.getByRole('dialog', { name: 'Change Date' });
  await test.step('moves a task to Monday with one press', async () => {
    await change.click();
    await expect(dialog.getByLabel('Due Date')).toHaveValue('2030-01-02');
    await dialog.getByRole('button', { name: 'Next Monday' }).click();
    await expectToast(page, 'Task Updated', 'The task has been updated.');
    await expect(groups(page)).toHaveText([/^Later 1.*Call again.*Due: Jan 7, 2030/]);
  });

  await test.step('accepts a typed date or none, refuses a year out of range, and sends no unchanged date', async () => {
    await change.click();
    await dialog.getByLabel('Due Date').fill('2030-01-02');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(groups(page)).toHaveText([/^Today 1/]);
    const sent = api.countsFromNow('PATCH /api/tasks/{id}');
    await change.click();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog).toBeHidden();
    await change.click();
    await dialog.getByLabel('Due Date').fill('1926-12-25');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog.getByLabel('Due Date')).toHaveAccessibleDescription(/^Choose a date between 2000 and 20\d\d$/);
    await expect(dialog.getByLabel('Due Date')).toHaveValue('1926-12-25');
    expect(sent()).toBe(0);
    await dialog.getByRole('button', { name: 'No Date' }).click();
    await expect(groups(page)).toHaveText([/^No date 1/]);
  });

  await test.step('focuses the next task after Enter, until none is left', async () => {
    firm.tasks = [own('First', '2030-01-01'), own('Second', '2030-01-02'), own('Third', null)];
    await page.reload();
    await tick(page, 'First').focus();
    for (const next of ['Second', 'Third']) {
      await page.keyboard.press('Enter');
      await expect(tick(page, next)).toBeFocused();
    }
    await page.keyboard.press('Space');
    await expect(page.getByText('All your tasks are up to date')).toBeVisible();
  });
});

test('pending tasks are grouped by client or date, and searched', async ({ page, firm, api, client }) => {
  const jens = anotherClient('Jens Grünwald');
  firm.clients.push(jens);
  firm.tasks = [
    aTask({ title: 'Send a passport', description: 'A photo is enough', dueDate: '2030-01-01' }),
    aTask({ title: 'Call about pensions', responsibility: 'adviser', status: 'in_progress' }),
    aTask({ title: 'Sign the letter', clientId: jens.id, description: 'Éach page' }),
  ];

  await test.step('reports a failure, and loads the tasks on Try Again', async () => {
    api.fails('GET /api/tasks/pending');
    await page.goto('/pending-tasks');
    await expect(page.getByRole('alert').getByText('The pending tasks could not be loaded')).toBeVisible();
    api.recovers();
    await page.getByRole('button', { name: 'Try Again' }).click();
  });

  const mia = page.getByRole('link', { name: /Mia Wood/ });
  await test.step('shows a table of tasks for each client, linked to the client’s page', async () => {
    await expect(page.getByRole('heading', { name: 'Pending Tasks' })).toBeVisible();
    await expect(page.getByText('Review and manage all pending client tasks')).toBeVisible();
    await expect(mia).toContainText('2 pending tasks');
    await expect(page.getByRole('link', { name: /Jens Grünwald/ })).toContainText('1 pending task');
    for (const column of ['Task Title', 'Description', 'Status', 'Assigned To'])
      await expect(page.getByRole('columnheader', { name: column }).first()).toBeVisible();
    await expect(rowOf(page, 'Send a passport')).toHaveText(/A photo is enough.*Pending.*Client.*1 Jan 2030.*Overdue/);
    await expect(rowOf(page, 'Call about pensions')).toHaveText(/No description.*In Progress.*Adviser/);
    await mia.click();
    await expect(page).toHaveURL(`/adviser/client/${client.id}`);
    await page.goBack();
  });

  await test.step('groups tasks by date, and opens the details of a row', async () => {
    await page.getByRole('link', { name: 'By date' }).click();
    await expect(page).toHaveURL('/pending-tasks?by=date');
    await expect(groups(page)).toHaveText([
      /^Overdue 1.*Send a passport.*Mia Wood/,
      /^No date 2.*Call about pensions.*Sign the letter/,
    ]);
    await lines(page).first().click();
    await expect(page.getByRole('dialog', { name: 'Send a passport' })).toContainText('Due Date1 Jan 2030');
    await page.keyboard.press('Escape');
  });

  await test.step('searches without accents, keeps the search in the address, and clears it', async () => {
    const search = page.getByRole('searchbox', { name: 'Search tasks' });
    for (const text of ['each', 'letter GRUN']) {
      await search.fill(text);
      await expect(lines(page)).toHaveText([/Sign the letter/]);
    }
    await expect(page).toHaveURL('/pending-tasks?by=date&q=letter+GRUN');
    await page.reload();
    await expect(lines(page)).toHaveText([/Sign the letter/]);
    await search.fill('nothing like it');
    await page.getByRole('button', { name: 'Show All Tasks' }).click();
    await expect(lines(page)).toHaveCount(3);
    await expect(search).toHaveValue('');
    await expect(page).toHaveURL('/pending-tasks?by=date');
  });
});

test('a pending task is opened, and its status is set or rolled back', async ({ page, firm, client, api }) => {
  const task = aTask();
  const row = rowOf(page, task.title);
  const dialog = page.getByRole('dialog', { name: task.title });
  const status = dialog.getByLabel('Status');
  firm.tasks = [task];
  await page.goto('/pending-tasks');

  await test.step('rolls back a status that cannot be set', async () => {
    api.fails('PATCH /api/tasks/{id}');
    await row.click();
    await status.selectOption('Completed');
    await expectToast(page, 'Error', 'Failed to update task status');
    await expect(status).toHaveValue('pending');
    api.recovers();
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
  });

  await test.step('shows the details 600 px wide', async () => {
    await row.getByRole('button', { name: task.title, exact: true }).press('Enter');
    for (const text of ['Mia Wood', 'No description provided', 'Client'])
      await expect(dialog.getByText(text, { exact: true }).first()).toBeVisible();
    await expect(dialog.getByText(/^\d{1,2} \w+ \d{4}, \d\d:\d\d$/)).toBeVisible();
    await expect(status.getByRole('option')).toHaveText(['Pending', 'In Progress', 'Completed']);
    await expect.poll(async () => (await dialog.boundingBox())?.width).toBe(600);
  });

  await test.step('saves a status, removes a completed task from the list, and View Client leads to it', async () => {
    await status.selectOption('In Progress');
    await expectToast(page, 'Success', 'Task status updated successfully');
    await expect(page.locator('#main').getByText('In Progress')).toBeVisible();
    await status.selectOption('Completed');
    await expect(page.getByText('No pending tasks at the moment.')).toBeVisible();
    await dialog.getByRole('link', { name: 'View Client' }).click();
    await expect(page).toHaveURL(`/adviser/client/${client.id}#task-${task.id}`);
  });
});

test('admins see the adviser of each task, and can filter by adviser', async ({ page, firm, admin: _ }) => {
  const tom = anAdviser({ id: 'tom', name: 'Tom Baker', email: 'tom@advisers.example' });
  const ola = anotherClient('Ola Berg', { adviserId: tom.id });
  firm.advisers.push(tom);
  firm.clients.push(ola);
  firm.tasks = [own('Call Mia', null), own('Call Ola', null, ola.id)];
  await page.goto('/tasks');
  const main = page.getByRole('navigation', { name: 'Main' });
  await expect(main.getByRole('link', { name: 'Pending Adviser Tasks' })).toHaveCount(1);
  await expect(page.getByRole('button', { name: 'Assign Task' })).toBeVisible();
  await expect(lines(page)).toHaveText([/Mia Wood.*Ruth Amari/, /Ola Berg.*Tom Baker/]);
  const adviser = page.getByRole('combobox', { name: 'Adviser' });
  await expect(adviser.getByRole('option')).toHaveText(['All advisers', 'My clients', 'Ruth Amari', 'Tom Baker']);
  await adviser.selectOption('Tom Baker');
  await expect(lines(page)).toHaveText([/Call Ola/]);
  await expect(page).toHaveURL('/tasks?adviser=tom');
  await adviser.selectOption('My clients');
  await expect(page.getByText('No tasks found')).toBeVisible();
  await page.goto('/pending-tasks?adviser=tom');
  await expect(page.getByRole('link', { name: /Ola Berg/ })).toContainText('Tom Baker');
  await expect(page.getByRole('link', { name: /Mia Wood/ })).toHaveCount(0);
});

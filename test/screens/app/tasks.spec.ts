import type { Page } from '@playwright/test';
import type { Task } from '#shared/contract/tasks.ts';
import { type ClientDesk, clientOf } from '../../support/acts.ts';
import { setWidth } from '../../support/browser/fit.ts';
import { enterOn, expectFocusShown } from '../../support/browser/keyboard.ts';
import { test } from '../../support/browser/people.ts';
import { dismissToast, expectToast, toastOf } from '../../support/browser/toast.ts';
import { expect } from '../../support/browser/watched.ts';
import { newAdviser } from '../../support/builders.ts';
import { handedIn } from '../../support/requests.ts';

// A Wednesday.
const NOW = '2030-01-02T09:00:00Z';
const own = async (client: ClientDesk, title: string, dueDate: string | null): Promise<Task> =>
  (await client.addTask({ title, description: `About ${title}`, dueDate, responsibility: 'adviser' })).body;
const list = (page: Page) => page.getByRole('region', { name: /^(Pending tasks|Tasks)$/ });
const groups = (page: Page) => list(page).getByRole('region');
const tick = (page: Page, title: string) => page.getByRole('button', { name: `Mark Complete: ${title}` });
const lines = (page: Page) => page.getByRole('main').getByRole('listitem').filter({ visible: true });
const rowOf = (page: Page, title: string) => page.getByRole('row').filter({ hasText: title });

test.beforeEach(({ page }) => page.clock.setFixedTime(NOW));

test('an adviser’s open tasks are grouped by due date, with badges', async ({ page, api, adviser }) => {
  const client = await clientOf(adviser, { name: 'Mia Wood' });
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
    for (const [title, dueDate] of [
      ['Some day', null],
      ['Far', '2030-02-01'],
      ['Monday', '2030-01-07'],
      ['Sunday', '2030-01-06'],
      ['Now', '2030-01-02'],
      ['At night', '2030-01-02'],
    ] as const)
      await own(client, title, dueDate);
    const late = await own(client, 'Late', '2030-01-01');
    await client.addTask({ title: 'For the client' });
    const done = await own(client, 'Done', null);
    await client.setTask(done.id, { status: 'completed' });
    await page.reload();
    await expect(page.getByText('Tasks requiring your attention')).toBeVisible();
    await expect(groups(page)).toHaveText([
      /^Overdue 1.*Late.*About Late.*Overdue.*Mia Wood/,
      /^Today 2.*Now.*Urgent.*At night/,
      /^This week 1.*Sunday.*Due Soon/,
      /^Next week 1.*Monday.*Due Soon/,
      /^Later 1.*Far.*On Track/,
      /^No date 1.*Some day.*No Due Date/,
    ]);
    await expect(lines(page)).toHaveCount(7);
    await expect(lines(page).first().getByText('Due: Jan 1, 2030')).toBeVisible();
    await lines(page).first().click();
    await expect(page).toHaveURL(`/adviser/client/${client.id}#task-${late.id}`);
  });
});

test('an adviser’s tasks are completed with one press, and moved to another date', async ({ page, api, adviser }) => {
  const client = await clientOf(adviser, { name: 'Mia Wood' });
  await own(client, 'Call Mia', '2029-12-30');
  await own(await clientOf(adviser, { name: 'Ola Berg' }), 'Call Ola', '2029-12-31');
  await own(await clientOf(adviser, { name: 'Jens Grünwald' }), 'Call Jens', '2030-01-01');
  const again = await own(client, 'Call again', '2030-01-02');
  await page.goto('/tasks');

  await test.step('completes a task with each press, and hides it', async () => {
    for (const title of ['Call Mia', 'Call Ola', 'Call Jens']) {
      await tick(page, title).click();
      await expectToast(page, 'Success', 'Task status updated successfully');
      await expect(lines(page).filter({ hasText: title })).toHaveCount(0);
      // The toasts have the same text.
      if (title !== 'Call Jens') await dismissToast(page);
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
    expect((await adviser.call('GET /api/tasks/pending')).body).toHaveLength(1);
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
    await expect(groups(page)).toHaveText([/^Next week 1.*Call again.*Due: Jan 7, 2030/]);
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

  await test.step('keeps the focus on the date button of a task that moves to another group', async () => {
    await change.press('Enter');
    const release = api.holds('GET /api/tasks/pending');
    await enterOn(page, dialog.getByRole('button', { name: 'Next Monday' }));
    await expect(change).toBeFocused();
    release();
    await expect(groups(page)).toHaveText([/^Next week 1/]);
    await expectFocusShown(change);
  });

  await test.step('focuses the date button if the task moved while the dialog was open', async () => {
    await change.press('Enter');
    await dialog.waitFor();
    await client.setTask(again.id, { dueDate: null });
    await client.write('Hello', client.own);
    await page.evaluate(() => window.dispatchEvent(new Event('focus')));
    await expect(page.locator('main h2')).toHaveText('No date 1');
    await page.keyboard.press('Escape');
    await expectFocusShown(change);
  });

  await test.step('focuses the next task after Enter, until none is left', async () => {
    await client.setTask(again.id, { status: 'completed' });
    await own(client, 'First', '2030-01-01');
    await own(client, 'Second', '2030-01-02');
    await own(client, 'Third', null);
    await page.reload();
    await tick(page, 'First').focus();
    for (const next of ['Second', 'Third']) {
      await page.keyboard.press('Enter');
      await expect(tick(page, next)).toBeFocused();
    }
    await page.keyboard.press('Space');
    await expect(page.getByText('All your tasks are up to date')).toBeVisible();
  });

  await test.step('focuses the list if the focused task is completed elsewhere', async () => {
    for (const control of [tick(page, 'Fourth'), page.getByRole('link', { name: 'Fourth' })]) {
      const { id } = await own(client, 'Fourth', null);
      await page.reload();
      await control.focus();
      await client.setTask(id, { status: 'completed' });
      await client.write('Hello', client.own);
      await page.evaluate(() => window.dispatchEvent(new Event('focus')));
      await expect(page.getByRole('region', { name: 'Tasks' })).toBeFocused();
    }
  });
});

test('pending tasks are grouped by client or date, and searched', async ({ page, api, adviser }) => {
  const client = await clientOf(adviser, { name: 'Mia Wood' });
  const jens = await clientOf(adviser, { name: 'Jens Grünwald' });
  await client.addTask({ title: 'Send a passport', description: 'A photo is enough', dueDate: '2030-01-01' });
  const call = (await client.addTask({ title: 'Call about pensions', responsibility: 'adviser' })).body;
  await client.setTask(call.id, { status: 'in_progress' });
  await jens.addTask({ title: 'Sign the letter', description: 'Éach page' });

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

  await test.step('shows the circle before the title and the date button at the end, at each width', async () => {
    const title = page.getByRole('button', { name: 'Send a passport', exact: true });
    const date = page.getByRole('button', { name: 'Change date: Send a passport' });
    for (const width of [1280, 768, 390]) {
      await setWidth(page, width);
      const across = [tick(page, 'Send a passport'), title, date].map(
        async (part) => (await part.boundingBox())?.x ?? 0,
      );
      const places = await Promise.all(across);
      expect(places, `${width} px`).toEqual(places.toSorted((a, b) => a - b));
    }
    await setWidth(page, 1280);
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

test('lists of work are tabs of one item in the navigation, with the numbers that the page reads', async ({
  page,
  adviser,
}) => {
  const client = await clientOf(adviser, { name: 'Mia Wood' });
  await handedIn(client, 'Passport', ['Front.txt']);
  await client.addTask({ title: 'Send a passport' });
  await own(client, 'Call Mia', null);
  const heading = (name: string) => page.getByRole('heading', { level: 1, name, exact: true });
  const tabs = page.getByRole('navigation', { name: 'Work' }).getByRole('link');
  const current = page.locator('nav [aria-current="page"]');
  const items = page.getByRole('navigation', { name: 'Main' }).getByRole('link');
  const item = items.filter({ hasText: 'Work' });
  await page.goto('/dashboard');

  await test.step('opens what is to review, and marks item and tab', async () => {
    await item.click();
    await heading('To Review').waitFor();
    await expect(page).toHaveURL('/chase');
    await expect(tabs).toHaveText(['To Review 1', 'Providers', 'Stuck', 'Adviser Tasks', 'Client Tasks']);
    await expect(current).toHaveText(['Work', 'To Review 1']);
  });

  await test.step('opens tabs by keyboard, and keeps search and grouping', async () => {
    await enterOn(page, tabs.nth(4));
    await heading('Pending Tasks').waitFor();
    await expect(tabs).toHaveText(['To Review', 'Providers', 'Stuck', 'Adviser Tasks 1', 'Client Tasks 2']);
    await page.getByRole('link', { name: 'By date' }).click();
    await page.getByRole('searchbox', { name: 'Search tasks' }).fill('mia');
    await expect(lines(page)).toHaveCount(2);
    await enterOn(page, tabs.nth(3));
    await heading('Pending Adviser Tasks').waitFor();
    await expect(page).toHaveURL('/tasks?q=mia&by=date');
    await expect(current).toHaveText(['Work', 'Adviser Tasks 1']);
    await page.keyboard.press('Tab');
    await expect(page.getByRole('button', { name: 'Assign Task' })).toBeFocused();
  });

  await test.step('shows one item in the menu of a phone', async () => {
    await setWidth(page, 320, 700);
    await page.getByRole('button', { name: 'Menu' }).click();
    await expect(items).toHaveText(['Dashboard', /^Inbox/, 'Clients', 'Work', 'Figures']);
    await item.click();
    await heading('To Review').waitFor();
    await expect(item).toBeHidden();
  });
});

test('a pending task is opened, and its status is set or rolled back', async ({ page, adviser, api }) => {
  const client = await clientOf(adviser, { name: 'Mia Wood' });
  const task: Task = (await client.addTask({ title: 'Send your passport' })).body;
  const row = rowOf(page, task.title);
  const dialog = page.getByRole('dialog', { name: task.title });
  const status = dialog.getByLabel('Status');
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

test('admins see the adviser of each task, and can filter by adviser', async ({ page, adviser: ruth, admin: _ }) => {
  const tom = await newAdviser('Tom Baker');
  await own(await clientOf(ruth, { name: 'Mia Wood' }), 'Call Mia', null);
  await own(await clientOf(tom, { name: 'Ola Berg' }), 'Call Ola', null);
  await page.goto('/tasks');
  await expect(page.getByRole('button', { name: 'Assign Task' })).toBeVisible();
  await expect(lines(page)).toHaveText([/Mia Wood.*Ruth Amari/, /Ola Berg.*Tom Baker/]);
  const adviser = page.getByRole('combobox', { name: 'Adviser' });
  await expect(adviser.getByRole('option')).toHaveText(['All advisers', 'My clients', 'Ruth Amari', 'Tom Baker']);
  await adviser.selectOption('Tom Baker');
  await expect(lines(page)).toHaveText([/Call Ola/]);
  await expect(page).toHaveURL(`/tasks?adviser=${tom.id}`);
  await adviser.selectOption('My clients');
  await expect(page.getByText('No tasks found')).toBeVisible();
  await page.goto(`/pending-tasks?adviser=${tom.id}`);
  await expect(page.getByRole('link', { name: /Ola Berg/ })).toContainText('Tom Baker');
  await expect(page.getByRole('link', { name: /Mia Wood/ })).toHaveCount(0);
});

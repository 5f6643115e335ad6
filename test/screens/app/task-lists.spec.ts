import type { Page } from '@playwright/test';
import { anAdviser, anotherClient, aTask, expect, expectAccessible, expectToast, test, toastOf } from '../screen.ts';

// Tasks are worked off where they are listed: by date, at one press each.

/** A Wednesday. */
const NOW = '2030-01-02T09:00:00Z';
const own = (title: string, dueDate: string | null, clientId = 'mia-wood') =>
  aTask({ title, dueDate, clientId, responsibility: 'adviser' });
const groups = (page: Page) => page.locator('[data-tasks]').getByRole('region');
const tick = (page: Page, title: string) => page.getByRole('button', { name: `Mark Complete: ${title}` });
const lines = (page: Page) => page.getByRole('main').getByRole('listitem').filter({ visible: true });

test.beforeEach(({ page }) => page.clock.setFixedTime(NOW));

test('tasks stand under when they are due, this week until Sunday', async ({ page, firm }) => {
  firm.tasks = [
    own('Some day', null),
    own('Next week', '2030-01-07'),
    own('On Sunday', '2030-01-06'),
    own('Tomorrow', '2030-01-03'),
    own('Today', '2030-01-02'),
    own('Late at night', '2030-01-02T23:30:00.000Z'),
    own('Yesterday', '2030-01-01'),
  ];
  await page.goto('/tasks');
  await expect(groups(page)).toHaveText([
    /^Overdue 1.*Yesterday/,
    /^Today 2.*Today.*Late at night/,
    /^This week 2.*Tomorrow.*On Sunday/,
    /^Later 1.*Next week/,
    /^No date 1.*Some day/,
  ]);
  await expectAccessible(page);
});

test('three tasks of three clients are done at a press each, and one is taken back', async ({ page, firm, api }) => {
  const clients = ['Ola Berg', 'Jens Grünwald'].map((name) => anotherClient(name));
  firm.clients.push(...clients);
  firm.tasks = [
    own('Call Mia', '2029-12-30'),
    own('Call Ola', '2029-12-31', clients[0]?.id),
    own('Call Jens', '2030-01-01', clients[1]?.id),
    own('Call again', '2030-01-02'),
  ];
  await page.goto('/tasks');

  await test.step('three presses complete three tasks, each of which folds away', async () => {
    for (const title of ['Call Mia', 'Call Ola', 'Call Jens']) {
      await tick(page, title).click();
      await expectToast(page, 'Success', 'Task status updated successfully');
      await expect(lines(page).filter({ hasText: title })).toHaveCount(0);
    }
    await expect(lines(page)).toHaveText([/Call again/]);
    expect(api.sent('PATCH /api/tasks/{id}').map(({ body }) => body)).toEqual(Array(3).fill({ status: 'completed' }));
    await expect(page).toHaveURL('/tasks');
  });

  await test.step('Undo in the toast takes the last one back', async () => {
    await toastOf(page).getByRole('button', { name: 'Undo' }).click();
    await expect(lines(page)).toHaveText([/Call Jens/, /Call again/]);
  });

  await test.step('a double click does not complete the next one too', async () => {
    await tick(page, 'Call Jens').dblclick();
    await expect(lines(page)).toHaveText([/Call again/]);
    expect(firm.tasks.filter(({ status }) => status !== 'completed')).toHaveLength(1);
  });

  await test.step('one that cannot be completed comes back, and says why', async () => {
    api.fails('PATCH /api/tasks/{id}');
    await tick(page, 'Call again').click();
    await expectToast(page, 'Error', 'Failed to update task status');
    await expect(lines(page)).toHaveText([/Call again/]);
  });
});

test('by keyboard the next task is under the finger', async ({ page, firm }) => {
  firm.tasks = [own('First', '2030-01-01'), own('Second', '2030-01-02'), own('Third', null)];
  await page.goto('/tasks');
  await tick(page, 'First').focus();
  for (const next of ['Second', 'Third']) {
    await page.keyboard.press('Enter');
    await expect(tick(page, next)).toBeFocused();
  }
  await page.keyboard.press('Space');
  await expect(page.getByText('All your tasks are up to date')).toBeVisible();
});

test('a task is given another date in the list: a likely one at a press, any other, none', async ({
  page,
  firm,
  api,
}) => {
  firm.tasks = [own('Call Mia', '2029-12-30')];
  await page.goto('/tasks');
  const change = page.getByRole('button', { name: 'Change date: Call Mia' });
  const dialog = page.getByRole('dialog', { name: 'Change Date' });

  await test.step('a press puts it off to Monday', async () => {
    await change.click();
    await expect(dialog.getByLabel('Due Date')).toHaveValue('2029-12-30');
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Next Monday' }).click();
    await expectToast(page, 'Task Updated', 'The task has been updated.');
    await expect(groups(page)).toHaveText([/^Later 1.*Call Mia.*Due: Jan 7, 2030/]);
  });

  await test.step('any date can be typed', async () => {
    await change.click();
    await dialog.getByLabel('Due Date').fill('2030-01-02');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(groups(page)).toHaveText([/^Today 1/]);
  });

  await test.step('what is left as it is sends nothing', async () => {
    const sent = api.countsFromNow('PATCH /api/tasks/{id}');
    await change.click();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog).toBeHidden();
    expect(sent()).toBe(0);
  });

  await test.step('it can be without a date', async () => {
    await change.click();
    await dialog.getByRole('button', { name: 'No date' }).click();
    await expect(groups(page)).toHaveText([/^No date 1/]);
  });
});

test('pending tasks are arranged by date too, found by a text, and kept in the address', async ({ page, firm }) => {
  const jens = anotherClient('Jens Grünwald');
  firm.clients.push(jens);
  firm.tasks = [
    aTask({ title: 'Send a passport', dueDate: '2030-01-01' }),
    aTask({ title: 'Sign the letter', clientId: jens.id, description: 'Éach page' }),
  ];
  await page.goto('/pending-tasks');
  await expect(page.getByRole('table', { name: 'Pending tasks of Mia Wood' }).getByRole('row').nth(1)).toHaveText(
    /Pending.*Client.*1 Jan 2030.*Overdue/,
  );

  await test.step('by date', async () => {
    await page.getByRole('link', { name: 'By date' }).click();
    await expect(page).toHaveURL('/pending-tasks?by=date');
    await expect(groups(page)).toHaveText([/^Overdue 1.*Send a passport.*Mia Wood/, /^No date 1.*Sign the letter/]);
    await expectAccessible(page);
  });

  await test.step('a row opens its details, with the date', async () => {
    await lines(page).first().click();
    await expect(page.getByRole('dialog', { name: 'Send a passport' })).toContainText('Due Date1 Jan 2030');
    await page.keyboard.press('Escape');
  });

  await test.step('by text, without accents', async () => {
    const search = page.getByRole('searchbox', { name: 'Search tasks' });
    await search.fill('each');
    await expect(lines(page)).toHaveText([/Sign the letter/]);
    await search.fill('GRUN');
    await expect(lines(page)).toHaveText([/Sign the letter/]);
    await expect(page).toHaveURL('/pending-tasks?by=date&q=GRUN');
    await page.reload();
    await expect(lines(page)).toHaveText([/Sign the letter/]);
    await search.fill('nothing like it');
    await page.getByRole('button', { name: 'Show All Tasks' }).click();
    await expect(lines(page)).toHaveCount(2);
    await expect(search).toHaveValue('');
    await expect(page).toHaveURL('/pending-tasks?by=date');
  });
});

test('admins see whose client each task is about, and those of one adviser', async ({ page, firm, admin: _ }) => {
  const tom = anAdviser({ id: 'tom', name: 'Tom Baker', email: 'tom@advisers.example' });
  const ola = anotherClient('Ola Berg', { adviserId: tom.id });
  firm.advisers.push(tom);
  firm.clients.push(ola);
  firm.tasks = [own('Call Mia', null), own('Call Ola', null, ola.id)];
  await page.goto('/tasks');
  await expect(
    page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Pending Adviser Tasks' }),
  ).toHaveCount(1);
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

import { openClient, panel } from '../support/browser/client-page.ts';
import { expect, test } from './screen.ts';

// A journey that was completed before its stages were: it is at no stage, and nothing of it looks alive (product 4).

test.beforeEach(({ firm, client }) => {
  firm.setStages(client, { 2: 'in_progress' });
  Object.assign(firm.client(client.id), {
    status: 'overdue',
    completed: true,
    completedAt: new Date().toISOString(),
  });
});

test('the client’s page says so, and when, in place of a stage', async ({ page, client }) => {
  await openClient(page, client);
  await expect(panel(page, 'Progress').getByText(/^Current: Journey completed on \w{3} \d{1,2}, \d{4}$/)).toBeVisible();
  await expect(panel(page, 'Progress').getByText('7 of 7')).toBeVisible();
  const stages = panel(page, 'Journey Stages');
  await expect(stages.getByText('Completed', { exact: true })).toHaveCount(7);
  await expect(stages.getByText(/steps|in progress/)).toHaveCount(0);
  await expect(stages.getByRole('button', { name: /^(Start|Complete|Reopen|Reset) / })).toHaveCount(0);
  await panel(page, 'Journey', true).getByRole('button', { name: '2 Information Gathering' }).click();
  const dialog = page.getByRole('dialog', { name: '2 Information Gathering' });
  await expect(dialog.getByText('Reopen the client to change its stages.')).toBeVisible();
  await expect(dialog.getByText(/Time in progress/)).toHaveCount(0);
});

test('its header has no status’s colour until the client is reopened', async ({ page, client }) => {
  await openClient(page, client);
  const header = page.locator('[data-status]');
  const colour = () => header.evaluate((element) => getComputedStyle(element).borderTopColor);
  const status = page.getByLabel('Client status');
  await expect(header).toHaveAttribute('data-status', 'completed');
  await expect(status.getByRole('option', { selected: true })).toHaveText('Completed');
  await expect(status).toBeDisabled();
  const completed = await colour();
  await page.getByRole('button', { name: 'Reopen', exact: true }).click();
  await expect(header).toHaveAttribute('data-status', 'overdue');
  await expect(status).toHaveValue('overdue');
  await expect(status).toBeEnabled();
  expect(await colour()).not.toBe(completed);
  await expect(page.getByText('Current: Information Gathering')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Reset Journey' })).toBeVisible();
});

test('lists say so in place of a stage and a status', async ({ page, client }) => {
  for (const [path, role] of [
    ['/clients', 'article'],
    ['/dashboard', 'link'],
  ] as const) {
    await page.goto(path);
    const entry = page.getByRole('main').getByRole(role).filter({ hasText: client.name });
    await expect(entry.getByText('Journey completed')).toBeVisible();
    await expect(entry.getByText('Completed', { exact: true })).toBeVisible();
    await expect(entry.getByText(/Overdue|Information Gathering/)).toHaveCount(0);
  }
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox').fill(client.name);
  await expect(page.getByRole('option', { name: client.name })).toContainText('Journey completed');
});

test('the client reads of no steps that were not done', async ({ page, client }) => {
  await page.goto(`/portal/${client.token}`);
  const journey = page.getByRole('region', { name: 'Your Investment Journey' });
  await expect(journey.getByText('All stages complete')).toBeVisible();
  await expect(journey.getByText(/steps? done|started/)).toHaveCount(0);
});

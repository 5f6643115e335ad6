import { expect, openClient, panel, test, unfoldDiagram } from '../screen.ts';

// A journey that was completed before its stages were: it is at no stage, and nothing of it looks alive (product 4).

test.beforeEach(({ firm, client }) => {
  firm.setStages(client, { 2: 'in_progress' });
  Object.assign(firm.client(client.id), {
    status: 'overdue',
    completed: true,
    completedAt: new Date().toISOString(),
  });
});

test('the client’s page is at no stage and has no status, until the client is reopened', async ({ page, client }) => {
  await openClient(page, client);

  await test.step('says so, and when, in place of a stage', async () => {
    await expect(panel(page, 'Progress').getByText(/^Journey completed on \d{1,2} \w+ \d{4}$/)).toBeVisible();
    await expect(panel(page, 'Progress').getByText('7 of 7')).toBeVisible();
    const stages = panel(page, 'Journey Stages');
    await expect(stages.getByText('Completed', { exact: true })).toHaveCount(7);
    await expect(stages.getByText(/steps|in progress/)).toHaveCount(0);
    await expect(stages.getByRole('button', { name: /^(Start|Complete|Reopen|Reset) / })).toHaveCount(0);
    const diagram = await unfoldDiagram(page);
    await diagram.getByRole('button', { name: '2 Information Gathering' }).click();
    const dialog = page.getByRole('dialog', { name: '2 Information Gathering' });
    await expect(dialog.getByText('Reopen the client to change its stages.')).toBeVisible();
    await expect(dialog.getByText(/Time in progress/)).toHaveCount(0);
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
  });

  await test.step('has no status’s colour in its header until the client is reopened', async () => {
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
});

test('lists and the client’s own page say so too', async ({ page, client }) => {
  await test.step('lists say so in place of a stage and a status', async () => {
    await page.goto('/clients');
    for (const [screen, role] of [
      ['Clients', 'article'],
      ['Dashboard', 'link'],
    ] as const) {
      await page.getByRole('navigation').getByRole('link', { name: screen, exact: true }).click();
      const entry = page.getByRole('main').getByRole(role).filter({ hasText: client.name });
      await expect(entry.getByText('Journey completed').filter({ visible: true })).toBeVisible();
      await expect(entry.getByText('Completed', { exact: true })).toBeVisible();
      await expect(entry.getByText(/Overdue|Information Gathering/)).toHaveCount(0);
    }
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox').fill(client.name);
    await expect(page.getByRole('option', { name: client.name })).toContainText('Journey completed');
  });

  await test.step('the client reads of no steps that were not done', async () => {
    await page.goto(`/portal/${client.token}`);
    const journey = page.getByRole('region', { name: 'Your Investment Journey' });
    await expect(journey.getByText('All stages complete')).toBeVisible();
    await expect(journey.getByText(/steps? done|started/)).toHaveCount(0);
  });
});

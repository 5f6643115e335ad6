import type { Page } from '@playwright/test';
import { clientOf } from '../../support/acts.ts';
import { openClient } from '../../support/browser/client-page.ts';
import { test } from '../../support/browser/people.ts';
import { shoot } from '../../support/browser/shoot.ts';
import { expect } from '../../support/browser/watched.ts';
import { newAdmin, newAdviser } from '../../support/builders.ts';
import { inDays } from '../../support/days.ts';
import { worksWith } from '../../support/people/colleagues.ts';

const chosenAdviser = (page: Page) => page.getByRole('combobox', { name: 'Adviser' });
const offered = (page: Page) => chosenAdviser(page).getByRole('option');
const card = (page: Page, name: string) => page.getByRole('article').filter({ hasText: name });

test('a colleague sees, names and filters the clients of those whom they work with', async ({
  page,
  adviser,
  client: _,
}) => {
  const sam = await newAdviser('Sam Okafor');
  await worksWith(await newAdmin(), adviser, sam);
  const leo = await clientOf(sam, { name: 'Leo Park' });
  await leo.addTask({ title: 'Write report', responsibility: 'adviser', dueDate: inDays(-1) });

  await test.step('in the list of clients, where only the own ones can be deleted', async () => {
    await page.goto('/clients');
    await expect(card(page, 'Leo Park')).toContainText('Adviser: Sam Okafor');
    await expect(card(page, 'Mia Wood').getByRole('button', { name: 'Delete Mia Wood' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Delete Leo Park' })).toHaveCount(0);
    await expect(offered(page)).toHaveText(['All advisers', 'My clients', 'Sam Okafor']);
    await shoot(page, 'colleague-clients');
    await chosenAdviser(page).selectOption('Sam Okafor');
    await expect(page.getByRole('article')).toHaveText([/Leo Park/]);
  });

  await test.step('in a dialog that adds clients for these advisers, oneself first', async () => {
    await page.getByRole('button', { name: 'Add Client' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add Client' });
    await expect(dialog.getByRole('option')).toHaveText(['Ruth Amari', 'Sam Okafor']);
    await expect(dialog.getByLabel('Adviser')).toHaveValue(adviser.id);
    await dialog.getByLabel('Name').fill('Ida Cole');
    await dialog.getByLabel('Email', { exact: true }).fill('ida.cole@example.com');
    await dialog.getByLabel('Phone').fill('020 7946 0000');
    await dialog.getByLabel('Adviser').selectOption('Sam Okafor');
    await dialog.getByRole('button', { name: 'Create Client' }).click();
    await expect(card(page, 'Ida Cole')).toContainText('Adviser: Sam Okafor');
  });

  await test.step('on the client’s page', async () => {
    await openClient(page, leo);
    await expect(page.getByText('Adviser: Sam Okafor · you work with Sam')).toBeVisible();
    await shoot(page, 'colleague-client');
  });

  await test.step('among open tasks, and in Today', async () => {
    await page.goto('/pending-tasks');
    await expect(page.getByRole('link', { name: /Leo Park.*Adviser: Sam Okafor/ })).toBeVisible();
    await expect(offered(page)).toHaveText(['All advisers', 'My clients', 'Sam Okafor']);
    await page.goto('/dashboard');
    await expect(page.getByRole('region', { name: 'Today' }).getByRole('listitem').first()).toContainText('Sam Okafor');
    await shoot(page, 'colleague-dashboard');
  });

  await test.step('in figures, of all of them or of one', async () => {
    await page.goto('/chase/figures');
    await expect(offered(page)).toHaveText(['Everyone you work with', 'My clients', 'Sam Okafor']);
    const load = page.getByRole('table', { name: 'Load of each adviser' });
    await expect(load.locator('tbody').getByRole('row')).toHaveText([/Ruth Amari/, /Sam Okafor/]);
    await shoot(page, 'colleague-figures');
    await chosenAdviser(page).selectOption('Sam Okafor');
    await expect(load).toHaveCount(0);
    await expect(page).toHaveURL(`/chase/figures?adviser=${sam.id}`);
  });
});

test('figures and their filter leave out an adviser whom the user no longer works with', async ({ page, adviser }) => {
  const [sam, max] = await Promise.all([newAdviser('Sam Okafor'), newAdviser('Max Boss')]);
  await worksWith(await newAdmin(), adviser, sam);
  await page.goto(`/chase/figures?adviser=${max.id}`);
  await expect(chosenAdviser(page)).toHaveValue('');
  await expect(page.getByRole('table', { name: 'Load of each adviser' })).toBeVisible();
});

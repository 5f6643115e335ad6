import type { Page } from '@playwright/test';
import { clientOf } from '../../support/acts.ts';
import { expectAccessible } from '../../support/browser/axe.ts';
import { expectToFit } from '../../support/browser/fit.ts';
import { enterOn, typeInto } from '../../support/browser/keyboard.ts';
import { test } from '../../support/browser/people.ts';
import { shoot } from '../../support/browser/shoot.ts';
import { expectToast } from '../../support/browser/toast.ts';
import { expect } from '../../support/browser/watched.ts';
import { inDays } from '../../support/days.ts';
import { lettersOf } from '../../support/loas.ts';
import { handedIn } from '../../support/requests.ts';

const list = (page: Page) => page.getByRole('region', { name: 'Today' });
const rows = (page: Page) => list(page).locator('ul').first().locator('> li');
const items = (page: Page) => list(page).locator('ul ul > li');

test('Today says what waits, and each row is answered in place', async ({ page, adviser, client }) => {
  const ola = await clientOf(adviser, { name: 'Ola Berg' });
  await client.write('Where do I sign?', client.own);
  await ola.by('POST /api/clients/{id}/stuck', { body: {} }, ola.own);
  for (const [title, days] of [
    ['Call Mia', 0],
    ['Write the report', -2],
  ] as const)
    await client.addTask({ title, responsibility: 'adviser', dueDate: inDays(days) });
  await page.goto('/dashboard');
  await expect(rows(page)).toHaveText([/^Ola Berg/, /^Mia Wood/]);
  await expect(items(page)).toHaveText([
    /Asked for help.*just now/,
    /Write the report.*2 days late/,
    /Call Mia.*due today/,
    /1 unread message.*just now/,
  ]);
  const buttons = await items(page).evaluateAll((all) =>
    all.map(
      (item) => (item.querySelector('button')?.getBoundingClientRect().top ?? 0) - item.getBoundingClientRect().top,
    ),
  );
  expect(new Set(buttons).size, 'buttons at the same height in each row').toBe(1);
  await expectAccessible(page);
  for (const width of [320, 390, 768, 1280]) await expectToFit(page, 'today', width);
  await shoot(page, 'today');

  await test.step('a reply by keyboard removes the row, and the focus goes on', async () => {
    await enterOn(page, list(page).getByRole('button', { name: 'Reply to Mia Wood' }));
    await expect(items(page).nth(3)).toContainText('Where do I sign?');
    await typeInto(page, items(page).nth(3).getByRole('textbox', { name: 'Message' }), 'On page 3');
    await page.keyboard.press('Enter');
    await expect(items(page)).toHaveCount(3);
    await expect(list(page).locator(':focus')).toHaveCount(1);
  });

  await test.step('a completed task goes, and Undo returns it', async () => {
    const complete = list(page).getByRole('button', { name: 'Mark Complete: Write the report' });
    await enterOn(page, complete);
    await expectToast(page, 'Success', 'Task status updated successfully');
    await expect(items(page)).toHaveCount(2);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(complete).toBeVisible();
  });

  await test.step('a row leads to its place', async () => {
    await list(page).getByRole('link', { name: 'Ola Berg' }).click();
    await expect(page).toHaveURL(`/adviser/client/${ola.id}#messages`);
  });
});

test('Today keeps a row whose change fails, says when nothing waits, and loads again', async ({
  page,
  api,
  client,
}) => {
  const { body } = await client.addTask({ title: 'Call Mia', responsibility: 'adviser', dueDate: inDays(0) });
  await page.goto('/dashboard');
  api.fails('PATCH /api/tasks/{id}');
  await list(page).getByRole('button', { name: 'Mark Complete: Call Mia' }).click();
  await expectToast(page, 'Error', 'Failed to update task status');
  await expect(rows(page)).toHaveCount(1);
  api.fails('GET /api/today');
  await page.reload();
  await expect(list(page).getByRole('alert')).toContainText('Today’s list could not be loaded');
  api.recovers();
  await client.setTask(body.id, { status: 'completed' });
  await list(page).getByRole('button', { name: 'Try Again' }).click();
  await expect(list(page)).toContainText('Nothing is waiting for you today.');
});

test('Today shows five clients with three items each, then all, also of the whole firm', async ({
  page,
  adviser,
  admin: _,
}) => {
  for (let i = 0; i < 7; i += 1) {
    const client = await clientOf(adviser, { name: `Client ${i}` });
    await client.addTask({ title: 'Call', responsibility: 'adviser', dueDate: inDays(-i) });
    if (i === 6)
      for (const title of ['Write', 'Send', 'File'])
        await client.addTask({ title, responsibility: 'adviser', dueDate: inDays(-20) });
  }
  await page.goto('/dashboard');
  await expect(list(page)).toContainText('Nothing is waiting for you today.');
  await list(page).getByRole('button', { name: 'Whole Firm' }).click();
  await expect(rows(page)).toHaveCount(5);
  await expect(rows(page).first()).toHaveText(/^Client 6Ruth Amari.*and 1 more$/);
  await enterOn(page, list(page).getByRole('button', { name: 'Show All 7' }));
  await expect(rows(page)).toHaveCount(7);
  await expect(rows(page).nth(5)).toBeFocused();
  await expect(rows(page).last()).toContainText('due today');

  await page.reload();
  await expect(rows(page), 'after a reload').toHaveCount(7);
  await list(page).getByRole('button', { name: 'Show Fewer' }).click();
  await expect(rows(page)).toHaveCount(5);
});

test('a long list of Today says how many clients come later', async ({ page, api, client }) => {
  await client.addTask({ title: 'Call Mia', responsibility: 'adviser', dueDate: inDays(0) });
  const { clients: known } = (await client.by('GET /api/today')).body;
  // Only the last takes the focus, for which its page is prefetched.
  const many = Array.from({ length: 6 }, (_, i) => ({ ...known[0], clientId: i === 5 ? client.id : `${i}` }));
  api.answers('GET /api/today', () => ({ clients: many, more: 12 }));
  await page.goto('/dashboard');
  await list(page).getByRole('button', { name: 'Show the First 6' }).click();
  await expect(list(page)).toContainText('12 more clients when these are done.');
});

test('the search stays in place and usable while Today is read, and its results come first', async ({
  page,
  api,
  client: _,
}) => {
  const search = page.getByRole('searchbox', { name: 'Search clients' });
  const found = page.getByRole('region', { name: 'Search Results' }).getByRole('link', { name: 'Mia Wood' });
  const clients = page.getByRole('region', { name: 'Clients' });
  const read = api.holds('GET /api/today');
  await page.goto('/dashboard');
  await search.fill('mia');
  await expect(found).toBeVisible();
  await search.fill('');
  await expect(clients).toHaveCount(0);
  const before = await search.boundingBox();
  read();
  await expect(clients.getByRole('link', { name: 'Mia Wood' })).toBeVisible();
  expect(await search.boundingBox()).toEqual(before);
  await search.fill('mia');
  await expect(list(page)).toBeHidden();
  await expect(found).toBeVisible();
});

test('a row of Today about handed-in documents leads to the client’s requests', async ({ page, client }) => {
  await handedIn(client, 'Passport', ['Front.txt', 'Back.txt']);
  await page.goto('/dashboard');
  await expect(rows(page)).toHaveText([/^Mia Wood1 document to review/]);
  await rows(page).getByRole('link', { name: '1 document to review' }).click();
  await expect(page).toHaveURL(`/adviser/client/${client.id}#requests`);
});

test('a row of Today about letters to chase names the provider, and leads to the letter', async ({
  page,
  adviser,
  client,
}) => {
  const { made, step } = lettersOf(adviser, client.id);
  const { id } = await made('Royal London', { sent: { on: inDays(-20), how: 'post' } });
  const aviva = await made('Aviva', { sent: { on: inDays(-16), how: 'email' } });
  await made('Zurich');
  await page.goto('/dashboard');
  await expect(rows(page)).toHaveText([/^Mia WoodChase 2 providers \d+ days late/]);
  await expectAccessible(page);

  await step(aviva, 'received');
  await page.reload();
  await expect(rows(page)).toHaveText([/^Mia WoodChase Royal London \d+ days late/]);
  await rows(page).getByRole('link', { name: 'Chase Royal London' }).click();
  await expect(page).toHaveURL(`/adviser/client/${client.id}#loa-${id}`);
});

import type { Page } from '@playwright/test';
import { clientOf } from '../../support/acts.ts';
import { test } from '../../support/browser/people.ts';
import { expectToast } from '../../support/browser/toast.ts';
import { expect } from '../../support/browser/watched.ts';

const RESTORED = 'Restored what you typed earlier.';

const message = (page: Page) => page.getByRole('textbox', { name: 'Message', exact: true });
const note = (page: Page) => page.getByLabel('Add Notes:');
const tasks = (page: Page) => page.getByRole('region', { name: 'Your Tasks' });
const unclear = (page: Page) => page.getByRole('textbox', { name: 'What is unclear? (optional)' });
const openHelp = (page: Page) => tasks(page).getByRole('button', { name: 'I Need Help with This' }).click();

async function openPortal(page: Page, token: string, name = 'Mia Wood') {
  await page.goto(`/portal/${token}`);
  await expect(page.getByRole('heading', { name: `${name}'s Journey` })).toBeVisible();
}

async function typeAll(page: Page) {
  await message(page).fill('Dear Ruth,');
  await note(page).fill('It is in my old name');
  await openHelp(page);
  await unclear(page).fill('Which page?');
}

async function expectAll(page: Page) {
  await expect(message(page)).toHaveValue('Dear Ruth,');
  await expect(note(page)).toHaveValue('It is in my old name');
  await openHelp(page);
  await expect(unclear(page)).toHaveValue('Which page?');
}

test('a client’s typed text survives a closed tab, a failure and a new link', async ({
  page: first,
  context,
  api,
  adviser,
  client,
}) => {
  let page = first;
  await client.addTask({ title: 'Send your passport' });
  await openPortal(page, client.token);
  await typeAll(page);

  await test.step('restores it after the tab was closed', async () => {
    await page.close();
    page = await context.newPage();
    await openPortal(page, client.token);
    await expectAll(page);
    await expect(tasks(page).getByText(RESTORED)).toHaveCount(2);
  });

  await test.step('keeps what could not be sent', async () => {
    api.cuts('POST /api/clients/{id}/messages');
    api.cuts('PATCH /api/tasks/{id}');
    api.cuts('POST /api/clients/{id}/stuck');
    for (const [name, toast] of [
      ['Send', 'Failed to send message'],
      ['Save Notes', 'Failed to update task'],
      ['Ask Ruth Amari for Help', 'Failed to ask for help'],
    ] as const) {
      await page.getByRole('button', { name, exact: true }).click();
      await expectToast(page, 'Error', toast);
    }
    api.recovers();
  });

  await test.step('shows none of it on another client’s page', async () => {
    const other = await clientOf(adviser, { name: 'Ola Berg' });
    await other.addTask({});
    await openPortal(page, other.token, other.name);
    await expect(message(page)).toHaveValue('');
    await expect(note(page)).toHaveValue('');
  });

  await test.step('restores it under a new link', async () => {
    const { token } = await client.newLink();
    await openPortal(page, token);
    await expectAll(page);
  });

  await test.step('deletes it once sent', async () => {
    await page.getByRole('button', { name: 'Ask Ruth Amari for Help' }).click();
    await expect(unclear(page)).toHaveCount(0);
    await page.getByRole('button', { name: 'Save Notes' }).click();
    await expect(note(page)).toHaveValue('');
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await expectToast(page, 'Message Sent');
    expect(await page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('draft')))).toEqual([]);
  });
});

test('a client’s text follows in a second tab, and a tab deletes only what it sent', async ({
  page,
  context,
  api,
  client,
}) => {
  await openPortal(page, client.token);
  await message(page).fill('Dear Ruth,');
  const second = await context.newPage();
  await openPortal(second, client.token);
  await expect(message(second)).toHaveValue('Dear Ruth,');

  await test.step('keeps what was typed in one tab while the other sends', async () => {
    const answered = api.holds('POST /api/clients/{id}/messages');
    await message(page).press('Enter');
    await expect(message(page)).toHaveValue('');
    await message(second).press('End');
    await message(second).pressSequentially(' here it is');
    answered();
    await expectToast(page, 'Message Sent');
    await expect(message(second)).toHaveValue('Dear Ruth, here it is');
    await expect(message(page)).toHaveValue('Dear Ruth, here it is');
  });

  await test.step('empties the field once the text was sent in the other tab', async () => {
    await message(second).press('Enter');
    await expectToast(second, 'Message Sent');
    await expect(message(page)).toHaveValue('');
  });
});

test('a note that is typed on while the first part is saved is kept', async ({ page, api, client }) => {
  await client.addTask({ title: 'Send your passport' });
  await openPortal(page, client.token);
  await note(page).fill('It is in my old name.');
  const saved = api.holds('PATCH /api/tasks/{id}');
  await page.getByRole('button', { name: 'Save Notes' }).click();
  await note(page).pressSequentially(' I married.');
  saved();
  await expectToast(page, 'Task Updated');
  await expect(note(page)).toHaveValue('I married.');
});

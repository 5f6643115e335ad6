import type { Page } from '@playwright/test';
import { NOTES_CHANGED } from '#shared/rules/clients.ts';
import { dismissToast, expect, expectAccessible, expectToast, openClient, shoot, test, toastOf } from '../screen.ts';

// Notes that somebody else changed while one wrote: both are shown, and nothing typed is lost.

const PATCH = 'PATCH /api/clients/{id}';
const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Edit Client Notes' });
const theirs = (page: Page) => dialogOf(page).getByRole('group', { name: 'Saved since you opened the notes' });
const mine = (page: Page) => dialogOf(page).getByLabel('Your notes');

async function write(page: Page, text: string) {
  await page.getByRole('button', { name: 'Edit notes' }).click();
  await dialogOf(page).getByLabel('Notes').fill(text);
}

test('what is put together or taken is what is kept of it', async ({ page, firm, client, watch }) => {
  watch.expected.push(/^409 PATCH /, /status of 409/);
  const stored = firm.client(client.id);
  stored.description = 'Wary of markets.';
  await openClient(page, client);
  const conflict = async () => {
    await write(page, 'Two children.');
    stored.description = 'Likes gold.';
    await dialogOf(page).getByRole('button', { name: 'Save' }).click();
    await expect(theirs(page).getByRole('textbox')).toHaveValue('Likes gold.');
  };
  const openAgain = async () => {
    await page.getByRole('button', { name: 'Edit notes' }).click();
    return dialogOf(page).getByLabel('Notes');
  };

  await test.step('both', async () => {
    await conflict();
    await theirs(page).getByRole('button', { name: 'Put Both Together' }).click();
    await openClient(page, client);
    await expect(await openAgain()).toHaveValue('Likes gold.\n\nTwo children.');
    await dialogOf(page).getByRole('button', { name: 'Discard' }).click();
    await page.keyboard.press('Escape');
    await expect(dialogOf(page)).toHaveCount(0);
  });

  await test.step('theirs, of which nothing has to be kept', async () => {
    stored.description = 'Wary of markets.';
    await openClient(page, client);
    await conflict();
    await theirs(page).getByRole('button', { name: 'Take These' }).click();
    await expect(dialogOf(page)).toHaveCount(0);
    expect(await page.evaluate(() => Object.keys(sessionStorage).filter((key) => key.startsWith('draft')))).toEqual([]);
    await expect(await openAgain()).toHaveValue('Likes gold.');
    await expect(dialogOf(page).getByText('Restored what you typed earlier.')).toHaveCount(0);
  });
});

test('notes changed elsewhere are shown beside one’s own', async ({ page, api, firm, client, watch }) => {
  watch.expected.push(/^409 PATCH /, /status of 409/);
  const stored = firm.client(client.id);
  stored.description = 'Wary of markets.';
  await openClient(page, client);
  const save = dialogOf(page).getByRole('button', { name: 'Save Mine' });

  await test.step('with what was typed, in the dialog alone', async () => {
    await write(page, 'Wary of markets. Two children.');
    stored.description = 'Wary of markets. Likes gold.';
    await dialogOf(page).getByRole('button', { name: 'Save' }).click();
    await expect(dialogOf(page).getByRole('alert')).toContainText(NOTES_CHANGED);
    await expect(toastOf(page)).toHaveCount(0);
    await expect(theirs(page).getByRole('textbox')).toHaveValue('Wary of markets. Likes gold.');
    await expect(mine(page)).toHaveValue('Wary of markets. Two children.');
    expect(stored.description).toBe('Wary of markets. Likes gold.');
    await expectAccessible(page);
    await shoot(page, 'notes-conflict');
  });

  await test.step('put together, and changed again meanwhile', async () => {
    await mine(page).fill('Two children at school.');
    await theirs(page).getByRole('button', { name: 'Put Both Together' }).click();
    await expect(mine(page)).toHaveValue('Wary of markets. Likes gold.\n\nTwo children at school.');
    await mine(page).fill('Wary of markets. Likes gold. Two children at school.');
    stored.description = null;
    await save.click();
    await expect(theirs(page).getByRole('textbox')).toHaveValue('');
    await expect(mine(page)).toHaveValue('Wary of markets. Likes gold. Two children at school.');
  });

  await test.step('kept as they are', async () => {
    await save.click();
    await expectToast(page, 'Description Updated');
    await expect(dialogOf(page)).toBeHidden();
    await expect(page.getByText('Wary of markets. Likes gold. Two children at school.')).toBeVisible();
    expect(api.sent(PATCH).at(-1)?.body).toEqual({
      description: 'Wary of markets. Likes gold. Two children at school.',
      descriptionWas: null,
    });
  });

  await test.step('or left for theirs', async () => {
    await write(page, 'Mine');
    stored.description = 'Theirs';
    await dialogOf(page).getByRole('button', { name: 'Save' }).click();
    await theirs(page).getByRole('button', { name: 'Take These' }).click();
    await expect(dialogOf(page)).toBeHidden();
    await expect(page.getByRole('region', { name: 'Client Notes' })).toContainText('Theirs');
    expect(stored.description).toBe('Theirs');
  });

  await test.step('also where the page was reloaded meanwhile, and once more', async () => {
    await write(page, 'Theirs, and a gold mine');
    stored.description = 'Theirs, changed';
    await openClient(page, client);
    await page.getByRole('button', { name: 'Edit notes' }).click();
    await expect(dialogOf(page).getByText('What is saved has been changed since.')).toBeVisible();
    await dialogOf(page).getByLabel('Notes').fill('Theirs, and two gold mines');
    await openClient(page, client);
    await page.getByRole('button', { name: 'Edit notes' }).click();
    await expect(dialogOf(page).getByLabel('Notes')).toHaveValue('Theirs, and two gold mines');
    await dialogOf(page).getByRole('button', { name: 'Save' }).click();
    await expect(theirs(page).getByRole('textbox')).toHaveValue('Theirs, changed');
    await expect(mine(page)).toHaveValue('Theirs, and two gold mines');
    expect(stored.description).toBe('Theirs, changed');
    await theirs(page).getByRole('button', { name: 'Take These' }).click();
  });

  await test.step('and goes by what is saved now where what was restored is discarded', async () => {
    await write(page, 'A thought');
    stored.description = 'Theirs';
    await openClient(page, client);
    await page.getByRole('button', { name: 'Edit notes' }).click();
    await dialogOf(page).getByRole('button', { name: 'Discard' }).click();
    await dialogOf(page).getByLabel('Notes').fill('Theirs again');
    await dialogOf(page).getByRole('button', { name: 'Save' }).click();
    await expectToast(page, 'Description Updated');
    expect(stored.description).toBe('Theirs again');
  });

  await test.step('and asked for as they are when they are opened again', async () => {
    await dismissToast(page);
    await write(page, 'Theirs and mine');
    await dialogOf(page).getByRole('button', { name: 'Save' }).click();
    await expectToast(page, 'Description Updated');
    expect(stored.description).toBe('Theirs and mine');
  });
});

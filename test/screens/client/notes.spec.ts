import type { Page } from '@playwright/test';
import { NOTES_CHANGED } from '#shared/rules/notes.ts';
import { clientOf } from '../../support/acts.ts';
import { openClient } from '../../support/browser/client-page.ts';
import { test } from '../../support/browser/people.ts';
import { dismissToast, expectToast, toastOf } from '../../support/browser/toast.ts';
import { expect } from '../../support/browser/watched.ts';

const PATCH = 'PATCH /api/clients/{id}';
const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Edit Client Notes' });
const theirs = (page: Page) => dialogOf(page).getByRole('group', { name: 'Saved since you opened the notes' });
const mine = (page: Page) => dialogOf(page).getByLabel('Your notes');

async function write(page: Page, text: string) {
  await page.getByRole('button', { name: 'Edit notes' }).click();
  await dialogOf(page).getByLabel('Notes').fill(text);
}

test('a conflict shows notes saved by somebody else beside the adviser’s own', async ({
  page,
  api,
  adviser,
  watch,
}) => {
  watch.expected.push(/^409 PATCH /, /status of 409/);
  const client = await clientOf(adviser, { name: 'Mia Wood' });
  const saved = async () => (await client.now()).description;
  await client.change({ description: 'Wary of markets.' });
  await openClient(page, client);
  const notes = dialogOf(page).getByLabel('Notes');
  const save = dialogOf(page).getByRole('button', { name: 'Save', exact: true });
  const saveMine = dialogOf(page).getByRole('button', { name: 'Save Mine' });
  const reopen = async () => {
    await openClient(page, client);
    await page.getByRole('button', { name: 'Edit notes' }).click();
  };

  await test.step('shows both versions in the dialog, without a toast', async () => {
    await write(page, 'Wary of markets. Two children.');
    await client.change({ description: 'Wary of markets. Likes gold.' });
    await save.click();
    await expect(dialogOf(page).getByRole('alert')).toContainText(NOTES_CHANGED);
    await expect(toastOf(page)).toHaveCount(0);
    await expect(theirs(page).getByRole('textbox')).toHaveValue('Wary of markets. Likes gold.');
    await expect(mine(page)).toHaveValue('Wary of markets. Two children.');
    expect(await saved()).toBe('Wary of markets. Likes gold.');
  });

  await test.step('keeps merged notes after a reload', async () => {
    await mine(page).fill('Two children at school.');
    await theirs(page).getByRole('button', { name: 'Combine Both' }).click();
    await expect(mine(page)).toHaveValue('Wary of markets. Likes gold.\n\nTwo children at school.');
    await reopen();
    await expect(notes).toHaveValue('Wary of markets. Likes gold.\n\nTwo children at school.');
  });

  await test.step('shows a second conflict too, and saves the adviser’s own notes over it', async () => {
    await client.change({ description: null });
    await save.click();
    await expect(theirs(page).getByRole('textbox')).toHaveValue('');
    await saveMine.click();
    await expectToast(page, 'Description Updated');
    await expect(dialogOf(page)).toBeHidden();
    const description = 'Wary of markets. Likes gold.\n\nTwo children at school.';
    await expect(page.getByText(description)).toBeVisible();
    expect(api.sent(PATCH).at(-1)?.body).toEqual({ description, descriptionWas: null });
  });

  await test.step('reports the conflict immediately after a reload, and "Take These" keeps no draft', async () => {
    await write(page, 'Mine');
    await client.change({ description: 'Theirs' });
    await reopen();
    await expect(dialogOf(page).getByText('The saved version has changed since.')).toBeVisible();
    await notes.fill('Mine again');
    await reopen();
    await expect(notes).toHaveValue('Mine again');
    await save.click();
    await expect(theirs(page).getByRole('textbox')).toHaveValue('Theirs');
    await expect(mine(page)).toHaveValue('Mine again');
    await theirs(page).getByRole('button', { name: 'Take These' }).click();
    await expect(dialogOf(page)).toBeHidden();
    await expect(page.getByRole('region', { name: 'Client Notes' })).toContainText('Theirs');
    expect(await saved()).toBe('Theirs');
    expect(await page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('draft')))).toEqual([]);
  });

  await test.step('starts from the saved notes after a discarded draft, and when the dialog reopens', async () => {
    await write(page, 'A thought');
    await client.change({ description: 'Theirs, changed' });
    await reopen();
    await dialogOf(page).getByRole('button', { name: 'Discard' }).click();
    await notes.fill('Theirs again');
    await save.click();
    await expectToast(page, 'Description Updated');
    expect(await saved()).toBe('Theirs again');
    await dismissToast(page);
    await write(page, 'Theirs and mine');
    await save.click();
    await expectToast(page, 'Description Updated');
    expect(await saved()).toBe('Theirs and mine');
  });
});

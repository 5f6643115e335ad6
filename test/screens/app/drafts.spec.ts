import type { Locator, Page } from '@playwright/test';
import { clientOf } from '../../support/acts.ts';
import { openClient, panel } from '../../support/browser/client-page.ts';
import { expectFocusShown } from '../../support/browser/keyboard.ts';
import { test } from '../../support/browser/people.ts';
import { expectToast } from '../../support/browser/toast.ts';
import { expect } from '../../support/browser/watched.ts';
import { newAdmin, newClient, PASSWORD } from '../../support/builders.ts';

const RESTORED = 'Restored what you typed earlier.';
const SESSION_OVER = [/401 GET .*\/api\//, /status of 401/];

const message = (page: Page) => panel(page, 'Messages').getByLabel('Message', { exact: true });
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name });
const button = (within: Page | Locator, name: string) => within.getByRole('button', { name, exact: true });
const stored = (page: Page) => page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }));
const drafts = (page: Page) => page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('draft')));

async function openNotes(page: Page) {
  await button(page, 'Edit notes').click();
  return dialog(page, 'Edit Client Notes').getByLabel('Notes');
}

async function typeBoth(page: Page) {
  await message(page).fill('Dear Mia,');
  await (await openNotes(page)).fill('Asked about her pension');
}

async function expectBoth(page: Page) {
  await expect(message(page)).toHaveValue('Dear Mia,');
  await expect(panel(page, 'Messages').getByText(RESTORED)).toBeVisible();
  await expect(await openNotes(page)).toHaveValue('Asked about her pension');
  await expect(dialog(page, 'Edit Client Notes').getByText(RESTORED)).toBeVisible();
}

/** Ends the session, and has the page notice by a call. */
async function endSession(page: Page) {
  await page.context().clearCookies();
  await page.evaluate(() => window.dispatchEvent(new Event('focus')));
  await expect(page).toHaveURL(/^[^?]*\/\?next=/);
}

async function signIn(page: Page, email: string) {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await button(page, 'Sign In').click();
  await expect(page).toHaveURL(/\/adviser\/client\//);
}

test('a dialog asks before it discards what was typed', async ({ page, client, api }) => {
  await openClient(page, client);
  const notes = dialog(page, 'Edit Client Notes');
  const question = notes.getByRole('group', { name: 'Discard changes?' });
  const field = await openNotes(page);

  await test.step('Escape asks first, and Keep Editing returns to the field', async () => {
    await field.fill('Asked about her pension');
    await page.keyboard.press('Escape');
    await expectFocusShown(button(question, 'Keep Editing'));
    await page.keyboard.press('Enter');
    await expect(question).toHaveCount(0);
    await expect(field).toBeFocused();
    await expect(field).toHaveValue('Asked about her pension');
  });

  await test.step('Close and Cancel ask first, and further typing closes the question', async () => {
    for (const way of ['Close', 'Cancel']) {
      await button(notes, way).click();
      await expect(question).toBeVisible();
      await field.press('End');
      await page.keyboard.type('!');
      await expect(question).toHaveCount(0);
    }
    await expect(field).toHaveValue('Asked about her pension!!');
  });

  await button(notes, 'Cancel').click();
  await button(question, 'Discard').click();
  const assign = dialog(page, 'Assign Task');
  const title = assign.getByLabel('Title');
  await test.step('shows how many characters are left or too many in a message and a title', async () => {
    await message(page).fill('a'.repeat(9_500));
    await expect(panel(page, 'Messages').getByText('500 characters left')).toBeVisible();
    await message(page).fill('');
    await button(page, 'Assign Task').click();
    await title.fill('a'.repeat(190));
    await expect(title).toHaveAccessibleDescription('10 characters left');
    await title.fill('a'.repeat(203));
    await expect(title).toHaveAccessibleDescription('3 characters too many: at most 200 fit');
  });

  await test.step('Control+Enter sends from any field once there is a title', async () => {
    await title.fill('');
    await assign.getByLabel('Description').fill('A copy of each page');
    await page.keyboard.press('Control+Enter');
    await expect(button(assign, 'Create Task')).toBeDisabled();
    await title.fill('Send your passport');
    await assign.getByLabel('Description').press('Control+Enter');
    await expectToast(page, 'Task Created');
    await expect(assign).toHaveCount(0);
    expect(api.sent('POST /api/clients/{id}/tasks')).toHaveLength(1);
  });
});

test('a draft survives a reload until it is sent or discarded', async ({ page, adviser }) => {
  const client = await clientOf(adviser);
  const ola = await newClient(adviser, { name: 'Ola Berg' });
  const task = (await client.addTask({ title: 'Send your passport' })).body;
  await openClient(page, client);
  await typeBoth(page);

  await test.step('restores the draft after a reload and after Back, and says so', async () => {
    await openClient(page, client);
    await expect(message(page)).toHaveValue('Dear Mia,');
    await page.getByRole('navigation').getByRole('link', { name: 'Work' }).click();
    await expect(page).toHaveURL('/chase');
    await page.goBack();
    await expectBoth(page);
  });

  await test.step('shows none of it on another client’s page', async () => {
    await openClient(page, ola);
    await expect(message(page)).toHaveValue('');
    await expect(await openNotes(page)).toHaveValue('');
  });

  await test.step('prefers text typed while the form appears to the restored text', async () => {
    await openClient(page, client);
    await page.evaluate(() => {
      const typeAtOnce = new MutationObserver(() => {
        const field = document.querySelector<HTMLTextAreaElement>('[role=dialog] textarea');
        if (!field) return;
        typeAtOnce.disconnect();
        // Uses the setter of the prototype: React ignores a value assigned to the field itself.
        Reflect.set(HTMLTextAreaElement.prototype, 'value', 'Called her', field);
        field.dispatchEvent(new Event('input', { bubbles: true }));
      });
      typeAtOnce.observe(document.body, { childList: true, subtree: true });
    });
    await expect(await openNotes(page)).toHaveValue('Called her');
    await expect(dialog(page, 'Edit Client Notes').getByText(RESTORED)).toBeVisible();
  });

  await test.step('Discard shows the saved text, and keeps the focus in the field', async () => {
    await openClient(page, client);
    await button(panel(page, 'Messages'), 'Discard').click();
    await expect(message(page)).toHaveValue('');
    await expect(message(page)).toBeFocused();
    const notes = await openNotes(page);
    await expect(notes).toHaveValue('Called her');
    await button(dialog(page, 'Edit Client Notes'), 'Discard').click();
    await expect(notes).toHaveValue(client.description ?? '');
    await expect(notes).toBeFocused();
    await page.keyboard.press('Escape');
  });

  const edit = dialog(page, 'Edit Task');
  const openEdit = () => panel(page, 'Client Tasks').getByRole('button', { name: /^Edit/ }).click();
  await test.step('reports a change saved elsewhere', async () => {
    await openEdit();
    await edit.getByLabel('Title').fill('Send your passport and a bill');
    await client.setTask(task.id, { title: 'Send a passport' });
    await openClient(page, client);
    await openEdit();
    await expect(edit.getByText('The saved version has changed since.')).toBeVisible();
    await expect(edit.getByLabel('Title')).toHaveValue('Send your passport and a bill');
    await button(edit, 'Discard').click();
    await expect(edit.getByLabel('Title')).toHaveValue('Send a passport');
    await page.keyboard.press('Escape');
  });

  await test.step('deletes the draft of a message once it is sent', async () => {
    await message(page).fill('Dear Mia,');
    await button(panel(page, 'Messages'), 'Send').click();
    await expectToast(page, 'Message Sent');
    expect(await drafts(page)).toEqual([]);
  });
});

test('drafts survive the end of a session for an hour, only for their author', async ({
  page,
  adviser,
  client,
  watch,
}) => {
  watch.expected.push(...SESSION_OVER);
  const other = await newAdmin();
  await page.clock.install();
  await openClient(page, client);
  await typeBoth(page);
  await endSession(page);
  await signIn(page, adviser.email);
  await expectBoth(page);

  await test.step('shows nothing to an admin who signs in on the same page', async () => {
    await endSession(page);
    await signIn(page, other.email);
    await expect(message(page)).toHaveValue('');
    const notes = await openNotes(page);
    await expect(notes).toHaveValue(client.description ?? '');
    await page.keyboard.press('Escape');
  });

  await test.step('deletes a draft an hour after its session ended', async () => {
    await message(page).fill('Dear Mia,');
    await endSession(page);
    await button(page, 'Sign In').waitFor();
    await page.clock.fastForward('55:00');
    // Includes the adviser's two drafts.
    expect(await drafts(page)).toHaveLength(3);
    await page.clock.fastForward('06:00');
    await expect.poll(() => drafts(page)).toEqual([]);
  });
});

test('signing out deletes drafts in every tab', async ({ page, context, client }) => {
  const second = await context.newPage();
  for (const tab of [page, second]) {
    await openClient(tab, client);
    await message(tab).fill('Dear Mia,');
  }
  await button(page, 'Logout').click();
  for (const tab of [page, second]) {
    await expect(tab).toHaveURL(/\/(\?next=.*)?$/);
    expect(await stored(tab)).not.toContain('Dear Mia');
  }
});

test('the theme, messages and notes work in a browser that blocks storage', async ({ page, client }) => {
  await page.addInitScript(() => {
    const blocked = {
      get: () => {
        throw new DOMException('blocked', 'SecurityError');
      },
    };
    Object.defineProperties(window, { localStorage: blocked, sessionStorage: blocked });
  });
  await openClient(page, client);
  await button(page, 'Switch to dark theme').click();
  await expect(page.locator('html')).toHaveClass(/dark/);
  await message(page).fill('Dear Mia,');
  await page.keyboard.press('Enter');
  await expectToast(page, 'Message Sent');
  await (await openNotes(page)).fill('Asked about her pension');
  await page.keyboard.press('Escape');
  await button(dialog(page, 'Edit Client Notes'), 'Keep Editing').click();
  await page.keyboard.press('Control+Enter');
  await expectToast(page, 'Description Updated');
});

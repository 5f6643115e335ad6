import type { Locator, Page } from '@playwright/test';
import { expectToast } from '../../support/browser/toast.ts';
import type { StubApi } from '../../support/stub/api.ts';
import { anAdviser, anotherClient, aTask } from '../../support/stub/builders.ts';
import { expect, expectAccessible, expectFocusShown, openClient, panel, setTheme, shoot, test } from '../screen.ts';

// Nothing that an adviser types is lost, and nobody else sees it.

const RESTORED = 'Restored what you typed earlier.';
const SESSION_OVER = [/401 GET .*\/api\//, /status of 401/];

const message = (page: Page) => panel(page, 'Messages').getByLabel('Message', { exact: true });
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name });
const button = (within: Page | Locator, name: string) => within.getByRole('button', { name, exact: true });

async function openNotes(page: Page) {
  await button(page, 'Edit notes').click();
  return dialog(page, 'Edit Client Notes');
}

/** Types a message and, in a dialog, notes. */
async function typeBoth(page: Page) {
  await message(page).fill('Dear Mia,');
  const notes = await openNotes(page);
  await notes.getByLabel('Notes').fill('Asked about her pension');
}

async function expectBoth(page: Page) {
  await expect(message(page)).toHaveValue('Dear Mia,');
  await expect(panel(page, 'Messages').getByText(RESTORED)).toBeVisible();
  const notes = await openNotes(page);
  await expect(notes.getByLabel('Notes')).toHaveValue('Asked about her pension');
  await expect(notes.getByText(RESTORED)).toBeVisible();
}

async function signIn(page: Page, email: string) {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill('correct horse battery');
  await button(page, 'Sign In').click();
}

/** Ends the session, which the page learns from its next call. */
async function endSession(page: Page, api: StubApi) {
  api.firm.signedIn = undefined;
  await page.evaluate(() => window.dispatchEvent(new Event('focus')));
  await expect(page).toHaveURL(/^[^?]*\/\?next=/);
}

test('a dialog with something typed asks before it closes', async ({ page, client }) => {
  await openClient(page, client);
  const notes = await openNotes(page);
  const field = notes.getByLabel('Notes');
  const question = notes.getByRole('group', { name: 'Discard changes?' });
  await expect(field).toBeFocused();

  await test.step('but not before anything is', async () => {
    await page.keyboard.press('Escape');
    await expect(notes).toHaveCount(0);
    await openNotes(page);
  });

  await test.step('by Escape, and goes back to where one was', async () => {
    await field.fill('Asked about her pension');
    await page.keyboard.press('Escape');
    await expectFocusShown(button(question, 'Keep Editing'));
    await expectAccessible(page);
    await shoot(page, 'discard-changes');
    await setTheme(page, 'dark');
    await expectAccessible(page);
    await setTheme(page, 'light');
    await page.keyboard.press('Enter');
    await expect(question).toHaveCount(0);
    await expect(field).toBeFocused();
    await expect(field).toHaveValue('Asked about her pension');
  });

  await test.step('by Escape twice, which is once too often', async () => {
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await expect(question).toHaveCount(0);
    await expect(field).toBeFocused();
  });

  await test.step('by its cross and by Cancel; going on to type is an answer', async () => {
    for (const way of ['Close', 'Cancel']) {
      await button(notes, way).click();
      await expect(question).toBeVisible();
      await field.press('End');
      await page.keyboard.type('!');
      await expect(question).toHaveCount(0);
    }
    await expect(field).toHaveValue('Asked about her pension!!');
  });

  await test.step('and forgets it when told to', async () => {
    await button(notes, 'Cancel').click();
    await button(question, 'Discard').click();
    await expect(notes).toHaveCount(0);
    await expect(button(page, 'Edit notes')).toBeFocused();
    await openNotes(page);
    await expect(field).toHaveValue(client.description ?? '');
    await expect(notes.getByText(RESTORED)).toHaveCount(0);
  });
});

test('what was typed outlives a reload, another page and the way back', async ({ page, client, firm }) => {
  firm.clients.push(anotherClient('Ola Berg'));
  await openClient(page, client);
  await typeBoth(page);

  await test.step('a reload', async () => {
    await openClient(page, client);
    await expectBoth(page);
    await expectAccessible(page);
    await shoot(page, 'restored-draft');
  });

  await test.step('another page, and Back', async () => {
    await openClient(page, client);
    await page.getByRole('navigation').getByRole('link', { name: 'Pending Adviser Tasks' }).click();
    await expect(page).toHaveURL('/tasks');
    await page.goBack();
    await expectBoth(page);
  });

  await test.step('is of that client alone', async () => {
    await openClient(page, firm.client('ola-berg'));
    await expect(message(page)).toHaveValue('');
    await expect((await openNotes(page)).getByLabel('Notes')).toHaveValue('');
  });

  await test.step('and can be thrown away where it stands', async () => {
    await openClient(page, client);
    await button(panel(page, 'Messages'), 'Discard').click();
    await expect(message(page)).toHaveValue('');
    await expect(message(page)).toBeFocused();
    const notes = await openNotes(page);
    await button(notes, 'Discard').click();
    await expect(notes.getByLabel('Notes')).toHaveValue(client.description ?? '');
    await expect(notes.getByLabel('Notes')).toBeFocused();
    await openClient(page, client);
    await expect(panel(page, 'Messages').getByText(RESTORED)).toHaveCount(0);
  });
});

test('what is typed as a form appears wins over what was typed before', async ({ page, client }) => {
  await openClient(page, client);
  await (await openNotes(page)).getByLabel('Notes').fill('Asked about her pension');
  await openClient(page, client);
  // Types into the field in the moment in which it is there.
  await page.evaluate(() => {
    const typeAtOnce = new MutationObserver(() => {
      const field = document.querySelector<HTMLTextAreaElement>('[role=dialog] textarea');
      if (!field) return;
      typeAtOnce.disconnect();
      // As a key would: a value that is assigned to the field itself React takes for its own.
      Reflect.set(HTMLTextAreaElement.prototype, 'value', 'Called her', field);
      field.dispatchEvent(new Event('input', { bubbles: true }));
    });
    typeAtOnce.observe(document.body, { childList: true, subtree: true });
  });
  const notes = await openNotes(page);
  await expect(notes.getByLabel('Notes')).toHaveValue('Called her');
  await expect(notes.getByText(RESTORED)).toBeVisible();
  await openClient(page, client);
  await expect((await openNotes(page)).getByLabel('Notes')).toHaveValue('Called her');
});

test('what is saved or sent is kept no longer', async ({ page, client, api }) => {
  await openClient(page, client);
  await message(page).fill('Dear Mia,');
  api.cuts('POST /api/clients/{id}/messages');
  await page.keyboard.press('Enter');
  await expectToast(page, 'Error', 'Failed to send message');

  await test.step('but what could not be sent is', async () => {
    await openClient(page, client);
    await expect(message(page)).toHaveValue('Dear Mia,');
  });

  api.recovers();
  await button(panel(page, 'Messages'), 'Send').click();
  await expectToast(page, 'Message Sent');
  const notes = await openNotes(page);
  await notes.getByLabel('Notes').fill('Asked about her pension');
  await button(notes, 'Save').click();
  await expect(notes).toHaveCount(0);
  await openClient(page, client);
  await expect(message(page)).toHaveValue('');
  await openNotes(page);
  await expect(notes.getByLabel('Notes')).toHaveValue('Asked about her pension');
  await expect(notes.getByText(RESTORED)).toHaveCount(0);
  expect(await page.evaluate(() => Object.keys(sessionStorage).filter((key) => key.startsWith('draft')))).toEqual([]);
});

test('a session that ends takes nothing from who signs in again', async ({ page, client, api, watch }) => {
  watch.expected.push(...SESSION_OVER);
  await openClient(page, client);
  await typeBoth(page);
  await endSession(page, api);
  await signIn(page, anAdviser().email);
  await expect(page).toHaveURL(`/adviser/client/${client.id}`);
  await expectBoth(page);
});

test('drafts are dropped an hour after their session ended', async ({ page, client, api, watch }) => {
  watch.expected.push(...SESSION_OVER);
  await page.clock.install();
  await openClient(page, client);
  await message(page).fill('Dear Mia,');
  await endSession(page, api);
  await button(page, 'Sign In').waitFor();
  const drafts = () => page.evaluate(() => Object.keys(sessionStorage).filter((key) => key.startsWith('draft')).length);
  await page.clock.fastForward('55:00');
  expect(await drafts()).toBe(1);
  await page.clock.fastForward('06:00');
  await expect.poll(drafts).toBe(0);
});

test('somebody else who signs in next sees nothing of it', async ({ page, client, api, firm, watch }) => {
  watch.expected.push(...SESSION_OVER);
  const other = anAdviser({ id: 'other', name: 'Otto Lang', email: 'otto@advisers.example' });
  firm.advisers.push(other);
  await openClient(page, client);
  await typeBoth(page);
  await endSession(page, api);
  await signIn(page, other.email);
  await expect(page).toHaveURL(`/adviser/client/${client.id}`);
  await expect(message(page)).toHaveValue('');
  await expect((await openNotes(page)).getByLabel('Notes')).toHaveValue(client.description ?? '');
  expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain('Dear Mia');
});

test('signing out forgets it, in every tab', async ({ page, context, client }) => {
  const second = await context.newPage();
  for (const tab of [page, second]) {
    await openClient(tab, client);
    await message(tab).fill('Dear Mia,');
  }
  await button(page, 'Logout').click();
  for (const tab of [page, second]) {
    await expect(tab).toHaveURL(/\/(\?next=.*)?$/);
    expect(await tab.evaluate(() => JSON.stringify(sessionStorage))).not.toContain('Dear Mia');
  }
});

test('a form comes back with its choices, and never with a password', async ({ page, admin, firm }) => {
  const other = anAdviser({ id: 'other', name: 'Otto Lang', email: 'otto@advisers.example' });
  firm.advisers.push(other);
  expect(admin.role).toBe('admin');

  await test.step('a choice that is only known later', async () => {
    await page.goto('/clients');
    await button(page, 'Add Client').click();
    const add = dialog(page, 'Add Client');
    await add.getByLabel('Name').fill('Ola Berg');
    await add.getByLabel('Email').fill('ola@clients.example');
    await add.getByLabel('Phone').fill('0800 1');
    await add.getByLabel('Adviser').selectOption('Otto Lang');
    await page.reload();
    await button(page, 'Add Client').click();
    await expect(add.getByLabel('Name')).toHaveValue('Ola Berg');
    await expect(add.getByLabel('Adviser')).toHaveValue(other.id);
    await expect(button(add, 'Create Client')).toBeEnabled();
  });

  await test.step('a password', async () => {
    await page.goto('/admin');
    await button(page, 'Add New Adviser').click();
    const add = dialog(page, 'Add New Adviser');
    await add.getByLabel('Name').fill('Ola Berg');
    await add.getByLabel('Password', { exact: true }).fill('a long secret');
    await button(add, 'Show password').click();
    await add.getByLabel('Email').fill('ola@advisers.example');
    expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain('a long secret');
    await page.reload();
    await button(page, 'Add New Adviser').click();
    await expect(add.getByLabel('Name')).toHaveValue('Ola Berg');
    await expect(add.getByLabel('Password', { exact: true })).toHaveValue('');
  });
});

test('what an admin types about a client outlives a reload, until it is saved or reset', async ({
  page,
  admin: _,
  client,
}) => {
  const phone = page.getByLabel('Phone');
  const open = () => page.goto(`/adviser/clients/${client.id}/admin`);
  await open();
  await phone.fill('0800 1');
  await open();
  await expect(phone).toHaveValue('0800 1');
  await expect(page.getByText(RESTORED)).toBeVisible();
  await expectAccessible(page);
  await button(page, 'Reset').click();
  await expect(phone).toHaveValue(client.phone ?? '');
  await phone.fill('0800 2');
  await open();
  await button(page, 'Save Changes').click();
  await expectToast(page, 'Success');
  await open();
  await expect(phone).toHaveValue('0800 2');
  await expect(page.getByText(RESTORED)).toHaveCount(0);
});

test('what was saved elsewhere meanwhile is said', async ({ page, client, firm }) => {
  firm.tasks = [aTask({ title: 'Send your passport', clientId: client.id })];
  await openClient(page, client);
  const open = () => panel(page, 'Client Tasks').getByRole('button', { name: /^Edit/ }).click();
  await open();
  const edit = dialog(page, 'Edit Task');
  await edit.getByLabel('Title').fill('Send your passport and a bill');
  const [task] = firm.tasks;
  if (task) task.title = 'Send a passport';
  await openClient(page, client);
  await open();
  await expect(edit.getByText('What is saved has been changed since.')).toBeVisible();
  await expect(edit.getByLabel('Title')).toHaveValue('Send your passport and a bill');
  await button(edit, 'Discard').click();
  await expect(edit.getByLabel('Title')).toHaveValue('Send a passport');
});

test('a browser that keeps nothing is no obstacle', async ({ page, client }) => {
  await page.addInitScript(() => {
    Object.defineProperty(window, 'sessionStorage', {
      get: () => {
        throw new DOMException('blocked', 'SecurityError');
      },
    });
  });
  await openClient(page, client);
  await message(page).fill('Dear Mia,');
  await page.keyboard.press('Enter');
  await expectToast(page, 'Message Sent');
  const notes = await openNotes(page);
  await notes.getByLabel('Notes').fill('Asked about her pension');
  await page.keyboard.press('Escape');
  await button(notes, 'Keep Editing').click();
  await page.keyboard.press('Control+Enter');
  await expectToast(page, 'Description Updated');
});

test('Control and Enter send a dialog from any field, once there is something to send', async ({
  page,
  client,
  api,
}) => {
  await openClient(page, client);
  await button(page, 'Assign Task').click();
  const assign = dialog(page, 'Assign Task');
  await assign.getByLabel('Description').fill('A copy of each page');
  await page.keyboard.press('Control+Enter');
  await expect(button(assign, 'Create Task')).toBeDisabled();
  await assign.getByLabel('Title').fill('Send your passport');
  await assign.getByLabel('Description').press('Control+Enter');
  await expectToast(page, 'Task Created');
  await expect(assign).toHaveCount(0);
  expect(api.sent('POST /api/clients/{id}/tasks')).toHaveLength(1);
});

test('a field says when it is nearly full', async ({ page, client }) => {
  await openClient(page, client);
  await message(page).fill('a'.repeat(9_500));
  await expect(panel(page, 'Messages').getByText('500 characters left')).toBeVisible();
  await button(page, 'Assign Task').click();
  const assign = dialog(page, 'Assign Task');
  await assign.getByLabel('Title').fill('a'.repeat(190));
  await expect(assign.getByLabel('Title')).toHaveAccessibleDescription('10 characters left');
  await assign.getByLabel('Title').fill('a'.repeat(203));
  await expect(assign.getByLabel('Title')).toHaveAccessibleDescription('3 characters too many: at most 200 fit');
  await expectAccessible(page);
});

import type { Page } from '@playwright/test';
import { clientOf } from '../../support/acts.ts';
import { pickFile } from '../../support/browser/documents.ts';
import { enterOn, expectFocusShown } from '../../support/browser/keyboard.ts';
import { test } from '../../support/browser/people.ts';
import { expectToast, toastOf } from '../../support/browser/toast.ts';
import { expect } from '../../support/browser/watched.ts';
import { fileForm, upload } from '../../support/builders.ts';

const CHANGE = 'PATCH /api/tasks/{id}';
const TITLE = 'Send your passport';
const QUESTION = 'Nothing was added to this task. Mark it complete anyway?';

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });
test.beforeEach(({ page }) => page.clock.install());

const tasks = (page: Page) => page.getByRole('region', { name: 'Your Tasks' });
const card = (page: Page, title = TITLE) => tasks(page).getByRole('listitem').filter({ hasText: title });
const press = (page: Page, name: string) => card(page).getByRole('button', { name, exact: true }).click();
const isDone = (page: Page) => expect(card(page).getByRole('img', { name: 'Completed' })).toBeVisible();
const isOpen = (page: Page) => expect(card(page).getByRole('img', { name: 'Pending' })).toBeVisible();
const expectSent = (page: Page) => expect(card(page).getByText('The task has been marked as complete.')).toBeVisible();

async function openPortal(page: Page, { token }: { token: string }) {
  await page.goto(`/portal/${token}`);
  await expect(tasks(page)).toBeVisible();
}

test('a task with nothing added is completed only after a confirmation', async ({ page, api, client }) => {
  const { body: asked } = await client.addTask({ title: TITLE });
  const { body: answered } = await client.addTask({ title: 'Send your payslips' });
  await upload(client.own, client.id, 'Dear Ruth');
  for (const [caller, task] of [
    [client.own, answered],
    [undefined, asked],
  ] as const) {
    const form = fileForm('Dear Ruth', 'Letter.txt');
    form.set('taskId', task.id);
    expect(await client.by('POST /api/clients/{id}/documents', { form }, caller)).toMatchObject({ status: 201 });
  }
  await openPortal(page, client);
  const complete = card(page).getByRole('button', { name: 'Mark Complete' });

  await test.step('asks once on a double click, and Escape or "Not Yet" leaves the task open', async () => {
    await complete.dblclick();
    await expect(card(page).getByRole('alert')).toHaveText(QUESTION);
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await page.keyboard.press('Escape');
    await expect(card(page).getByRole('alert')).toHaveCount(0);
    await expect(complete).toBeFocused();
    await complete.click();
    await press(page, 'Not Yet');
    await isOpen(page);
  });

  await test.step('asks despite a refused file, but not if a file was added', async () => {
    api.fails('POST /api/clients/{id}/documents', 400, 'This file is a program.');
    const file = { name: 'a.exe', mimeType: 'text/plain', buffer: Buffer.from('a') };
    await pickFile(page, file, () => press(page, 'Add Files'));
    await expect(card(page).getByText('This file is a program.')).toBeVisible();
    await press(page, 'Mark Complete');
    await expect(card(page).getByText(QUESTION)).toBeVisible();
    await page.keyboard.press('Escape');
    const other = card(page, answered.title).first();
    await other.locator('summary').click();
    await other.getByRole('button', { name: 'Mark Complete' }).click();
    await expect(other).toContainText('Thank you.');
    await card(page).locator('summary').click();
  });

  await test.step('completes the task by keyboard on "Yes, It Is Done", and sends it after ten seconds', async () => {
    await enterOn(page, complete);
    await enterOn(page, card(page).getByRole('button', { name: 'Yes, It Is Done' }));
    await isDone(page);
    await expectFocusShown(card(page).locator('summary').first());
    await page.clock.fastForward(10_000);
    await expectSent(page);
    expect(api.sent(CHANGE).map(({ body }) => body)).toEqual(Array(2).fill({ status: 'completed' }));
  });
});

test('a completed task can be undone for ten seconds, then is sent', async ({ page, api, client }) => {
  const { body: noted } = await client.addTask({ title: TITLE });
  await client.setTask(noted.id, { addNote: 'It is a bit dark' }, client.own);
  const { body: done } = await client.addTask({ title: 'Done long ago' });
  await client.setTask(done.id, { status: 'completed' });
  await openPortal(page, client);
  await expect(tasks(page).getByText('Done long ago')).toBeHidden();

  await test.step('sends nothing after Undo within ten seconds', async () => {
    await press(page, 'Mark Complete');
    await page.clock.fastForward(9000);
    await press(page, 'Undo');
    await isOpen(page);
    await expect(card(page).locator('summary')).toBeFocused();
    await page.clock.fastForward(60_000);
    expect(api.sent(CHANGE)).toHaveLength(0);
    await expect(toastOf(page)).toHaveCount(0);
  });

  await test.step('reopens the task after a refused completion, and says why', async () => {
    api.fails(CHANGE, 409, 'Your adviser changed this task.');
    await press(page, 'Mark Complete');
    await page.clock.fastForward(10_000);
    await expectToast(page, 'Error', 'Failed to update task');
    await isOpen(page);
    await expect(card(page)).toContainText('This could not be marked complete. Your adviser changed this task.');
    api.recovers();
  });

  await test.step('thanks immediately, before anything is sent', async () => {
    await press(page, 'Mark Complete');
    await isDone(page);
    await expect(card(page)).toContainText('Thank you. Ruth Amari will look at it next.');
    await expect(page.getByRole('region', { name: 'Your next step' })).toContainText('Nothing to do just yet');
    await expect(card(page).getByRole('button', { name: 'Mark Complete' })).toHaveCount(0);
    expect(api.sent(CHANGE)).toHaveLength(1);
  });

  await test.step('sends the completion after ten seconds, and moves the focus from Undo to the title', async () => {
    await card(page).getByRole('button', { name: 'Undo' }).focus();
    await page.clock.fastForward(10_000);
    await expectSent(page);
    await expect(toastOf(page)).toHaveCount(0);
    await expect(card(page).locator('summary')).toBeFocused();
    await expect(card(page).getByRole('button', { name: 'Undo' })).toHaveCount(0);
    await expect(card(page)).toContainText('Thank you.');
    expect(api.sent(CHANGE)).toHaveLength(2);
  });

  await test.step('folds the task with other completed ones at the next visit', async () => {
    await page.reload();
    await expect(tasks(page)).toContainText('Everything here is done.');
    await tasks(page).getByText('2 done').click();
    await isDone(page);
  });
});

const goOffline = async (page: Page) => {
  await expect(page.getByRole('button', { name: 'Upload Document', exact: true })).toBeVisible();
  // The rest loads after the first screen.
  await page.waitForLoadState('networkidle');
  await page.context().setOffline(true);
};

test('a completion made offline is sent once the connection is back, in this tab or another one', async ({
  page,
  api,
  client,
  context,
}) => {
  const { body: task } = await client.addTask({ title: TITLE });
  await client.setTask(task.id, { addNote: 'Here' }, client.own);
  await openPortal(page, client);

  await test.step('is undone in every tab', async () => {
    const second = await context.newPage();
    await openPortal(second, client);
    await goOffline(page);
    await press(page, 'Mark Complete');
    await expect(card(second)).toContainText('You are offline. This will be sent when you are back online.');
    await press(second, 'Undo');
    await isOpen(page);
    await second.close();
    await context.setOffline(false);
  });

  await test.step('is sent by the page that is opened next', async () => {
    await goOffline(page);
    await press(page, 'Mark Complete');
    await isDone(page);
    await page.close();
    expect(api.sent(CHANGE)).toHaveLength(0);
    await context.setOffline(false);
    const next = await context.newPage();
    await openPortal(next, client);
    await expectSent(next);
    expect(api.sent(CHANGE)).toHaveLength(1);
  });
});

test('a completion made offline keeps its promise as the page says if storage is blocked', async ({
  page,
  api,
  client,
  context,
}) => {
  await page.addInitScript(() => {
    const blocked = {
      get: () => {
        throw new DOMException('blocked', 'SecurityError');
      },
    };
    Object.defineProperties(window, { localStorage: blocked, sessionStorage: blocked });
  });
  const { body: task } = await client.addTask({ title: TITLE });
  await client.setTask(task.id, { addNote: 'Here' }, client.own);
  await openPortal(page, client);
  await goOffline(page);
  await press(page, 'Mark Complete');
  await isDone(page);
  await expect(card(page)).toContainText(
    'You are offline. Keep this page open: this will be sent when you are back online.',
  );
  await page.clock.fastForward(10_000);
  expect(api.sent(CHANGE)).toHaveLength(0);
  await context.setOffline(false);
  await expectSent(page);
  expect(api.sent(CHANGE)).toHaveLength(1);
});

const hide = (page: Page) =>
  page.evaluate(() => {
    Object.defineProperty(document, 'visibilityState', { get: () => 'hidden', configurable: true });
    document.dispatchEvent(new Event('visibilitychange'));
  });

test('a completion is sent immediately if the page is hidden, left or reloaded', async ({
  page,
  api,
  adviser,
  watch,
}) => {
  // Playwright reports a request that outlives its page as aborted. The server shows that it arrived.
  watch.expected.push(/^request failed: PATCH .* net::ERR_ABORTED$/);
  for (const [how, leave] of [
    ['hidden', hide],
    ['left', (page: Page) => page.goto('/')],
    ['reloaded', (page: Page) => page.reload()],
  ] as const)
    await test.step(`sends it if the page is ${how}`, async () => {
      const client = await clientOf(adviser);
      const { body: task } = await client.addTask({ title: TITLE });
      await client.setTask(task.id, { addNote: 'Here' }, client.own);
      await openPortal(page, client);
      await press(page, 'Mark Complete');
      await isDone(page);
      await leave(page);
      await expect.poll(() => client.read('GET /api/clients/{id}/tasks')).toMatchObject([{ status: 'completed' }]);
    });
  expect(api.sent(CHANGE).every(({ body }) => JSON.stringify(body) === '{"status":"completed"}')).toBe(true);
});

import type { Page } from '@playwright/test';
import { enterOn, expectFocusShown } from '../../support/browser/keyboard.ts';
import { aDocument, aTask, expect, expectAccessible, expectToast, pickFile, shoot, test, toastOf } from '../screen.ts';

// A client says that a task is done (product 4), and can take that back for ten seconds.

const CHANGE = 'PATCH /api/tasks/{id}';
const TITLE = 'Send your passport';

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });
test.beforeEach(({ page }) => page.clock.install());

const tasks = (page: Page) => page.getByRole('region', { name: 'Your Tasks' });
const card = (page: Page) => tasks(page).getByRole('listitem').filter({ hasText: TITLE });
const press = (page: Page, name: string) => card(page).getByRole('button', { name, exact: true }).click();
const isDone = (page: Page) => expect(card(page).getByRole('img', { name: 'Completed' })).toBeVisible();
const isOpen = (page: Page) => expect(card(page).getByRole('img', { name: 'Pending' })).toBeVisible();

const QUESTION = 'Nothing was added to this task. Mark it complete all the same?';

async function openPortal(page: Page, { token }: { token: string }) {
  await page.goto(`/portal/${token}`);
  await expect(tasks(page)).toBeVisible();
}

test('a task to which nothing was added is asked about once, in its card', async ({ page, api, firm, client }) => {
  firm.tasks = [aTask({ title: TITLE })];
  await openPortal(page, client);
  const complete = card(page).getByRole('button', { name: 'Mark Complete' });
  await complete.dblclick();
  await expect(card(page).getByRole('alert')).toHaveText(QUESTION);
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expectAccessible(page);
  await shoot(page, 'portal-complete-question');
  await page.keyboard.press('Escape');
  await expect(card(page).getByRole('alert')).toHaveCount(0);
  await expect(card(page).getByRole('heading')).toBeFocused();
  await complete.click();
  await press(page, 'Not Yet');
  await isOpen(page);
  await expect(complete).toBeVisible();
  await enterOn(page, complete);
  await enterOn(page, card(page).getByRole('button', { name: 'Yes, It Is Done' }));
  await isDone(page);
  await expectFocusShown(card(page).getByRole('heading'));
  await page.clock.fastForward(10_000);
  await expectToast(page, 'Task Updated', 'The task has been marked as complete.');
  expect(api.sent(CHANGE)).toMatchObject([{ body: { status: 'completed' } }]);
});

test('a task with a note is done at once, sent ten seconds later, and folded from the next visit on', async ({
  page,
  api,
  firm,
  client,
}) => {
  const notes = aTask({ title: TITLE, clientNotes: 'It is a bit dark' });
  firm.tasks = [notes, aTask({ title: 'Done long ago', status: 'completed' })];
  await openPortal(page, client);
  await expect(tasks(page).getByText('Done long ago')).toBeHidden();
  await press(page, 'Mark Complete');
  await isDone(page);
  await expect(card(page)).toContainText('Thank you. Ruth Amari will look at it next.');
  await expect(page.getByRole('region', { name: 'Your next step' })).toContainText('Nothing to do just yet');
  await expect(card(page).getByRole('button', { name: 'Mark Complete' })).toHaveCount(0);
  await expectAccessible(page);
  await shoot(page, 'portal-completed');
  expect(api.sent(CHANGE)).toHaveLength(0);
  await page.clock.fastForward(10_000);
  await expectToast(page, 'Task Updated', 'The task has been marked as complete.');
  await expect(card(page).getByRole('button', { name: 'Undo' })).toHaveCount(0);
  await expect(card(page)).toContainText('Thank you.');
  expect(api.sent(CHANGE)).toHaveLength(1);
  await page.reload();
  await expect(tasks(page)).toContainText('Everything here is done.');
  await tasks(page).getByText('2 done').click();
  await isDone(page);
});

test('only a file for the very task is no reason to ask', async ({ page, api, firm, client }) => {
  const [asked, answered] = [aTask({ title: TITLE }), aTask({ title: 'Send your payslips' })];
  firm.tasks = [asked, answered];
  firm.documents = [
    aDocument({ uploadedBy: 'client' }),
    aDocument({ uploadedBy: 'client', taskId: answered.id }),
    aDocument({ uploadedBy: 'adviser', taskId: asked.id }),
  ];
  await openPortal(page, client);
  api.fails('POST /api/clients/{id}/documents', 400, 'This file is a program.');
  await pickFile(page, { name: 'a.exe', mimeType: 'text/plain', buffer: Buffer.from('a') }, () =>
    press(page, 'Add more'),
  );
  await expect(card(page).getByText('This file is a program.')).toBeVisible();
  await press(page, 'Mark Complete');
  await expect(card(page).getByText(QUESTION)).toBeVisible();
  const other = tasks(page).getByRole('listitem').filter({ hasText: answered.title }).first();
  await other.getByRole('button', { name: 'Mark Complete' }).click();
  await expect(other).toContainText('Thank you.');
});

test('it can be taken back for ten seconds', async ({ page, api, firm, client }) => {
  firm.tasks = [aTask({ title: TITLE, clientNotes: 'Here' })];
  await openPortal(page, client);
  await press(page, 'Mark Complete');
  await page.clock.fastForward(9000);
  await press(page, 'Undo');
  await isOpen(page);
  await expect(card(page).getByRole('heading')).toBeFocused();
  await page.clock.fastForward(60_000);
  expect(api.sent(CHANGE)).toHaveLength(0);
  await expect(toastOf(page)).toHaveCount(0);
});

test('the focus moves to the title when the time to undo is up', async ({ page, firm, client }) => {
  firm.tasks = [aTask({ title: TITLE, clientNotes: 'Here' })];
  await openPortal(page, client);
  await press(page, 'Mark Complete');
  await card(page).getByRole('button', { name: 'Undo' }).focus();
  await page.clock.fastForward(10_000);
  await expect(card(page).getByRole('heading')).toBeFocused();
});

test('a completion made offline says so, and is sent when the connection is back', async ({
  page,
  api,
  firm,
  client,
  context,
}) => {
  firm.tasks = [aTask({ title: TITLE, clientNotes: 'Here' })];
  await openPortal(page, client);
  await expect(page.getByRole('button', { name: 'Upload Document', exact: true })).toBeVisible();
  await context.setOffline(true);
  await press(page, 'Mark Complete');
  await expect(card(page)).toContainText('You are offline. This will be sent when you are back online.');
  await page.clock.fastForward(10_000);
  expect(api.sent(CHANGE)).toHaveLength(0);
  await context.setOffline(false);
  await expectToast(page, 'Task Updated', 'The task has been marked as complete.');
  expect(api.sent(CHANGE)).toHaveLength(1);
});

test('blocked storage is no obstacle', async ({ page, api, firm, client }) => {
  await page.addInitScript(() => {
    const blocked = () => {
      throw new DOMException('blocked', 'SecurityError');
    };
    Object.defineProperty(window, 'sessionStorage', { get: blocked });
  });
  firm.tasks = [aTask({ title: TITLE, clientNotes: 'Here' })];
  await openPortal(page, client);
  await press(page, 'Mark Complete');
  await isDone(page);
  await page.clock.fastForward(10_000);
  await expectToast(page, 'Task Updated', 'The task has been marked as complete.');
  expect(api.sent(CHANGE)).toHaveLength(1);
});

test('what is refused is open again, and says why', async ({ page, api, firm, client }) => {
  firm.tasks = [aTask({ title: TITLE, clientNotes: 'Here' })];
  await openPortal(page, client);
  api.fails(CHANGE, 409, 'Your adviser changed this task.');
  await press(page, 'Mark Complete');
  await page.clock.fastForward(10_000);
  await expectToast(page, 'Error', 'Failed to update task');
  await isOpen(page);
  await expect(card(page)).toContainText('This could not be marked complete. Your adviser changed this task.');
  api.recovers();
  await press(page, 'Mark Complete');
  await page.clock.fastForward(10_000);
  await isDone(page);
});

for (const [how, leave] of [
  ['hidden', (page: Page) => hide(page)],
  ['left', (page: Page) => page.goto('/')],
  ['loaded again', (page: Page) => page.reload()],
] as const)
  test(`it is sent at once where the page is ${how}`, async ({ page, api, firm, client }) => {
    firm.tasks = [aTask({ title: TITLE, clientNotes: 'Here' })];
    await openPortal(page, client);
    await press(page, 'Mark Complete');
    await isDone(page);
    await leave(page);
    await expect.poll(() => firm.tasks[0]?.status).toBe('completed');
    expect(api.sent(CHANGE).every(({ body }) => JSON.stringify(body) === '{"status":"completed"}')).toBe(true);
  });

const hide = (page: Page) =>
  page.evaluate(() => {
    Object.defineProperty(document, 'visibilityState', { get: () => 'hidden', configurable: true });
    document.dispatchEvent(new Event('visibilitychange'));
  });

import type { Page } from '@playwright/test';
import type { ClientDesk } from '../../support/acts.ts';
import { test } from '../../support/browser/people.ts';
import { dismissToast, expectToast } from '../../support/browser/toast.ts';
import { expect } from '../../support/browser/watched.ts';
import { ask, decide, handedIn } from '../../support/requests.ts';

const MESSAGE = 'POST /api/clients/{id}/messages';
const NOTE = 'It is in my old name, as I have married since.';

test.use({ viewport: { width: 390, height: 844 } });
test.beforeEach(({ page }) => page.clock.install());

const tasks = (page: Page) => page.getByRole('region', { name: 'Your Tasks' });
const note = (page: Page) => page.getByLabel('Add Notes:');
const box = (page: Page, words: string) => page.getByRole('region', { name: words, exact: true });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const remove = (client: ClientDesk, id: string) => client.by('DELETE /api/tasks/{id}', { params: { id } });

async function openPortal(page: Page, { token }: { token: string }) {
  await page.goto(`/portal/${token}`);
  await expect(button(page, 'Upload Document')).toBeVisible();
}

async function typeNote(page: Page) {
  await note(page).fill(NOTE);
}

test('a note for a task that staff deleted stays on the page, and can be sent as a message', async ({
  page,
  api,
  client,
  watch,
}) => {
  watch.expected.push(/^404 PATCH .*\/api\/tasks\//, /status of 404/);
  const taken = box(page, 'Ruth Amari has taken “Send passport” off your list. Your note was not saved.');

  await test.step('says so after a refused save, and moves the focus there', async () => {
    const { body: task } = await client.addTask({});
    await openPortal(page, client);
    await typeNote(page);
    await remove(client, task.id);
    await button(page, 'Save Notes').click();
    await expectToast(page, 'Error', 'Failed to update task');
    await expect(page.getByText('Ruth Amari has taken this off your list.')).toBeVisible();
    await expect(taken).toContainText(NOTE);
    await expect(taken.getByRole('heading')).toBeFocused();
    await expect(tasks(page)).toHaveCount(0);
  });

  await test.step('keeps the text if the message fails, then sends it', async () => {
    await dismissToast(page);
    api.cuts(MESSAGE);
    await button(page, 'Send It as a Message').click();
    await expectToast(page, 'Error', 'Failed to send message');
    await expect(taken).toContainText(NOTE);
    api.recovers();
    await button(page, 'Send It as a Message').click();
    await expect(taken).toHaveCount(0);
    await expect(page.getByRole('heading', { name: 'Your next step' })).toBeFocused();
    expect(api.sent(MESSAGE).at(-1)?.body).toMatchObject({ content: `About “Send passport”: ${NOTE}` });
  });

  await test.step('says so if the task disappears while the client types, and at the next visit', async () => {
    const { body: task } = await client.addTask({});
    await page.reload();
    await typeNote(page);
    await remove(client, task.id);
    await page.clock.fastForward(30_000);
    await expect(taken.getByRole('heading')).toBeFocused();
    await page.reload();
    const later = box(page, 'Ruth Amari has taken this off your list. Your note was not saved.');
    await expect(later).toContainText(NOTE);
    await button(page, 'Discard').click();
    await expect(later).toHaveCount(0);
  });
});

test('a completion of a task that staff deleted meanwhile is said once, also at the next visit', async ({
  page,
  client,
  watch,
}) => {
  watch.expected.push(/^404 PATCH .*\/api\/tasks\//, /status of 404/);
  const SAYS = 'off your list. You had marked it as complete, but that was not saved.';
  const complete = async () => {
    const { body: task } = await client.addTask({});
    await openPortal(page, client);
    await button(page, 'Mark Complete').click();
    await button(page, 'Yes, It Is Done').click();
    await expect(button(page, 'Undo')).toBeVisible();
    await remove(client, task.id);
  };

  await test.step('after a refused completion', async () => {
    await complete();
    await page.clock.fastForward(10_000);
    const live = box(page, `Ruth Amari has taken “Send passport” ${SAYS}`);
    await expect(live).toBeVisible();
    await button(page, 'Dismiss').click();
    await expect(live).toHaveCount(0);
    await expect(page.getByRole('heading', { name: 'Your next step' })).toBeFocused();
  });

  await test.step('at the visit after one that could not send it', async () => {
    await complete();
    const [key, kept] = await page.evaluate(
      () => Object.entries(localStorage).find(([k]) => k.includes('completions/')) ?? ['', ''],
    );
    await page.goto('about:blank');
    await openPortal(page, client);
    await page.evaluate(([k, value]) => localStorage.setItem(k, value), [key, kept] as const);
    await page.reload();
    await page.clock.fastForward(1000);
    const later = box(page, `Ruth Amari has taken a task ${SAYS}`);
    await expect(later).toBeVisible();
    await page.reload();
    await expect(button(page, 'Upload Document')).toBeVisible();
    await page.clock.fastForward(1000);
    await expect(later).toHaveCount(0);
  });
});

test('an answer to a request that staff waived, and a question about a completed task, stay on the page', async ({
  page,
  client,
  watch,
}) => {
  watch.expected.push(/^4\d\d POST .*\/api\//, /status of 4\d\d/);
  const p60 = await ask(client, 'P60');
  const { body: task } = await client.addTask({});
  await openPortal(page, client);
  await button(page, 'I Don’t Have This').click();
  await page
    .getByRole('textbox', { name: 'Why don’t you have it? One sentence is enough.' })
    .fill('My employer never sent one.');
  await decide(client, p60, 'waive');

  await test.step('keeps a refused answer', async () => {
    await button(page, 'Tell Ruth Amari').click();
    await expectToast(page, 'Error', 'Ruth Amari has already dealt with this. Your page shows it now.');
    const settled = box(page, 'Ruth Amari has already dealt with “P60”. Your answer was not sent.');
    await expect(settled).toContainText('My employer never sent one.');
    await expect(settled.getByRole('heading')).toBeFocused();
  });

  await test.step('keeps a question after the task was completed, until that is undone', async () => {
    const done = box(page, '“Send passport” is marked as complete. Your question was not sent.');
    await tasks(page).getByRole('button', { name: 'I Need Help with This' }).click();
    await page.getByRole('textbox', { name: 'What is unclear? (optional)' }).fill('Which page?');
    await button(page, 'Mark Complete').click();
    await button(page, 'Yes, It Is Done').click();
    await expect(done).toContainText('Which page?');
    await button(page, 'Undo').click();
    await expect(done).toHaveCount(0);
    await client.setTask(task.id, { status: 'completed' });
    await page.clock.fastForward(30_000);
    await expect(done).toContainText('Which page?');
  });
});

test('an answer that is sent is never shown as unsent', async ({ page, api, client }) => {
  await handedIn(client, 'Payslips', ['payslips.txt']);
  await ask(client, 'P60');
  await openPortal(page, client);
  await button(page, 'I Don’t Have This').click();
  await page.getByRole('textbox', { name: 'Why don’t you have it? One sentence is enough.' }).fill('I never got one.');
  await page.evaluate(() => {
    const unsent = () => document.body.textContent?.includes('Your answer was not sent');
    const look = new MutationObserver(() => unsent() && document.body.setAttribute('data-flashed', ''));
    look.observe(document.body, { childList: true, subtree: true });
  });
  await button(page, 'Tell Ruth Amari').click();
  await expect(page.getByText('knows and will tell you here what to do')).toBeVisible();
  await expect(page.locator('body[data-flashed]')).toHaveCount(0);
  expect(api.sent('POST /api/requests/{id}/cannot')).toHaveLength(1);
});

import type { Page } from '@playwright/test';
import type { Task } from '#shared/contract/tasks.ts';
import { type ClientDesk, clientOf } from '../../support/acts.ts';
import { openClient, panel, refresh } from '../../support/browser/client-page.ts';
import { setWidth } from '../../support/browser/fit.ts';
import { enterOn, expectFocusShown } from '../../support/browser/keyboard.ts';
import { test } from '../../support/browser/people.ts';
import { expect } from '../../support/browser/watched.ts';
import { type Person, upload } from '../../support/builders.ts';
import { inDays } from '../../support/days.ts';
import { inboxOf } from '../../support/inbox.ts';

const bar = (page: Page) => page.getByRole('navigation', { name: 'Parts of the page' });
const link = (page: Page, name: RegExp) => bar(page).getByRole('link', { name });

/** Marks all notices as read, so that none adds a call or a badge. */
async function readNotices(adviser: Person) {
  const [newest] = await inboxOf(adviser);
  await adviser.call('POST /api/notifications/read', { body: { upTo: newest?.id } });
}

/** Adds data of the size of the demo's largest client. */
async function likeTheDemo(adviser: Person, client: ClientDesk) {
  for (const title of ['Sign the letter', 'Finish the factfind', 'Chase the provider'])
    await client.addTask({ title, description: 'So that we can ask.', dueDate: inDays(3), stageId: `${client.id}.2` });
  for (const number of [1.4, 2.1]) await upload(adviser, client.id, 'Dear Mia', 'Letter.txt', `${client.id}.${number}`);
  await client.write('How is the passport coming on?');
  await client.write('It is in the post.', client.own);
  for (let i = 0; i < 25; i++) await client.change({ description: `Called ${i} times.` });
  // None is unread: marking messages as read would add calls.
  await client.read('GET /api/clients/{id}/messages');
  await readNotices(adviser);
}

/** Adds more of everything than fits on a screen: 12 documents, and 31 tasks, of which 18 are completed. */
async function ofEverythingMuch(adviser: Person, client: ClientDesk) {
  const tasks: Task[] = [];
  for (let i = 0; i < 31; i++) tasks.push((await client.addTask({ title: `Task ${i}` })).body);
  for (const { id } of tasks.slice(0, 18)) await client.setTask(id, { status: 'completed' });
  const letter = await upload(adviser, client.id, 'Dear Mia', 'Letter 0.txt', `${client.id}.1`);
  for (let i = 1; i < 12; i++) await upload(adviser, client.id, 'Dear Mia', `Letter ${i}.txt`, `${client.id}.1`);
  for (const content of ['Are you there?', 'Hello?']) await client.write(content, client.own);
  await readNotices(adviser);
  return { task: tasks[0], letter };
}

// Budgets of elements and calls, which decide the page's cost without a clock. Most elements are of icons. A label that
// changes needs an element of its own, as browsers translate pages.
const MOST_AT_FIRST = 400;
const MOST = 1070;
const MOST_OF_MUCH = 1675;
const CALLS = 14;

test('a bar stays in view and leads to each section of a client’s page', async ({ page, adviser, client }) => {
  await likeTheDemo(adviser, client);
  const calls: string[] = [];
  page.on('request', (request) => request.url().includes('/api/') && calls.push(request.url()));
  await page.addInitScript(() => {
    const counted = { atFirst: 0 };
    Object.assign(window, { counted });
    new MutationObserver((_, observer) => {
      if (!document.querySelector('h1')) return;
      counted.atFirst = document.querySelectorAll('body *').length;
      observer.disconnect();
    }).observe(document, { childList: true, subtree: true });
  });
  await page.setViewportSize({ width: 1280, height: 720 });
  await openClient(page, client);

  await test.step('keeps elements and calls within the budgets', async () => {
    // Not those of the head, to which idle moments add links to chunks.
    const elements = () => page.locator('body *').count();
    const atFirst: number = await page.evaluate('window.counted.atFirst');
    expect.soft(atFirst, 'drawn at first').toBeLessThanOrEqual(MOST_AT_FIRST);
    expect.soft(await elements(), 'of a client like those of the demo').toBeLessThanOrEqual(MOST);
    expect.soft(calls.length, calls.join(' ')).toBeLessThanOrEqual(CALLS);
    const other = await clientOf(adviser, { name: client.name });
    await openClient(page, other);
    await ofEverythingMuch(adviser, other);
    await refresh(page);
    await expect(panel(page, 'Client Tasks').getByText('18 completed tasks')).toBeVisible();
    await expect(panel(page, 'Audit Log').getByText('Uploaded Letter 11.txt')).toBeVisible();
    expect.soft(await elements(), 'with 31 tasks, 18 of them done').toBeLessThanOrEqual(MOST_OF_MUCH);
  });

  await test.step('counts documents, open tasks and unread messages', async () => {
    await expect(link(page, /^Documents, 12 documents$/)).toHaveText('Documents12');
    await expect(link(page, /^Tasks, 13 open$/)).toBeVisible();
    await expect(link(page, /^Messages, 2 unread$/)).toBeVisible();
    await expect(link(page, /^Overview$/)).toHaveAttribute('aria-current', 'location');
    await expect(bar(page).getByText(client.name)).toHaveCount(0);
  });

  await test.step('leads to a section, marks it, and adds no history entry', async () => {
    const before = await page.evaluate(() => history.length);
    await enterOn(page, link(page, /^Tasks/));
    await expect(panel(page, 'Client Tasks')).toBeFocused();
    await expect(page).toHaveURL(/#tasks$/);
    await expect(link(page, /^Tasks/)).toHaveAttribute('aria-current', 'location');
    await expect(link(page, /^Tasks/)).toBeInViewport();
    const title = panel(page, 'Client Tasks').getByRole('heading', { name: 'Client Tasks' });
    const [under, over] = [await title.boundingBox(), await bar(page).boundingBox()];
    expect(under?.y ?? 0).toBeGreaterThanOrEqual((over?.y ?? 0) + (over?.height ?? 0));
    expect(await page.evaluate(() => history.length)).toBe(before);
  });

  await test.step('shows the way back and the status while the head is out of view', async () => {
    await expect(page.getByRole('link', { name: 'All clients' })).toBeInViewport();
    await expect(page.getByText('On Target', { exact: true }).last()).toBeInViewport();
  });

  await test.step('marks the chosen section in either column until the page is scrolled', async () => {
    // By keyboard: links move when a count goes, and when the client's name appears beside them.
    await enterOn(page, link(page, /^Messages/));
    await expect(link(page, /^Messages$/)).toBeVisible();
    // Following a link moves the focus some moments later, perhaps while Tab leads to the next link.
    await expect(page.locator('#messages')).toBeFocused();
    for (const [name, id] of [
      ['Portal', 'portal'],
      ['Journey', 'journey'],
      ['Audit Log', 'activity'],
    ] as const) {
      await enterOn(page, link(page, new RegExp(`^${name}$`)));
      // The page has gone there: what scrolls now is the person.
      await expect(page.locator(`#${id}`)).toBeFocused();
      await expect(link(page, new RegExp(`^${name}$`))).toBeInViewport();
      await expect(bar(page).locator('[aria-current]')).toHaveText(name);
    }
    await page.mouse.move(300, 400);
    await page.mouse.wheel(0, -10_000);
    await expect(link(page, /^Overview$/)).toHaveAttribute('aria-current', 'location');
    const journey = await panel(page, 'Journey Stages').boundingBox();
    await page.mouse.wheel(0, (journey?.y ?? 0) - 70);
    await expect(link(page, /^Journey$/)).toHaveAttribute('aria-current', 'location');
    await page.mouse.wheel(0, -10_000);
    await expect(link(page, /^Overview$/)).toHaveAttribute('aria-current', 'location');
    await expect(page.getByRole('link', { name: 'All clients' })).toHaveCount(0);
  });

  await test.step('fits on one line on a phone', async () => {
    await setWidth(page, 390, 800);
    await link(page, /^Audit Log$/).click();
    await expect(panel(page, 'Audit Log')).toBeFocused();
    await expect(link(page, /^Audit Log$/)).toBeInViewport();
    expect((await bar(page).boundingBox())?.height).toBeLessThanOrEqual(48);
  });
});

test('an address leads to a section, and unfolds a completed task', async ({ page, adviser, client }) => {
  const { task } = await ofEverythingMuch(adviser, client);
  await page.goto(`/adviser/client/${client.id}#portal`);
  await expectFocusShown(panel(page, 'Client Portal Access'));
  await expect(link(page, /^Portal$/)).toHaveAttribute('aria-current', 'location');
  await page.goto('/clients');
  await page.goto(`/adviser/client/${client.id}#task-${task?.id}`);
  const row = panel(page, 'Client Tasks').getByRole('listitem').filter({ hasText: 'Task 0' });
  await expectFocusShown(row);
  await expect(row).toBeInViewport();
  await expect(link(page, /^Tasks/)).toHaveAttribute('aria-current', 'location');
  await expect(panel(page, 'Client Tasks').getByRole('button', { name: '18 completed tasks' })).toHaveAttribute(
    'aria-expanded',
    'true',
  );
});

test('the target of an address stays in view until the page is scrolled', async ({ page, api, adviser, client }) => {
  await page.clock.install();
  const { letter } = await ofEverythingMuch(adviser, client);
  const read = api.holds('GET /api/clients/{id}/tasks');
  await page.goto(`/adviser/client/${client.id}#document-${letter.id}`);
  const row = page.locator(`[id="document-${letter.id}"]`);
  await expectFocusShown(row);
  const height = () => page.evaluate(() => document.body.scrollHeight);
  const before = await height();
  await page.clock.fastForward('01:00');
  read();
  await expect.poll(height).toBeGreaterThan(before);
  await expect(row).toBeInViewport();

  // Scrolls many times, like a dragged scrollbar: a page that grows in the same frame hides one scroll.
  await expect(async () => {
    await page.evaluate(() => window.scrollTo(0, 0));
    await expect(row).not.toBeInViewport({ timeout: 1000 });
  }).toPass();
  await setWidth(page, 1000, 800);
  await expect(row).not.toBeInViewport();
});

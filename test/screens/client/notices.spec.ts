import type { Page } from '@playwright/test';
import { londonInstant, londonParts } from '#shared/rules/london.ts';
import { sayMoment } from '#shared/rules/say-date.ts';
import { clientOf } from '../../support/acts.ts';
import { openClient, panel } from '../../support/browser/client-page.ts';
import { expectFocusShown, tabTo } from '../../support/browser/keyboard.ts';
import { test } from '../../support/browser/people.ts';
import { expectToast } from '../../support/browser/toast.ts';
import { expect } from '../../support/browser/watched.ts';
import { newAdmin, upload } from '../../support/builders.ts';
import { START, setNow } from '../../support/clock.ts';
import { pdf } from '../../support/files/pdfs.ts';
import { inboxOf } from '../../support/inbox.ts';

const MOMENT = 1500;
const READ = 'POST /api/notifications/read';
const HELP = 'POST /api/clients/{id}/stuck';

test('a section counts new notices, and marks them as read once seen', async ({ page, api, adviser }) => {
  await page.clock.install();
  const client = await clientOf(await newAdmin(), { name: 'Mia Wood', adviserId: adviser.id });
  const { id } = (await client.addTask({})).body;
  const ola = await clientOf(adviser, { name: 'Ola Berg' });
  await client.write('Are you there?', client.own);
  await client.by(HELP, { body: {} }, client.own);
  await client.setTask(id, { addNote: 'Page 1' }, client.own);
  await upload(ola.own, ola.id, 'A letter');
  const notices = await inboxOf(adviser);
  const [assigned, message, help, task] = (['assigned', 'message', 'stuck', 'task-noted'] as const).map(
    (kind) => notices.find((notice) => notice.kind === kind)?.id,
  );
  const read = () => api.sent(READ).map(({ body }) => body);
  await openClient(page, client);
  await expect(panel(page, 'Messages').getByText('2 new')).toBeAttached();
  await expect(panel(page, 'Client Tasks').getByText('1 new')).toBeAttached();
  await expect(panel(page, 'Documents').getByText(/ new$/)).toHaveCount(0);

  await test.step('marks notices about the whole client as read when the page opens', async () => {
    await page.clock.runFor(MOMENT);
    await expect.poll(read).toEqual([{ ids: [assigned] }]);
    await expect(page).toHaveTitle(/^\(4\) /);
  });

  await test.step('keeps a section new that is only scrolled past', async () => {
    await page.clock.pauseAt(Date.now() + 3_600_000);
    await panel(page, 'Messages').scrollIntoViewIfNeeded();
    await panel(page, 'Messages').getByLabel('Message').focus();
    await page.getByRole('heading', { level: 1 }).scrollIntoViewIfNeeded();
    await expect(panel(page, 'Messages').getByLabel('Message')).not.toBeInViewport();
    await page.clock.runFor(10 * MOMENT);
    expect(read()).toHaveLength(1);
  });

  await test.step('marks message notices as read once the thread is in view', async () => {
    await panel(page, 'Messages').getByLabel('Message').scrollIntoViewIfNeeded();
    await expect
      .poll(async () => {
        await page.clock.runFor(MOMENT);
        return read();
      })
      .toContainEqual({ ids: [help, message] });
    await expect
      .poll(async () => {
        await page.clock.runFor(1);
        return panel(page, 'Messages').getByText('2 new').count();
      })
      .toBe(0);
  });

  await test.step('marks task notices as read once the tasks are in view', async () => {
    await panel(page, 'Client Tasks').getByRole('listitem').scrollIntoViewIfNeeded();
    await expect
      .poll(async () => {
        await page.clock.runFor(MOMENT);
        return read();
      })
      .toContainEqual({ ids: [task] });
    await page.clock.resume();
    await expect(page).toHaveTitle(/^\(1\) /);
    const unread = (await inboxOf(adviser)).filter((notice) => !notice.read);
    expect(unread.map(({ clientId }) => clientId)).toEqual([ola.id]);
  });
});

test('a notice leads to its task, document or message by keyboard', async ({ page, client }) => {
  for (let i = 1; i < 12; i++) await client.addTask({ title: `Task ${i}` });
  const { id } = (await client.addTask({ title: 'Task 12' })).body;
  await client.by(HELP, { body: {} }, client.own);
  await upload(client.own, client.id, pdf(), 'Passport.pdf');
  await client.setTask(id, { addNote: 'Page 12' }, client.own);
  const follow = async (name: RegExp) => {
    await page.goto('/inbox?show=all');
    await tabTo(page, page.getByRole('link', { name }));
    await page.keyboard.press('Enter');
  };

  await test.step('leads to a task', async () => {
    await follow(/Task 12/);
    const row = panel(page, 'Client Tasks').getByRole('listitem').filter({ hasText: 'Task 12' });
    await expectFocusShown(row);
    await expect(row).toBeInViewport({ ratio: 1 });
    await expect(row).toHaveAttribute('aria-current', 'location');
    // Its notes stay unfolded once the mark goes, until somebody folds them.
    await expect(row).not.toHaveAttribute('aria-current');
    await expect(row.getByText('Page 12')).toBeVisible();
    await row.getByText('1 note').click();
    await expect(row.getByText('Page 12')).toBeHidden();
  });

  await test.step('leads to a document', async () => {
    await follow(/Passport/);
    const row = panel(page, 'Documents by Stage').getByRole('listitem').filter({ hasText: 'Passport.pdf' });
    await expectFocusShown(row);
    await expect(row).toBeInViewport({ ratio: 1 });
  });

  await test.step('leads to a document in a closed group', async () => {
    const documents = panel(page, 'Documents by Stage');
    await documents.getByRole('button', { name: /^Unassigned Documents/ }).click();
    await expect(documents.getByText('Passport.pdf')).toHaveCount(0);
    await page.evaluate(() => {
      const { hash } = window.location;
      window.location.hash = '';
      window.location.hash = hash;
    });
    await expect(documents.getByText('Passport.pdf')).toBeInViewport();
  });

  await test.step('leads to the messages', async () => {
    await follow(/Asked for help/);
    await expectFocusShown(panel(page, 'Messages'));
    await expect(panel(page, 'Messages').getByText('I need help')).toBeInViewport();
  });
});

const card = (page: Page, name: string) => page.getByRole('article', { name: new RegExp(`^${name}`) });
const result = (page: Page, name: string) =>
  page.getByRole('region', { name: 'Clients' }).getByRole('link', { name: new RegExp(name) });

test('lists show unread messages, and first the clients who need help', async ({ page, adviser }) => {
  setNow(londonInstant('2026-11-02', '09:05'));
  const mia = await clientOf(adviser, { name: 'Mia Wood' });
  const ola = await clientOf(adviser, { name: 'Ola Berg' });
  await clientOf(adviser, { name: 'Kofi Mensah' });
  await mia.by(HELP, { body: {} }, mia.own);
  for (const { write, own } of [mia, ola]) await write('Are you there?', own);
  setNow(START);
  await page.goto('/clients');
  await expect(card(page, 'Mia Wood')).toContainText('Needs Help since 2 Nov 2026');
  await expect(card(page, 'Mia Wood')).toContainText('2 unread messages');
  await expect(card(page, 'Ola Berg')).toContainText('1 unread message');
  await expect(card(page, 'Ola Berg')).not.toContainText('Needs Help');
  await expect(page.locator('[data-row-link]').first()).toContainText('Mia Wood');
  await expect(card(page, 'Kofi Mensah')).not.toContainText('unread');
  // On the dashboard, Today says how many messages are unread.
  await page.goto('/dashboard');
  await expect(result(page, 'Mia Wood')).toContainText('Needs Help since 2 Nov 2026');
  await expect(page.locator('[data-row-link]').first()).toContainText('Mia Wood');
});

test('a client needs help until it is resolved, and both sides see which messages were read', async ({
  page,
  api,
  adviser,
}) => {
  const read = 'GET /api/clients/{id}/messages';
  const today = londonInstant(londonParts(new Date()).date, '00:01');
  setNow(londonInstant('2026-11-02', '14:00'));
  const client = await clientOf(adviser, { name: 'Mia Wood' });
  await client.write('An old one');
  await client.write('Seen by Mia');
  await client.write('Seen by Ruth', client.own);
  setNow(londonInstant('2026-11-02', '14:02'));
  await client.read(read);
  setNow(today);
  await client.read(read, client.own);
  await client.write('Not yet');
  await client.by(HELP, { body: {} }, client.own);
  setNow(START);
  const [newest] = await inboxOf(adviser);
  await adviser.call(READ, { body: { upTo: newest?.id } });
  await openClient(page, client);
  expect(api.sent('GET /api/notifications'), 'asked for notices although none is unread').toEqual([]);
  const head = page.getByRole('main').locator('header');
  const resolve = head.getByRole('button', { name: 'Mark as Resolved' });
  const log = panel(page, 'Messages').getByRole('log');

  await test.step('shows since when, and keeps the mark if resolving fails', async () => {
    await expect(head.getByTitle(`Asked for help ${sayMoment(today)}`)).toContainText('Needs Help');
    api.fails('DELETE /api/clients/{id}/stuck');
    await resolve.click();
    await expectToast(page, 'Error', 'Failed to mark as resolved');
    await expect(head.getByText('Needs Help')).toBeVisible();
    api.recovers();
  });

  await test.step('removes the mark immediately, by keyboard', async () => {
    const go = api.holds('DELETE /api/clients/{id}/stuck');
    await tabTo(page, resolve);
    await page.keyboard.press('Enter');
    await expect(head.getByText('Needs Help')).toHaveCount(0);
    await expect(page.locator(':focus')).toContainText('Mia Wood');
    go();
    await expectToast(page, 'Marked as Resolved');
    expect((await client.now()).stuckSince).toBeNull();
  });

  await test.step('shows when the newest read message was read, in each side’s date format', async () => {
    await expect(log.getByText(/^Seen \d/)).toHaveText('Seen 00:01');
    await expect(log.getByRole('listitem').filter({ hasText: 'Seen by Mia' })).toContainText('Seen 00:01');
    await page.goto(`/portal/${client.token}`);
    await expect(log.getByRole('listitem').filter({ hasText: 'Seen by Ruth' })).toContainText('Seen 2 November 2026');
    await expect(log.getByText(/^Seen \d/)).toHaveCount(1);
    await expect(log.getByTitle('2 November 2026, 14:02')).toHaveCount(1);
  });
});

import type { Page } from '@playwright/test';
import { londonInstant, londonParts } from '#shared/rules/london.ts';
import { expectToast } from '../../support/browser/toast.ts';
import { aDocument, aMessage, aNotice, anotherClient, aTask } from '../../support/stub/builders.ts';
import { expect, expectFocusShown, openClient, panel, tabTo, test } from '../screen.ts';

const MOMENT = 1500;
const READ = 'POST /api/notifications/read';

test('a section counts new notices, and marks them as read once seen', async ({ page, api, firm, client }) => {
  await page.clock.install();
  firm.clients.push(anotherClient('Ola Berg'));
  firm.tasks = [aTask()];
  firm.notices = [
    aNotice({ kind: 'message' }),
    aNotice({ kind: 'stuck' }),
    aNotice({ kind: 'task-completed', ref: firm.tasks[0]?.id ?? null }),
    aNotice({ kind: 'document', clientId: 'ola-berg', clientName: 'Ola Berg' }),
    aNotice({ kind: 'assigned' }),
  ];
  const [message, stuck, task, , assigned] = firm.notices.map(({ id }) => id);
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
      .toContainEqual({ ids: [stuck, message] });
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
    expect(firm.notices.filter((notice) => !notice.read).map(({ clientId }) => clientId)).toEqual(['ola-berg']);
  });
});

test('a notice leads to its task, document or message by keyboard', async ({ page, firm }) => {
  const tasks = Array.from({ length: 12 }, (_, i) => aTask({ title: `Task ${i + 1}`, clientNotes: `Page ${i + 1}` }));
  const document = aDocument({ name: 'Passport.pdf', uploadedBy: 'client' });
  firm.tasks = tasks;
  firm.documents = [document];
  firm.messages = [aMessage({ senderType: 'client', content: 'I need help' })];
  firm.notices = [
    aNotice({ kind: 'stuck', text: 'Mia Wood asked for help' }),
    aNotice({ kind: 'document', text: 'Mia Wood uploaded Passport.pdf', ref: document.id }),
    aNotice({ kind: 'task-noted', text: 'Mia Wood noted something on “Task 12”', ref: tasks[11]?.id ?? null }),
  ];
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
    await follow(/asked for help/);
    await expectFocusShown(panel(page, 'Messages'));
    await expect(panel(page, 'Messages').getByText('I need help')).toBeInViewport();
  });
});

const card = (page: Page, name: string) => page.getByRole('article', { name: new RegExp(`^${name}`) });
const result = (page: Page, name: string) =>
  page.getByRole('region', { name: 'Clients' }).getByRole('link', { name: new RegExp(name) });

test('lists show unread messages and stuck clients', async ({ page, firm }) => {
  Object.assign(firm.client('mia-wood'), { unread: 2, stuckSince: '2026-11-20T09:05:00.000Z' });
  firm.clients.push(anotherClient('Ola Berg', { unread: 1 }), anotherClient('Kofi Mensah'));
  for (const [address, row] of [
    ['/clients', card],
    ['/dashboard', result],
  ] as const) {
    await page.goto(address);
    await expect(row(page, 'Mia Wood')).toContainText('Needs Help since 20 Nov 2026, 09:05');
    await expect(row(page, 'Mia Wood')).toContainText('2 unread messages');
    await expect(row(page, 'Ola Berg')).toContainText('1 unread message');
    await expect(row(page, 'Ola Berg')).not.toContainText('Needs Help');
    await expect(row(page, 'Kofi Mensah')).not.toContainText('unread');
  }
});

test('a client stays stuck until resolved, and both sides see which messages were read', async ({
  page,
  api,
  firm,
  client,
}) => {
  const today = londonInstant(londonParts(new Date()).date, '00:01');
  firm.messages = [
    aMessage({ content: 'An old one', read: true, readAt: '2026-11-02T14:02:00.000Z' }),
    aMessage({ content: 'Seen by Mia', read: true, readAt: today.toISOString() }),
    aMessage({ content: 'Not yet' }),
    aMessage({ content: 'Seen by Ruth', senderType: 'client', read: true, readAt: '2026-11-02T14:02:00.000Z' }),
  ];
  firm.client(client.id).stuckSince = '2026-11-20T09:05:00.000Z';
  await openClient(page, client);
  expect(api.sent('GET /api/notifications'), 'asked for notices although none is unread').toEqual([]);
  const head = page.getByRole('main').locator('header');
  const resolve = head.getByRole('button', { name: 'Mark as Resolved' });
  const log = panel(page, 'Messages').getByRole('log');

  await test.step('shows since when, and keeps the mark if resolving fails', async () => {
    await expect(head.getByTitle('Asked for help 20 Nov 2026, 09:05')).toContainText('Needs Help');
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
    expect(firm.client(client.id).stuckSince).toBeNull();
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

import type { Page } from '@playwright/test';
import { aMessage, aNotice, anotherClient } from '../../support/stub/builders.ts';
import { expect, expectFocusShown, expectToast, tabTo, test } from '../screen.ts';

const OLA = { clientId: 'ola-berg', clientName: 'Ola Berg' };
const inbox = (page: Page) => page.getByRole('region', { name: 'Notifications', exact: true });
const groups = (page: Page) => inbox(page).getByRole('region');
const navLink = (page: Page, name: string | RegExp) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name });

test('the inbox groups notices by client, with links and a count of unread ones', async ({ page, firm }) => {
  firm.clients.push(anotherClient('Ola Berg'));
  const task = 'mia-wood.0000000000000000000000123';
  const document = 'mia-wood.0000000000000000000000124';
  firm.notices = [
    aNotice({ kind: 'assigned', ...OLA, text: 'Ola Berg is your client now', read: true }),
    aNotice({ kind: 'document', text: 'Mia Wood uploaded Passport.pdf', ref: document }),
    aNotice({ kind: 'stuck', ...OLA, text: 'Ola Berg asked for help' }),
    aNotice({ kind: 'task-completed', text: 'Mia Wood completed “Send your passport”', ref: task }),
    aNotice({ kind: 'damaged', clientId: null, clientName: null, text: 'A stored document was altered or is gone' }),
  ];
  await page.goto('/inbox');

  await test.step('groups by client, newest first', async () => {
    await expect(groups(page).getByRole('heading')).toHaveText([/The firm/, /Mia Wood/, /Ola Berg/]);
    await expect(groups(page).nth(1).getByRole('listitem')).toHaveText([
      /^Unread: Mia Wood completed “Send your passport”/,
      /^Unread: Mia Wood uploaded Passport.pdf/,
    ]);
    await expect(groups(page).nth(2).getByRole('listitem')).toHaveCount(1);
  });

  await test.step('links each notice to its task, document, messages or the audit log', async () => {
    const linkOf = (name: RegExp) => inbox(page).getByRole('link', { name });
    await expect(linkOf(/completed/)).toHaveAttribute('href', `/adviser/client/mia-wood#task-${task}`);
    await expect(linkOf(/uploaded/)).toHaveAttribute('href', `/adviser/client/mia-wood#document-${document}`);
    await expect(linkOf(/asked for help/)).toHaveAttribute('href', '/adviser/client/ola-berg#messages');
    await expect(linkOf(/altered/)).toHaveAttribute('href', '/admin/record');
    await expect(inbox(page).getByRole('link', { name: 'Email settings' })).toHaveAttribute('href', '/account');
  });

  await test.step('counts unread notices in the inbox link and in the title', async () => {
    await expect(navLink(page, 'Inbox, 4 unread')).toHaveText('Inbox4');
    await expect(page).toHaveTitle(/^\(4\) Inbox · /);
  });

  await test.step('All shows read notices too', async () => {
    await page.getByRole('link', { name: 'All', exact: true }).click();
    await expect(page).toHaveURL('/inbox?show=all');
    await expect(inbox(page).getByRole('listitem').filter({ hasText: 'is your client now' })).toHaveText(
      /^Ola Berg is your client now/,
    );
    await expect(groups(page).nth(2).getByRole('listitem')).toHaveCount(2);
  });
});

test('notices are marked as read one by one or together, and rolled back on failure', async ({ page, api, firm }) => {
  firm.notices = ['one', 'two', 'three'].map((text) =>
    aNotice({ kind: 'new-device', text: `Mia Wood sent message ${text}` }),
  );
  await page.goto('/inbox?show=all');
  const [first, second] = firm.notices.toReversed();
  const lines = inbox(page).getByRole('listitem');
  const markRead = (index: number) =>
    lines
      .nth(index)
      .getByRole('button', { name: /^Mark as Read: / })
      .click();
  await expect(lines).toHaveCount(3);

  await test.step('marks a notice as read before the server answers', async () => {
    const go = api.holds('POST /api/notifications/read');
    await markRead(0);
    await expect(lines.nth(0)).toHaveText(/^Mia Wood sent message three/);
    go();
    await expect(navLink(page, 'Inbox, 2 unread')).toBeVisible();
    expect(api.sent('POST /api/notifications/read').map(({ body }) => body)).toEqual([{ ids: [first?.id] }]);
  });

  await test.step('rolls back a failed change and reports it', async () => {
    api.fails('POST /api/notifications/read');
    await markRead(1);
    await expectToast(page, 'Error', 'Failed to mark as read');
    await expect(lines.nth(1)).toHaveText(/^Unread: /);
    api.recovers();
  });

  await test.step('Mark All as Read stops at the newest notice on the screen', async () => {
    firm.notices.push(aNotice({ kind: 'new-device', text: 'Mia Wood sent message four' }));
    await page.getByRole('button', { name: 'Mark All as Read' }).click();
    await expect(navLink(page, 'Inbox, 1 unread')).toBeVisible();
    expect(api.sent('POST /api/notifications/read').at(-1)?.body).toEqual({ upTo: first?.id });
    expect(firm.notices.map(({ read }) => read)).toEqual([true, true, true, false]);
    await expect(lines.nth(0)).toHaveText(/^Unread: Mia Wood sent message four/);
  });

  await test.step('removes a read notice from Unread, and focuses the next one', async () => {
    await page.getByRole('link', { name: 'Unread', exact: true }).click();
    await expect(lines).toHaveCount(1);
    firm.notices.push(aNotice({ kind: 'new-device', text: 'Mia Wood sent message five' }));
    await page.reload();
    await expect(lines).toHaveCount(2);
    await tabTo(page, lines.nth(1).getByRole('button'));
    await page.keyboard.press('Enter');
    await expect(lines).toHaveCount(1);
    await expectFocusShown(lines.first());
    expect(second?.read).toBe(true);
  });

  await test.step('shows that everything is read, and no count', async () => {
    await page.getByRole('button', { name: 'Mark All as Read' }).click();
    await expect(inbox(page).getByText('You have read everything')).toBeVisible();
    await expect(navLink(page, 'Inbox')).toHaveText('Inbox');
    await expect(page).toHaveTitle(/^Inbox · /);
  });
});

test('the inbox groups messages of one client in one row with previews and a reply field', async ({
  page,
  api,
  firm,
}) => {
  const contents = ['Hello Ruth', 'Can we talk on Friday?', 'Or on Monday?', 'I am away after that.'];
  firm.messages = contents.map((content) => aMessage({ content, senderType: 'client' }));
  firm.notices = [
    aNotice({ kind: 'document', text: 'Uploaded Passport.pdf', ref: null }),
    ...firm.messages.map(({ id, content }) => aNotice({ text: 'Sent you a message', ref: id, preview: content })),
  ];
  firm.pages.notices = 3;
  await page.goto('/inbox');
  const rows = groups(page).first().locator('ul').first().locator(':scope > li');
  const row = rows.first();
  const reply = row.getByRole('button', { name: 'Reply to Mia Wood' });
  const field = row.getByRole('textbox', { name: 'Message' });

  await test.step('counts the loaded messages, and marks that there are more', async () => {
    await expect(row).toContainText(/^Unread: Sent you 3\+ messages/);
    await expect(groups(page)).toContainText('3+ unread');
    await inbox(page).getByRole('button', { name: 'Show Earlier Notifications' }).click();
    await expect(groups(page)).toContainText('5 unread');
  });

  await test.step('shows the newest three messages', async () => {
    await expect(rows).toHaveCount(2);
    await expect(row).toContainText(/^Unread: Sent you 4 messages/);
    for (const content of contents.slice(1)) await expect(row.getByText(content)).toBeVisible();
    await expect(row.getByText('Hello Ruth')).toHaveCount(0);
  });

  await test.step('shows a notice about a deleted document without a link', async () => {
    await expect(rows.last()).toContainText('since deleted');
    await expect(rows.last().getByRole('link')).toHaveCount(0);
  });

  await test.step('Reply opens the conversation in its field, and Escape closes it', async () => {
    await tabTo(page, reply);
    await page.keyboard.press('Enter');
    await expect(field).toBeFocused();
    await expect(row.getByRole('log').getByText('Hello Ruth')).toBeVisible();
    await page.keyboard.press('Escape');
    await expectFocusShown(reply);
  });

  await test.step('keeps the reply if it could not be sent', async () => {
    await reply.click();
    api.fails('POST /api/clients/{id}/messages');
    await field.fill('Monday is fine.');
    await page.keyboard.press('Enter');
    await expectToast(page, 'Error', 'Failed to send message');
    await expect(field).toHaveValue('Monday is fine.');
    expect(api.sent('POST /api/notifications/read')).toHaveLength(0);
    api.recovers();
  });

  await test.step('sends the reply, marks the messages read and focuses the next row', async () => {
    const ids = firm.notices.slice(1).map(({ id }) => id);
    await field.press('Enter');
    await expectToast(page, 'Message Sent');
    await expect(rows).toHaveCount(1);
    await expectFocusShown(rows.first());
    expect(api.sent('POST /api/notifications/read').map(({ body }) => body)).toEqual([{ ids: ids.toReversed() }]);
    expect(firm.messages.at(-1)).toMatchObject({ content: 'Monday is fine.', senderType: 'adviser' });
  });
});

test('the inbox shows that it is loading, failed, empty or long', async ({ page, firm, api }) => {
  const alert = inbox(page).getByRole('alert');
  const lines = inbox(page).getByRole('listitem');

  await test.step('loads automatically, and only once, when the connection is back', async () => {
    api.cuts('GET /api/notifications');
    await page.goto('/inbox');
    await expect(alert).toContainText('There is no connection to the server');
    api.recovers();
    const reads = api.countsFromNow('GET /api/notifications');
    await page.evaluate(() => window.dispatchEvent(new Event('online')));
    await expect(inbox(page).getByText('You have read everything')).toBeVisible();
    expect(reads()).toBe(1);
  });

  await test.step('shows skeletons while it loads, then why it failed, and loads on Try Again', async () => {
    api.fails('GET /api/notifications');
    const go = api.holds('GET /api/notifications');
    await page.goto('/inbox');
    await expect(page.locator('.chakra-skeleton')).not.toHaveCount(0);
    go();
    await expect(alert).toContainText('Your inbox could not be loaded');
    api.recovers();
    await inbox(page).getByRole('button', { name: 'Try Again' }).click();
  });

  await test.step('says that everything is read, and on Show All that there are no notifications', async () => {
    await expect(inbox(page).getByText('You have read everything')).toBeVisible();
    await inbox(page).getByRole('link', { name: 'Show All' }).click();
    await expect(page).toHaveURL('/inbox?show=all');
    await expect(inbox(page).getByText('No notifications yet')).toBeVisible();
  });

  await test.step('shows 20 of 120 notices at a time, counts 99+, and focuses the notice before earlier ones', async () => {
    firm.pages.notices = 20;
    firm.notices = Array.from({ length: 120 }, (_, i) =>
      aNotice({ kind: 'new-device', text: `Mia Wood sent message ${i + 1}` }),
    );
    await page.goto('/inbox');
    await expect(lines).toHaveCount(20);
    await expect(navLink(page, 'Inbox, 120 unread')).toHaveText('Inbox99+');
    await expect(page).toHaveTitle(/^\(99\+\) Inbox/);
    const earlier = inbox(page).getByRole('button', { name: 'Show Earlier Notifications' });
    await tabTo(page, earlier);
    await page.keyboard.press('Enter');
    await expect(lines).toHaveCount(40);
    await expectFocusShown(lines.nth(19));
    api.fails('GET /api/notifications');
    await earlier.click();
    await expect(alert).toContainText('Earlier notifications could not be loaded.');
    await expect(lines).toHaveCount(40);
  });
});

import type { Page } from '@playwright/test';
import { aMessage, aNotice, anotherClient } from '../../support/stub/builders.ts';
import { expect, expectAccessible, expectFocusShown, expectToast, shoot, tabTo, test } from '../screen.ts';

// What happened that an adviser should know of.

const OLA = { clientId: 'ola-berg', clientName: 'Ola Berg' };
const inbox = (page: Page) => page.getByRole('region', { name: 'Notifications', exact: true });
const groups = (page: Page) => inbox(page).getByRole('region');
const navLink = (page: Page, name: string | RegExp) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name });

test('the inbox tells by client what happened, and leads to it', async ({ page, firm }) => {
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

  await test.step('groups by client, where something happened last first', async () => {
    await expect(groups(page).getByRole('heading')).toHaveText([/The firm/, /Mia Wood/, /Ola Berg/]);
    await expect(groups(page).nth(1).getByRole('listitem')).toHaveText([
      /^Unread: Mia Wood completed “Send your passport”/,
      /^Unread: Mia Wood uploaded Passport.pdf/,
    ]);
    await expect(groups(page).nth(2).getByRole('listitem')).toHaveCount(1);
  });

  await test.step('leads to the very thing', async () => {
    const linkOf = (name: RegExp) => inbox(page).getByRole('link', { name });
    await expect(linkOf(/completed/)).toHaveAttribute('href', `/adviser/client/mia-wood#task-${task}`);
    await expect(linkOf(/uploaded/)).toHaveAttribute('href', `/adviser/client/mia-wood#document-${document}`);
    await expect(linkOf(/asked for help/)).toHaveAttribute('href', '/adviser/client/ola-berg#messages');
    await expect(linkOf(/altered/)).toHaveAttribute('href', '/admin/record');
    await expect(inbox(page).getByRole('link', { name: 'Email settings' })).toHaveAttribute('href', '/account');
  });

  await test.step('says how many are unread in its link and in the title', async () => {
    await expect(navLink(page, 'Inbox, 4 unread')).toHaveText('Inbox4');
    await expect(page).toHaveTitle(/^\(4\) Inbox · /);
  });

  await expectAccessible(page);
  await shoot(page, 'inbox');

  await test.step('shows what was read too', async () => {
    await page.getByRole('link', { name: 'All', exact: true }).click();
    await expect(page).toHaveURL('/inbox?show=all');
    await expect(inbox(page).getByRole('listitem').filter({ hasText: 'is your client now' })).toHaveText(
      /^Ola Berg is your client now/,
    );
    await expect(groups(page).nth(2).getByRole('listitem')).toHaveCount(2);
  });
});

test('notices are marked read, at once and one by one', async ({ page, api, firm }) => {
  firm.notices = ['one', 'two', 'three'].map((text) =>
    aNotice({ kind: 'new-device', text: `Mia Wood sent message ${text}` }),
  );
  await page.goto('/inbox?show=all');
  const [first, second] = firm.notices.toReversed();
  const lines = inbox(page).getByRole('listitem');
  await expect(lines).toHaveCount(3);

  await test.step('one, before the server has answered', async () => {
    const go = api.holds('POST /api/notifications/read');
    await lines
      .nth(0)
      .getByRole('button', { name: /^Mark as Read: / })
      .click();
    await expect(lines.nth(0)).toHaveText(/^Mia Wood sent message three/);
    go();
    await expect(navLink(page, 'Inbox, 2 unread')).toBeVisible();
    expect(api.sent('POST /api/notifications/read').map(({ body }) => body)).toEqual([{ ids: [first?.id] }]);
  });

  await test.step('none where that fails, which is said', async () => {
    api.fails('POST /api/notifications/read');
    await lines
      .nth(1)
      .getByRole('button', { name: /^Mark as Read: / })
      .click();
    await expectToast(page, 'Error', 'Failed to mark as read');
    await expect(lines.nth(1)).toHaveText(/^Unread: /);
    api.recovers();
  });

  await test.step('all up to the newest that is shown', async () => {
    firm.notices.push(aNotice({ kind: 'new-device', text: 'Mia Wood sent message four' }));
    await page.getByRole('button', { name: 'Mark All as Read' }).click();
    await expect(navLink(page, 'Inbox, 1 unread')).toBeVisible();
    expect(api.sent('POST /api/notifications/read').at(-1)?.body).toEqual({ upTo: first?.id });
    expect(firm.notices.map(({ read }) => read)).toEqual([true, true, true, false]);
    await expect(lines.nth(0)).toHaveText(/^Unread: Mia Wood sent message four/);
  });

  await test.step('what is read leaves the unread ones, and the keyboard stays near', async () => {
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

  await test.step('until nothing is left', async () => {
    await page.getByRole('button', { name: 'Mark All as Read' }).click();
    await expect(inbox(page).getByText('You have read everything')).toBeVisible();
    await expect(navLink(page, 'Inbox')).toHaveText('Inbox');
    await expect(page).toHaveTitle(/^Inbox · /);
    await expectAccessible(page);
    await shoot(page, 'inbox-read');
  });
});

test('messages of one client are one row, which shows how they begin and takes a reply', async ({
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
  await page.goto('/inbox');
  const rows = groups(page).first().locator('ul').first().locator(':scope > li');
  const row = rows.first();
  const reply = row.getByRole('button', { name: 'Reply to Mia Wood' });
  const field = row.getByRole('textbox', { name: 'Message' });

  await test.step('shows the newest three', async () => {
    await expect(rows).toHaveCount(2);
    await expect(row).toContainText(/^Unread: Sent you 4 messages/);
    for (const content of contents.slice(1)) await expect(row.getByText(content)).toBeVisible();
    await expect(row.getByText('Hello Ruth')).toHaveCount(0);
  });

  await test.step('shows a notice about what was deleted without a link', async () => {
    await expect(rows.last()).toContainText('deleted since');
    await expect(rows.last().getByRole('link')).toHaveCount(0);
  });

  await test.step('opens the conversation with the focus in the field, and Escape closes it', async () => {
    await tabTo(page, reply);
    await page.keyboard.press('Enter');
    await expect(field).toBeFocused();
    await expect(row.getByRole('log').getByText('Hello Ruth')).toBeVisible();
    await expectAccessible(page);
    await shoot(page, 'inbox-reply');
    await page.keyboard.press('Escape');
    await expectFocusShown(reply);
  });

  await test.step('keeps what was typed where it could not be sent', async () => {
    await reply.click();
    api.fails('POST /api/clients/{id}/messages');
    await field.fill('Monday is fine.');
    await page.keyboard.press('Enter');
    await expectToast(page, 'Error', 'Failed to send message');
    await expect(field).toHaveValue('Monday is fine.');
    expect(api.sent('POST /api/notifications/read')).toHaveLength(0);
    api.recovers();
  });

  await test.step('sends, marks the messages read, and the focus goes to the next row', async () => {
    const ids = firm.notices.slice(1).map(({ id }) => id);
    await field.press('Enter');
    await expectToast(page, 'Message Sent');
    await expect(rows).toHaveCount(1);
    await expectFocusShown(rows.first());
    expect(api.sent('POST /api/notifications/read').map(({ body }) => body)).toEqual([{ ids: ids.toReversed() }]);
    expect(firm.messages.at(-1)).toMatchObject({ content: 'Monday is fine.', senderType: 'adviser' });
  });
});

test('a long inbox is shown a page at a time', async ({ page, firm, api }) => {
  firm.pages.notices = 20;
  firm.notices = Array.from({ length: 120 }, (_, i) =>
    aNotice({ kind: 'new-device', text: `Mia Wood sent message ${i + 1}` }),
  );
  await page.goto('/inbox');
  const lines = inbox(page).getByRole('listitem');
  await expect(lines).toHaveCount(20);
  await expect(navLink(page, 'Inbox, 120 unread')).toHaveText('Inbox99+');
  await expect(page).toHaveTitle(/^\(99\+\) Inbox/);
  await tabTo(page, inbox(page).getByRole('button', { name: 'Show Earlier Notifications' }));
  await page.keyboard.press('Enter');
  await expect(lines).toHaveCount(40);
  await expectFocusShown(lines.nth(19));
  api.fails('GET /api/notifications');
  await inbox(page).getByRole('button', { name: 'Show Earlier Notifications' }).click();
  await expect(inbox(page).getByRole('alert')).toContainText('Earlier notifications could not be loaded.');
  await expect(lines).toHaveCount(40);
});

test('an inbox that is empty, on its way or out of reach says so', async ({ page, api }) => {
  const go = api.holds('GET /api/notifications');
  await page.goto('/inbox?show=all');
  await expect(page.locator('.chakra-skeleton')).not.toHaveCount(0);
  go();
  await expect(inbox(page).getByText('Nothing has come yet')).toBeVisible();
  api.fails('GET /api/notifications');
  await page.goto('/inbox');
  await expect(inbox(page).getByRole('alert')).toContainText('Your inbox could not be loaded');
  api.recovers();
  await inbox(page).getByRole('button', { name: 'Try Again' }).click();
  await expect(inbox(page).getByText('You have read everything')).toBeVisible();
  await inbox(page).getByRole('link', { name: 'Show All' }).click();
  await expect(page).toHaveURL('/inbox?show=all');
});

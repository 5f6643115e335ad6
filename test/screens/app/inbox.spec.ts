import type { Page } from '@playwright/test';
import { noticeKey } from '#functions/services/notices.ts';
import { HOUR_MS } from '#shared/rules/time.ts';
import { clientOf, saveSettings } from '../../support/acts.ts';
import { changeStored } from '../../support/aws.ts';
import { expectFocusShown, tabTo } from '../../support/browser/keyboard.ts';
import { test } from '../../support/browser/people.ts';
import { expectToast } from '../../support/browser/toast.ts';
import { expect } from '../../support/browser/watched.ts';
import { newAdmin, newClient, upload } from '../../support/builders.ts';
import { START, setNow } from '../../support/clock.ts';
import { inDays } from '../../support/days.ts';
import { inboxOf } from '../../support/inbox.ts';
import { lettersOf } from '../../support/loas.ts';
import { noticesFor } from '../../support/people/crowd.ts';
import { handedIn, unavailable } from '../../support/requests.ts';

/** The server's page of notices. */
const PAGE = 50;
const inbox = (page: Page) => page.getByRole('region', { name: 'Notifications', exact: true });
const groups = (page: Page) => inbox(page).getByRole('region');
const navLink = (page: Page, name: string | RegExp) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name });

test('the inbox groups notices by client, with links and a count of unread ones', async ({ page, admin }) => {
  const colleague = await newAdmin();
  const ola = await clientOf(colleague, { name: 'Ola Berg', adviserId: admin.id });
  const [assigned] = await inboxOf(admin);
  await admin.call('POST /api/notifications/read', { body: { upTo: assigned?.id } });
  const mia = await clientOf(admin, { name: 'Mia Wood', adviserId: admin.id });
  const { body: task } = await mia.addTask({ title: 'Send your passport' });
  const document = await upload(mia.own, mia.id, 'a scan', 'Passport.txt');
  await ola.by('POST /api/clients/{id}/stuck', { body: {} }, ola.own);
  await mia.setTask(task.id, { status: 'completed' }, mia.own);
  await saveSettings(colleague, { firm: { phone: '020 7946 0182' } });
  await page.goto('/inbox');

  await test.step('groups by client, newest first', async () => {
    await expect(groups(page).getByRole('heading')).toHaveText([/The firm/, /Mia Wood/, /Ola Berg/]);
    await expect(groups(page).nth(1).getByRole('listitem')).toHaveText([
      /^Unread: Completed “Send your passport”/,
      /^Unread: Uploaded Passport.txt/,
    ]);
    await expect(groups(page).nth(2).getByRole('listitem')).toHaveCount(1);
  });

  await test.step('links each notice to its task, document, messages or the audit log', async () => {
    const linkOf = (name: RegExp) => inbox(page).getByRole('link', { name });
    await expect(linkOf(/Completed/)).toHaveAttribute('href', `/adviser/client/${mia.id}#task-${task.id}`);
    await expect(linkOf(/Uploaded/)).toHaveAttribute('href', `/adviser/client/${mia.id}#document-${document.id}`);
    await expect(linkOf(/Asked for help/)).toHaveAttribute('href', `/adviser/client/${ola.id}#messages`);
    await expect(linkOf(/changed the firm’s phone/)).toHaveAttribute('href', '/admin/record');
    await expect(inbox(page).getByRole('link', { name: 'Email settings' })).toHaveAttribute('href', '/account');
  });

  await test.step('counts unread notices in the inbox link and in the title', async () => {
    await expect(navLink(page, 'Inbox, 4 unread')).toHaveText('Inbox4');
    await expect(page).toHaveTitle(/^\(4\) Inbox · /);
  });

  await test.step('All shows read notices too', async () => {
    await page.getByRole('link', { name: 'All', exact: true }).click();
    await expect(page).toHaveURL('/inbox?show=all');
    await expect(inbox(page).getByRole('listitem').filter({ hasText: 'this client’s adviser' })).toHaveText(
      /^You are now this client’s adviser/,
    );
    await expect(groups(page).nth(2).getByRole('listitem')).toHaveCount(2);
  });
});

test('notices of requests lead to the request, and say if it was deleted', async ({ page, adviser, client }) => {
  const { id } = await handedIn(client, 'Passport', ['Front.txt', 'Back.txt']);
  const { version, ...gone } = await unavailable(client, 'P60', 'My employer never sent one.');
  const about = { params: { id: gone.id } };
  await adviser.call('POST /api/requests/{id}/decision', { ...about, body: { version, decision: 'waive' } });
  await adviser.call('DELETE /api/requests/{id}', about);
  await page.goto('/inbox');
  await expect(inbox(page).getByRole('listitem').first()).toContainText('Does not have “P60”just now · since deleted');
  const link = inbox(page).getByRole('link', { name: /“/ });
  await expect(link).toHaveText('Handed in “Passport” with 2 files');
  await expect(link).toHaveAttribute('href', `/adviser/client/${client.id}#request-${id}`);
});

test('a notice to chase a provider leads to the letter of authority', async ({ page, adviser, client }) => {
  const sent = { on: inDays(-16), how: 'post' };
  const { id } = await lettersOf(adviser, client.id).made('Aviva', { sent });
  const [key = ''] = await noticesFor(adviser.id, client.id, 1, 'loa-due');
  const text = 'Aviva: no answer for 12 working days, chase today';
  await changeStored(noticeKey(adviser.id, key), { ref: id, text });
  await page.goto('/inbox');
  const link = inbox(page).getByRole('link', { name: text });
  await expect(link).toHaveAttribute('href', `/adviser/client/${client.id}#loa-${id}`);
});

test('a notice that a phone call may help has the client’s number', async ({ page, adviser, client }) => {
  const silent = await clientOf(adviser, { name: 'Ola Berg', phone: null });
  await client.change({ phone: '+44 (0)7700 900127' });
  const text = 'Has not answered 4 reminders. A phone call may help';
  for (const { id } of [client, silent]) {
    const [key = ''] = await noticesFor(adviser.id, id, 1, 'no-answer');
    await changeStored(noticeKey(adviser.id, key), { text });
  }
  await page.goto('/inbox');
  await expect(inbox(page).getByRole('link', { name: text })).toHaveCount(2);
  const phone = inbox(page).getByRole('link', { name: '+44 (0)7700 900127' });
  await expect(phone).toHaveAttribute('href', 'tel:+447700900127');
  await expect(inbox(page).locator('[href^="tel:"]')).toHaveCount(1);
});

test('notices are marked as read one by one or together, and rolled back on failure', async ({
  page,
  api,
  adviser,
  client,
}) => {
  const another = (name: string) => upload(client.own, client.id, 'a scan', `${name}.txt`);
  const areRead = async () => (await inboxOf(adviser)).map(({ read }) => read).toReversed();
  for (const name of ['One', 'Two', 'Three']) await another(name);
  const [newest] = await inboxOf(adviser);
  await page.goto('/inbox?show=all');
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
    await expect(lines.nth(0)).toHaveText(/^Uploaded Three.txt/);
    go();
    await expect(navLink(page, 'Inbox, 2 unread')).toBeVisible();
    expect(api.sent('POST /api/notifications/read').map(({ body }) => body)).toEqual([{ ids: [newest?.id] }]);
  });

  await test.step('rolls back a failed change and reports it', async () => {
    api.fails('POST /api/notifications/read');
    await markRead(1);
    await expectToast(page, 'Error', 'Failed to mark as read');
    await expect(lines.nth(1)).toHaveText(/^Unread: /);
    api.recovers();
  });

  await test.step('Mark All as Read stops at the newest notice on the screen', async () => {
    await another('Four');
    await page.getByRole('button', { name: 'Mark All as Read' }).click();
    await expect(navLink(page, 'Inbox, 1 unread')).toBeVisible();
    expect(api.sent('POST /api/notifications/read').at(-1)?.body).toEqual({ upTo: newest?.id });
    expect(await areRead()).toEqual([true, true, true, false]);
    await expect(lines.nth(0)).toHaveText(/^Unread: Uploaded Four.txt/);
  });

  await test.step('removes a read notice from Unread, and focuses the next one', async () => {
    await page.getByRole('link', { name: 'Unread', exact: true }).click();
    await expect(lines).toHaveCount(1);
    await another('Five');
    await page.reload();
    await expect(lines).toHaveCount(2);
    await tabTo(page, lines.nth(1).getByRole('button'));
    await page.keyboard.press('Enter');
    await expect(lines).toHaveCount(1);
    await expectFocusShown(lines.first());
    expect(await areRead()).toEqual([true, true, true, true, false]);
  });

  await test.step('shows that everything is read, and no count', async () => {
    await page.getByRole('button', { name: 'Mark All as Read' }).click();
    await expect(inbox(page).getByText('You have read everything')).toBeVisible();
    await expect(navLink(page, 'Inbox')).toHaveText('Inbox');
    await expect(page).toHaveTitle(/^Inbox · /);
    await inbox(page).getByRole('link', { name: 'Show All' }).click();
    await expect(page).toHaveURL('/inbox?show=all');
    await expect(lines).toHaveCount(5);
  });
});

test('the inbox groups messages of one client in one row with previews and a reply field', async ({
  page,
  api,
  adviser,
}) => {
  const contents = ['Hello Ruth', 'Can we talk on Friday?', 'Or on Monday?', 'I am away after that.'];
  setNow(START - HOUR_MS);
  const client = await clientOf(adviser, { name: 'Mia Wood' });
  const document = await upload(client.own, client.id, 'a scan', 'Passport.txt');
  await adviser.call('DELETE /api/documents/{id}', { params: { id: document.id } });
  setNow(START);
  await noticesFor(adviser.id, client.id, PAGE - contents.length);
  for (const content of contents) await client.write(content, client.own);
  await page.goto('/inbox');
  const rows = groups(page).first().locator('ul').first().locator(':scope > li');
  const row = rows.first();
  const reply = row.getByRole('button', { name: 'Reply to Mia Wood' });
  const field = row.getByRole('textbox', { name: 'Message' });

  await test.step('counts the loaded messages, and marks that there are more', async () => {
    await expect(row).toContainText(/^Unread: Sent you 50\+ messages/);
    await inbox(page).getByRole('button', { name: 'Show Earlier Notifications' }).click();
    await expect(row).toContainText(/^Unread: Sent you 50 messages/);
  });

  await test.step('shows the newest three messages', async () => {
    await expect(rows).toHaveCount(2);
    await expect(row).toContainText(/^Unread: Sent you 50 messages/);
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
    const ids = (await inboxOf(adviser)).map(({ id }) => id);
    await field.press('Enter');
    await expectToast(page, 'Message Sent');
    await expect(rows).toHaveCount(1);
    await expectFocusShown(rows.first());
    expect(api.sent('POST /api/notifications/read').map(({ body }) => body)).toEqual([{ ids }]);
    const sent = { content: 'Monday is fine.', senderType: 'adviser' };
    expect((await client.read('GET /api/clients/{id}/messages')).at(-1)).toMatchObject(sent);
  });
});

test('one reply answers a request for help and all messages of a client, even more than 100', async ({
  page,
  api,
  adviser,
}) => {
  const client = await clientOf(adviser, { name: 'Mia Wood' });
  await client.by('POST /api/clients/{id}/stuck', { body: {} }, client.own);
  await noticesFor(adviser.id, client.id, 120);
  await page.goto('/inbox');
  for (const shown of ['99+ messages', '120 messages']) {
    await inbox(page).getByRole('button', { name: 'Show Earlier Notifications' }).click();
    await expect(groups(page)).toContainText(shown);
  }
  const reply = async () => {
    await inbox(page).getByRole('button', { name: 'Reply to Mia Wood' }).click();
    await page.getByRole('textbox', { name: 'Message' }).fill('I will call you.');
    await page.keyboard.press('Enter');
  };
  const sent = () => api.sent('POST /api/notifications/read').map(({ body }) => (body as { ids: string[] }).ids.length);

  await test.step('reports that the notices could not be marked as read', async () => {
    api.fails('POST /api/notifications/read');
    await reply();
    await expectToast(page, 'Error', 'Failed to mark as read');
    await expect(groups(page)).toContainText('120 messages');
    api.recovers();
  });

  await test.step('marks all as read, in batches that the server accepts', async () => {
    await reply();
    await expect(inbox(page).getByText('You have read everything')).toBeVisible();
    expect(sent()).toEqual([100, 100, 21]);
  });
});

test('the inbox shows that it is loading, failed, empty or long', async ({ page, api, adviser }) => {
  const alert = inbox(page).getByRole('alert');
  const lines = inbox(page).getByRole('listitem');

  await test.step('loads automatically, and only once, when the connection is back', async () => {
    api.cuts('GET /api/notifications');
    await page.goto('/inbox');
    await expect(alert).toContainText('There is no connection to the server');
    api.recovers();
    const reads = api.countsFromNow('GET /api/notifications');
    await page.evaluate(() => window.dispatchEvent(new Event('online')));
    await expect(inbox(page).getByText('No notifications yet')).toBeVisible();
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

  await test.step('says that there were no notifications yet', async () => {
    await expect(inbox(page).getByText('No notifications yet')).toBeVisible();
    await expect(inbox(page).getByRole('link', { name: 'Show All' })).toHaveCount(0);
  });

  await test.step('shows 50 of 120 notices at a time, counts 99+, and focuses the notice before earlier ones', async () => {
    const { id } = await newClient(adviser);
    await noticesFor(adviser.id, id, 120, 'new-device');
    await page.goto('/inbox');
    await expect(lines).toHaveCount(PAGE);
    await expect(navLink(page, 'Inbox, 120 unread')).toHaveText('Inbox99+');
    await expect(page).toHaveTitle(/^\(99\+\) Inbox/);
    const earlier = inbox(page).getByRole('button', { name: 'Show Earlier Notifications' });
    await tabTo(page, earlier);
    await page.keyboard.press('Enter');
    await expect(lines).toHaveCount(2 * PAGE);
    await expectFocusShown(lines.nth(PAGE - 1));
    api.fails('GET /api/notifications');
    await earlier.click();
    await expect(alert).toContainText('Earlier notifications could not be loaded.');
    await expect(lines).toHaveCount(2 * PAGE);
  });
});

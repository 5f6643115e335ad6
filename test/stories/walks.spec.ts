import { exec } from 'node:child_process';
import { promisify } from 'node:util';
import type { Locator, Page } from '@playwright/test';
import { remove } from '#functions/aws/table.ts';
import { adviserKey } from '#functions/domain/accounts/account.ts';
import { FIRM_COUNTERS } from '#functions/services/keys/keys.ts';
import { firstAdminNotice } from '#infra/local/first-admin.ts';
import { DAY_MS } from '#shared/rules/time.ts';
import { quietSince } from '../support/acts.ts';
import { Caller } from '../support/api.ts';
import { changeStored, tableName } from '../support/aws.ts';
import { panel } from '../support/browser/client-page.ts';
import { test } from '../support/browser/people.ts';
import { expectToast } from '../support/browser/toast.ts';
import { expect, otherBrowser } from '../support/browser/watched.ts';
import { demoAdmin, newClient, PASSWORD } from '../support/builders.ts';
import { inDays } from '../support/days.ts';
import { SOON, unreadOf } from '../support/inbox.ts';
import { mailsTo } from '../support/mail.ts';
import { storeEntriesFor, storeEntryAt } from '../support/people/crowd.ts';
import { emulatorUrl } from '../support/stack.ts';

// A firm's first hour and an adviser's daily work, each with a budget of keys and clicks.

/**
 * Counts actions: one for a key combination, a typed search character, a click or a tap.
 * Typed content, scrolling and waiting count nothing.
 */
class Walk {
  private count = 0;
  private readonly page: Page;
  constructor(page: Page) {
    this.page = page;
  }

  async key(name: string) {
    this.count += 1;
    await this.page.keyboard.press(name);
  }

  async find(text: string) {
    this.count += text.length;
    await this.page.keyboard.type(text);
  }

  async write(text: string) {
    await this.page.keyboard.type(text);
  }

  async click(target: Locator) {
    this.count += 1;
    await target.click();
  }

  async tap(target: Locator) {
    this.count += 1;
    await target.tap();
  }

  /** Expects the count; `before` is the first count ever. */
  end(most: number, before?: string) {
    const description = `${this.count}${before ? `, was ${before}` : ''}`;
    test.info().annotations.push({ type: 'keys and clicks', description });
    console.log(`${test.info().title}: ${description}`);
    expect(this.count, 'keys and clicks').toBe(most);
  }
}

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
const CLIENT = { Name: 'Mia Wood', Email: 'mia@clients.example', Phone: '020 7946 0123' };

/** Runs an `npm run admin` command on the tests' clock, with the password on standard input. */
async function runAdmin(command: string): Promise<string> {
  const node = `"${process.execPath}" --import ./test/support/clock.ts infra/ops/admin.ts`;
  const env = { ...process.env, TEST_NOW: new Date().toISOString() };
  const running = promisify(exec)(command.replace('npm run admin --', node), { env });
  running.child.stdin?.end(PASSWORD);
  return (await running).stdout;
}

test('a new firm’s first client opens the emailed link after 2 commands, 4 clicks and a tap', async ({
  page,
  watch,
  baseURL,
}) => {
  const walk = new Walk(page);
  // The stack in memory replaces the first command: `npm start` with DEMO_DATA=0.
  await remove(adviserKey((await demoAdmin()).id));
  await changeStored(FIRM_COUNTERS, { admins: 0 });

  await test.step('the second command, which the first one prints, creates the admin', async () => {
    const stack = { outputs: { TableName: tableName() }, emulatorUrl: emulatorUrl() };
    const [, command = ''] = await firstAdminNotice(stack);
    expect(await runAdmin(command)).toBe('Created the admin you@firm.example.\n');
  });

  await test.step('the admin signs in', async () => {
    await page.goto('/');
    await page.getByLabel('Email').fill('you@firm.example');
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await walk.click(page.getByRole('button', { name: 'Sign In', exact: true }));
    await expect(page.getByRole('heading', { name: 'Client Dashboard' })).toBeVisible();
    await expect(page.getByRole('main')).toContainText('All Clients0');
  });

  await test.step('the empty dashboard leads to the first client, who is emailed the link', async () => {
    await walk.click(page.getByRole('main').getByRole('button', { name: 'Add Client' }).first());
    const dialog = page.getByRole('dialog', { name: 'Add Client' });
    for (const [label, text] of Object.entries(CLIENT)) await dialog.getByLabel(label, { exact: true }).fill(text);
    await walk.click(dialog.getByText('Email the portal link now'));
    await walk.click(dialog.getByRole('button', { name: 'Create Client' }));
    await expectToast(page, 'Client Created Successfully', `The link has been emailed to ${CLIENT.Email}.`);
    walk.end(4);
  });

  await test.step('the client opens the link on a phone and reads what comes first', async () => {
    await mailsTo(CLIENT.Email, 1);
    const phone = await otherBrowser(page, watch, { ...PHONE, baseURL });
    const walk = new Walk(phone);
    await phone.goto(`/__mail?to=${CLIENT.Email}`);
    await walk.tap(phone.getByRole('link', { name: /\/portal\// }));
    await expect(phone.getByRole('heading', { name: "Mia Wood's Journey" })).toBeVisible();
    const step = phone.getByRole('region', { name: 'Your next step' });
    await expect(step).toContainText('Your journey starts with “First Meeting”.');
    await expect(step).toContainText('Your Name looks after you from start to finish');
    walk.end(1);
    await phone.context().close();
  });
});

test('an adviser finds a client and assigns a task in 11 keys', async ({ page, adviser, client: _ }) => {
  const { id, name } = await newClient(adviser, { name: 'Zebulon Quill' });
  await page.goto('/dashboard');
  await page.getByRole('heading', { name: 'Client Dashboard' }).waitFor();
  const walk = new Walk(page);
  await walk.key('Control+k');
  await walk.find('zeb');
  await walk.key('Enter');
  await page.getByRole('heading', { level: 1, name }).waitFor();
  await walk.key('Control+k');
  await walk.find('ass');
  await walk.key('Enter');
  await expect(page.getByRole('dialog', { name: 'Assign Task' }).getByLabel('Title')).toBeFocused();
  await walk.write('Send your passport');
  await walk.key('Control+Enter');
  await expect(panel(page, 'Client Tasks').getByText('Send your passport')).toBeVisible();
  walk.end(11, '105');
  const { body } = await adviser.call('GET /api/clients/{id}/tasks', { params: { id } });
  expect(body).toMatchObject([{ title: 'Send your passport', responsibility: 'client' }]);
});

test('an adviser answers a message from the inbox in 3 steps', async ({ page, adviser, client }) => {
  const params = { id: client.id };
  const body = { content: 'Which payslips?' };
  await new Caller(client.token).call('POST /api/clients/{id}/messages', { params, body });
  await expect.poll(async () => (await unreadOf(adviser)).count, { timeout: SOON.timeout }).toBe(1);
  await page.goto('/inbox');
  const walk = new Walk(page);
  await walk.click(page.getByRole('region', { name: 'Notifications' }).getByRole('link', { name: /message/ }));
  const messages = panel(page, 'Messages');
  await walk.click(messages.getByRole('textbox', { name: 'Message' }));
  await walk.write('Those of this year');
  await walk.key('Enter');
  await expect(messages.getByRole('listitem')).toHaveText([/Which payslips/, /Those of this year/]);
  walk.end(3);
  await expect
    .poll(async () => (await adviser.call('GET /api/clients/{id}/messages', { params })).body)
    .toMatchObject([body, { content: 'Those of this year' }]);
});

test('an adviser finds what was changed yesterday about a client in 3 clicks', async ({ page, adviser, client }) => {
  const changes = [{ field: 'phone' as const, was: '020 7946 0001', is: '020 7946 0002' }];
  await storeEntryAt(adviser, client.id, new Date(Date.now() - DAY_MS), {
    action: 'client-changed',
    data: { fields: ['phone'], changes },
  });
  await storeEntriesFor(adviser, client.id, ['One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven', 'Eight']);
  await page.goto('/clients');
  const walk = new Walk(page);
  await walk.click(page.getByRole('link', { name: client.name }).first());
  await walk.click(
    page.getByRole('navigation', { name: 'Parts of the page' }).getByRole('link', { name: 'Audit Log' }),
  );
  const activity = panel(page, 'Audit Log');
  await walk.click(activity.getByRole('button', { name: 'Show Earlier Entries' }));
  const yesterday = activity.getByRole('list', { name: 'Yesterday' });
  await expect(yesterday).toContainText('Phone: 020 7946 0001');
  await expect(yesterday).toContainText('020 7946 0002');
  walk.end(3);
});

test('an adviser sees who is stuck and why in 2 clicks', async ({ page, client }) => {
  await quietSince(client, inDays(-30));
  await page.goto(`/adviser/client/${client.id}`);
  const walk = new Walk(page);
  await walk.click(page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Work' }));
  await walk.click(page.getByRole('navigation', { name: 'Work' }).getByRole('link', { name: 'Stuck' }));
  const stuck = page.getByRole('region', { name: 'Stuck clients' }).locator('tbody');
  await expect(stuck).toContainText(/Mia Wood.*22.*Nobody has anything to do/);
  walk.end(2);
});

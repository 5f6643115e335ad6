import { refuse } from '../../support/stub/firm.ts';
import { aMessage, aNotice, anotherClient, aTask, expect, inDays, setWidth, test } from '../screen.ts';
import { expectStates, pressForDialog } from './states.ts';

test.beforeEach(({ firm }) => {
  Object.assign(firm.client('mia-wood'), { unread: 2, stuckSince: '2026-11-20T09:05:00.000Z' });
  firm.clients.push(
    anotherClient('Ola Berg', { status: 'urgent', unread: 1 }),
    anotherClient('Kofi Mensah', { status: 'overdue' }),
    anotherClient('Wanda Walker', { completed: true }),
  );
  firm.tasks = [
    aTask({ title: 'Late', dueDate: inDays(-2), responsibility: 'adviser', description: 'About a call' }),
    aTask({ title: 'Soon', dueDate: inDays(3), responsibility: 'adviser' }),
    aTask({ title: 'Send a passport', clientId: 'ola-berg', status: 'in_progress' }),
  ];
});

test('advisers’ lists of clients and their dialogs are accessible and fit the screen', async ({
  page,
  api,
  firm,
  watch,
}) => {
  test.slow();
  watch.expected.push(/^409 PATCH /, /status of 409/);
  firm.account.policy = { secondFactor: 'encouraged', closesAt: null };
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
  const follow = async (link: string, heading: string) => {
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: link, exact: true }).click();
    await page.getByRole('heading', { level: 1, name: heading }).waitFor();
  };
  await page.goto('/dashboard');
  await expectStates(page, [
    [
      'dashboard',
      async () => {
        await page.getByText('Your account has no second factor yet.').waitFor();
        await expect(page.getByRole('region', { name: 'Clients' }).getByRole('link')).toHaveCount(4);
      },
      'both engines',
      'at each width',
    ],
    [
      'palette',
      async () => {
        await page.keyboard.press('Control+k');
        await expect(page.getByRole('option')).toHaveCount(10);
      },
      'both engines',
      'at each width',
    ],
    [
      'clients',
      async () => {
        await follow('Clients', 'Client Onboarding Dashboard');
        await expect(page.getByRole('article')).toHaveCount(4);
      },
      'both engines',
      'at each width',
    ],
    [
      'new client',
      async () => {
        await press('Add Client');
        await page.getByRole('dialog').getByLabel('Email').waitFor();
      },
    ],
    ['deletion of a client', () => pressForDialog(page, 'Delete Mia Wood')],
    [
      'menu of a client',
      async () => {
        await press('More for Mia Wood');
        await expect(page.getByRole('menu')).toBeFocused();
      },
    ],
    [
      'table of clients',
      async () => {
        await page.keyboard.press('Escape');
        await press('Table');
        await expect(page.getByRole('table', { name: 'Clients' }).locator('tbody tr[aria-rowindex]')).toHaveCount(4);
      },
      'both engines',
      'at each width',
    ],
    [
      'table with every column',
      async () => {
        await press('Columns');
        for (const name of ['Email', 'Phone']) await page.getByRole('menuitemcheckbox', { name }).click();
      },
      'at each width',
    ],
    [
      'selected clients',
      async () => {
        await page.keyboard.press('Escape');
        await page.getByRole('checkbox', { name: 'Select all' }).click();
        await page.getByRole('region', { name: 'Selected clients' }).waitFor();
      },
      'at each width',
    ],
    [
      'bulk change that failed',
      async () => {
        api.answers('PATCH /api/clients/{id}', () => refuse(409, 'Somebody else is changing this client'));
        await press('Set Status');
        const dialog = page.getByRole('dialog', { name: 'Set Status' });
        await dialog.getByLabel('Status').selectOption('Overdue');
        await dialog.getByRole('button', { name: /^Set for/ }).click();
        await expect(dialog.getByText(/failed$/)).toBeVisible();
      },
    ],
    [
      'page for an unknown address',
      async () => {
        await page.goto('/no/such/page');
        await page.getByRole('heading', { name: '404 Page Not Found' }).waitFor();
      },
      'at each width',
    ],
  ]);
});

test('advisers’ tasks, inbox and their dialogs are accessible and fit the screen', async ({ page, firm }) => {
  test.slow();
  firm.messages = ['Hello Ruth', 'On Friday?'].map((content) => aMessage({ content, senderType: 'client' }));
  firm.notices = [
    aNotice({ kind: 'damaged', clientId: null, clientName: null, text: 'A stored document was altered or is gone' }),
    aNotice({ kind: 'document', text: 'Mia Wood uploaded Passport.pdf', ref: null }),
    aNotice({ kind: 'stuck', clientId: 'ola-berg', clientName: 'Ola Berg', text: 'Ola Berg asked for help' }),
    ...firm.messages.map(({ id, content }) => aNotice({ text: 'Sent you a message', ref: id, preview: content })),
  ];
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
  const follow = (link: RegExp) =>
    page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: link }).click();
  const visible = (text: string) => page.getByRole('main').getByText(text).first().waitFor();
  await page.goto('/tasks');
  await expectStates(page, [
    ['tasks', () => visible('About a call'), 'both engines', 'at each width'],
    ['new date', () => pressForDialog(page, 'Change date: Late')],
    [
      'new task of any client',
      async () => {
        await press('Assign Task');
        await page.getByRole('dialog').getByLabel('Client').waitFor();
      },
    ],
    [
      'keyboard shortcuts',
      async () => {
        await page.keyboard.press('?');
        await page.getByRole('dialog').getByText('Next in a list').waitFor();
      },
    ],
    [
      'pending tasks',
      async () => {
        await follow(/^Pending Tasks$/);
        await visible('Send a passport');
      },
      'at each width',
    ],
    [
      'pending task',
      async () => {
        await page.getByRole('row').filter({ hasText: 'Send a passport' }).click();
        await page.getByRole('dialog', { name: 'Send a passport' }).waitFor();
      },
    ],
    [
      'pending tasks by date',
      async () => {
        await page.getByRole('link', { name: 'By date' }).click();
        await page.getByRole('region', { name: /^Overdue/ }).waitFor();
      },
    ],
    [
      'inbox',
      async () => {
        await follow(/^Inbox/);
        await visible('Ola Berg asked for help');
      },
      'both engines',
      'at each width',
    ],
    [
      'reply in the inbox',
      async () => {
        await press('Reply to Mia Wood');
        await page.getByRole('log').getByText('Hello Ruth').waitFor();
      },
      'at each width',
    ],
    [
      'inbox without unread notices',
      async () => {
        await press('Mark All as Read');
        await visible('You have read everything');
      },
    ],
    [
      'menu of a phone',
      async () => {
        // Axe counts controls behind the menu as too close to its links.
        firm.tasks = [];
        await setWidth(page, 390, 844);
        await page.goto('/tasks');
        await visible('No pending tasks');
        await page.getByRole('button', { name: /^Menu/ }).click();
        await page.getByRole('navigation', { name: 'Main' }).waitFor();
      },
    ],
  ]);
});

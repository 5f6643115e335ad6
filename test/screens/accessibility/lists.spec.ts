import { clientOf } from '../../support/acts.ts';
import { setWidth } from '../../support/browser/fit.ts';
import { test } from '../../support/browser/people.ts';
import { expect } from '../../support/browser/watched.ts';
import { newAdmin, newAdviser, upload } from '../../support/builders.ts';
import { inDays } from '../../support/days.ts';
import { handedIn, unavailable } from '../../support/requests.ts';
import { expectStates } from './states.ts';

test.beforeEach(async ({ adviser, client }) => {
  const ola = await clientOf(adviser, { name: 'Ola Berg' });
  await ola.change({ status: 'urgent' });
  await (await clientOf(adviser, { name: 'Kofi Mensah' })).change({ status: 'overdue' });
  await (await clientOf(adviser, { name: 'Wanda Walker' })).change({ completed: true });
  await client.addTask({
    title: 'Late',
    dueDate: inDays(-2),
    responsibility: 'adviser',
    description: 'About a call',
  });
  await client.addTask({ title: 'Soon', dueDate: inDays(3), responsibility: 'adviser' });
  const { body: passport } = await ola.addTask({ title: 'Send a passport' });
  await ola.setTask(passport.id, { status: 'in_progress' });
  for (const content of ['Hello Ruth', 'On Friday?']) await client.write(content, client.own);
  await ola.by('POST /api/clients/{id}/stuck', { body: { ref: null, text: null } }, ola.own);
});

test('advisers’ lists of clients and their dialogs are accessible and fit the screen', async ({
  page,
  api,
  adviser,
}) => {
  test.slow();
  await adviser.call('POST /api/views', { body: { name: 'Everyone', query: 'view=cards' } });
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
        await expect(page.getByRole('option')).toHaveCount(15);
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
      'menu of a client',
      async () => {
        await press('More for Mia Wood');
        await expect(page.getByRole('menu')).toBeFocused();
      },
    ],
    [
      'menu of views',
      async () => {
        await page.keyboard.press('Escape');
        await press('Views');
        await expect(page.getByRole('menuitem', { name: 'Everyone' })).toHaveAttribute('aria-current', 'true');
      },
      'at each width',
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
        api.fails('PATCH /api/clients/{id}', 409, 'Somebody else is changing this client');
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

test('advisers’ tasks, inbox and their dialogs are accessible and fit the screen', async ({
  page,
  adviser,
  client,
}) => {
  test.slow();
  const former = await clientOf(adviser);
  await former.change({ adviserId: (await newAdviser()).id }, await newAdmin());
  const { id: deleted } = await upload(client.own, client.id, 'a passport', 'Passport.txt');
  await client.by('DELETE /api/documents/{id}', { params: { id: deleted } });
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
  const follow = (link: RegExp) =>
    page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: link }).click();
  const visible = (text: string) => page.getByRole('main').getByText(text).first().waitFor();
  await page.goto('/tasks');
  await expectStates(page, [
    ['tasks', () => visible('About a call'), 'both engines', 'at each width'],
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
        await page.getByRole('link', { name: 'Client Tasks' }).click();
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
      'chase',
      async () => {
        await handedIn(client, 'Passport', ['Front.txt', 'Back.txt']);
        await unavailable(client, 'P60', 'My employer never sent one.');
        await follow(/^Work/);
        await visible('My employer never sent one.');
      },
      'both engines',
      'at each width',
    ],
    [
      'files of a request',
      async () => {
        await press('Passport');
        await page.getByRole('dialog').getByText('Front.txt').waitFor();
      },
      'at each width',
    ],
    [
      'inbox',
      async () => {
        await follow(/^Inbox/);
        await visible('Asked for help');
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
        for (const { id } of (await adviser.call('GET /api/tasks/pending')).body)
          await client.setTask(id, { status: 'completed' });
        await setWidth(page, 390, 844);
        await page.goto('/tasks');
        await visible('No pending tasks');
        await page.getByRole('button', { name: /^Menu/ }).click();
        await page.getByRole('navigation', { name: 'Main' }).waitFor();
      },
    ],
  ]);
});

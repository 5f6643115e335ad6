import type { Client } from '#shared/contract/clients.ts';
import { clientOf, login, saveSettings } from '../../support/acts.ts';
import { test } from '../../support/browser/people.ts';
import { openSettings } from '../../support/browser/settings.ts';
import { expect } from '../../support/browser/watched.ts';
import { newAdviser, newClient, PASSWORD, signIn } from '../../support/builders.ts';
import { bounced, publish } from '../../support/mail-events.ts';
import { worksWith } from '../../support/people/colleagues.ts';
import { appFor } from '../../support/people/factors.ts';
import { expectStates } from './states.ts';

test('the admin panel, the audit log and their dialogs are accessible and fit the screen', async ({
  page,
  api,
  adviser,
  client,
  admin,
}) => {
  test.slow();
  const kofi = await newAdviser('Kofi Mensah');
  await appFor(kofi.id);
  const ola = await newClient(adviser, { name: 'Ola Berg' });
  // No client can lose its adviser, so that answer is made up.
  const lost = { adviserId: 'nobody', adviserName: '' };
  const clients: Client[] = (await adviser.call('GET /api/clients')).body;
  api.answers('GET /api/clients', () => clients.map((one) => ({ ...one, ...(one.id === ola.id && lost) })));
  await signIn(adviser.email, PASSWORD);
  await (await clientOf(kofi)).remove();
  await login(kofi.email, 'a wrong password');
  await worksWith(admin, adviser, kofi, { until: '2026-11-24' });
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
  const dialog = page.getByRole('dialog');
  const row = page.getByRole('row').filter({ hasText: client.email });
  await page.goto('/admin');
  await expectStates(page, [
    ['advisers', () => page.getByText('Set up', { exact: true }).waitFor(), 'both engines', 'at each width'],
    ['invitation', () => press('Invite a Colleague')],
    [
      'list of whom an adviser works with',
      async () => {
        await press('More for Ruth Amari');
        await page.getByRole('menuitem', { name: 'Works With…' }).click();
        await dialog.getByText('Ended').waitFor();
        await press('Add Adviser');
        await press('Save');
        await dialog.getByText('Choose somebody').waitFor();
      },
      'at each width',
    ],
    [
      'deletion of an adviser with clients',
      async () => {
        await press('Delete Ruth Amari');
        await page.getByRole('alertdialog').getByLabel('Reassign all to').selectOption(kofi.id);
      },
    ],
    [
      'reassignment',
      async () => {
        await page.getByRole('link', { name: 'Client Reassignment' }).click();
        await expect(row).toContainText('Ruth Amari');
      },
      'both engines',
      'at each width',
    ],
    [
      'reassignment of chosen clients',
      async () => {
        await row.getByRole('combobox', { name: /^Reassign/ }).selectOption(kofi.id);
        await page.getByRole('checkbox', { name: 'Select Ola Berg' }).check();
        await page.getByLabel('Reassign selected clients to').selectOption(kofi.id);
      },
      'at each width',
    ],
    [
      'change of a client with a wrong link',
      async () => {
        await press('Edit Mia Wood');
        await dialog.getByLabel('CashCalc Link').fill('not a link');
        await press('Save Changes');
        await dialog.getByText('Must be a valid URL').waitFor();
      },
    ],
    [
      'audit log',
      async () => {
        await page.getByRole('navigation', { name: 'Admin' }).getByRole('link', { name: 'Audit Log' }).click();
        await page.getByRole('cell').filter({ hasText: 'Deleted a client' }).first().waitFor();
      },
      'both engines',
      'at each width',
    ],
    [
      'filter that finds nothing',
      async () => {
        await page.getByLabel('Person').selectOption('Operator');
        await page.getByRole('button', { name: 'Show Everything' }).waitFor();
      },
    ],
    [
      'reassignment from the list of clients',
      async () => {
        await page.goto('/clients?view=table');
        await page.getByRole('checkbox', { name: 'Select all' }).click();
        await page.getByRole('region', { name: 'Selected clients' }).getByRole('button', { name: 'Reassign' }).click();
        await page.getByRole('dialog', { name: 'Reassign Clients' }).waitFor();
      },
    ],
  ]);
});

test('the settings and a client’s admin screen are accessible and fit the screen in each state', async ({
  page,
  api,
  client,
  admin,
}) => {
  test.slow();
  const saved = await saveSettings(admin, { firm: { closedDays: ['2026-08-14', '2036-12-29'] } });
  expect(saved.body.firm.closedDays).toHaveLength(2);
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
  const sections = ['Firm', 'Portal', 'Staff Sign-in', 'Documents to Ask For', 'Reminders', 'Email'];
  await page.goto('/admin/settings');
  await expectStates(page, [
    ['settings', () => page.getByRole('switch').waitFor(), 'both engines', 'at each width'],
    [
      'settings found by a search',
      async () => {
        await page.getByRole('searchbox').fill('days');
        await page.getByText('results').waitFor();
      },
      'at each width',
    ],
    ['settings with open sections', () => openSettings(page, ...sections), 'both engines', 'at each width'],
    [
      'recommendations',
      async () => {
        await page.getByRole('switch').click();
        await page.getByRole('dialog').getByText('You have no second factor yourself.').waitFor();
      },
      'at each width',
    ],
    [
      'settings filled in, with a warning and a refused day',
      async () => {
        await page.getByRole('radio', { name: 'Required', exact: true }).check();
        await page.getByRole('radio', { name: 'Expire when unused', exact: true }).check();
        await page.getByText('You have no second factor yourself.').waitFor();
        await page.getByLabel('Another closed day').press('Enter');
        await page.getByText('Choose a date').waitFor();
      },
      'at each width',
    ],
    [
      'settings that somebody else changed',
      async () => {
        await saveSettings(admin, { firm: { hours: 'Weekdays' } });
        api.expected.push(/^409 PATCH/, /status of 409/);
        await press('Save Portal');
        await page.getByRole('alert').filter({ hasText: 'what you typed stays' }).waitFor();
      },
    ],
    [
      'client’s admin screen',
      async () => {
        await publish(bounced(client.email, { client: client.id }));
        await expect.poll(async () => (await client.now()).mailProblem).toBe('bounced');
        await page.goto(`/adviser/clients/${client.id}/admin`);
        await page.getByText('Mail to this address was not delivered').first().waitFor();
      },
      'both engines',
      'at each width',
    ],
    [
      'restored text on the admin screen',
      async () => {
        await page.getByLabel('Phone').fill('0800 1');
        await page.reload();
        await page.getByText('Restored what you typed earlier.').waitFor();
      },
    ],
  ]);
});

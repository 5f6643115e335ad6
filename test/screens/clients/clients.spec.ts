import type { Page } from '@playwright/test';
import { expectFilterChip } from '../../support/browser/filter-chip.ts';
import { anotherClient, aTask, dismissToast, expect, expectToast, test } from '../screen.ts';

const cardOf = (page: Page, name: string) => page.getByRole('article').filter({ hasText: name });

async function fillNewClient(page: Page) {
  await page.getByRole('button', { name: 'Add Client' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add Client' });
  await dialog.getByLabel('Name').fill('Ola Berg');
  await dialog.getByLabel('Email').fill('ola@clients.example');
  return dialog;
}

test('the list of clients shows each client’s journey and status, and leads on', async ({ page, firm, client }) => {
  firm.clients.push(anotherClient('Kofi Mensah', { completed: true }));
  await page.goto('/clients');
  await expect(page.getByRole('heading', { name: 'Client Onboarding Dashboard' })).toBeVisible();
  await expect(page.getByText('Manage client journeys and track progress')).toBeVisible();
  await expect(page.getByText('Welcome, Ruth Amari')).toBeVisible();
  const mia = cardOf(page, client.name);
  for (const text of ['MW', client.email, 'Initial Setup', 'Updated Recently added', 'On Target'])
    await expect(mia.getByText(text, { exact: true })).toBeVisible();
  await expect(mia.getByRole('progressbar', { name: 'Journey progress' })).toHaveAttribute('aria-valuenow', '0');
  const kofi = cardOf(page, 'Kofi Mensah');
  await expect(kofi.getByText('Completed', { exact: true })).toBeVisible();
  await expect(kofi.getByRole('button', { name: /^Complete/ })).toHaveCount(0);
  await expect(kofi.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '100');
  await expect(page.getByRole('navigation').getByRole('link', { name: 'Admin Panel' })).toHaveCount(0);
  for (const [label, count] of [
    ['Total Clients', '2'],
    ['Active Journeys', '1'],
    ['Pending Actions', '0'],
  ])
    await expect(page.getByText(`${label}${count}`)).toBeVisible();

  await test.step('and its ways lead on', async () => {
    await mia.click({ position: { x: 10, y: 10 } });
    await expect(page).toHaveURL(`/adviser/client/${client.id}`);
    await page.goBack();
    await page.getByRole('link', { name: `View ${client.name}` }).click();
    await expect(page).toHaveURL(`/adviser/client/${client.id}`);
    await page.goBack();
    await page.getByRole('link', { name: 'Pending Actions' }).click();
    await expect(page).toHaveURL('/pending-tasks');
    await page.getByRole('link', { name: 'Dashboard', exact: true }).click();
    await expect(page).toHaveURL('/dashboard');
  });
});

test('a filter is a chip that can be removed, and the search is in the address', async ({ page, firm, client }) => {
  const ola = anotherClient('Ola Berg');
  firm.clients.push(ola);
  firm.tasks = [aTask({ clientId: ola.id })];

  await test.step('the filter, in words', async () => {
    for (const [filter, words] of [
      ['pending-adviser', 'Pending Adviser'],
      ['pending-client', 'Pending Client'],
    ] as const) {
      await page.goto(`/clients?filter=${filter}`);
      await expectFilterChip(page, words);
    }
    await expect(page.getByRole('article')).toHaveCount(1);
    await expect(cardOf(page, 'Ola Berg')).toBeVisible();
    await page.getByRole('link', { name: 'Clear filter' }).click();
    await expect(page).toHaveURL('/clients');
    await expect(cardOf(page, client.name)).toBeVisible();
  });

  await test.step('the search, which knows no case', async () => {
    await expect(page.getByRole('article')).toHaveCount(2);
    await page.getByPlaceholder('Search clients...').fill('mIA');
    await expect(page.getByRole('article')).toHaveCount(1);
    await expect(page).toHaveURL('/clients?q=mIA');
    await page.reload();
    await expect(page.getByRole('article')).toHaveText(new RegExp(client.name));
  });
});

test('a list of clients that cannot be read or is empty says so', async ({ page, api, firm }) => {
  await test.step('it is read anew where one asks for it', async () => {
    api.fails('GET /api/clients');
    await page.goto('/clients?filter=urgent');
    await expect(page.getByRole('alert').getByText('Failed to fetch clients')).toBeVisible();
    await expectFilterChip(page, 'Urgent');
    api.recovers();
    await page.getByRole('button', { name: 'Try Again' }).click();
    await expect(page.getByText('No clients found')).toBeVisible();
  });

  await test.step('without clients it says how to begin', async () => {
    firm.clients = [];
    const loaded = api.holds('GET /api/clients');
    await page.getByRole('link', { name: 'Clear filter' }).click();
    await expect(page.getByText('Loading clients...')).toBeVisible();
    loaded();
    await expect(page.getByText('No clients yet. Add your first client to get started.')).toBeVisible();
  });
});

test('an adviser adds a client once, and a failure keeps what was typed', async ({ page, api }) => {
  await page.goto('/clients');
  const dialog = page.getByRole('dialog', { name: 'Add Client' });
  const create = dialog.getByRole('button', { name: 'Create Client' });

  await test.step('once, by keyboard, and its link is shown', async () => {
    await fillNewClient(page);
    await expect(create).toBeDisabled();
    await expect(dialog.getByLabel('Adviser')).toHaveCount(0);
    await expect(dialog.getByLabel('Email')).toHaveAttribute('type', 'email');
    await dialog.getByLabel('Phone').fill('020 7946 0000');
    await expect(create).toBeEnabled();
    await page.keyboard.press('Enter');
    await expect(dialog).toBeHidden();
    await expectToast(page, 'Client Created Successfully');
    await expect(page.getByText(/^Portal link: http:\/\/localhost:\d+\/portal\/[\w-]+$/)).toBeVisible();
    await expect(cardOf(page, 'Ola Berg')).toBeVisible();
    expect(api.sent('POST /api/clients')).toHaveLength(1);
  });

  await test.step('one without a token says so', async () => {
    api.answers('POST /api/clients', { ...anotherClient('Ola Berg'), token: '' });
    await fillNewClient(page);
    await dialog.getByLabel('Phone').fill('020 7946 0000');
    await create.click();
    await expect(page.getByText(/\/portal\/token-not-found$/)).toBeVisible();
  });

  await test.step('one that is not created says why, and what was typed stays', async () => {
    await expect(dialog).toBeHidden();
    await fillNewClient(page);
    await dialog.getByLabel('Phone').fill('020 7946 0000');
    for (const [message, toast] of [
      ['This firm takes no more clients', 'This firm takes no more clients'],
      ['', 'Failed to create client'],
    ] as const) {
      api.fails('POST /api/clients', 500, message);
      await create.click();
      await expectToast(page, 'Error', toast);
      await expect(dialog.getByLabel('Name')).toHaveValue('Ola Berg');
      await dismissToast(page);
    }
  });
});

test('an admin chooses whose client a new one is', async ({ page, api, admin: _ }) => {
  await page.goto('/clients');
  await expect(page.getByRole('navigation').getByRole('link', { name: 'Admin Panel' })).toHaveAttribute(
    'href',
    '/admin',
  );
  const dialog = await fillNewClient(page);
  await dialog.getByLabel('Phone').fill('020 7946 0000');
  await expect(dialog.getByRole('button', { name: 'Create Client' })).toBeDisabled();
  await dialog.getByLabel('Adviser').selectOption('Ruth Amari');
  await dialog.getByRole('button', { name: 'Create Client' }).click();
  await expectToast(page, 'Client Created Successfully');
  expect(api.sent('POST /api/clients')).toMatchObject([{ body: { adviserId: 'ruth-amari' } }]);
});

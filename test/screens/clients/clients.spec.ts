import type { Page } from '@playwright/test';
import { LINK_MAILS_PER_SENDER } from '#functions/services/limits.ts';
import { attemptsKey } from '#functions/services/rate-limit.ts';
import { clientOf } from '../../support/acts.ts';
import { changeStored } from '../../support/aws.ts';
import { expectFilterChip } from '../../support/browser/filter-chip.ts';
import { enter, test } from '../../support/browser/people.ts';
import { expectToast, toastOf } from '../../support/browser/toast.ts';
import { expect } from '../../support/browser/watched.ts';
import { newAdviser } from '../../support/builders.ts';
import { mailsTo } from '../../support/mail.ts';

const cardOf = (page: Page, name: string) => page.getByRole('article').filter({ hasText: name });

async function fillNewClient(page: Page) {
  await page.getByRole('button', { name: 'Add Client' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Add Client' });
  await dialog.getByLabel('Name').fill('Ola Berg');
  await dialog.getByLabel('Email', { exact: true }).fill('ola@clients.example');
  return dialog;
}

test('the list of clients shows each journey and status, and links to each client', async ({
  page,
  adviser,
  client,
}) => {
  await (await clientOf(adviser, { name: 'Kofi Mensah' })).change({ completed: true });
  await page.goto('/clients');
  await expect(page.getByRole('heading', { name: 'Client Onboarding Dashboard' })).toBeVisible();
  await expect(page.getByText('Manage client journeys and track progress')).toBeVisible();
  await expect(page.getByText('Welcome, Ruth Amari')).toBeVisible();
  const mia = cardOf(page, client.name);
  for (const text of ['MW', client.email, 'Initial Setup', 'Updated Recently added'])
    await expect(mia.getByText(text, { exact: true })).toBeVisible();
  await expect(mia.getByText('On Target')).toHaveCount(0);
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

  await test.step('links to clients, pending tasks and the dashboard', async () => {
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

test('the list of clients shows its filter as a chip, and keeps the search in the address', async ({
  page,
  adviser,
  client,
}) => {
  await (await clientOf(adviser, { name: 'Ola Berg' })).addTask({ responsibility: 'client' });

  await test.step('names the filter in words, and clears it', async () => {
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

  await test.step('ignores case in the search', async () => {
    await expect(page.getByRole('article')).toHaveCount(2);
    await page.getByPlaceholder('Search clients...').fill('mIA');
    await expect(page.getByRole('article')).toHaveCount(1);
    await expect(page).toHaveURL('/clients?q=mIA');
    await page.reload();
    await expect(page.getByRole('article')).toHaveText(new RegExp(client.name));
  });
});

test('the list of clients reports that it failed to load or is empty', async ({ page, api, adviser, client }) => {
  await test.step('loads again on request', async () => {
    api.fails('GET /api/clients');
    await page.goto('/clients?filter=urgent');
    await expect(page.getByRole('alert').getByText('Failed to fetch clients')).toBeVisible();
    await expectFilterChip(page, 'Urgent');
    api.recovers();
    await page.getByRole('button', { name: 'Try Again' }).click();
    await expect(page.getByText('No clients found')).toBeVisible();
    await page.getByRole('link', { name: 'Clear filter' }).click();
    await expect(page.getByRole('article')).toHaveText([/Mia Wood/]);
  });

  await test.step('explains how to begin without clients', async () => {
    await adviser.call('DELETE /api/clients/{id}', { params: { id: client.id } });
    const loaded = api.holds('GET /api/clients');
    await page.goto('/clients');
    await expect(page.getByText('Loading clients...')).toBeVisible();
    loaded();
    await expect(page.getByText('No clients yet. Add your first client to get started.')).toBeVisible();
  });
});

test('an adviser adds a client once, and sees the portal link or why there is none', async ({
  page,
  api,
  adviser,
  client,
}) => {
  await page.goto('/clients');
  const dialog = page.getByRole('dialog', { name: 'Add Client' });
  const create = dialog.getByRole('button', { name: 'Create Client' });

  await test.step('creates a client once by keyboard, and shows the portal link', async () => {
    await fillNewClient(page);
    await expect(dialog.getByLabel('Adviser')).toHaveCount(0);
    await expect(dialog.getByLabel('Email', { exact: true })).toHaveAttribute('type', 'email');
    await dialog.getByLabel('Phone').fill('020 7946 0000');
    await page.keyboard.press('Enter');
    await expect(dialog).toBeHidden();
    await expectToast(page, 'Client Created Successfully');
    const link = page.getByText(/^Portal link: http:\/\/localhost:\d+\/portal\/[\w-]+$/);
    expect((await link.boundingBox())?.height, 'one line').toBeLessThan(30);
    await expect(cardOf(page, 'Ola Berg')).toBeVisible();
    expect(api.sent('POST /api/clients')).toHaveLength(1);
  });

  await test.step('shows a placeholder for a missing token', async () => {
    api.answers('POST /api/clients', async () => ({
      ...(await adviser.call('GET /api/clients/{id}', { params: { id: client.id } })).body,
      token: '',
    }));
    await fillNewClient(page);
    await dialog.getByLabel('Phone').fill('020 7946 0000');
    await create.click();
    await expect(page.getByText(/\/portal\/token-not-found$/)).toBeVisible();
  });

  await test.step('reports why creation failed', async () => {
    await expect(dialog).toBeHidden();
    await fillNewClient(page);
    await dialog.getByLabel('Phone').fill('020 7946 0000');
    api.fails('POST /api/clients', 500, 'This firm takes no more clients');
    await create.click();
    await expectToast(page, 'Error', 'This firm takes no more clients');
  });
});

test('an adviser who chose so emails the portal link to each new client', async ({
  page,
  context,
  api,
  adviser,
  client: _,
}) => {
  const add = async () => {
    const dialog = await fillNewClient(page);
    await dialog.getByLabel('Phone').fill('020 7946 0000');
    return { choice: dialog.getByLabel('Email the portal link now'), create: dialog.getByText('Create Client') };
  };
  await page.goto('/clients');

  await test.step('emails the link once chosen, and says so in the same toast', async () => {
    const { choice, create } = await add();
    await expect(choice).not.toBeChecked();
    await choice.check();
    await create.click();
    await expectToast(page, 'Client Created Successfully', 'The link has been emailed to ola@clients.example.');
    await expect(page.getByText(/^Portal link: /)).toBeVisible();
    expect(await mailsTo('ola@clients.example')).toMatchObject([{ text: expect.stringContaining('/portal/') }]);
    expect(api.sent('POST /api/clients/{id}/send-portal-link')).toEqual([]);
  });

  await test.step('keeps the client if the email fails, and offers to send it again or copy the link', async () => {
    await page.reload();
    const emailed = attemptsKey('link-mail-sender', adviser.id);
    await changeStored(emailed, { count: LINK_MAILS_PER_SENDER.max });
    const { choice, create } = await add();
    await expect(choice).toBeChecked();
    await create.click();
    await expectToast(page, 'Link Not Emailed', 'Ola Berg was created, but the email failed.');
    await expect(toastOf(page).getByRole('button', { name: 'Copy Link' })).toBeVisible();
    await changeStored(emailed, { count: 0 });
    await toastOf(page).getByRole('button', { name: 'Email Link' }).click();
    await expectToast(page, 'Email Sent', 'The portal link has been sent to ola@clients.example.');
    expect(api.sent('POST /api/clients')).toHaveLength(2);
  });

  await test.step('remembers the choice for each account', async () => {
    // Leaves the client's page first, which would read on for the other account.
    await page.goto('about:blank');
    await enter(context, await newAdviser('Kim Lee'));
    await page.goto('/clients');
    await expect((await add()).choice).not.toBeChecked();
  });
});

test('an admin chooses the adviser of a new client', async ({ page, api, adviser, client: _client, admin: _ }) => {
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
  expect(api.sent('POST /api/clients')).toMatchObject([{ body: { adviserId: adviser.id } }]);
});

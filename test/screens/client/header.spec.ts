import { expect, expectAccessible, expectToast, openClient, test } from '../screen.ts';

// The head of the client's page (product 2, 4, 5).

const STATUSES = [
  ['Overdue', 'overdue'],
  ['Urgent', 'urgent'],
  ['On Target', 'on_target'],
] as const;

test('says what stands in the way of a client’s page', async ({ page, api, client, watch }) => {
  await test.step('shows "Loading..." until there is an answer', async () => {
    api.fails('GET /api/clients/{id}', 500);
    const go = api.holds('GET /api/clients/{id}');
    await page.goto(`/adviser/client/${client.id}`);
    await expect(page.getByText('Loading...')).toBeVisible();
    go();
  });

  await test.step('offers to try again where the client cannot be read', async () => {
    await expect(page.getByText('This client could not be loaded')).toBeVisible();
    api.recovers();
    await page.getByRole('button', { name: 'Try Again' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Mia Wood' })).toBeVisible();
  });

  await test.step('is gone from an open page once another adviser has the client', async () => {
    api.fails('GET /api/clients/{id}', 404, 'Client not found');
    await page.getByRole('button', { name: 'Refresh' }).click();
    await expect(page.getByRole('heading', { name: 'Client not found' })).toBeVisible();
    api.recovers();
  });

  await test.step('says "Client not found" where there is none', async () => {
    watch.expected.push(/^404 GET .*\/api\/clients\/nobody(\/|$)/);
    await page.goto('/adviser/client/nobody');
    await expect(page.getByRole('heading', { name: 'Client not found' })).toBeVisible();
    await expect(page.getByRole('link', { name: 'All Clients' })).toHaveAttribute('href', '/clients');
  });
});

test('says who the client is, and changes it', async ({ page, client }) => {
  await test.step('says who the client is and who advises them', async () => {
    await page.goto(`/adviser/clients/${client.id}`);
    await expect(page.getByRole('heading', { level: 1, name: 'Mia Wood' })).toBeVisible();
    await expect(page).toHaveTitle(/^Mia Wood · /);
    await expect(page.getByText('MW', { exact: true })).toBeVisible();
    await expect(page.getByRole('link', { name: client.email })).toHaveAttribute('href', `mailto:${client.email}`);
    await expect(page.getByRole('link', { name: '020 7946 0000' })).toHaveAttribute('href', 'tel:02079460000');
    await expect(page.getByText('Adviser: Ruth Amari')).toBeVisible();
    await expect(page.getByRole('link', { name: 'Admin', exact: true })).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Delete', exact: true })).toHaveCount(0);
  });

  await test.step('changes the name, which may not be blank', async () => {
    await page.getByRole('button', { name: 'Edit name' }).click();
    const dialog = page.getByRole('dialog', { name: 'Edit Client Name' });
    await dialog.getByLabel('Name').fill('   ');
    await expect(dialog.getByRole('button', { name: 'Save' })).toBeDisabled();
    await dialog.getByLabel('Name').fill('  Mia Wood-Reyes  ');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expectToast(page, 'Name Updated');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Mia Wood-Reyes');
    await expect(dialog).toBeHidden();
  });

  await test.step('changes the contact: e-mail is needed, phone is not', async () => {
    await page.getByRole('button', { name: 'Edit contact' }).click();
    const contact = page.getByRole('dialog', { name: 'Edit Contact Information' });
    await contact.getByLabel('Email').fill('');
    await expect(contact.getByRole('button', { name: 'Save' })).toBeDisabled();
    await contact.getByLabel('Email').fill('not an address');
    await contact.getByRole('button', { name: 'Save' }).click();
    await expect(contact.getByLabel('Email')).toHaveAttribute('aria-invalid', 'true');
    await contact.getByLabel('Email').fill(' mia@example.org ');
    await contact.getByLabel('Phone').fill('');
    await contact.getByRole('button', { name: 'Save' }).click();
    await expectToast(page, 'Contact Information Updated');
    await expect(page.getByRole('link', { name: 'mia@example.org' })).toBeVisible();
    await expect(page.locator('a[href^="tel:"]')).toHaveCount(0);
  });

  await test.step('keeps the notes that only advisers see; blank ones are none', async () => {
    await expect(page.getByRole('heading', { name: 'Client Notes' })).toBeVisible();
    await page.getByRole('button', { name: 'Edit notes' }).click();
    const dialog = page.getByRole('dialog', { name: 'Edit Client Notes' });
    await dialog.getByLabel('Notes').fill('Wary of markets.\n<b>Two children</b>');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expectToast(page, 'Description Updated');
    await expect(dialog).toBeHidden();
    await expect(page.getByText('<b>Two children</b>')).toBeVisible();
    await page.getByRole('button', { name: 'Edit notes' }).click();
    await dialog.getByLabel('Notes').fill('  ');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('No notes yet. What you write here is for advisers only.')).toBeVisible();
  });
});

test('sets a status, completes and reopens the journey, and leads back and home', async ({
  page,
  firm,
  client,
  api,
}) => {
  await openClient(page, client);

  await test.step('sets any status, and takes its colour', async () => {
    const header = page.locator('[data-status]');
    const colours = new Set<string>();
    for (const [label, value] of STATUSES) {
      const saved = page.waitForResponse((response) => response.request().method() === 'PATCH');
      await page.getByLabel('Client status').selectOption(label);
      await saved;
      await expectToast(page, 'Status Updated');
      await expect(header).toHaveAttribute('data-status', value);
      colours.add(await header.evaluate((element) => getComputedStyle(element).borderTopColor));
    }
    expect(colours.size).toBe(3);
    expect(firm.client(client.id).status).toBe('on_target');
  });

  await test.step('takes a status back when it is refused', async () => {
    api.fails('PATCH /api/clients/{id}');
    const go = api.holds('PATCH /api/clients/{id}');
    await page.getByLabel('Client status').selectOption('Urgent');
    await expect(page.locator('[data-status=urgent]')).toBeVisible();
    go();
    await expectToast(page, 'Error', 'Failed to update client status');
    await expect(page.locator('[data-status=on_target]')).toBeVisible();
    await expect(page.getByLabel('Client status')).toHaveValue('on_target');
    api.recovers();
  });

  await test.step('completes the journey, which leads to the dashboard, and reopens it', async () => {
    const sent = api.countsFromNow('PATCH /api/clients/{id}');
    await page.getByRole('button', { name: 'Complete', exact: true }).dblclick();
    await expect(page).toHaveURL(/\/dashboard$/);
    await expectToast(page, 'Client Completed', 'Client journey has been marked as completed');
    expect(sent()).toBe(1);
    await page.getByRole('heading', { name: 'Client Dashboard' }).waitFor();
    await page.goBack();
    await expect(page.getByText('Completed', { exact: true }).first()).toBeVisible();
    await expect(page.getByRole('progressbar', { name: 'Progress of the journey' })).toHaveAttribute(
      'aria-valuenow',
      '100',
    );
    await expect(page.getByRole('button', { name: /^(Start|Complete) / })).toHaveCount(0);
    await page.getByRole('button', { name: 'Reopen', exact: true }).click();
    await expectToast(page, 'Client Reopened');
    await expect(page.getByRole('button', { name: 'Complete', exact: true })).toBeVisible();
    await expect(page.getByRole('progressbar', { name: 'Progress of the journey' })).toHaveAttribute(
      'aria-valuenow',
      '0',
    );
    await expect(page.getByLabel('Client status')).toHaveValue('on_target');
  });

  await test.step('leads back and home', async () => {
    await page.getByRole('link', { name: 'Home', exact: true }).click();
    await expect(page).toHaveURL(/\/dashboard$/);
    await page.goBack();
    await page.getByRole('link', { name: 'Back to clients' }).click();
    await expect(page).toHaveURL(/\/clients$/);
  });
});

const TOOLS = ['CashCalc', 'Intelliflo', 'Dynamic Planner', 'PipeDrive'];

test('opens tools and the client’s portal, each in a tab of its own', async ({ page, context, client }) => {
  await context.route('https://tools.example/**', (route) => route.fulfill({ body: 'A tool' }));
  await openClient(page, client);
  const tools = page.getByRole('region', { name: 'External tools' });
  const dialog = page.getByRole('dialog', { name: 'Edit External Tool Links' });

  await test.step('says which external tools have no link', async () => {
    for (const name of TOOLS) {
      await expect(tools.getByRole('button', { name })).toBeDisabled();
      await tools.getByRole('button', { name }).hover();
      await expect(page.getByRole('tooltip', { name: `No ${name} link set` })).toBeVisible();
      await tools.getByRole('button', { name }).dispatchEvent('click');
      await expectToast(page, `No ${name} link set`);
    }
  });

  await test.step('keeps links, which have to be addresses', async () => {
    await tools.getByRole('button', { name: 'Edit Links' }).click();
    for (const [i, name] of TOOLS.entries()) {
      const field = dialog.getByLabel(`${name} Link`);
      await expect(field).toHaveAttribute('type', 'url');
      await field.fill('javascript:alert(1)');
      await dialog.getByRole('button', { name: 'Save' }).click();
      await expect(field).toHaveAccessibleDescription('Must be a valid URL');
      await field.fill(`  https://tools.example/${i} `);
    }
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expectToast(page, 'External Tool Links Updated');
  });

  await test.step('opens the tools that have a link, until it is cleared', async () => {
    for (const [i, name] of TOOLS.entries()) {
      const popup = page.waitForEvent('popup');
      await tools.getByRole('link', { name }).click();
      await expect(await popup).toHaveURL(`https://tools.example/${i}`);
    }
    await tools.getByRole('button', { name: 'Edit Links' }).click();
    await dialog.getByLabel('Intelliflo Link').fill('  ');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(tools.getByRole('button', { name: 'Intelliflo' })).toBeDisabled();
  });

  await test.step('shows the client what the client sees', async () => {
    const popup = page.waitForEvent('popup');
    await page.getByRole('button', { name: 'View as Client' }).click();
    await expect(await popup).toHaveURL(`/portal/${client.token}?preview`);
    await expect((await popup).getByRole('heading', { name: "Mia Wood's Journey" })).toBeVisible();
  });
});

test('lets an admin administer and delete the client', async ({ page, api, firm, client, admin: _ }) => {
  await openClient(page, client);
  await page.getByRole('link', { name: 'Admin', exact: true }).click();
  await expect(page).toHaveURL(`/adviser/clients/${client.id}/admin`);
  await page.goBack();

  const remove = page.getByRole('main').getByRole('button', { name: 'Delete', exact: true });
  await remove.click();
  const dialog = page.getByRole('alertdialog', { name: 'Delete Client' });
  await expect(dialog).toContainText(
    'Are you sure you want to delete this client? This will permanently remove the client and all their journey data. This action cannot be undone.',
  );
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(remove).toBeFocused();

  api.fails('DELETE /api/clients/{id}');
  await remove.click();
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await expectToast(page, 'Error', 'Failed to delete client');
  await expect(dialog).toBeHidden();
  api.recovers();

  await remove.click();
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await expect(page).toHaveURL(/\/dashboard$/);
  await expectToast(page, 'Client Deleted', 'Client has been permanently removed');
  expect(firm.clients).toEqual([]);
});

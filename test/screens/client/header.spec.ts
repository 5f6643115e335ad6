import type { Locator } from '@playwright/test';
import { clientOf } from '../../support/acts.ts';
import { openClient, panel, refresh, unfoldDiagram } from '../../support/browser/client-page.ts';
import { test } from '../../support/browser/people.ts';
import { expectToast } from '../../support/browser/toast.ts';
import { expect } from '../../support/browser/watched.ts';

const paste = (field: Locator, text: string) =>
  field.evaluate((element, pasted) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', pasted);
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  }, text);

const STATUSES = [
  ['Overdue', 'overdue'],
  ['Urgent', 'urgent'],
  ['On Target', 'on_target'],
] as const;

test('a client’s page shows that it is loading, failed, or of an unknown client', async ({
  page,
  api,
  client,
  watch,
}) => {
  await test.step('shows "Loading..." until the server answers', async () => {
    api.fails('GET /api/clients/{id}', 500);
    const go = api.holds('GET /api/clients/{id}');
    await page.goto(`/adviser/client/${client.id}`);
    await expect(page.getByText('Loading...')).toBeVisible();
    go();
  });

  await test.step('offers to try again if the client cannot be read', async () => {
    await expect(page.getByText('This client could not be loaded')).toBeVisible();
    api.recovers();
    await page.getByRole('button', { name: 'Try Again' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Mia Wood' })).toBeVisible();
  });

  await test.step('removes the client from an open page once another adviser has the client', async () => {
    api.fails('GET /api/clients/{id}', 404, 'Client not found');
    await refresh(page);
    await expect(page.getByRole('heading', { name: 'Client not found' })).toBeVisible();
    api.recovers();
  });

  await test.step('says "Client not found" for an unknown client', async () => {
    watch.expected.push(/^404 GET .*\/api\/(clients\/nobody(\/|$)|stages\/nobody\.)/);
    await page.goto('/adviser/client/nobody');
    await expect(page.getByRole('heading', { name: 'Client not found' })).toBeVisible();
    await expect(page.getByRole('link', { name: 'All Clients' })).toHaveAttribute('href', '/clients');
  });
});

test('an adviser edits name, contact, notes and tool links at the head of a client’s page', async ({
  page,
  context,
  client,
}) => {
  await context.route('https://tools.example/**', (route) => route.fulfill({ body: 'A tool' }));
  await openClient(page, client);
  const edit = async (opener: string, title: string, field: string, value: string) => {
    await page.getByRole('button', { name: opener }).click();
    const dialog = page.getByRole('dialog', { name: title });
    await dialog.getByLabel(field).fill(value);
    return { dialog, save: dialog.getByRole('button', { name: 'Save' }) };
  };

  await test.step('shows the client’s details and adviser', async () => {
    await expect(page.getByRole('heading', { level: 1, name: 'Mia Wood' })).toBeVisible();
    await expect(page).toHaveTitle(/^Mia Wood · /);
    await expect(page.getByText('MW', { exact: true })).toBeVisible();
    await expect(page.getByRole('link', { name: client.email })).toHaveAttribute('href', `mailto:${client.email}`);
    await expect(page.getByRole('link', { name: '020 7946 0000' })).toHaveAttribute('href', 'tel:02079460000');
    await expect(page.getByText('Adviser: Ruth Amari')).toBeVisible();
    await expect(page.getByRole('link', { name: 'Admin', exact: true })).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Delete', exact: true })).toHaveCount(0);
  });

  await test.step('refuses a blank name, and trims it', async () => {
    const { dialog, save } = await edit('Edit name', 'Edit Client Name', 'Name', '   ');
    await expect(save).toBeDisabled();
    await dialog.getByLabel('Name').fill('  Mia Wood-Reyes  ');
    await save.click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Mia Wood-Reyes');
  });

  await test.step('requires an email address, cleans a pasted one, and needs no phone', async () => {
    const { dialog, save } = await edit('Edit contact', 'Edit Contact Information', 'Email', '');
    await expect(save).toBeDisabled();
    await dialog.getByLabel('Email').fill('not an address');
    await save.click();
    await expect(dialog.getByLabel('Email')).toHaveAttribute('aria-invalid', 'true');
    await dialog.getByLabel('Email').clear();
    await paste(dialog.getByLabel('Email'), 'Mia Wood <mia@ex\u00e4mple.org>,');
    await expect(dialog.getByLabel('Email')).toHaveValue('mia@xn--exmple-cua.org');
    await expect(dialog.getByRole('status')).toHaveText(
      'Emails will go to xn--exmple-cua.org. Check that this is the right domain.',
    );
    await dialog.getByLabel('Email').clear();
    await paste(dialog.getByLabel('Email'), '\u200bmailto:mia@my\u2011example.org.');
    await expect(dialog.getByLabel('Email')).toHaveValue('mia@my-example.org');
    await expect(dialog.getByRole('status')).toHaveText('');
    await dialog.getByLabel('Email').fill(' mia@example.org ');
    await dialog.getByLabel('Phone').fill('');
    await save.click();
    await expect(page.getByRole('link', { name: 'mia@example.org' })).toBeVisible();
    await expect(page.locator('a[href^="tel:"]')).toHaveCount(0);
  });

  await test.step('shows notes as written, and treats blank notes as none', async () => {
    const { dialog, save } = await edit('Edit notes', 'Edit Client Notes', 'Notes', '<b>Two children</b>');
    await save.click();
    await expect(dialog).toBeHidden();
    await expect(page.getByText('<b>Two children</b>')).toBeVisible();
    await (await edit('Edit notes', 'Edit Client Notes', 'Notes', '  ')).save.click();
    await expect(page.getByText('No notes yet.')).toBeVisible();
  });

  const TOOLS = ['CashCalc', 'Intelliflo', 'Dynamic Planner', 'PipeDrive'];
  const tools = page.getByRole('region', { name: 'External tools' });

  await test.step('reports tools without a link', async () => {
    await tools.getByRole('button', { name: TOOLS[0] }).hover();
    await expect(page.getByRole('tooltip', { name: `No ${TOOLS[0]} link set` })).toBeVisible();
    for (const name of TOOLS) {
      await expect(tools.getByRole('button', { name })).toBeDisabled();
      await tools.getByRole('button', { name }).dispatchEvent('click');
      await expectToast(page, `No ${name} link set`);
    }
  });

  await test.step('requires valid links, and opens each tool in a tab until its link is cleared', async () => {
    await tools.getByRole('button', { name: 'Edit Links' }).click();
    const dialog = page.getByRole('dialog', { name: 'Edit External Tool Links' });
    for (const [i, name] of TOOLS.entries()) {
      const field = dialog.getByLabel(`${name} Link`);
      await expect(field).toHaveAttribute('type', 'url');
      await field.fill('javascript:alert(1)');
      await dialog.getByRole('button', { name: 'Save' }).click();
      await expect(field).toHaveAccessibleDescription('Must be a valid URL');
      await field.fill(`  https://tools.example/${i} `);
    }
    await dialog.getByRole('button', { name: 'Save' }).click();
    for (const [i, name] of TOOLS.entries()) {
      const popup = page.waitForEvent('popup');
      await tools.getByRole('link', { name }).click();
      await expect(await popup).toHaveURL(`https://tools.example/${i}`);
      await (await popup).close();
    }
    await (await edit('Edit Links', 'Edit External Tool Links', 'Intelliflo Link', '  ')).save.click();
    await expect(tools.getByRole('button', { name: 'Intelliflo' })).toBeDisabled();
  });
});

test('an adviser sets a status, and completes and reopens the journey', async ({ page, adviser, api }) => {
  const client = await clientOf(adviser, { name: 'Mia Wood' });
  await client.setStage('2', { status: 'in_progress' });
  await openClient(page, client);
  const header = page.locator('[data-status]');
  const status = page.getByLabel('Client status');
  const colour = () => header.evaluate((element) => getComputedStyle(element).borderTopColor);
  const colours = new Set<string>();

  await test.step('shows each status in its own colour', async () => {
    for (const [label, value] of STATUSES) {
      const saved = page.waitForResponse((response) => response.request().method() === 'PATCH');
      await status.selectOption(label);
      await saved;
      await expectToast(page, 'Status Updated');
      await expect(header).toHaveAttribute('data-status', value);
      colours.add(await colour());
    }
    expect((await client.now()).status).toBe('on_target');
  });

  await test.step('rolls back a refused status', async () => {
    api.fails('PATCH /api/clients/{id}');
    const go = api.holds('PATCH /api/clients/{id}');
    await status.selectOption('Urgent');
    await expect(page.locator('[data-status=urgent]')).toBeVisible();
    go();
    await expectToast(page, 'Error', 'Failed to update client status');
    await expect(page.locator('[data-status=on_target]')).toBeVisible();
    await expect(status).toHaveValue('on_target');
    api.recovers();
  });

  const complete = page.getByRole('button', { name: 'Complete the journey', exact: true });

  await test.step('completes the journey once on a double click, says what is open, and leads to the dashboard', async () => {
    await client.addTask({ title: 'Send passport' });
    const sent = api.countsFromNow('PATCH /api/clients/{id}');
    // Going back before it would show the page from the cache first, with the stage that is no longer in progress.
    const reread = page.waitForResponse(
      (response) =>
        response.request().method() === 'GET' && new URL(response.url()).pathname === `/api/clients/${client.id}`,
    );
    await complete.hover();
    await expect(page.getByRole('tooltip', { name: 'Complete the journey' })).toBeVisible();
    await complete.dblclick();
    await expect(page).toHaveURL(/\/dashboard$/);
    await expectToast(page, 'Client Completed', 'Client journey has been marked as completed');
    await expectToast(page, '1 task is still open');
    expect(sent()).toBe(1);
    await page.getByRole('heading', { name: 'Client Dashboard' }).waitFor();
    await reread;
    await page.goBack();
  });

  await test.step('shows a completed journey without current stage, status or actions', async () => {
    const progress = panel(page, 'Progress');
    await expect(progress.getByText(/^Journey completed on \d{1,2} \w+ \d{4}$/)).toBeVisible();
    await expect(progress.getByText('7 of 7')).toBeVisible();
    await expect(progress.getByRole('progressbar', { name: 'Progress of the journey' })).toHaveAttribute(
      'aria-valuenow',
      '100',
    );
    const stages = panel(page, 'Journey Stages');
    await expect(stages.getByText('Completed', { exact: true })).toHaveCount(7);
    await expect(stages.getByText(/steps|in progress/)).toHaveCount(0);
    await expect(stages.getByRole('button', { name: /^(Start|Complete|Reopen|Reset) / })).toHaveCount(0);
    const diagram = await unfoldDiagram(page);
    await diagram.getByRole('button', { name: '2 Information Gathering' }).click();
    const dialog = page.getByRole('dialog', { name: '2 Information Gathering' });
    await expect(dialog.getByText('Reopen the client to change its stages.')).toBeVisible();
    await expect(dialog.getByText(/Time in progress/)).toHaveCount(0);
    await page.keyboard.press('Escape');
    await expect(header).toHaveAttribute('data-status', 'completed');
    await expect(status.getByRole('option', { selected: true })).toHaveText('Completed');
    await expect(status).toBeDisabled();
    colours.add(await colour());
    expect(colours.size).toBe(4);
  });

  await test.step('restores stage, status and actions of a reopened journey', async () => {
    await page.getByRole('button', { name: 'Reopen', exact: true }).click();
    await expectToast(page, 'Client Reopened');
    await expect(complete).toBeVisible();
    await expect(status).toHaveValue('on_target');
    await expect(status).toBeEnabled();
    await expect(page.getByText('Current: Information Gathering')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Reset Journey' })).toBeVisible();
  });

  await test.step('links to the dashboard and to all clients', async () => {
    await page.getByRole('link', { name: 'Home', exact: true }).click();
    await expect(page).toHaveURL(/\/dashboard$/);
    await page.goBack();
    await page.getByRole('link', { name: 'Back to clients' }).click();
    await expect(page).toHaveURL(/\/clients$/);
  });
});

test('a completed journey is shown as completed in lists, palette and portal', async ({ page, adviser }) => {
  const client = await clientOf(adviser, { name: 'Mia Wood' });
  await client.setStage('2', { status: 'in_progress' });
  await client.change({ status: 'overdue' });
  await client.change({ completed: true });
  await page.goto('/clients');
  for (const [screen, role] of [
    ['Clients', 'article'],
    ['Dashboard', 'link'],
  ] as const) {
    await page.getByRole('navigation').getByRole('link', { name: screen, exact: true }).click();
    const entry = page.getByRole('main').getByRole(role).filter({ hasText: client.name });
    await expect(entry.getByText('Journey completed').filter({ visible: true })).toBeVisible();
    await expect(entry.getByText('Completed', { exact: true })).toBeVisible();
    await expect(entry.getByText(/Overdue|Information Gathering/)).toHaveCount(0);
  }
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox').fill(client.name);
  await expect(page.getByRole('option', { name: client.name })).toContainText('Journey completed');

  await page.goto(`/portal/${client.token}`);
  const journey = page.getByRole('region', { name: 'Your Investment Journey' });
  await expect(journey.getByText('100% complete')).toBeVisible();
  await expect(journey.getByText(/steps? done|started/)).toHaveCount(0);
});

test('an admin opens a client’s admin screen from the client’s page', async ({ page, client, admin: _ }) => {
  await openClient(page, client);
  await page.getByRole('link', { name: 'Admin', exact: true }).click();
  await expect(page).toHaveURL(`/adviser/clients/${client.id}/admin`);
});

import type { Page } from '@playwright/test';
import type { Client } from '#shared/contract/clients.ts';
import { NOTES_CHANGED } from '#shared/rules/notes.ts';
import { clientOf } from '../../support/acts.ts';
import { test } from '../../support/browser/people.ts';
import { dismissToast, expectToast } from '../../support/browser/toast.ts';
import { expect } from '../../support/browser/watched.ts';
import { newAdviser, newClient } from '../../support/builders.ts';

const PATCH = 'PATCH /api/clients/{id}';
const MAX_WIDTH_2XL = 672;
const rows = (page: Page) => page.getByRole('table', { name: 'Clients' }).getByRole('row');

test('an admin reassigns a client with or without a new link', async ({ page, api, adviser, client, admin: _ }) => {
  const kofi = await newAdviser('Kofi Mensah');
  const ola = await newClient(adviser, { name: 'Ola Berg' });
  const row = rows(page).filter({ hasText: client.email });
  const reassign = row.getByRole('button', { name: 'Reassign Mia Wood' });
  const to = row.getByRole('combobox', { name: /^Reassign/ });
  const renew = row.getByRole('checkbox', { name: 'Make a new link and email it to the client' });

  await test.step('lists each client’s adviser, or Unknown', async () => {
    const clients: Client[] = (await adviser.call('GET /api/clients')).body;
    // No client can lose its adviser, so that answer is made up.
    const lost = { adviserId: 'nobody', adviserName: '' };
    api.answers('GET /api/clients', () => clients.map((one) => ({ ...one, ...(one.id === ola.id && lost) })));
    const loaded = api.holds('GET /api/clients');
    await page.goto('/admin?section=reassignment');
    await expect(page.getByText('Loading clients...')).toBeVisible();
    loaded();
    const columns = ['Client Name', 'Email', 'Current Adviser', 'Reassign To', 'Actions'];
    await expect(page.getByRole('table', { name: 'Clients' }).getByRole('columnheader')).toHaveText(columns);
    await expect(row.getByRole('cell').nth(2)).toContainText('Ruth Amari');
    await expect(rows(page).filter({ hasText: ola.email })).toContainText('Unknown');
    api.recovers();
  });

  await test.step('refuses a reassignment to nobody or to the present adviser', async () => {
    await expect(reassign).toBeDisabled();
    await expect(reassign).toHaveAccessibleDescription('Please select an adviser');
    await to.press('Control+Enter');
    await expectToast(page, 'Error', 'Please select an adviser');
    await to.selectOption(client.adviserId);
    await expect(reassign).toBeDisabled();
    await to.press('Control+Enter');
  });

  await test.step('sends a reassignment to another adviser once', async () => {
    await expect(renew).toHaveCount(0);
    await to.selectOption(kofi.id);
    await expect(renew).toBeChecked();
    await expect(renew).toHaveAccessibleDescription('Ruth Amari knows the current one.');
    const answered = api.holds(PATCH);
    await reassign.click();
    await expect(reassign).toBeDisabled();
    await to.press('Control+Enter');
    answered();
    await expectToast(page, 'Client Reassigned', 'Client has been reassigned successfully');
    await expect(row.getByRole('cell').nth(2)).toContainText('Kofi Mensah');
    expect(api.sent(PATCH)).toMatchObject([{ body: { adviserId: kofi.id, renewLink: true } }]);
    await expect(renew).toHaveCount(0);
  });

  await test.step('keeps the link on request, and an adviser chosen meanwhile', async () => {
    await to.selectOption(client.adviserId);
    await renew.uncheck();
    const answered = api.holds(PATCH);
    await reassign.click();
    await to.selectOption(kofi.id);
    answered();
    await expect(row.getByRole('cell').nth(2)).toContainText('Reassigned from Kofi Mensah');
    expect(api.sent(PATCH).at(-1)).toMatchObject({ body: { renewLink: false } });
    await expect(reassign).toBeEnabled();
    await expect(to).toHaveValue(kofi.id);
    await expect(renew).toBeChecked();
  });

  await test.step('shows a default error if the server sends no reason', async () => {
    api.fails(PATCH, 500, '');
    await reassign.click();
    await expectToast(page, 'Error', 'Failed to reassign client');
  });
});

test('an admin changes a client’s notes and links, and never overwrites unseen notes', async ({
  page,
  api,
  adviser,
  admin: _,
  watch,
}) => {
  watch.expected.push(/^409 PATCH /, /status of 409/);
  const client = await clientOf(adviser, { name: 'Mia Wood' });
  await page.goto('/admin?section=reassignment');
  const dialog = page.getByRole('dialog', { name: 'Edit Client Information' });
  const notes = dialog.getByLabel('Client Notes (Internal)');
  const cashcalc = dialog.getByLabel('CashCalc Link');
  const open = () => page.getByRole('button', { name: 'Edit Mia Wood' }).click();
  const save = () => dialog.getByRole('button', { name: 'Save Changes' }).click();

  await test.step('refuses an invalid link at its field', async () => {
    await open();
    await expect(dialog.getByText('visible only to advisers and not to clients')).toBeVisible();
    await expect.poll(async () => (await dialog.boundingBox())?.width).toBe(MAX_WIDTH_2XL);
    await notes.fill('  Prefers mornings ');
    await cashcalc.fill('not a link');
    await save();
    await expect(cashcalc).toHaveAccessibleDescription('Must be a valid URL');
    for (const tool of ['CashCalc', 'Intelliflo', 'Dynamic Planner', 'PipeDrive'])
      await expect(dialog.getByLabel(`${tool} Link`)).toHaveAttribute('type', 'url');
  });

  await test.step('sends empty links as null', async () => {
    await cashcalc.fill('https://cashcalc.example/mia');
    await save();
    await expectToast(page, 'Client Updated');
    expect(api.sent(PATCH).map(({ body }) => body)).toEqual([
      {
        description: 'Prefers mornings',
        descriptionWas: null,
        cashcalcLink: 'https://cashcalc.example/mia',
        intellifloLink: null,
        dynamicPlannerLink: null,
        pipedriveLink: null,
      },
    ]);
    // The toast covers the button that opens the dialog.
    await dismissToast(page);
  });

  await test.step('leaves the notes alone if only links change, even after a failure', async () => {
    await open();
    await client.change({ description: 'Wary of markets.' });
    await cashcalc.fill('https://cashcalc.example/wood');
    api.fails(PATCH, 500, '');
    await save();
    await expectToast(page, 'Error', 'Failed to update client');
    api.recovers();
    await save();
    await expectToast(page, 'Client Updated');
    expect((await client.now()).description).toBe('Wary of markets.');
    await dismissToast(page);
  });

  await test.step('shows notes changed elsewhere first, and merges both versions on request', async () => {
    await open();
    await expect(notes).toHaveValue('Wary of markets.');
    await client.change({ description: 'Likes gold.' });
    await notes.fill('Two children.');
    await save();
    await expect(dialog.getByRole('alert')).toContainText(NOTES_CHANGED);
    const theirs = dialog.getByRole('group', { name: 'Saved since you opened the notes' });
    await expect(theirs.getByRole('textbox')).toHaveValue('Likes gold.');
    await expect(notes).toHaveValue('Two children.');
    await theirs.getByRole('button', { name: 'Combine Both' }).click();
    await save();
    await expect(dialog).toBeHidden();
    expect((await client.now()).description).toBe('Likes gold.\n\nTwo children.');
    expect(api.sent(PATCH).at(-1)?.body).toMatchObject({ descriptionWas: 'Likes gold.' });
  });
});

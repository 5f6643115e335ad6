import type { Page } from '@playwright/test';
import { NOTES_CHANGED } from '#shared/rules/clients.ts';
import { anAdviser, anotherClient } from '../../support/stub/builders.ts';
import { dismissToast, expect, expectAccessible, expectToast, shoot, test } from '../screen.ts';

const LINKS = ['CashCalc Link', 'Intelliflo Link', 'Dynamic Planner Link', 'PipeDrive Link'];
const MAX_WIDTH_2XL = 672;
const KOFI = anAdviser({ id: 'kofi-mensah', name: 'Kofi Mensah', email: 'kofi@advisers.example' });
const rows = (page: Page) => page.getByRole('table', { name: 'Clients' }).getByRole('row');

test.beforeEach(({ firm, admin: _ }) => {
  firm.advisers.push(KOFI);
});

test('a client is given to another adviser', async ({ page, api, firm, client }) => {
  firm.clients.push(anotherClient('Ola Berg', { adviserId: 'nobody', adviserName: '' }));
  const row = rows(page).filter({ hasText: client.email });
  const reassign = row.getByRole('button', { name: 'Reassign Mia Wood' });
  const to = row.getByRole('combobox', { name: /^Reassign/ });
  const renew = row.getByRole('checkbox', { name: 'Make a new link and email it to the client' });

  await test.step('the list says whose each client is; one whose adviser is not known is nobody’s', async () => {
    const loaded = api.holds('GET /api/clients');
    await page.goto('/admin?section=reassignment');
    await expect(page.getByText('Loading clients...')).toBeVisible();
    loaded();
    await expect(page.getByRole('table', { name: 'Clients' }).getByRole('columnheader')).toHaveText([
      'Client Name',
      'Email',
      'Current Adviser',
      'Reassign To',
      'Actions',
    ]);
    await expect(row.getByRole('cell').nth(2)).toContainText('Ruth Amari');
    await expect(rows(page).filter({ hasText: 'ola-berg@clients.example' })).toContainText('Unknown');
    await expectAccessible(page);
    await shoot(page, 'admin');
  });

  await test.step('to nobody or to the same adviser it is not', async () => {
    await expect(reassign).toBeDisabled();
    await expect(reassign).toHaveAccessibleDescription('Please select an adviser');
    await to.press('Control+Enter');
    await expectToast(page, 'Error', 'Please select an adviser');
    await to.selectOption(client.adviserId);
    await expect(reassign).toBeDisabled();
    await to.press('Control+Enter');
  });

  await test.step('to another one it is, once', async () => {
    await expect(renew).toHaveCount(0);
    await to.selectOption(KOFI.id);
    await expect(renew).toBeChecked();
    await expect(renew).toHaveAccessibleDescription('Ruth Amari knows the present one.');
    await expectAccessible(page);
    await shoot(page, 'admin-reassign');
    const answered = api.holds('PATCH /api/clients/{id}');
    await reassign.click();
    await expect(reassign).toBeDisabled();
    await to.press('Control+Enter');
    answered();
    await expectToast(page, 'Client Reassigned', 'Client has been reassigned successfully');
    await expect(row.getByRole('cell').nth(2)).toContainText('Kofi Mensah');
    expect(api.sent('PATCH /api/clients/{id}')).toMatchObject([{ body: { adviserId: KOFI.id, renewLink: true } }]);
    await expect(renew).toHaveCount(0);
  });

  await test.step('without a new link where that is not wanted; who is chosen meanwhile stays chosen', async () => {
    await to.selectOption(client.adviserId);
    await renew.uncheck();
    const answered = api.holds('PATCH /api/clients/{id}');
    await reassign.click();
    await to.selectOption(KOFI.id);
    answered();
    await expect(row.getByRole('cell').nth(2)).toContainText('Ruth Amari');
    expect(api.sent('PATCH /api/clients/{id}').at(-1)).toMatchObject({ body: { renewLink: false } });
    await expect(reassign).toBeEnabled();
    await expect(to).toHaveValue(KOFI.id);
    await expect(renew).toBeChecked();
  });

  await test.step('that it is not is said where the server gives no reason', async () => {
    api.fails('PATCH /api/clients/{id}', 500, '');
    await reassign.click();
    await expectToast(page, 'Error', 'Failed to reassign client');
  });
});

test('notes and links are changed', async ({ page, api }) => {
  await page.goto('/admin?section=reassignment');
  const dialog = page.getByRole('dialog', { name: 'Edit Client Information' });
  const open = () => page.getByRole('button', { name: 'Edit Mia Wood' }).click();
  const save = () => dialog.getByRole('button', { name: 'Save Changes' }).click();

  await test.step('what is no link is said at its field', async () => {
    await open();
    await expect(dialog.getByText('visible only to advisers and not to clients')).toBeVisible();
    await expect.poll(async () => (await dialog.boundingBox())?.width).toBe(MAX_WIDTH_2XL);
    await dialog.getByLabel('Client Notes (Internal)').fill('  Prefers mornings ');
    await dialog.getByLabel('CashCalc Link').fill('not a link');
    await save();
    await expect(dialog.getByLabel('CashCalc Link')).toHaveAccessibleDescription('Must be a valid URL');
    await expectAccessible(page);
    for (const label of LINKS) await expect(dialog.getByLabel(label)).toHaveAttribute('type', 'url');
  });

  await test.step('empty ones are sent as null', async () => {
    await dialog.getByLabel('CashCalc Link').fill('https://cashcalc.example/mia');
    const answered = api.holds('PATCH /api/clients/{id}');
    await save();
    await expect(dialog.getByRole('button', { name: 'Saving...' })).toBeDisabled();
    answered();
    await expectToast(page, 'Client Updated', 'Client details have been updated successfully');
    expect(api.sent('PATCH /api/clients/{id}').map(({ body }) => body)).toEqual([
      {
        description: 'Prefers mornings',
        descriptionWas: null,
        cashcalcLink: 'https://cashcalc.example/mia',
        intellifloLink: null,
        dynamicPlannerLink: null,
        pipedriveLink: null,
      },
    ]);
  });

  await test.step('a change that fails says so where the server gives no reason', async () => {
    // It lies on the button that opens the dialog.
    await dismissToast(page);
    api.fails('PATCH /api/clients/{id}', 500, '');
    await open();
    await save();
    await expectToast(page, 'Error', 'Failed to update client');
  });
});

test('notes changed elsewhere are not overwritten unseen', async ({ page, api, firm, client, watch }) => {
  watch.expected.push(/^409 PATCH /, /status of 409/);
  const stored = firm.client(client.id);
  stored.description = 'Wary of markets.';
  await page.goto('/admin?section=reassignment');
  const dialog = page.getByRole('dialog', { name: 'Edit Client Information' });
  const notes = dialog.getByLabel('Client Notes (Internal)');
  const open = () => page.getByRole('button', { name: 'Edit Mia Wood' }).click();
  const save = () => dialog.getByRole('button', { name: 'Save Changes' }).click();

  await test.step('where only links are changed, they are left as they are', async () => {
    await open();
    stored.description = 'Wary of markets. Likes gold.';
    await dialog.getByLabel('CashCalc Link').fill('https://cashcalc.example/mia');
    await save();
    await expectToast(page, 'Client Updated', 'Client details have been updated successfully');
    expect(stored.description).toBe('Wary of markets. Likes gold.');
    await dismissToast(page);
  });

  await test.step('where they are changed, they are shown first', async () => {
    await open();
    await expect(notes).toHaveValue('Wary of markets. Likes gold.');
    stored.description = 'Likes gold.';
    await notes.fill('Two children.');
    await save();
    await expect(dialog.getByRole('alert')).toContainText(NOTES_CHANGED);
    const theirs = dialog.getByRole('group', { name: 'Saved since you opened the notes' });
    await expect(theirs.getByRole('textbox')).toHaveValue('Likes gold.');
    await expect(notes).toHaveValue('Two children.');
    await theirs.getByRole('button', { name: 'Put Both Together' }).click();
    await save();
    await expect(dialog).toBeHidden();
    expect(stored.description).toBe('Likes gold.\n\nTwo children.');
    expect(api.sent('PATCH /api/clients/{id}').at(-1)?.body).toMatchObject({ descriptionWas: 'Likes gold.' });
  });
});

test('a thousand clients are shown a page at a time, and found at once', async ({ page, firm }) => {
  firm.clients = Array.from({ length: 1000 }, (_, i) => anotherClient(`Client ${i}`));
  await page.goto('/admin?section=reassignment');
  await expect(page.getByRole('button', { name: 'Show 25 More of 1000 Clients' })).toBeVisible();
  await page.getByRole('searchbox', { name: 'Search clients' }).fill('client 999');
  await expect(rows(page)).toHaveCount(2);
});

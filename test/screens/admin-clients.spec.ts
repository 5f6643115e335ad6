import type { Page } from '@playwright/test';
import { expectAccessible } from '../support/browser/axe.ts';
import { shoot } from '../support/browser/shoot.ts';
import { expectToast } from '../support/browser/toast.ts';
import { anAdviser, anotherClient } from '../support/stub/builders.ts';
import { expect, test } from './screen.ts';

const LINKS = ['CashCalc Link', 'Intelliflo Link', 'Dynamic Planner Link', 'PipeDrive Link'];
const MAX_WIDTH_2XL = 672;
const KOFI = anAdviser({ id: 'kofi-mensah', name: 'Kofi Mensah', email: 'kofi@advisers.example' });
const rows = (page: Page) => page.getByRole('table', { name: 'Clients' }).getByRole('row');

test.beforeEach(({ firm, admin: _ }) => {
  firm.advisers.push(KOFI);
});

test('a client is given to another adviser', async ({ page, api, client }) => {
  const loaded = api.holds('GET /api/clients');
  await page.goto('/admin');
  await expect(page.getByText('Loading clients...')).toBeVisible();
  loaded();
  await expect(page.getByRole('table', { name: 'Clients' }).getByRole('columnheader')).toHaveText([
    'Client Name',
    'Email',
    'Current Adviser',
    'Reassign To',
    'Actions',
  ]);
  const row = rows(page).filter({ hasText: client.email });
  await expect(row.getByRole('cell').nth(2)).toContainText('Ruth Amari');
  await expectAccessible(page);
  await shoot(page, 'admin');
  const reassign = row.getByRole('button', { name: 'Reassign Mia Wood' });
  const to = row.getByRole('combobox');
  await expect(reassign).toBeDisabled();
  await expect(reassign).toHaveAccessibleDescription('Please select an adviser');
  await to.press('Control+Enter');
  await expectToast(page, 'Error', 'Please select an adviser');
  await to.selectOption(client.adviserId);
  await expect(reassign).toBeDisabled();
  await to.press('Control+Enter');
  await to.selectOption(KOFI.id);
  const answered = api.holds('PATCH /api/clients/{id}');
  await reassign.click();
  await expect(reassign).toBeDisabled();
  await to.press('Control+Enter');
  answered();
  await expectToast(page, 'Client Reassigned', 'Client has been reassigned successfully');
  await expect(row.getByRole('cell').nth(2)).toContainText('Kofi Mensah');
  expect(api.sent('PATCH /api/clients/{id}')).toHaveLength(1);
});

test('a client whose adviser is not known is nobody’s', async ({ page, firm, client }) => {
  firm.clients = [{ ...client, adviserId: 'nobody', adviserName: '' }];
  await page.goto('/admin');
  await expect(rows(page).filter({ hasText: client.email })).toContainText('Unknown');
});

test('notes and links are changed; empty ones are sent as null', async ({ page, api }) => {
  await page.goto('/admin');
  await page.getByRole('button', { name: 'Edit Mia Wood' }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit Client Information' });
  await expect(dialog.getByText('visible only to advisers and not to clients')).toBeVisible();
  await expect.poll(async () => (await dialog.boundingBox())?.width).toBe(MAX_WIDTH_2XL);
  await dialog.getByLabel('Client Notes (Internal)').fill('  Prefers mornings ');
  await dialog.getByLabel('CashCalc Link').fill('not a link');
  await dialog.getByRole('button', { name: 'Save Changes' }).click();
  await expect(dialog.getByLabel('CashCalc Link')).toHaveAccessibleDescription('Must be a valid URL');
  await expectAccessible(page);
  for (const label of LINKS) await expect(dialog.getByLabel(label)).toHaveAttribute('type', 'url');
  await dialog.getByLabel('CashCalc Link').fill('https://cashcalc.example/mia');
  const answered = api.holds('PATCH /api/clients/{id}');
  await dialog.getByRole('button', { name: 'Save Changes' }).click();
  await expect(dialog.getByRole('button', { name: 'Saving...' })).toBeDisabled();
  answered();
  await expectToast(page, 'Client Updated', 'Client details have been updated successfully');
  expect(api.sent('PATCH /api/clients/{id}').map(({ body }) => body)).toEqual([
    {
      description: 'Prefers mornings',
      cashcalcLink: 'https://cashcalc.example/mia',
      intellifloLink: null,
      dynamicPlannerLink: null,
      pipedriveLink: null,
    },
  ]);
});

for (const [toast, act] of [
  [
    'Failed to reassign client',
    async (page: Page) => {
      await page.getByRole('combobox', { name: /^Reassign/ }).selectOption(KOFI.id);
      await page.getByRole('button', { name: /^Reassign/ }).click();
    },
  ],
  [
    'Failed to update client',
    async (page: Page) => {
      await page.getByRole('button', { name: 'Edit Mia Wood' }).click();
      await page.getByRole('button', { name: 'Save Changes' }).click();
    },
  ],
] as const)
  test(`${toast} is said where the server gives no reason`, async ({ page, api }) => {
    api.fails('PATCH /api/clients/{id}', 500, '');
    await page.goto('/admin');
    await act(page);
    await expectToast(page, 'Error', toast);
  });

test('a thousand clients are shown a page at a time, and found at once', async ({ page, firm }) => {
  firm.clients = Array.from({ length: 1000 }, (_, i) => anotherClient(`Client ${i}`));
  await page.goto('/admin');
  await expect(page.getByRole('button', { name: 'Show 25 more of 1000 clients' })).toBeVisible();
  await page.getByRole('searchbox', { name: 'Search clients' }).fill('client 999');
  await expect(rows(page)).toHaveCount(2);
});

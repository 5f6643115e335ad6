import type { Page } from '@playwright/test';
import { expectAccessible } from '../support/browser/axe.ts';
import { answering, counting, failing } from '../support/browser/failing.ts';
import { shoot } from '../support/browser/shoot.ts';
import { expectToast } from '../support/browser/toast.ts';
import { expect } from '../support/browser/watched.ts';
import { newAdviser } from '../support/builders.ts';
import { test } from './people.ts';

const LINKS = ['CashCalc Link', 'Intelliflo Link', 'Dynamic Planner Link', 'PipeDrive Link'];
const MAX_WIDTH_2XL = 672;
const rowOf = (page: Page, email: string) =>
  page.getByRole('table', { name: 'Clients' }).getByRole('row').filter({ hasText: email });

test.beforeEach(({ page }) => answering(page, 'GET /api/advisers', (route) => route.fulfill({ json: [] })));

test('a client is given to another adviser', async ({ page, adviser, client, admin }) => {
  const next = await newAdviser('Kofi Mensah');
  const advisers = [adviser, next].map(({ id, name, email }) => ({ id, name, email, role: 'adviser' }));
  await answering(page, 'GET /api/advisers', (route) => route.fulfill({ json: advisers }));
  const loaded = Promise.withResolvers<void>();
  await answering(page, 'GET /api/clients', async (route) => {
    await loaded.promise;
    await route.fulfill({ json: [(await admin.call('GET /api/clients/{id}', { params: { id: client.id } })).body] });
  });
  await page.goto('/admin');
  await expect(page.getByText('Loading clients...')).toBeVisible();
  loaded.resolve();
  await expect(page.getByRole('table', { name: 'Clients' }).getByRole('columnheader')).toHaveText([
    'Client Name',
    'Email',
    'Current Adviser',
    'Reassign To',
    'Actions',
  ]);
  const row = rowOf(page, client.email);
  await expect(row).toContainText('Ruth Amari');
  await expectAccessible(page);
  await shoot(page, 'admin');
  const reassign = row.getByRole('button', { name: `Reassign ${client.name}` });
  const to = row.getByRole('combobox');
  const sent = counting(page, 'PATCH /api/clients/{id}');
  await expect(reassign).toBeDisabled();
  await expect(reassign).toHaveAccessibleDescription('Please select an adviser');
  await to.press('Control+Enter');
  await expectToast(page, 'Error', 'Please select an adviser');
  await to.selectOption(adviser.id);
  await expect(reassign).toBeDisabled();
  await to.press('Control+Enter');
  await to.selectOption(next.id);
  const answered = Promise.withResolvers<void>();
  await answering(page, 'PATCH /api/clients/{id}', (route) => answered.promise.then(() => route.continue()));
  await reassign.click();
  await expect(reassign).toBeDisabled();
  await to.press('Control+Enter');
  answered.resolve();
  await expectToast(page, 'Client Reassigned', 'Client has been reassigned successfully');
  await expect(row).toContainText('Kofi Mensah');
  expect(sent.count).toBe(1);
});

test('a client whose adviser is not known is nobody’s', async ({ page, client, admin: _ }) => {
  await answering(page, 'GET /api/clients', (route) => route.fulfill({ json: [{ ...client, adviserName: '' }] }));
  await page.goto('/admin');
  await expect(rowOf(page, client.email)).toContainText('Unknown');
});

test('notes and links are changed; empty ones are sent as null', async ({ page, client, admin: _ }) => {
  await page.goto('/admin');
  await page.getByRole('searchbox', { name: 'Search clients' }).fill(client.name);
  await rowOf(page, client.email)
    .getByRole('button', { name: `Edit ${client.name}` })
    .click();
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
  const request = page.waitForRequest((sent) => sent.method() === 'PATCH');
  const answered = Promise.withResolvers<void>();
  await answering(page, 'PATCH /api/clients/{id}', (route) => answered.promise.then(() => route.continue()));
  await dialog.getByRole('button', { name: 'Save Changes' }).click();
  await expect(dialog.getByRole('button', { name: 'Saving...' })).toBeDisabled();
  answered.resolve();
  expect((await request).postDataJSON()).toEqual({
    description: 'Prefers mornings',
    cashcalcLink: 'https://cashcalc.example/mia',
    intellifloLink: null,
    dynamicPlannerLink: null,
    pipedriveLink: null,
  });
  await expectToast(page, 'Client Updated', 'Client details have been updated successfully');
});

for (const [toast, act] of [
  [
    'Failed to reassign client',
    async (page: Page, next: string) => {
      await page.getByRole('combobox', { name: /^Reassign/ }).selectOption(next);
      await page.getByRole('button', { name: /^Reassign/ }).click();
    },
  ],
  [
    'Failed to update client',
    async (page: Page) => {
      await page.getByRole('table', { name: 'Clients' }).getByRole('button', { name: /^Edit/ }).click();
      await page.getByRole('button', { name: 'Save Changes' }).click();
    },
  ],
] as const)
  test(`${toast} is said where the server gives no reason`, async ({ page, watch, client, admin }) => {
    await answering(page, 'GET /api/clients', (route) => route.fulfill({ json: [client] }));
    const { id, name, email } = admin;
    await answering(page, 'GET /api/advisers', (route) =>
      route.fulfill({ json: [{ id, name, email, role: 'admin' }] }),
    );
    await failing(page, watch, 'PATCH /api/clients/{id}', 500, '');
    await page.goto('/admin');
    await act(page, admin.id);
    await expectToast(page, 'Error', toast);
  });

test('a thousand clients are shown a page at a time, and found at once', async ({ page, client, admin: _ }) => {
  const many = Array.from({ length: 1000 }, (_, i) => ({ ...client, id: `made-up-${i}`, name: `Client ${i}` }));
  await answering(page, 'GET /api/clients', (route) => route.fulfill({ json: many }));
  await page.goto('/admin');
  await expect(page.getByRole('button', { name: 'Show 25 more of 1000 clients' })).toBeVisible();
  await page.getByRole('searchbox', { name: 'Search clients' }).fill('client 999');
  await expect(page.getByRole('table', { name: 'Clients' }).getByRole('row')).toHaveCount(2);
});

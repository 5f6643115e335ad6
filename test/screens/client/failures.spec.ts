import type { Page } from '@playwright/test';
import type { CallName } from '#shared/contract/api.ts';
import { BEING_DELETED } from '#shared/rules/clients.ts';
import { openClient, panel } from '../../support/browser/client-page.ts';
import { test } from '../../support/browser/people.ts';
import { expectToast } from '../../support/browser/toast.ts';
import { expect } from '../../support/browser/watched.ts';
import { upload } from '../../support/builders.ts';

// Failure toasts of the client's page. Those of optimistic changes are tested with their rollback.

const PATCH = 'PATCH /api/clients/{id}';
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

const DIALOGS: [call: CallName, opener: string, title: string, field: string, value: string, toast: string][] = [
  [PATCH, 'Edit name', 'Edit Client Name', 'Name', 'Mia Reyes', 'update client name'],
  [PATCH, 'Edit notes', 'Edit Client Notes', 'Notes', 'A thought', 'update client description'],
  [PATCH, 'Edit contact', 'Edit Contact Information', 'Phone', '0800 1', 'update contact information'],
  [
    PATCH,
    'Edit Links',
    'Edit External Tool Links',
    'PipeDrive Link',
    'https://a.example',
    'update external tool links',
  ],
  ['POST /api/clients/{id}/tasks', 'Assign Task', 'Assign Task', 'Title', 'Sign here', 'create task'],
];

async function openDocument(page: Page, button: string) {
  await panel(page, 'Documents by Stage').getByRole('button', { name: 'letter.txt', exact: true }).click();
  await press(page, button);
}

const OTHERS: [call: CallName, toast: string, act: (page: Page) => Promise<unknown>, title?: string][] = [
  [PATCH, 'Failed to complete client', (page) => press(page, 'Complete')],
  ['GET /api/clients/{id}/token', 'Portal link not available', (page) => press(page, 'Copy Link')],
  ['GET /api/clients/{id}/token', 'Portal link not available', (page) => press(page, 'View as Client')],
  ['POST /api/clients/{id}/send-portal-link', 'Failed to send portal link email', (page) => press(page, 'Email Link')],
  [
    'POST /api/clients/{id}/stages/reset',
    'Failed to reset journey',
    async (page) => {
      await press(page, 'Reset Journey');
      await page.getByRole('alertdialog').getByRole('button', { name: 'Reset Journey' }).click();
    },
  ],
  [
    'GET /api/documents/{id}/download',
    'Failed to download document',
    (page) => openDocument(page, 'Download'),
    'Download Failed',
  ],
  [
    'GET /api/documents/{id}/download',
    'Failed to preview document',
    (page) => openDocument(page, 'Preview in Browser'),
    'Preview Failed',
  ],
];

const PARTS = [
  ['GET /api/clients/{id}/tasks', 'Client Tasks', 'The tasks could not be loaded'],
  ['GET /api/clients/{id}/documents', 'Documents by Stage', 'The documents could not be loaded'],
  ['GET /api/clients/{id}/messages', 'Messages', 'The messages could not be loaded'],
  ['GET /api/clients/{id}/activity', 'Audit Log', 'The audit log could not be loaded'],
] as const;

test('a client’s page reports failed sections and changes, and keeps what was typed', async ({
  page,
  context,
  adviser,
  client,
  api,
}) => {
  test.slow();
  await upload(adviser, client.id, 'A letter', 'letter.txt');

  await test.step('reports sections that fail to load, and retries them', async () => {
    for (const [call] of PARTS) api.fails(call);
    await openClient(page, client);
    for (const [, part, text] of PARTS) await expect(panel(page, part).getByRole('alert')).toContainText(text);
    api.recovers();
    for (const [, part] of PARTS) await panel(page, part).getByRole('button', { name: 'Try Again' }).click();
    await expect(page.getByRole('alert')).toHaveCount(0);
  });

  for (const [call, opener, title, field, value, toast] of DIALOGS)
    await test.step(`keeps what was typed if “${title}” fails`, async () => {
      api.fails(call);
      await press(page, opener);
      const dialog = page.getByRole('dialog', { name: title });
      await dialog.getByLabel(field).fill(value);
      await dialog.getByRole('button', { name: /^(Save|Create Task)$/ }).click();
      await expectToast(page, 'Error', `Failed to ${toast}`);
      await expect(dialog.getByLabel(field)).toHaveValue(value);
      await page.keyboard.press('Escape');
      await dialog.getByRole('group', { name: 'Discard changes?' }).getByText('Discard', { exact: true }).click();
      await expect(dialog).toHaveCount(0);
      api.recovers();
    });

  for (const [call, toast, act, title = 'Error'] of OTHERS)
    await test.step(`shows “${title}: ${toast}”`, async () => {
      api.fails(call);
      await act(page);
      await expectToast(page, title, toast);
      await expect.poll(() => context.pages().length).toBe(1);
      await page.keyboard.press('Escape');
      await expect(page.getByRole('dialog').or(page.getByRole('alertdialog'))).toHaveCount(0);
      api.recovers();
    });

  await test.step('keeps a client completed if reopening fails', async () => {
    await adviser.call(PATCH, { params: { id: client.id }, body: { completed: true } });
    await press(page, 'Refresh');
    api.fails(PATCH);
    await press(page, 'Reopen');
    await expectToast(page, 'Error', 'Failed to reopen client');
    await expect(page.getByRole('button', { name: 'Reopen', exact: true })).toBeVisible();
  });
});

test('a client’s page explains how to finish an interrupted deletion', async ({ page, client, api }) => {
  api.fails('GET /api/clients/{id}', 409, BEING_DELETED);
  await page.goto(`/adviser/client/${client.id}`);
  await expect(page.getByText(BEING_DELETED)).toBeVisible();
  await page.getByRole('link', { name: 'All Clients' }).click();
  await expect(page.getByText(client.name)).toBeVisible();
});

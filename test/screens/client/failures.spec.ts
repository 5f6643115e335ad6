import type { Page } from '@playwright/test';
import type { CallName } from '#shared/contract/api.ts';
import { BEING_DELETED } from '#shared/rules/clients.ts';
import { openClient, panel } from '../../support/browser/client-page.ts';
import { test } from '../../support/browser/people.ts';
import { expectToast } from '../../support/browser/toast.ts';
import { expect } from '../../support/browser/watched.ts';
import { upload } from '../../support/builders.ts';

// Failed changes are tested in screens/dialogs, optimistic ones with their rollback.

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

async function openDocument(page: Page, button: string) {
  await panel(page, 'Documents by Stage').getByRole('button', { name: 'letter.txt', exact: true }).click();
  await press(page, button);
}

const READS: [call: CallName, toast: string, act: (page: Page) => Promise<unknown>, title?: string][] = [
  ['GET /api/clients/{id}/token', 'Portal link not available', (page) => press(page, 'Copy Link')],
  ['GET /api/clients/{id}/token', 'Portal link not available', (page) => press(page, 'View as Client')],
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
  ['GET /api/stages/{stageId}/plans', 'Plans & Letters', 'The plans could not be loaded'],
  ['GET /api/clients/{id}/tasks', 'Client Tasks', 'The tasks could not be loaded'],
  ['GET /api/clients/{id}/requests', 'Requests', 'The requests could not be loaded'],
  ['GET /api/clients/{id}/documents', 'Documents by Stage', 'The documents could not be loaded'],
  ['GET /api/clients/{id}/messages', 'Messages', 'The messages could not be loaded'],
  ['GET /api/clients/{id}/activity', 'Audit Log', 'The audit log could not be loaded'],
] as const;

test('a client’s page reports sections, links and documents that fail to load', async ({
  page,
  context,
  adviser,
  client,
  api,
}) => {
  test.slow();
  await upload(adviser, client.id, 'A letter', 'letter.txt', `${client.id}.1`);

  await test.step('reports sections that fail to load, and retries them', async () => {
    for (const [call] of PARTS) api.fails(call);
    await openClient(page, client);
    for (const [, part, text] of PARTS) await expect(panel(page, part).getByRole('alert')).toContainText(text);
    api.recovers();
    for (const [, part] of PARTS) await panel(page, part).getByRole('button', { name: 'Try Again' }).click();
    await expect(page.getByRole('alert')).toHaveCount(0);
  });

  for (const [call, toast, act, title = 'Error'] of READS)
    await test.step(`shows “${title}: ${toast}”`, async () => {
      api.fails(call);
      await act(page);
      await expectToast(page, title, toast);
      await expect.poll(() => context.pages().length).toBe(1);
      await page.keyboard.press('Escape');
      await expect(page.getByRole('dialog').or(page.getByRole('alertdialog'))).toHaveCount(0);
      api.recovers();
    });
});

test('a client’s page explains how to finish an interrupted deletion', async ({ page, client, api }) => {
  api.fails('GET /api/clients/{id}', 409, BEING_DELETED);
  await page.goto(`/adviser/client/${client.id}`);
  await expect(page.getByText(BEING_DELETED)).toBeVisible();
  await page.getByRole('link', { name: 'All Clients' }).click();
  await expect(page.getByText(client.name)).toBeVisible();
});

import type { Locator, Page } from '@playwright/test';
import type { CallName } from '#shared/contract/api.ts';
import { BEING_DELETED } from '#shared/rules/clients.ts';
import { aDocument, expect, expectToast, openClient, panel, test } from '../screen.ts';

// Each failure toast of the client's page (product 8), and that nothing typed is lost with it. Those of a status, a
// stage, a task and of deletions are with what they roll back.

const inDialog = (page: Page, name: string) => page.getByRole('dialog', { name });

async function save(dialog: Locator, field: string, value: string, button = 'Save') {
  await dialog.getByLabel(field).fill(value);
  await dialog.getByRole('button', { name: button }).click();
}

async function edit(page: Page, button: string, title: string, field: string, value: string) {
  await page.getByRole('button', { name: button }).click();
  await save(inDialog(page, title), field, value);
}

async function openDocument(page: Page, button: string) {
  await panel(page, 'Documents by Stage').getByRole('button', { name: 'letter.txt', exact: true }).click();
  await inDialog(page, 'letter.txt').getByRole('button', { name: button }).click();
}

interface Failure {
  call: CallName;
  says: [title: string, description: string];
  act: (page: Page) => Promise<unknown>;
  /** What was typed, and is still there. */
  typed?: (page: Page) => [Locator, string];
}

const FAILURES: Failure[] = [
  {
    call: 'PATCH /api/clients/{id}',
    says: ['Error', 'Failed to update client name'],
    act: (page) => edit(page, 'Edit name', 'Edit Client Name', 'Name', 'Mia Reyes'),
    typed: (page) => [inDialog(page, 'Edit Client Name').getByLabel('Name'), 'Mia Reyes'],
  },
  {
    call: 'PATCH /api/clients/{id}',
    says: ['Error', 'Failed to update client description'],
    act: (page) => edit(page, 'Edit notes', 'Edit Client Notes', 'Notes', 'A long thought'),
    typed: (page) => [inDialog(page, 'Edit Client Notes').getByLabel('Notes'), 'A long thought'],
  },
  {
    call: 'PATCH /api/clients/{id}',
    says: ['Error', 'Failed to update contact information'],
    act: (page) => edit(page, 'Edit contact', 'Edit Contact Information', 'Phone', '0800 1'),
    typed: (page) => [inDialog(page, 'Edit Contact Information').getByLabel('Phone'), '0800 1'],
  },
  {
    call: 'PATCH /api/clients/{id}',
    says: ['Error', 'Failed to update external tool links'],
    act: (page) => edit(page, 'Edit Links', 'Edit External Tool Links', 'PipeDrive Link', 'https://pipe.example'),
    typed: (page) => [inDialog(page, 'Edit External Tool Links').getByLabel('PipeDrive Link'), 'https://pipe.example'],
  },
  {
    call: 'PATCH /api/clients/{id}',
    says: ['Error', 'Failed to complete client'],
    act: (page) => page.getByRole('button', { name: 'Complete', exact: true }).click(),
  },
  {
    call: 'GET /api/clients/{id}/token',
    says: ['Error', 'Portal link not available'],
    act: (page) => page.getByRole('button', { name: 'Copy Link' }).click(),
  },
  {
    call: 'POST /api/clients/{id}/send-portal-link',
    says: ['Error', 'Failed to send portal link email'],
    act: (page) => page.getByRole('button', { name: 'Email Link' }).click(),
  },
  {
    call: 'POST /api/clients/{id}/messages',
    says: ['Error', 'Failed to send message'],
    act: (page) =>
      panel(page, 'Messages')
        .getByLabel('Message')
        .fill('Hello')
        .then(() => page.keyboard.press('Enter')),
    typed: (page) => [panel(page, 'Messages').getByLabel('Message'), 'Hello'],
  },
  {
    call: 'POST /api/clients/{id}/tasks',
    says: ['Error', 'Failed to create task'],
    act: async (page) => {
      await page.getByRole('button', { name: 'Assign Task' }).click();
      await save(inDialog(page, 'Assign Task'), 'Title', 'Sign here', 'Create Task');
    },
    typed: (page) => [inDialog(page, 'Assign Task').getByLabel('Title'), 'Sign here'],
  },
  {
    call: 'POST /api/clients/{id}/stages/reset',
    says: ['Error', 'Failed to reset journey'],
    act: async (page) => {
      await page.getByRole('button', { name: 'Reset Journey' }).click();
      await page.getByRole('alertdialog').getByRole('button', { name: 'Reset Journey' }).click();
    },
  },
  {
    call: 'POST /api/clients/{id}/documents',
    says: ['Upload Failed', 'Failed to upload document'],
    act: (page) =>
      page
        .getByLabel('Upload Document: choose a file')
        .first()
        .setInputFiles({ name: 'a.txt', mimeType: 'text/plain', buffer: Buffer.from('a') }),
  },
  {
    call: 'GET /api/documents/{id}/download',
    says: ['Download Failed', 'Failed to download document'],
    act: (page) => openDocument(page, 'Download'),
  },
  {
    call: 'GET /api/documents/{id}/download',
    says: ['Preview Failed', 'Failed to preview document'],
    act: (page) => openDocument(page, 'Preview in Browser'),
  },
];

test('a change that fails says so, and loses nothing of what was typed', async ({ page, firm, client, api }) => {
  test.slow();
  firm.documents = [aDocument({ name: 'letter.txt' })];
  await openClient(page, client);
  for (const { call, says, act, typed } of FAILURES)
    await test.step(says.join(': '), async () => {
      api.fails(call);
      await act(page);
      await expectToast(page, ...says);
      if (typed) {
        const [field, value] = typed(page);
        await expect(field).toHaveValue(value);
      }
      const isAsked = typed !== undefined && (await page.getByRole('dialog').count()) > 0;
      await page.keyboard.press('Escape');
      if (isAsked)
        await page.getByRole('group', { name: 'Discard changes?' }).getByText('Discard', { exact: true }).click();
      await expect(page.getByRole('dialog').or(page.getByRole('alertdialog'))).toHaveCount(0);
      api.recovers();
    });
});

test('a client whose deletion was interrupted says how to finish it', async ({ page, client, api }) => {
  api.fails('GET /api/clients/{id}', 409, BEING_DELETED);
  await page.goto(`/adviser/client/${client.id}`);
  await expect(page.getByText(BEING_DELETED)).toBeVisible();
  await page.getByRole('link', { name: 'All Clients' }).click();
  await expect(page.getByText(client.name)).toBeVisible();
});

const PARTS = [
  ['GET /api/clients/{id}/tasks', 'Client Tasks', 'The tasks could not be loaded'],
  ['GET /api/clients/{id}/documents', 'Documents by Stage', 'The documents could not be loaded'],
  ['GET /api/clients/{id}/messages', 'Messages', 'The messages could not be loaded'],
  ['GET /api/clients/{id}/activity', 'Activity', 'The activity could not be loaded'],
] as const;

test('what cannot be read, opened or reopened says so', async ({ page, context, firm, client, api }) => {
  await test.step('a part that cannot be read says so by itself, and can be tried again', async () => {
    for (const [call] of PARTS) api.fails(call);
    await openClient(page, client);
    for (const [, part, text] of PARTS) await expect(panel(page, part).getByRole('alert')).toContainText(text);
    api.recovers();
    for (const [, part] of PARTS) await panel(page, part).getByRole('button', { name: 'Try Again' }).click();
    await expect(page.getByRole('alert')).toHaveCount(0);
  });

  await test.step('a portal that cannot be opened leaves no empty tab behind', async () => {
    api.fails('GET /api/clients/{id}/token');
    await page.getByRole('button', { name: 'View as Client' }).click();
    await expectToast(page, 'Error', 'Portal link not available');
    await expect.poll(() => context.pages().length).toBe(1);
    api.recovers();
  });

  await test.step('Error: Failed to reopen client', async () => {
    Object.assign(firm.client(client.id), { completed: true, completedAt: client.createdAt });
    await page.getByRole('button', { name: 'Refresh' }).click();
    const reopen = page.getByRole('button', { name: 'Reopen', exact: true });
    api.fails('PATCH /api/clients/{id}');
    await reopen.click();
    await expectToast(page, 'Error', 'Failed to reopen client');
    await expect(reopen).toBeVisible();
  });
});

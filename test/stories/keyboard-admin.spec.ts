import { randomUUID } from 'node:crypto';
import type { Locator, Page } from '@playwright/test';
import type { Adviser } from '#shared/contract/advisers.ts';
import { answering } from '../support/browser/answering.ts';
import { openClient } from '../support/browser/client-page.ts';
import { confirm, enterOn, expectFocusShown, openDialog, tabTo, typeInto } from '../support/browser/keyboard.ts';
import { test } from '../support/browser/people.ts';
import { expectToast } from '../support/browser/toast.ts';
import { expect } from '../support/browser/watched.ts';
import { newAdviser, type Person, signIn } from '../support/builders.ts';
import { mailsTo } from '../support/mail.ts';

// Tasks of admins, by keyboard alone.

/** Opens the panel of a firm with only these accounts and clients. The test's own firm may have more. */
async function openPanel(page: Page, emails: string[], clients: () => Promise<unknown[]> = async () => []) {
  await answering(page, 'GET /api/clients', async (route) => route.fulfill({ json: await clients() }));
  await answering(page, 'GET /api/advisers', async (route) => {
    const advisers: Adviser[] = await (await route.fetch()).json();
    await route.fulfill({ json: advisers.filter(({ email }) => emails.includes(email)) });
  });
  await page.goto('/admin');
}

/** Picks an adviser by typing the name, once the accounts have been read. */
async function typeChoice(page: Page, choice: Locator, name: string) {
  await expect(choice.getByRole('option', { name })).toBeAttached();
  await typeInto(page, choice, name);
}

const nowOf = async (admin: Person, { id }: { id: string }) =>
  (await admin.call('GET /api/clients/{id}', { params: { id } })).body;

test('by keyboard, an admin creates, changes and deletes an account', async ({ page, admin }) => {
  const email = `${randomUUID().slice(0, 8)}@advisers.example`;
  await openPanel(page, [email, admin.email]);
  const add = page.getByRole('button', { name: 'Add New Adviser' });
  const dialog = await openDialog(page, add, 'Add New Adviser');
  await typeInto(page, dialog.getByLabel('Name'), 'Kofi Mensah');
  await typeInto(page, dialog.getByLabel('Email'), email);
  await typeInto(page, dialog.getByLabel('Password', { exact: true }), 'sixsix');
  await page.keyboard.press('Enter');
  await expectToast(page, 'Adviser Created');
  await expectFocusShown(add);
  await signIn(email, 'sixsix');

  const edit = page.getByRole('button', { name: 'Edit Kofi Mensah' });
  const editing = await openDialog(page, edit, 'Edit Adviser');
  await tabTo(page, editing.getByLabel('Role'));
  await page.keyboard.press('End');
  await expect(editing.getByLabel('Role')).toHaveValue('admin');
  await enterOn(page, editing.getByRole('button', { name: 'Update Adviser' }));
  await expectToast(page, 'Adviser Updated');
  await expectFocusShown(edit);
  // The password is unchanged, as none was typed.
  await signIn(email, 'sixsix');

  const remove = page.getByRole('button', { name: 'Delete Kofi Mensah' });
  await confirm(page, remove, 'Delete Adviser', 'Delete');
  await expectToast(page, 'Adviser Deleted');
  await expect(remove).toHaveCount(0);
  await expectFocusShown(page.getByRole('region', { name: 'Adviser Management' }));
});

test('by keyboard, an admin reassigns a client, and changes notes and links from the panel', async ({
  page,
  client,
  admin,
}) => {
  const next = await newAdviser('Kofi Mensah');
  await openPanel(page, [next.email], async () => [await nowOf(admin, client)]);
  await enterOn(page, page.getByRole('link', { name: 'Client Reassignment' }));
  const choice = page.getByLabel('Reassign Mia Wood to');
  await typeChoice(page, choice, 'Kofi');
  await page.keyboard.press('Tab');
  await expectFocusShown(page.getByRole('checkbox', { name: 'Make a new link and email it to the client' }));
  await page.keyboard.press('Tab');
  await expectFocusShown(page.getByRole('button', { name: 'Reassign Mia Wood' }));
  await page.keyboard.press('Enter');
  await expectToast(page, 'Client Reassigned');
  await expect(page.getByRole('table', { name: 'Clients' }).getByRole('row').last()).toContainText('Kofi Mensah');
  await expectFocusShown(choice);
  const [mail] = await mailsTo(client.email, 1);
  expect(mail?.text).toContain('/portal/');
  expect(mail?.text).not.toContain(client.token);

  const edit = page.getByRole('button', { name: 'Edit Mia Wood' });
  const dialog = await openDialog(page, edit, 'Edit Client Information');
  await typeInto(page, dialog.getByLabel('Client Notes (Internal)'), 'Prefers mornings');
  await typeInto(page, dialog.getByLabel('CashCalc Link'), 'https://cashcalc.example/mia');
  await page.keyboard.press('Enter');
  await expectToast(page, 'Client Updated');
  await expectFocusShown(edit);
  expect((await nowOf(admin, client)).description).toBe('Prefers mornings');
});

test('by keyboard, an admin edits a client’s contact, copies and replaces the link, and deletes the client', async ({
  page,
  context,
  client,
  admin,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto(`/adviser/clients/${client.id}/admin`);
  const name = page.getByLabel('Name');
  await typeInto(page, name, 'Mia Woodward');
  const reset = page.getByRole('button', { name: 'Reset' });
  await enterOn(page, reset);
  await expect(name).toHaveValue('Mia Wood');
  await expectFocusShown(reset);
  await tabTo(page, name, 'Shift+Tab');
  await page.keyboard.type('Mia Reyes ');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Mia Reyes' })).toBeVisible();
  await expect(name).toHaveValue('Mia Reyes');
  await expectFocusShown(name);

  const link = page.getByLabel('Portal link');
  await enterOn(page, page.getByRole('button', { name: 'Copy' }));
  await expectToast(page, 'Link Copied');
  await expect(link).toHaveValue(new RegExp(client.token));
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain(client.token);
  // The link that appears is selected, so it has the focus.
  await expectFocusShown(link);
  await tabTo(page, page.getByRole('button', { name: 'Open Portal' }));
  const replace = page.getByRole('button', { name: 'Regenerate Link' });
  await confirm(page, replace, 'Regenerate Link', 'Regenerate');
  await expectToast(page, 'Token Regenerated');
  await expectFocusShown(replace);
  await expect(link).not.toHaveValue(new RegExp(client.token));

  await confirm(page, page.getByRole('button', { name: 'Delete Client' }), 'Delete Client', 'Delete');
  await expect(page).toHaveURL('/dashboard');
  expect((await admin.call('GET /api/clients/{id}', { params: { id: client.id } })).status).toBe(404);
});

test('by keyboard, an admin adds a client for an adviser, and deletes the client on the client’s page', async ({
  page,
  admin,
}) => {
  // No other account's name starts like this one, so that typing it chooses it.
  const adviser = await newAdviser(`Zadie-${randomUUID().slice(0, 8)}`);
  await page.goto('/clients');
  const dialog = await openDialog(page, page.getByRole('button', { name: 'Add Client' }).first(), 'Add Client');
  await typeInto(page, dialog.getByLabel('Name'), 'Ola Berg');
  await typeInto(page, dialog.getByLabel('Email'), `${randomUUID().slice(0, 8)}@clients.example`);
  await typeInto(page, dialog.getByLabel('Phone'), '020 7946 0000');
  await typeChoice(page, dialog.getByLabel('Adviser'), adviser.name);
  await enterOn(page, dialog.getByRole('button', { name: 'Create Client' }));
  await expectToast(page, 'Client Created Successfully');
  const { body } = await adviser.call('GET /api/clients');
  expect(body).toMatchObject([{ name: 'Ola Berg', adviserName: adviser.name }]);

  await openClient(page, body[0]);
  await confirm(
    page,
    page.getByRole('main').getByRole('button', { name: 'Delete', exact: true }),
    'Delete Client',
    'Delete',
  );
  await expect(page).toHaveURL('/dashboard');
  await expectToast(page, 'Client Deleted');
  expect((await admin.call('GET /api/clients/{id}', { params: { id: body[0].id } })).status).toBe(404);
});

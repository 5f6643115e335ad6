import { openClient, panel } from '../support/browser/client-page.ts';
import { confirm, enterOn, expectFocusShown, leave, openDialog, tabTo, typeInto } from '../support/browser/keyboard.ts';
import { test } from '../support/browser/people.ts';
import { expectToast } from '../support/browser/toast.ts';
import { expect } from '../support/browser/watched.ts';
import { mailsTo } from '../support/mail.ts';

// The head, journey and plans of the client's page, by keyboard alone.

const SAVE = { name: 'Save', exact: true };

test('by keyboard, an adviser changes the status, name, contact and notes of a client', async ({ page, client }) => {
  await openClient(page, client);
  const status = page.getByLabel('Client status');
  await tabTo(page, status);
  await page.keyboard.press('ArrowDown');
  await expectToast(page, 'Status Updated');
  await expectFocusShown(status);
  await expect(status).toHaveValue('overdue');

  for (const [opener, title, label, typed, toast] of [
    ['Edit name', 'Edit Client Name', 'Name', 'Mia Wood-Reyes', 'Name Updated'],
    ['Edit contact', 'Edit Contact Information', 'Phone', '0117 1', 'Contact Information Updated'],
  ] as const)
    await test.step(opener, async () => {
      const edit = page.getByRole('button', { name: opener });
      const dialog = await openDialog(page, edit, title);
      await typeInto(page, dialog.getByLabel(label), typed);
      await page.keyboard.press('Enter');
      await expectToast(page, toast);
      await expectFocusShown(edit);
      await expect(page.locator('header').getByText(typed)).toBeVisible();
    });

  const edit = page.getByRole('button', { name: 'Edit notes' });
  const dialog = await openDialog(page, edit, 'Edit Client Notes');
  await typeInto(page, dialog.getByLabel('Notes'), 'Wary of markets.\nTwo children');
  await enterOn(page, dialog.getByRole('button', SAVE));
  await expectToast(page, 'Description Updated');
  await expectFocusShown(edit);
  await expect(panel(page, 'Client Notes').getByText('Wary of markets.\nTwo children')).toBeVisible();

  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Mia Wood-Reyes');
  await expect(status).toHaveValue('overdue');
});

test('by keyboard, an adviser sets the link to a tool, and sees why another tool cannot be opened', async ({
  page,
  client,
}) => {
  await openClient(page, client);
  const edit = page.getByRole('button', { name: 'Edit Links' });
  const dialog = await openDialog(page, edit, 'Edit External Tool Links');
  const field = dialog.getByLabel('PipeDrive Link');
  await typeInto(page, field, 'pipedrive');
  await page.keyboard.press('Enter');
  await expectFocusShown(field);
  await expect(field).toHaveAccessibleDescription('Must be a valid URL');
  await page.keyboard.press('Home');
  await page.keyboard.type('https://example.com/');
  await page.keyboard.press('Enter');
  await expectToast(page, 'External Tool Links Updated');
  await expectFocusShown(edit);
  const link = page.getByRole('link', { name: 'PipeDrive' });
  await expect(link).toBeVisible();
  await page.keyboard.press('Shift+Tab');
  await expectFocusShown(link);
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Enter');
  await expectToast(page, 'No Dynamic Planner link set');
});

test('by keyboard, an adviser moves stages, marks one as not required, and resets the journey', async ({
  page,
  client,
}) => {
  await openClient(page, client);
  const move = (label: string) => page.getByRole('button', { name: `${label} First Meeting`, exact: true });
  await enterOn(page, move('Start'));
  await expectFocusShown(move('Complete'));
  await expect(move('Complete')).toHaveAttribute('aria-busy', 'false');
  await page.keyboard.press('Space');
  await expect(page.getByText('Current: Information Gathering')).toBeVisible();
  await expectFocusShown(move('Reopen'));
  await expect(move('Reopen')).toHaveAttribute('aria-busy', 'false');
  await page.keyboard.press('Enter');
  await expectFocusShown(move('Complete'));

  const stages = panel(page, 'Journey Stages');
  const research = stages.getByRole('button', { name: /^3\. Research/ });
  await enterOn(page, research);
  await expect(research).toHaveAttribute('aria-expanded', 'true');
  await expectFocusShown(research);
  const opener = stages.getByRole('button', { name: 'Cashflow Model', exact: true });
  const dialog = await openDialog(page, opener, '3.1 Cashflow Model');
  const completed = dialog.getByRole('button', { name: 'Completed' });
  await enterOn(page, completed);
  await expectToast(page, 'Stage Updated');
  await expect(completed).toHaveAttribute('aria-pressed', 'true');
  await expectFocusShown(completed);
  await leave(page, dialog, opener);

  await enterOn(page, stages.getByRole('button', { name: 'Mark as Not Required: Cashflow Model' }));
  await expectFocusShown(stages.getByRole('button', { name: 'Mark as Required: Cashflow Model' }));

  const reset = page.getByRole('button', { name: 'Reset Journey' });
  await confirm(page, reset, 'Reset Journey', 'Reset Journey');
  await expectToast(page, 'Journey Reset');
  await expectFocusShown(reset);
  await expect(page.getByText('Current: Initial Setup')).toBeVisible();
});

test('by keyboard, an adviser adds and deletes a plan', async ({ page, client }) => {
  await openClient(page, client);
  const stages = panel(page, 'Journey Stages');
  await enterOn(page, stages.getByRole('button', { name: /^2\. Information Gathering/ }));
  const add = stages.getByRole('button', { name: 'Add Plan' });
  const dialog = await openDialog(page, add, 'Add Plan');
  await typeInto(page, dialog.getByLabel('Provider'), 'Aviva');
  await typeInto(page, dialog.getByLabel('Plan Type'), 'Inv');
  await typeInto(page, dialog.getByLabel('Plan Number'), 'AV-1');
  await page.keyboard.press('Enter');
  await expectToast(page, 'Plan Added');
  await expectFocusShown(add);
  await expect(stages.getByText('Investment · AV-1')).toBeVisible();

  await confirm(page, stages.getByRole('button', { name: 'Delete plan AV-1' }), 'Delete Plan', 'Delete');
  await expectToast(page, 'Plan Deleted');
  await expect(stages.getByText('No plans yet.')).toBeVisible();
  await expectFocusShown(stages);
});

test('by keyboard, an adviser copies the portal link and emails it', async ({ page, context, client }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await openClient(page, client);
  const access = panel(page, 'Client Portal Access');
  const mail = access.getByRole('button', { name: 'Email Link' });
  await enterOn(page, mail);
  await expectToast(page, 'Email Sent', `The portal link has been sent to ${client.email}.`);
  await expectFocusShown(mail);
  expect(await mailsTo(client.email)).toMatchObject([{ text: expect.stringContaining(`/portal/${client.token}`) }]);
  await enterOn(page, access.getByRole('button', { name: 'Show Link' }));
  await expect(access.getByLabel('Portal link')).toHaveValue(new RegExp(client.token));
  await expectFocusShown(access.getByLabel('Portal link'));
  const copy = access.getByRole('button', { name: 'Copy Link' });
  await enterOn(page, copy);
  await expectToast(page, 'Link Copied');
  await expectFocusShown(copy);
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain(client.token);
  // The client's creator saw it first.
  await expect(panel(page, 'Audit Log').getByText('Viewed the portal link')).toHaveCount(2);
});

test('by keyboard, an adviser opens the portal as the client sees it', async ({ page, client }) => {
  await openClient(page, client);
  const popup = page.waitForEvent('popup');
  await enterOn(page, page.getByRole('button', { name: 'View as Client' }));
  const portal = await popup;
  await expect(portal).toHaveURL(`/portal/${client.token}?preview`);
  await expect(portal.getByRole('heading', { name: "Mia Wood's Journey" })).toBeVisible();
});

test('by keyboard, an adviser completes and reopens a client', async ({ page, client }) => {
  await openClient(page, client);
  await enterOn(page, page.getByRole('button', { name: 'Complete', exact: true }));
  await expect(page).toHaveURL('/dashboard');
  await openClient(page, client);
  await enterOn(page, page.getByRole('button', { name: 'Reopen', exact: true }));
  await expectToast(page, 'Client Reopened');
  await expect(page.getByRole('button', { name: 'Complete', exact: true })).toBeVisible();
});

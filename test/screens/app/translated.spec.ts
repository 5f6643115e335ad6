import type { Page } from '@playwright/test';
import { clientOf, saveSettings } from '../../support/acts.ts';
import { addAuthenticator } from '../../support/browser/authenticator.ts';
import { openClient, panel, unfoldDiagram } from '../../support/browser/client-page.ts';
import { options, pickFile } from '../../support/browser/documents.ts';
import { test } from '../../support/browser/people.ts';
import { dismissToast, expectToast, toastOf } from '../../support/browser/toast.ts';
import { translate } from '../../support/browser/translate.ts';
import { expect } from '../../support/browser/watched.ts';
import { newAdmin, newAdviser, newClient, PASSWORD, upload } from '../../support/builders.ts';
import { inDays } from '../../support/days.ts';
import { codeIn, mailsTo } from '../../support/mail.ts';
import { appFor, codeOf, recoveryFor } from '../../support/people/factors.ts';
import { WINDOWS } from '../../support/people/user-agents.ts';

// Uses each screen while the browser translates it, besides forms and confirmations (see screens/dialogs). The watch fails if React throws, or if a text that it changes stays
// as it was on the screen.
test.beforeEach(({ context }) => translate(context));

const FILE = { name: 'Letter.txt', mimeType: 'text/plain', buffer: Buffer.from('Dear Ruth') };
const presser = (page: Page) => (name: string) => page.getByRole('button', { name, exact: true }).first().click();
const yes = (page: Page, name: string) => page.getByRole('alertdialog').getByRole('button', { name }).click();

test('a client’s page still works when the browser translates it', async ({ page, api, client }) => {
  test.slow();
  await client.write('Hello', client.own);
  await client.addTask({ title: 'Sign' });
  await openClient(page, client);
  await expect(page.locator('h1 font font')).toHaveText(client.name);
  const press = presser(page);

  await test.step('stages are started, completed and reopened', async () => {
    const progress = panel(page, 'Progress');
    const stages = panel(page, 'Journey Stages');
    await unfoldDiagram(page);
    await press('Start First Meeting');
    await expect(progress).toContainText('Current: First Meeting');
    await press('Complete First Meeting');
    await expect(progress).toContainText('Current: Information Gathering');
    await expect(progress).toContainText('14%');
    await press('Reopen First Meeting');
    await expect(stages.getByRole('button', { name: 'Complete First Meeting' })).toHaveText('Complete');
    await press('Hide Diagram');
    await expect(page.getByRole('button', { name: 'Show Diagram' })).toBeVisible();
    await stages.getByRole('button', { name: /^7\. / }).click();
    await press('Details of Courtesy Call');
    const status = page.getByRole('group', { name: 'Status' });
    await status.getByRole('button', { name: 'Completed' }).click();
    await expect(page.getByRole('dialog').getByText(/^Completed \d+ \w+ \d{4}/)).toBeVisible();
    await status.getByRole('button', { name: 'Pending' }).click();
    await page.keyboard.press('Escape');
  });

  await test.step('a task is dated, completed and reopened', async () => {
    const tasks = panel(page, 'Client Tasks');
    await tasks.getByRole('button', { name: 'Change the due date of Sign' }).click();
    await tasks.getByLabel('Due date of Sign').fill(inDays(2));
    await page.keyboard.press('Enter');
    await expect(tasks).toContainText(/Urgent.*Due: /);
    await tasks.getByRole('button', { name: 'Mark Complete: Sign' }).click();
    await expectToast(page, 'Task Updated');
    await toastOf(page).getByRole('button', { name: 'Undo' }).click();
    await expect(tasks).toContainText('Outstanding');
  });

  await test.step('a message is sent', async () => {
    const sent = api.holds('POST /api/clients/{id}/messages');
    await panel(page, 'Messages').getByLabel('Message').fill('Good morning');
    await page.keyboard.press('Enter');
    const newest = panel(page, 'Messages').getByRole('listitem').last();
    await expect(newest).toContainText('You · Sending...');
    sent();
    await expect(newest).toContainText(/^You\s· just now/);
    await expect(panel(page, 'Messages').getByRole('button', { name: 'Send' })).toHaveText('Send');
  });

  await test.step('a document is uploaded and moved', async () => {
    const documents = panel(page, 'Documents by Stage');
    const sent = api.holds('POST /api/clients/{id}/documents');
    const upload = documents.getByRole('button', { name: 'Upload Document', exact: true });
    await pickFile(page, FILE, () => upload.click());
    await expect(documents.getByRole('list', { name: 'Uploads' })).toContainText('1 First Meeting');
    sent();
    await expectToast(page, 'Document Uploaded');
    const dialog = await options(page, FILE.name);
    await dialog.getByLabel('Move to stage').selectOption('6.1 Proof of ID & Address');
    await dialog.getByRole('button', { name: 'Move' }).click();
    await expect(documents.getByRole('heading', { name: /6\. Application.*1 document/ })).toBeVisible();
  });

  await test.step('the journey is completed, reopened and reset', async () => {
    await press('Complete the journey');
    await page.getByRole('heading', { name: 'Client Dashboard' }).waitFor();
    await page.goBack();
    await expect(panel(page, 'Progress')).toContainText('Journey completed on');
    await press('Reopen');
    await expect(panel(page, 'Progress')).toContainText('Current: ');
    await press('Reset Journey');
    await yes(page, 'Reset Journey');
    await expect(panel(page, 'Progress')).toContainText('Current: Initial Setup');
  });
});

test('lists of clients, tasks and notices still work when the browser translates them', async ({
  page,
  adviser,
  client,
}) => {
  test.slow();
  await (await clientOf(adviser, { name: 'Ola Berg' })).change({ status: 'urgent' });
  await newClient(adviser, { name: 'Kofi Mensah' });
  await client.addTask({ title: 'Late', dueDate: inDays(-2), responsibility: 'adviser' });
  await client.addTask({ title: 'Soon', dueDate: inDays(3), responsibility: 'adviser' });
  const { id: deleted } = await upload(client.own, client.id, 'a passport', 'Passport.txt');
  await client.by('DELETE /api/documents/{id}', { params: { id: deleted } });
  await client.write('On Friday?', client.own);
  const press = presser(page);
  const follow = (link: string | RegExp) =>
    page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: link, exact: true }).click();
  await page.goto('/dashboard');

  await test.step('the dashboard finds clients', async () => {
    const found = page.getByRole('region', { name: 'Search Results' });
    await page.getByRole('searchbox').fill('nobody');
    await expect(found).toContainText('No clients found');
    await page.getByRole('searchbox').fill('ola');
    await expect(found.getByRole('link')).toHaveCount(1);
    await page.getByRole('searchbox').fill('');
    await expect(page.getByRole('region', { name: 'Clients' }).getByRole('link')).toHaveCount(3);
  });

  await test.step('clients are filtered, sorted, completed and selected', async () => {
    await follow('Clients');
    await page.getByRole('link', { name: 'Urgent 1' }).click();
    await expect(page.getByRole('article')).toHaveCount(1);
    await page.getByRole('link', { name: 'All 3' }).click();
    await press('Complete Kofi Mensah');
    await expectToast(page, 'Client Completed');
    await press('Table');
    await press('Name');
    await page.getByRole('checkbox', { name: 'Select all' }).click();
    const bar = page.getByRole('region', { name: 'Selected clients' });
    await expect(bar).toContainText('3 selected');
    await page.getByRole('checkbox', { name: 'Select Ola Berg' }).click();
    await expect(bar).toContainText('2 selected');
    await press('Set Status');
    const dialog = page.getByRole('dialog', { name: 'Set Status' });
    await dialog.getByLabel('Status').selectOption('Overdue');
    await dialog.getByRole('button', { name: /^Set for/ }).click();
    await expectToast(page, 'Done');
    await toastOf(page).getByRole('button', { name: 'Undo' }).click();
    await expectToast(page, 'Undone');
  });

  await test.step('tasks are completed and dated', async () => {
    await follow('Work');
    await page.getByRole('link', { name: 'Adviser Tasks' }).click();
    await press('Mark Complete: Late');
    await expectToast(page, 'Success');
    await press('Change date: Soon');
    await page.getByRole('dialog').getByRole('button', { name: 'No date' }).click();
    await expect(page.getByRole('region', { name: /^No date/ })).toContainText('Soon');
    await page.getByRole('link', { name: 'Client Tasks' }).click();
    await page.getByRole('link', { name: 'By date' }).click();
    await expect(page.getByRole('region', { name: /^No date/ })).toContainText('Soon');
  });

  await test.step('a message is answered, and notices are marked as read', async () => {
    await follow(/^Inbox/);
    await press('Reply to Mia Wood');
    await page.getByRole('textbox', { name: 'Message' }).fill('Yes');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('navigation', { name: 'Main' })).toContainText('Inbox1');
    await press('Mark All as Read');
    await expect(page.getByText('You have read everything')).toBeVisible();
  });
});

test('admins’ screens still work when the browser translates them', async ({ page, adviser, client, admin: _ }) => {
  test.slow();
  const kofi = await newAdviser('Kofi Mensah');
  await (await clientOf(adviser)).remove();
  const press = presser(page);
  const follow = (link: string) => page.getByRole('link', { name: link, exact: true }).first().click();
  await page.goto('/admin');

  await test.step('an adviser is invited', async () => {
    await press('Invite a Colleague');
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name').fill('Jo Lund');
    await dialog.getByLabel('Email').fill('jo@advisers.example');
    await press('Send Invitation');
    await expect(page.getByRole('row', { name: /Jo Lund/ })).toContainText('Invited');
  });

  await test.step('a client is reassigned, and the reassignment is undone', async () => {
    await follow('Client Reassignment');
    await page.getByRole('checkbox', { name: /^Select all/ }).check();
    await page.getByLabel('Reassign selected clients to').selectOption(kofi.id);
    await press('Reassign 1');
    await expect(page.getByText('1 client reassigned to Kofi Mensah.')).toBeVisible();
    await expect(page.getByRole('row', { name: /Mia Wood/ })).toContainText('Reassigned from Ruth Amari');
    await press('Undo');
    await expect(page.getByText('1 client moved back.')).toBeVisible();
  });

  await test.step('an account is deleted', async () => {
    await follow('Adviser Management');
    await press('Delete Ruth Amari');
    await page.getByLabel('Reassign all to').selectOption(kofi.id);
    await press('Reassign 1 and Delete');
    await expect(page.getByRole('row', { name: /Ruth Amari/ })).toHaveCount(0);
  });

  await test.step('settings are filled in and saved', async () => {
    await follow('Settings');
    await page.getByRole('switch').click();
    await press('Apply 7 Settings');
    await expect(page.getByRole('main')).toContainText('All 7 are on.');
  });

  await test.step('the audit log is filtered', async () => {
    await follow('Audit Log');
    await page.getByRole('heading', { level: 1, name: 'Audit Log' }).waitFor();
    await page.getByLabel('Person').selectOption('Operator');
    await press('Show Everything');
    await expect(page.getByRole('cell').filter({ hasText: 'Deleted a client' })).toBeVisible();
  });

  await test.step('a portal link is regenerated', async () => {
    await page.goto(`/adviser/clients/${client.id}/admin`);
    await press('Show Link');
    await press('Regenerate Link');
    await yes(page, 'Regenerate');
    await expect(page.getByRole('button', { name: 'Show Link' })).toBeVisible();
  });
});

test('the account page still works when the browser translates it', async ({ page, adviser: _ }) => {
  test.slow();
  await addAuthenticator(page);
  const press = presser(page);
  const main = page.getByRole('main');
  await page.goto('/account');

  await test.step('a passkey and an app are added', async () => {
    await press('Add a Passkey');
    await page.getByRole('dialog').getByLabel('Name').fill('Laptop');
    await press('Continue');
    await expect(page.getByRole('dialog').getByRole('listitem')).toHaveCount(10);
    await press('I Have Saved Them');
    await expect(main).toContainText('10 left.');
    await press('Set Up an App');
    const secret = (await page.getByRole('dialog').getByRole('code').textContent()) ?? '';
    await page.getByLabel('Code', { exact: true }).fill(codeOf(secret.replaceAll(' ', '')));
    await page.keyboard.press('Enter');
    await expect(main).toContainText('Your app is set up.');
  });
});

test('screens before sign-in still work when the browser translates them', async ({ page, api }) => {
  const adviser = await newAdviser();
  await appFor(adviser.id);
  await recoveryFor(adviser.id);
  const press = presser(page);
  const fill = async (fields: Record<string, string>) => {
    for (const [label, text] of Object.entries(fields)) await page.getByLabel(label, { exact: true }).fill(text);
  };
  await page.goto('/');

  await test.step('an account is created after a password that is too short', async () => {
    await press('Switch to dark theme');
    await press('Need an account? Register');
    await fill({ 'Full Name': 'Ruth Amari', Email: 'ruth@firm.example', Password: 'short' });
    await press('Create Account');
    await expect(page.getByRole('main')).toContainText('at least 8 characters');
    await fill({ Password: PASSWORD });
    // The answer of a firm that lets only its own addresses register.
    const person = { id: 'a'.repeat(22), role: 'adviser', name: 'Ruth Amari', email: 'ruth@firm.example' } as const;
    api.answers('POST /api/auth/register', () => ({ ...person, unconfirmed: true as const }));
    await press('Create Account');
    await expect(page.getByRole('main').getByRole('status')).toContainText('We have sent you an email.');
    await press('Already have an account? Sign In');
  });

  await test.step('the sign-in asks for a code', async () => {
    await fill({ Email: adviser.email, Password: PASSWORD });
    await press('Sign In');
    await page.getByRole('heading', { name: 'Code from Your App' }).waitFor();
    await press('Use a Recovery Code Instead');
    await expect(page.getByRole('main')).toContainText('Each works once.');
  });
});

test('the portal still works when the browser translates it', async ({ page, api, adviser, client, watch }) => {
  test.slow();
  watch.expected.push(/^401 \w+ .*\/api\/portal\//, /status of 401/);
  await page.clock.install();
  await saveSettings(await newAdmin(), { firm: { phone: '020 7946 0123' } });
  await client.setStage('1', { status: 'in_progress' });
  await client.addTask({ title: 'Passport', dueDate: inDays(2) });
  await client.addTask({ title: 'Payslip' });
  for (let i = 0; i < 6; i++) await upload(adviser, client.id, 'Our terms', `${i}.txt`, `${client.id}.1`);
  await client.change({ stepUp: 'on' });
  await client.confirmDevice({ 'user-agent': WINDOWS });
  const press = presser(page);
  const next = page.getByRole('region', { name: 'Your next step' });
  const card = (title: string) =>
    page.getByRole('region', { name: 'Your Tasks' }).getByRole('listitem').filter({ hasText: title }).first();
  await page.goto(`/portal/${client.token}`);

  await test.step('a code opens the portal', async () => {
    await press('I Can’t Open That Email Account');
    await page.getByLabel('Phrase from your adviser').waitFor();
    await press('I Have a Code from an Email');
    await press('My Adviser Gave Me 8 Letters');
    await press('I Have a Code from an Email');
    await page.getByText('We have sent a 6-digit code').waitFor();
    await page.getByLabel('6-digit code').fill(codeIn((await mailsTo(client.email)).find(codeIn)));
    await page.keyboard.press('Enter');
    await expect(next).toContainText('Passport');
    await dismissToast(page);
  });

  await test.step('a note and a file are added to a task, which is completed', async () => {
    await card('Passport').getByRole('textbox').fill('It is a bit dark');
    await press('Save Notes');
    await expect(card('Passport')).toContainText('Your Notes:');
    await pickFile(page, FILE, () => card('Passport').getByRole('button', { name: 'Add Files' }).click());
    await expect(card('Passport')).toContainText('1 file added');
    await card('Passport').getByRole('button', { name: 'Mark Complete' }).click();
    await expect(card('Passport')).toContainText('Thank you. Ruth Amari will look at it next.');
    await expect(next).toContainText('Payslip');
    await card('Passport').getByRole('button', { name: 'Undo' }).click();
    await card('Passport').getByRole('button', { name: 'Mark Complete' }).click();
    await card('Payslip').locator('summary').click();
    await card('Payslip').getByRole('button', { name: 'Mark Complete' }).click();
    await press('Yes, It Is Done');
    await page.clock.fastForward(10_000);
    await expect(next).toContainText('Nothing needed from you right now');
  });

  await test.step('a message is sent, and another arrives', async () => {
    const messages = page.getByRole('region', { name: 'Messages' });
    const sent = api.holds('POST /api/clients/{id}/messages');
    await messages.getByLabel('Message').fill('Hello');
    await page.keyboard.press('Enter');
    await expect(messages.getByRole('listitem')).toContainText('You · Sending...');
    sent();
    await expect(messages.getByRole('listitem')).toContainText(/^You\s· just now/);
    await client.write('Good morning');
    // The page schedules each poll after the last answer.
    await expect(async () => {
      await page.clock.fastForward(30_000);
      await expect(messages.getByRole('listitem').last()).toContainText('Good morning', { timeout: 1000 });
    }).toPass();
  });

  await test.step('help is requested', async () => {
    await next.getByRole('button', { name: 'I Need Help' }).click();
    await press('Ask Ruth Amari for Help');
    await expect(next).toContainText('has been told that you need help');
  });

  await test.step('a stage is opened, a document sent and a device removed', async () => {
    await page.getByRole('button', { name: /^First Meeting/ }).click();
    await press('Show All 7 Documents');
    api.fails('POST /api/clients/{id}/documents', 400, 'This file is a program.');
    await pickFile(page, FILE, () => press('Upload Document'));
    await expect(page.getByRole('group', { name: 'Not sent' })).toContainText('This file is a program.');
    api.recovers();
    await pickFile(page, FILE, () => press('Choose Another File'));
    await expectToast(page, 'Document Uploaded');
    await press('Switch to dark theme');
    await press('Remove Windows, Chrome');
    await yes(page, 'Remove');
    await expectToast(page, 'Device Removed');
  });

  await test.step('an adviser previews the portal', async () => {
    await page.goto(`/portal/${client.token}?preview`);
    await page.getByText('You see what Mia Wood sees.').waitFor();
    await page.getByRole('button', { name: /^First Meeting/ }).click();
  });
});

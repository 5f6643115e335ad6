import type { Page } from '@playwright/test';
import { addAuthenticator } from '../../support/browser/authenticator.ts';
import { translate } from '../../support/browser/translate.ts';
import {
  aDevice,
  aDocument,
  aFirmEntry,
  aMessage,
  aNotice,
  anAdviser,
  anotherClient,
  aSession,
  aTask,
  dismissToast,
  expect,
  expectToast,
  inDays,
  openClient,
  options,
  panel,
  pickFile,
  someSettings,
  stageIdOf,
  test,
  toastOf,
  unfoldDiagram,
} from '../screen.ts';

// Uses each screen while the browser translates it. The watch fails if React throws, or if a text that it changes stays
// as it was on the screen.
test.beforeEach(({ context }) => translate(context));

const FILE = { name: 'Letter.txt', mimeType: 'text/plain', buffer: Buffer.from('Dear Ruth') };
const presser = (page: Page) => (name: string) => page.getByRole('button', { name, exact: true }).first().click();
const yes = (page: Page, name: string) => page.getByRole('alertdialog').getByRole('button', { name }).click();

test('a client’s page still works when the browser translates it', async ({ page, api, firm, client }) => {
  test.slow();
  firm.messages = [aMessage({ content: 'Hello', senderType: 'client' })];
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
    await press('Details of Courtesy Call');
    const status = page.getByRole('group', { name: 'Status' });
    await status.getByRole('button', { name: 'Completed' }).click();
    await expect(page.getByRole('dialog').getByText(/^Completed \d+ \w+ \d{4}/)).toBeVisible();
    await status.getByRole('button', { name: 'Pending' }).click();
    await page.keyboard.press('Escape');
  });

  await test.step('a plan is added and deleted', async () => {
    const stages = panel(page, 'Journey Stages');
    await stages.getByRole('button', { name: /^2\. Information/ }).click();
    await press('Add Plan');
    const dialog = page.getByRole('dialog', { name: 'Add Plan' });
    await dialog.getByLabel('Provider').fill('Aviva');
    await dialog.getByLabel('Plan Type').selectOption('Pension');
    await dialog.getByLabel('Plan Number').fill('AV-1');
    await dialog.getByRole('button', { name: 'Add Plan' }).click();
    await expect(stages.getByRole('list', { name: 'Plans' })).toContainText('AV-1');
    await press('Delete plan AV-1');
    await yes(page, 'Delete');
    await expect(stages.getByText('No plans yet.')).toBeVisible();
  });

  await test.step('a task is assigned, dated, completed, reopened and deleted', async () => {
    const tasks = panel(page, 'Client Tasks');
    await tasks.getByRole('button', { name: 'Assign Task' }).click();
    const dialog = page.getByRole('dialog', { name: 'Assign Task' });
    await dialog.getByLabel('Title').fill('Sign');
    await dialog.getByRole('button', { name: 'Create Task' }).click();
    await tasks.getByRole('button', { name: 'Change the due date of Sign' }).click();
    await tasks.getByLabel('Due date of Sign').fill(inDays(2));
    await page.keyboard.press('Enter');
    await expect(tasks).toContainText(/Urgent.*Due: /);
    await tasks.getByRole('button', { name: 'Mark Complete: Sign' }).click();
    await expectToast(page, 'Task Updated');
    await toastOf(page).getByRole('button', { name: 'Undo' }).click();
    await expect(tasks).toContainText('Outstanding');
    await press('Delete task Sign');
    await yes(page, 'Delete');
    await expect(tasks.getByText('No tasks yet')).toBeVisible();
  });

  await test.step('a message is sent', async () => {
    const sent = api.holds('POST /api/clients/{id}/messages');
    await panel(page, 'Messages').getByLabel('Message').fill('Good morning');
    await page.keyboard.press('Enter');
    const newest = panel(page, 'Messages').getByRole('listitem').last();
    await expect(newest).toContainText('You · Sending...');
    sent();
    await expect(newest).toContainText(/^You · .+ago/);
    await expect(panel(page, 'Messages').getByRole('button', { name: 'Send' })).toHaveText('Send');
  });

  await test.step('a document is uploaded, moved and deleted', async () => {
    const documents = panel(page, 'Documents by Stage');
    const sent = api.holds('POST /api/clients/{id}/documents');
    const upload = documents.getByRole('button', { name: 'Upload Document', exact: true });
    await pickFile(page, FILE, () => upload.click());
    await expect(documents.getByRole('list', { name: 'Uploads' })).toContainText('Unassigned');
    sent();
    await expectToast(page, 'Document Uploaded');
    const dialog = await options(page, FILE.name);
    await dialog.getByLabel('Move to stage').selectOption('6.1 Proof of ID & Address');
    await dialog.getByRole('button', { name: 'Move' }).click();
    await expect(documents.getByRole('heading', { name: /6\. Application.*1 document/ })).toBeVisible();
    await press(`Delete document ${FILE.name}`);
    await yes(page, 'Delete');
    await expectToast(page, 'Document Deleted');
  });

  await test.step('the portal is suspended and allowed again', async () => {
    await press('Suspend Portal');
    await yes(page, 'Suspend');
    await press('Allow Again');
    await expect(page.getByRole('button', { name: 'Suspend Portal' })).toBeVisible();
  });

  await test.step('the journey is completed, reopened and reset', async () => {
    await press('Complete');
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

test('lists of clients, tasks and notices still work when the browser translates them', async ({ page, firm }) => {
  test.slow();
  firm.clients.push(anotherClient('Ola Berg', { status: 'urgent' }), anotherClient('Kofi Mensah'));
  firm.tasks = [
    aTask({ title: 'Late', dueDate: inDays(-2), responsibility: 'adviser' }),
    aTask({ title: 'Soon', dueDate: inDays(3), responsibility: 'adviser' }),
  ];
  firm.messages = [aMessage({ content: 'On Friday?', senderType: 'client' })];
  firm.notices = [
    aNotice({ kind: 'document', text: 'Mia Wood uploaded Passport.pdf', ref: null }),
    aNotice({ text: 'Sent you a message', ref: firm.messages[0]?.id, preview: 'On Friday?' }),
  ];
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
    await follow('Pending Adviser Tasks');
    await press('Mark Complete: Late');
    await expectToast(page, 'Success');
    await press('Change date: Soon');
    await page.getByRole('dialog').getByRole('button', { name: 'No date' }).click();
    await expect(page.getByRole('region', { name: /^No date/ })).toContainText('Soon');
    await follow('Pending Tasks');
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

test('admins’ screens still work when the browser translates them', async ({ page, firm, admin: _ }) => {
  test.slow();
  const kofi = anAdviser({ id: 'kofi-mensah', name: 'Kofi Mensah', email: 'kofi@advisers.example' });
  firm.advisers.push(kofi);
  firm.auditLog = [aFirmEntry(), aFirmEntry({ summary: 'Deleted a client', about: 'Xk29fLq0aZb1cD3eF5gH7i' })];
  const press = presser(page);
  const follow = (link: string) => page.getByRole('link', { name: link, exact: true }).first().click();
  await page.goto('/admin');

  await test.step('an adviser is added and changed', async () => {
    await press('Add New Adviser');
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name').fill('Jo Lund');
    await dialog.getByLabel('Email').fill('jo@advisers.example');
    await dialog.getByLabel('Send an invitation instead').check();
    await press('Send Invitation');
    await expect(page.getByRole('row', { name: /Jo Lund/ })).toContainText('Invited');
    await press('Edit Kofi Mensah');
    await dialog.getByLabel('Role').selectOption('admin');
    await press('Update Adviser');
    await expect(page.getByRole('row', { name: /Kofi Mensah/ })).toContainText('Admin');
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
    await press('Apply Recommendations');
    await press('Save Portal');
    await expect(page.getByRole('main')).toContainText('2 of 6 security recommendations applied');
    await press('Save Staff Sign-in');
    await expect(page.getByRole('main')).toContainText('All 6 security recommendations applied');
  });

  await test.step('the audit log is filtered', async () => {
    await follow('Audit Log');
    await page.getByRole('heading', { level: 1, name: 'Audit Log' }).waitFor();
    await page.getByLabel('Person').selectOption('Operator');
    await press('Show Everything');
    await expect(page.getByRole('cell').filter({ hasText: 'Deleted a client' })).toBeVisible();
  });

  await test.step('a portal link is regenerated', async () => {
    await page.goto('/adviser/clients/mia-wood/admin');
    await press('Show Link');
    await press('Regenerate Link');
    await yes(page, 'Regenerate');
    await expect(page.getByRole('button', { name: 'Show Link' })).toBeVisible();
  });
});

test('the account page still works when the browser translates it', async ({ page, firm }) => {
  test.slow();
  firm.sessions.push(aSession({ label: 'iPhone, Safari' }));
  await addAuthenticator(page);
  const press = presser(page);
  const main = page.getByRole('main');
  await page.goto('/account');

  await test.step('a passkey and an app are added, and removed', async () => {
    await press('Add a Passkey');
    await page.getByRole('dialog').getByLabel('Name').fill('Laptop');
    await press('Continue');
    await expect(page.getByRole('dialog').getByRole('listitem')).toHaveCount(10);
    await press('I Have Saved Them');
    await expect(main).toContainText('10 left.');
    await press('Set Up an App');
    await page.getByLabel('Code', { exact: true }).fill('123456');
    await page.keyboard.press('Enter');
    await expect(main).toContainText('Your app is set up.');
    await press('Remove App');
    await yes(page, 'Remove');
    await expect(main).toContainText('You have no authenticator app set up yet.');
    await press('Sign Out All Others');
    await yes(page, 'Sign Out All Others');
    await expect(page.getByRole('list', { name: 'Browsers' }).getByRole('listitem')).toHaveCount(1);
  });
});

test('screens before sign-in still work when the browser translates them', async ({ page, api, firm }) => {
  firm.signedIn = undefined;
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
    await fill({ Password: firm.password });
    api.answers('POST /api/auth/register', {
      ...{ id: 'a'.repeat(22), role: 'adviser', name: 'Ruth Amari', email: 'ruth@firm.example', unconfirmed: true },
    });
    await press('Create Account');
    await expect(page.getByRole('main').getByRole('status')).toContainText('We have sent you an email.');
    await press('Already have an account? Sign In');
  });

  await test.step('a reset link is requested, and the sign-in asks for a code', async () => {
    await press('Forgot Password?');
    await page.getByRole('dialog').getByLabel('Email').fill('ruth@firm.example');
    await press('Send Reset Link');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    firm.owed = { next: 'second-factor', methods: ['totp', 'recovery'] };
    await fill({ Email: anAdviser().email, Password: firm.password });
    await press('Sign In');
    await page.getByRole('heading', { name: 'Code from Your App' }).waitFor();
    await press('Use a Recovery Code Instead');
    await expect(page.getByRole('main')).toContainText('Each works once.');
  });
});

test('the portal still works when the browser translates it', async ({ page, api, firm, client, watch }) => {
  test.slow();
  watch.expected.push(/^401 \w+ .*\/api\/portal\//, /status of 401/);
  await page.clock.install();
  firm.settings = someSettings({ phone: '020 7946 0123' });
  firm.setStages(client, { 1: 'in_progress' });
  firm.tasks = [aTask({ title: 'Passport', dueDate: inDays(2) }), aTask({ title: 'Payslip' })];
  firm.documents = Array.from({ length: 6 }, (_, i) =>
    aDocument({ name: `${i}.pdf`, stageId: stageIdOf(client.id, 1) }),
  );
  firm.devices = [aDevice({ current: true }), aDevice({ label: 'Windows, Chrome' })];
  firm.unconfirmed.add(client.id);
  const press = presser(page);
  const next = page.getByRole('region', { name: 'Your next step' });
  const card = (title: string) =>
    page.getByRole('region', { name: 'Your Tasks' }).getByRole('listitem').filter({ hasText: title }).first();
  await page.goto(`/portal/${client.token}`);

  await test.step('a code opens the portal', async () => {
    await press("I Can't Open That Email Account");
    await press('I Have a Phrase from My Adviser');
    await press('I Have a Code from an Email');
    await page.getByLabel('6-digit code').fill('246810');
    await page.keyboard.press('Enter');
    await expect(next).toContainText('Passport');
    await dismissToast(page);
  });

  await test.step('a note and a file are added to a task, which is completed', async () => {
    await card('Passport').getByRole('button', { name: 'Add a Note' }).click();
    await card('Passport').getByRole('textbox').fill('It is a bit dark');
    await press('Save Notes');
    await expect(card('Passport')).toContainText('Your Notes:');
    await pickFile(page, FILE, () => card('Passport').getByRole('button', { name: 'Add files or photos' }).click());
    await expect(card('Passport')).toContainText('1 file added');
    await card('Passport').getByRole('button', { name: 'Mark Complete' }).click();
    await expect(card('Passport')).toContainText('Thank you. Ruth Amari will look at it next.');
    await expect(next).toContainText('Payslip');
    await card('Passport').getByRole('button', { name: 'Undo' }).click();
    await card('Passport').getByRole('button', { name: 'Mark Complete' }).click();
    await card('Payslip').getByRole('button', { name: 'Mark Complete' }).click();
    await press('Yes, It Is Done');
    await page.clock.fastForward(10_000);
    await expectToast(page, 'Task Updated');
    await expect(next).toContainText('Nothing needed from you right now');
  });

  await test.step('a message is sent, and another arrives', async () => {
    const messages = page.getByRole('region', { name: 'Messages' });
    const sent = api.holds('POST /api/clients/{id}/messages');
    await messages.getByLabel('Message').fill('Hello');
    await page.keyboard.press('Enter');
    await expect(messages.getByRole('listitem')).toContainText('You · Sending...');
    sent();
    await expect(messages.getByRole('listitem')).toContainText(/^You · .+ago/);
    firm.messages.push(aMessage({ content: 'Good morning' }));
    firm.news.set(client.id, 'a message');
    await page.clock.fastForward(30_000);
    await expect(messages.getByRole('listitem').last()).toContainText('Good morning');
  });

  await test.step('help is requested', async () => {
    await next.getByRole('button', { name: 'I need help with this' }).click();
    await press('Ask Ruth Amari for Help');
    await expect(next).toContainText('has been told that you need help');
  });

  await test.step('a stage is opened, a document sent and a device removed', async () => {
    await page.getByRole('button', { name: /^First Meeting/ }).click();
    await press('Show All 7');
    api.fails('POST /api/clients/{id}/documents', 400, 'This file is a program.');
    await pickFile(page, FILE, () => press('Upload Document'));
    await expect(page.getByRole('group', { name: 'Not uploaded' })).toContainText('This file is a program.');
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

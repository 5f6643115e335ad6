import type { Page } from '@playwright/test';
import type { DocumentRequest } from '#shared/contract/requests.ts';
import { londonParts } from '#shared/rules/london.ts';
import { DAYS_TO_REPLACE } from '#shared/rules/requests.ts';
import { sayDay } from '#shared/rules/say-date.ts';
import { workingDaysLater } from '#shared/rules/working-days.ts';
import { type ClientDesk, saveSettings } from '../../support/acts.ts';
import { openClient, panel } from '../../support/browser/client-page.ts';
import { options, pickFile } from '../../support/browser/documents.ts';
import { expectFocusShown } from '../../support/browser/keyboard.ts';
import { test } from '../../support/browser/people.ts';
import { dismissToast, expectToast, toastOf } from '../../support/browser/toast.ts';
import { expect } from '../../support/browser/watched.ts';
import { demoAdmin, fileForm } from '../../support/builders.ts';
import { inDays } from '../../support/days.ts';
import { ask, handedIn, unavailable } from '../../support/requests.ts';
import { expectStates } from '../accessibility/states.ts';

const ASK = 'POST /api/clients/{id}/requests';
const DECIDE = 'POST /api/requests/{id}/decision';
const requests = (page: Page) => panel(page, 'Requests');
const row = (page: Page, title: string) =>
  // By attribute, as an open dialog hides the page from roles.
  page.locator('li[id^=request-]').filter({ has: page.getByText(title, { exact: true }) });
const press = (page: Page, name: string) => requests(page).getByRole('button', { name, exact: true }).click();
const decide = ({ by }: ClientDesk, { id, version }: DocumentRequest, decision: string, reason: string | null = null) =>
  by(DECIDE, { params: { id }, body: { version, decision, reason } });
const choose = async (page: Page, title: string, item: string) => {
  await press(page, `More for ${title}`);
  await page.getByRole('menuitem', { name: item }).click();
};

test('the suggested due date follows the firm’s working days', async ({ page, client }) => {
  await saveSettings(await demoAdmin(), { documents: { answerDays: 3 } });
  await openClient(page, client);
  await press(page, 'Ask for Documents');
  const due = workingDaysLater(londonParts(new Date()).date, 3, []);
  await expect(page.getByRole('dialog').getByLabel('Due Date')).toHaveValue(due);
});

test('five documents are requested with 12 keys, and one line is edited and added', async ({ page, api, client }) => {
  await client.setStage('1', { status: 'completed' });
  await client.setStage('2', { status: 'in_progress' });
  await openClient(page, client);
  const dialog = page.getByRole('dialog', { name: `Ask ${client.name} for Documents` });
  const list = () => client.read('GET /api/clients/{id}/requests');

  await test.step('sends five documents of the current stage, which is offered first, due in ten working days', async () => {
    await expect(requests(page)).toContainText('Nothing asked for yet');
    await requests(page).getByRole('button', { name: 'Ask for Documents' }).press('Enter');
    await expect(dialog).toContainText('One email goes out about all of them.');
    await expect(dialog.getByRole('button', { name: 'Ask for Documents' })).toBeDisabled();
    const first = dialog.getByRole('checkbox').first();
    if (!(await first.evaluate((box) => box === document.activeElement))) await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Space');
    for (let i = 0; i < 4; i += 1) {
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Space');
    }
    await expect(dialog.getByRole('button', { name: 'Ask for 5 Documents' })).toBeEnabled();
    await page.keyboard.press('Control+Enter');
    await expectToast(page, 'Documents Requested', 'The client is told by email.');
    const dueDate = workingDaysLater(londonParts(new Date()).date, 10, []);
    expect(await list()).toMatchObject([
      { title: 'Risk questionnaire', stageId: `${client.id}.2.1`, dueDate },
      { title: 'Pension statement', dueDate },
      { title: 'Investment or ISA statement', stageId: `${client.id}.2.2`, dueDate },
      { title: 'Signed letter of authority' },
      { title: 'Last three payslips', stageId: `${client.id}.2.3` },
    ]);
    await expect(row(page, 'Pension statement')).toContainText(/To send.*2\.2 Letter of Authority.*The newest annual/);
  });

  await test.step('searches the list, changes a line, and adds one of its own, which a reload keeps', async () => {
    await press(page, 'Ask for Documents');
    await dialog.getByRole('searchbox').fill('forecast');
    await expect(dialog.getByRole('checkbox')).toHaveCount(1);
    await dialog.getByRole('searchbox').press('Enter');
    await dialog.getByRole('checkbox', { name: 'State pension forecast' }).check();
    await dialog.getByRole('button', { name: 'Edit State pension forecast' }).click();
    await dialog.getByRole('textbox', { name: 'Title' }).fill('Forecast of 2026');
    await dialog.getByRole('searchbox').fill('nothing like it');
    await expect(dialog).toContainText('Nothing on the list matches. Add it below.');
    await dialog.getByRole('button', { name: 'Something Else', exact: true }).click();
    await expect(dialog.getByRole('group', { name: 'Something else 1' }).getByLabel('Title')).toBeFocused();
    await page.keyboard.type('Marriage certificate');
    await dialog.getByRole('combobox', { name: 'Stage' }).selectOption('1.1 Appointment Booked');
    await page.reload();
    await press(page, 'Ask for Documents');
    await expect(dialog).toContainText('Restored what you typed earlier.');
    await dialog.getByRole('button', { name: 'Something Else', exact: true }).click();
    const last = dialog.getByRole('group', { name: 'Something else 2' });
    await last.getByLabel('Help').fill('No title');
    await dialog.getByRole('button', { name: 'Ask for 3 Documents' }).click();
    await expect(last.getByLabel('Title')).toHaveAccessibleDescription('Title is required');
    await dialog.getByRole('button', { name: 'Remove something else 2' }).press('Enter');
    await expect(last).toHaveCount(0);
    await expect(dialog.getByRole('button', { name: 'Something Else', exact: true })).toBeFocused();
    api.expected.push(/400/);
    await dialog.getByLabel('Due Date').fill(inDays(-1));
    await dialog.getByRole('button', { name: 'Ask for 2 Documents' }).click();
    await expect(dialog.getByLabel('Due Date')).toHaveAccessibleDescription('Choose today or a later day');
    await dialog.getByLabel('Due Date').fill('');
    await dialog.getByRole('button', { name: 'Ask for 2 Documents' }).click();
    await expect(dialog).toBeHidden();
    expect(api.sent(ASK).at(-1)?.body).toMatchObject({
      items: [
        { title: 'Forecast of 2026', stageId: `${client.id}.2.3` },
        { title: 'Marriage certificate', help: null, stageId: `${client.id}.1.1` },
      ],
      dueDate: null,
    });
  });

  await test.step('the palette opens the same dialog for the open client', async () => {
    await dismissToast(page);
    await page.keyboard.press('Control+k');
    await page.keyboard.type('ask for documents here');
    await expect(page.getByRole('option', { name: `Ask for Documents from ${client.name}` })).toBeVisible();
    await page.keyboard.press('Enter');
    await expect(dialog).toBeVisible();
  });

  await test.step('without the firm’s list, something else can still be requested, and no email is promised that will not leave', async () => {
    await client.change({ portalSuspended: true });
    api.fails('GET /api/request-templates');
    await page.reload();
    await press(page, 'Ask for Documents');
    await expect(dialog.getByRole('alert')).toContainText('The firm’s list could not be loaded');
    await dialog.getByRole('button', { name: 'Something Else', exact: true }).click();
    await expect(dialog).toContainText('No email goes out: the portal is suspended.');
    await dialog.getByRole('button', { name: 'Ask for 1 Document' }).click();
    await expect(
      dialog.getByRole('group', { name: 'Something else 1' }).getByLabel('Title'),
    ).toHaveAccessibleDescription('Title is required');
    await page.keyboard.type('Birth certificate');
    await dialog.getByRole('button', { name: 'Ask for 1 Document' }).click();
    await expectToast(page, 'Documents Requested');
    await expect(toastOf(page)).not.toContainText('told by email');
  });
});

test('the panel groups requests by whose turn it is, and is accessible', async ({ page, client }) => {
  test.slow();
  await handedIn(client, 'Passport', ['front.txt', 'back.txt']);
  await unavailable(client, 'P60', 'My employer never sent one.');
  await ask(client, 'Will');
  const statements = await handedIn(client, 'Bank statements', ['one.txt']);
  await decide(client, statements, 'return', 'The date is cut off.');
  await decide(client, await handedIn(client, 'Pension statement', ['pension.txt']), 'approve');
  await decide(client, await ask(client, 'Mortgage statement'), 'waive', 'Seen at the branch');
  await openClient(page, client);
  const bar = page.getByRole('navigation', { name: 'Parts of the page' });
  await expect(bar.getByRole('link', { name: 'Requests, 2 to review' })).toHaveText('Requests2');
  const shown = await requests(page).getByRole('heading', { level: 3 }).allTextContents();
  expect(shown).toEqual(['To Review', 'With the Client', '2 settled']);
  await expect(row(page, 'Passport')).toContainText(/Handed in/);
  await expect(row(page, 'Passport').getByRole('list', { name: 'Files for Passport' })).toHaveText(
    /front\.txt.*back\.txt|back\.txt.*front\.txt/,
  );
  await expect(row(page, 'P60')).toContainText('“My employer never sent one.”');
  await expect(row(page, 'P60').getByRole('button', { name: 'Review: P60' })).toHaveCount(0);
  await expect(row(page, 'Will')).toContainText(/To send.*No Due Date/);
  await expect(row(page, 'Bank statements')).toContainText(/Sent back.*“The date is cut off.”/);
  await expect(row(page, 'Bank statements').getByText('one.txt')).toBeHidden();
  await row(page, 'Bank statements').getByText('1 earlier file').click();
  await expect(row(page, 'Bank statements').getByText('one.txt')).toBeVisible();
  await expect(panel(page, 'Documents by Stage')).toContainText('For “Bank statements”');
  await expect(row(page, 'Pension statement')).toHaveCount(0);
  await press(page, '2 settled');
  await expect(row(page, 'Pension statement')).toContainText('Accepted');
  await expect(row(page, 'Mortgage statement')).toContainText(
    /Waived.*Reason, which only staff see“Seen at the branch”/,
  );
  await expectStates(page, [['requests of a client', async () => undefined, 'both engines', 'at each width']]);
  await row(page, 'Pension statement').getByRole('button', { name: 'Download pension.txt' }).click();
});

test('staff accept, conflict, reopen, and take the offers of the toasts', async ({ page, api, client }) => {
  const at = (title: string, stage: number, due?: string) =>
    ask(client, title, { stageId: `${client.id}.${stage}` }, due);
  const passport = await at('Passport', 6.1);
  const letter = await at('Letter of authority', 2.2, inDays(0));
  for (const title of ['Pension plan', 'ISA']) await at(title, 3.2);
  await openClient(page, client);

  await test.step('uploads a file that came by post, and accepts it', async () => {
    const file = { name: 'passport.txt', mimeType: 'text/plain', buffer: Buffer.from('A passport') };
    await pickFile(page, file, () => press(page, 'Upload Document for Passport'));
    await expectToast(page, 'Document Uploaded');
    await expect(row(page, 'Passport')).toContainText(/Handed in just now.*passport\.txt/);
    await row(page, 'Passport').getByRole('button', { name: 'Review: Passport' }).click();
    const dialog = page.getByRole('dialog', { name: 'Passport' });
    await dialog.getByRole('button', { name: 'Accept' }).click();
    await expect(dialog).toBeHidden();
    await expectToast(page, 'Request Accepted', '“Passport” of Mia Wood');
    await expect(toastOf(page).getByRole('button', { name: 'Undo' })).toBeVisible();
    await expect(requests(page)).toContainText('1 settled');
  });

  await test.step('the last accepted request of a stage offers to complete it', async () => {
    await toastOf(page).getByRole('button', { name: 'Complete 6.1' }).click();
    await expectToast(page, 'Stage Updated');
    await dismissToast(page);
  });

  await test.step('a decision on a request that changed meanwhile reloads it and says why', async () => {
    api.expected.push(/409/);
    const form = fileForm('Another page', 'page-2.txt');
    form.append('requestId', letter.id);
    await press(page, 'More for Letter of authority');
    await client.by('POST /api/clients/{id}/documents', { form }, client.own);
    await page.getByRole('menuitem', { name: 'Waive' }).click();
    const dialog = page.getByRole('dialog', { name: 'Waive Request' });
    await dialog.getByLabel('Reason').fill('Not needed');
    await dialog.getByRole('button', { name: 'Waive' }).click();
    await expect(toastOf(page)).toContainText('This changed while you looked at it.');
    await expect(row(page, 'Letter of authority')).toContainText(/1 file added.*page-2\.txt/);
    await dialog.getByRole('button', { name: 'Waive' }).click();
    await expectToast(page, 'Request Waived');
    // The toast precedes the refetch, which moves the row and closes its menu.
    await expect(requests(page)).toContainText('2 settled');
  });

  await test.step('a link to a settled request unfolds it, and a waived one can be reopened', async () => {
    await page.goto(`/adviser/client/${client.id}#request-${letter.id}`);
    await expectFocusShown(row(page, 'Letter of authority'));
    await choose(page, 'Letter of authority', 'Reopen');
    const due = sayDay(workingDaysLater(inDays(0), DAYS_TO_REPLACE, []));
    await expectToast(page, 'Request Reopened', `Due on ${due}. The client is told within half an hour.`);
    await expect(row(page, 'Letter of authority')).toContainText('To send');
    await dismissToast(page);
  });

  await test.step('an accepted request can still be sent back, with a quick reason', async () => {
    await choose(page, 'Passport', 'Send Back');
    const dialog = page.getByRole('dialog', { name: 'Send Back' });
    await dialog.getByRole('button', { name: 'It is out of date.' }).dblclick();
    await expect(dialog.getByLabel('What should the client change?')).toHaveValue('It is out of date.');
    await dialog.getByRole('button', { name: 'Send Back' }).click();
    await expectToast(page, 'Request Sent Back', 'The client is told within half an hour.');
    await expect(row(page, 'Passport')).toContainText(/Sent back.*“It is out of date.”.*1 earlier file/);
    expect(passport.round).toBe(1);
  });

  await test.step('a stage that is not required offers to waive its open requests', async () => {
    await panel(page, 'Journey Stages')
      .getByRole('button', { name: /^3\. Research/ })
      .first()
      .click();
    await page.getByRole('button', { name: 'Mark as Not Required: Plan Information Received' }).click();
    await toastOf(page).getByRole('button', { name: 'Waive 2 Requests' }).click();
    await expectToast(page, '2 Requests Waived');
    await expect(requests(page)).toContainText('2 settled');
  });

  await test.step('a document that lies elsewhere can be filed under a request', async () => {
    await client.by('POST /api/clients/{id}/documents', { form: fileForm('A licence', 'licence.txt') });
    await page.reload();
    await panel(page, 'Documents by Stage')
      .getByRole('button', { name: /^Unassigned Documents/ })
      .click();
    const dialog = await options(page, 'licence.txt');
    await dialog.getByLabel('File under request').selectOption('Passport');
    await dialog.getByRole('button', { name: 'File' }).click();
    await expectToast(page, 'Document Moved');
    await expect(row(page, 'Passport')).toContainText(/licence\.txt.*1 earlier file/);
  });
});

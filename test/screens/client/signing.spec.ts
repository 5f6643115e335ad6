import type { Page } from '@playwright/test';
import type { DocumentRequest } from '#shared/contract/requests.ts';
import { londonParts } from '#shared/rules/london.ts';
import { workingDaysLater } from '#shared/rules/working-days.ts';
import type { ClientDesk } from '../../support/acts.ts';
import { Caller } from '../../support/api.ts';
import { openClient, panel } from '../../support/browser/client-page.ts';
import { options } from '../../support/browser/documents.ts';
import { expectFocusShown } from '../../support/browser/keyboard.ts';
import { test } from '../../support/browser/people.ts';
import { dismissToast, expectToast, toastOf } from '../../support/browser/toast.ts';
import { expect } from '../../support/browser/watched.ts';
import { upload } from '../../support/builders.ts';
import { pdf } from '../../support/files/pdfs.ts';
import { codeIn, mailsTo } from '../../support/mail.ts';
import { newPerson } from '../../support/people/persons.ts';
import { askedToSign, askForSignature, documentToSign, readToSign, signedBy } from '../../support/signing.ts';
import { expectStates } from '../accessibility/states.ts';

const ASK = 'POST /api/documents/{id}/sign-request';
const AGREEMENT = 'Client agreement.pdf';
const requests = (page: Page) => panel(page, 'Requests');
const documents = (page: Page) => panel(page, 'Documents by Stage');
const row = (page: Page, title = 'Client agreement') =>
  page.locator('li[id^=request-]').filter({ has: page.getByText(title, { exact: true }) });
const ofDocument = (page: Page, name: string) => documents(page).getByRole('listitem').filter({ hasText: name });
const asking = (page: Page) => page.getByRole('dialog', { name: 'Ask for a Signature' });
const open = async (page: Page, name: string) => {
  const button = (await options(page, name)).getByRole('button', { name: 'Ask for a Signature…' });
  await button.press('Enter');
  await expect(asking(page)).toBeVisible();
};
/** Requests a code to sign, and returns it from the email. */
async function codeFor({ own, email }: ClientDesk, { id }: DocumentRequest): Promise<string> {
  await own.call('POST /api/requests/{id}/sign-code', { params: { id } });
  const codes = async () => (await mailsTo(email)).map(codeIn).filter(Boolean);
  await expect.poll(async () => (await codes()).length).toBe(1);
  return (await codes())[0] ?? '';
}
const menuOf = async (page: Page, title = 'Client agreement') => {
  await row(page, title)
    .getByRole('button', { name: `More for ${title}` })
    .click();
  return page.getByRole('menuitem');
};

test('an adviser asks for a signature by keyboard, and finds text and tick again', async ({
  page,
  api,
  adviser,
  client,
}) => {
  test.slow();
  for (const name of [AGREEMENT, 'Second agreement.pdf']) await documentToSign(adviser, client.id, { name });
  await documentToSign(adviser, client.id, { name: 'elsewhere.pdf', stage: '1.3' });
  await upload(adviser, client.id, 'A note', 'note.txt', `${client.id}.1.4`);
  await openClient(page, client);

  await test.step('other stages and types of files do not offer it', async () => {
    for (const name of ['elsewhere.pdf', 'note.txt']) {
      const dialog = await options(page, name);
      await expect(dialog.getByRole('button', { name: 'Delete Document' })).toBeVisible();
      await expect(dialog.getByRole('button', { name: /Signature/ })).toHaveCount(0);
      await page.keyboard.press('Escape');
    }
  });

  const dialog = asking(page);
  const tick = dialog.getByRole('checkbox', { name: 'Complete 1.4 when it is signed' });
  const dueDate = workingDaysLater(londonParts(new Date()).date, 10, []);

  await test.step('says what happens, and keeps what was typed', async () => {
    await open(page, AGREEMENT);
    await expect(dialog).toContainText(
      `${AGREEMENT}Mia Wood signs on their page, after a code that we email. Not for deeds, wills, powers of attorney, or forms that need ink.`,
    );
    await expect(dialog.getByLabel('Due')).toHaveValue(dueDate);
    await expect(tick).not.toBeChecked();
    await dialog.getByLabel('Message').fill('Page 3 has our charges.');
    await tick.press('Space');
    await page.reload();
    await open(page, AGREEMENT);
    await expect(dialog).toContainText('Restored what you typed earlier.');
    await expect(dialog.getByLabel('Message')).toHaveValue('Page 3 has our charges.');
    await expect(tick).toBeChecked();
  });

  await test.step('says why a document cannot be signed', async () => {
    api.fails(ASK, 409, 'This PDF is damaged and cannot be signed.');
    await page.keyboard.press('Control+Enter');
    await expect(toastOf(page)).toHaveText('ErrorThis PDF is damaged and cannot be signed.');
    await expect(dialog.getByLabel('Message')).toHaveValue('Page 3 has our charges.');
    api.recovers();
    await dismissToast(page);
  });

  await test.step('asks, and holds the document', async () => {
    await dialog.getByLabel('Message').press('Control+Enter');
    await expectToast(page, 'Signature Requested', 'The client is told by email.');
    expect(api.sent(ASK).at(-1)?.body).toEqual({ message: 'Page 3 has our charges.', dueDate, completes: true });
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expectFocusShown(documents(page).getByRole('button', { name: AGREEMENT }));
    await expect(ofDocument(page, AGREEMENT)).toContainText('To be signed');
    await expect(row(page)).toContainText(/To sign.*1\.4 Client Engagement.*Page 3 has our charges\./);
    const held = await options(page, AGREEMENT);
    await expect(held).toContainText('A signature is asked for. Waive that request first to move or delete');
    await expect(held.getByRole('button')).toHaveText(['Preview in Browser', 'Download', '']);
    await page.keyboard.press('Escape');
    await dismissToast(page);
  });

  await test.step('the next dialog has the tick as it was left, and promises no email that will not leave', async () => {
    await client.change({ portalSuspended: true });
    await page.reload();
    await open(page, 'Second agreement.pdf');
    await expect(tick).toBeChecked();
    await expect(dialog).toContainText('No email goes out: the portal is suspended.');
    await tick.press('Space');
    await dialog.getByRole('button', { name: 'Ask for Signature' }).click();
    await expectToast(page, 'Signature Requested', 'No email goes out: the portal is suspended.');
  });
});

test('the row of a signature says how far it is, and a signed one completes the stage', async ({
  page,
  adviser,
  client,
}) => {
  test.slow();
  const { request } = await askedToSign(adviser, client.id, { body: { message: 'Page 3 has our charges.' } });
  await openClient(page, client);

  await test.step('offers neither files nor an acceptance, and edits all but the stage', async () => {
    await expect(row(page)).toContainText(/To sign(?! ).*No Due Date/);
    await expect(row(page).getByRole('button')).toHaveText([AGREEMENT, '']);
    await expect(await menuOf(page)).toHaveText(['Waive', 'Edit', 'Delete']);
    await page.getByRole('menuitem', { name: 'Edit' }).click();
    const dialog = page.getByRole('dialog', { name: 'Edit Request' });
    await expect(dialog.getByLabel('Stage')).toHaveCount(0);
    await dialog.getByLabel('Message').fill('No hurry.');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expectToast(page, 'Request Updated');
    await expect(row(page)).toContainText('No hurry.');
  });

  await test.step('opens the document, and says when the client did', async () => {
    const popup = page.waitForEvent('popup');
    await row(page)
      .getByRole('button', { name: `Open ${AGREEMENT}` })
      .click();
    const tab = await popup;
    await tab.waitForURL(/^blob:/);
    await tab.close();
    await readToSign(client.own, request);
    await page.reload();
    await expect(row(page)).toContainText(/To sign\s· opened 25 Nov/);
  });

  await test.step('is waived, and asked for again', async () => {
    await menuOf(page);
    await page.getByRole('menuitem', { name: 'Waive' }).click();
    await page.getByRole('dialog', { name: 'Waive Request' }).getByRole('button', { name: 'Waive' }).click();
    await expectToast(page, 'Request Waived');
    await dismissToast(page);
    await requests(page).getByRole('button', { name: '1 settled' }).click();
    await expect(row(page)).toContainText(/Waived.*25 Nov 2026/);
    await expect(await menuOf(page)).toHaveText(['Reopen', 'Delete']);
    await page.getByRole('menuitem', { name: 'Reopen' }).click();
    await expect(row(page)).toContainText('To sign');
  });

  await test.step('the notice of the signature leads to it, and to the signed copy', async () => {
    await signedBy(client.own, request, {}, () => codeFor(client, request));
    await page.goto('/inbox');
    await page.getByRole('link', { name: /Signed “Client agreement”/ }).click();
    await expectFocusShown(row(page));
    await expect(row(page)).toContainText(/Signed 25 Nov, 10:\d\d/);
    await expect(row(page).getByRole('button')).toHaveText([AGREEMENT, 'Signed copy', 'Complete 1.4']);
    await expect(ofDocument(page, 'Client agreement (signed).pdf')).toContainText('Signed copy');
    await expect(ofDocument(page, AGREEMENT)).toContainText('Signed document');
    const popup = page.waitForEvent('popup');
    await row(page).getByRole('button', { name: 'Open Signed copy of Client agreement' }).click();
    const tab = await popup;
    await tab.waitForURL(/^blob:/);
    expect(await tab.title()).toBe('Client agreement (signed).pdf');
    await tab.close();
    const copy = await options(page, 'Client agreement (signed).pdf');
    await expect(copy).toContainText('This is evidence of a signature and stays as long as the client.');
    await expect(copy.getByRole('button')).toHaveText(['Preview in Browser', 'Download', '']);
    await page.keyboard.press('Escape');
  });

  await test.step('is accessible, and fits at each width', async () => {
    await expectStates(page, [['signed request', async () => undefined, 'both engines', 'at each width']]);
  });

  await test.step('completes the stage, which then offers nothing more', async () => {
    await row(page).getByRole('button', { name: 'Complete 1.4' }).press('Enter');
    await expectToast(page, 'Stage Updated');
    await expect(row(page).getByRole('button')).toHaveText([AGREEMENT, 'Signed copy']);
    await expect(page.locator('body')).not.toBeFocused();
  });
});

test('a client who will not sign leads from the lists to the request', async ({ page, adviser, client }) => {
  const { request } = await askedToSign(adviser, client.id);
  const rob = await newPerson(adviser, client, { name: 'Rob Wood' });
  const { id } = await documentToSign(adviser, client.id, { name: 'For Rob.pdf' });
  const { body } = await askForSignature(adviser, id, { people: [2] });
  const refuse = (caller: Caller, { id: of }: DocumentRequest, reason: string) =>
    caller.call('POST /api/requests/{id}/cannot', { params: { id: of }, body: { reason } });
  await refuse(client.own, request, 'Page 3 is wrong.');
  const refused = await refuse(new Caller(rob.token), body[0], 'Not me.');
  expect(refused.status).toBe(200);

  const queue = page.getByRole('region', { name: 'To review' });
  const item = queue.getByRole('listitem').filter({ hasText: 'Client agreement' });

  await test.step('To Review says so, and has no decisions', async () => {
    await page.goto('/chase');
    await expect(item).toContainText(/Will not sign.*What the client wrote“Page 3 is wrong\.”/);
    await expect(item.getByRole('button')).toHaveCount(0);
    await item.locator('[data-row-link]').focus();
    for (const key of ['a', 'r', 'm']) await page.keyboard.press(key);
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expectStates(page, [['signatures to review', async () => undefined, 'at each width']]);
  });

  await test.step('Today leads to the requests of the client', async () => {
    await page.goto('/dashboard');
    const link = panel(page, 'Today').getByRole('link', { name: '2 signatures to review' });
    await expect(link).toHaveAttribute('href', `/adviser/client/${client.id}#requests`);
    await page.goto('/chase');
  });

  await test.step('its row says who will not sign, and why', async () => {
    await item.getByRole('link', { name: 'Open: Client agreement' }).click();
    await expectFocusShown(row(page));
    await expect(row(page)).toContainText(/Will not sign.*What the client wrote“Page 3 is wrong\.”/);
    await expect(row(page)).not.toContainText('to sign');
    await expect(row(page, 'For Rob')).toContainText('For Rob Wood to sign');
    await expect(await menuOf(page)).toHaveText(['Waive', 'Edit']);
  });
});

test('on a completed journey no signature is asked for', async ({ page, adviser, client }) => {
  await upload(adviser, client.id, pdf(), AGREEMENT, `${client.id}.5.4`);
  await openClient(page, client);
  await documents(page)
    .getByRole('button', { name: /^5\. Second Meeting/ })
    .click();
  const dialog = await options(page, AGREEMENT);
  const button = dialog.getByRole('button', { name: 'Ask for a Signature…' });
  await button.waitFor();
  await page.keyboard.press('Escape');
  const ask = () => open(page, AGREEMENT);
  await expectStates(page, [['ask for a signature', ask, 'both engines', 'at each width']]);
  await expect(asking(page).getByRole('checkbox', { name: 'Complete 5.4 when it is signed' })).toBeVisible();
  await client.change({ completed: true });
  await page.reload();
  await documents(page)
    .getByRole('button', { name: /^5\. Second Meeting/ })
    .click();
  await options(page, AGREEMENT);
  await expect(dialog.getByRole('button', { name: 'Delete Document' })).toBeVisible();
  await expect(button).toHaveCount(0);
});

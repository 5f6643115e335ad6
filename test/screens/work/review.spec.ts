import type { Page } from '@playwright/test';
import type { Document } from '#shared/contract/documents.ts';
import { MB } from '#shared/rules/limits.ts';
import { DAY_MS } from '#shared/rules/time.ts';
import { clientOf } from '../../support/acts.ts';
import { expectAccessible } from '../../support/browser/axe.ts';
import { expectToFit } from '../../support/browser/fit.ts';
import { enterOn, expectFocusShown } from '../../support/browser/keyboard.ts';
import { test } from '../../support/browser/people.ts';
import { dismissToast, expectToast, toastOf } from '../../support/browser/toast.ts';
import { expect } from '../../support/browser/watched.ts';
import { newAdviser, newClient } from '../../support/builders.ts';
import { START, setNow } from '../../support/clock.ts';
import { office } from '../../support/files/archives.ts';
import { pdf } from '../../support/files/pdfs.ts';
import { ask, handedIn, sendFor, unavailable } from '../../support/requests.ts';

const DOWNLOAD = 'GET /api/documents/{id}/download';
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
  'base64',
);
const showsPdfs = (page: Page, yes: boolean) =>
  page.evaluate((value) => {
    Object.defineProperty(navigator, 'pdfViewerEnabled', { value, configurable: true });
  }, yes);
const queue = (page: Page) => page.getByRole('region', { name: 'To review' });
const rows = (page: Page) => queue(page).getByRole('listitem');
const row = (page: Page, title: string) => rows(page).filter({ hasText: title });
const title = (page: Page, name: string) => queue(page).locator('[data-row-link]', { hasText: name });
const said = (page: Page) => queue(page).getByRole('status');
const review = (page: Page, name: string) => page.getByRole('dialog', { name });
/** The area that shows a file. */
const shown = (page: Page, name: string) => page.getByRole('group', { name, exact: true });
const textIn = (page: Page, name: string) => page.frameLocator(`iframe[title="${name}"]`).getByText(`text of ${name}`);

test('requests to review are listed with their client, time, files and answer', async ({ page, api, client }) => {
  await test.step('shows five skeletons while loading, then a failure, then that nothing waits', async () => {
    api.fails('GET /api/requests/review');
    const release = api.holds('GET /api/requests/review');
    await page.goto('/chase');
    await expect(page.locator('.chakra-skeleton')).toHaveCount(5);
    release();
    await expect(page.getByRole('alert')).toContainText('The requests could not be loaded');
    api.recovers();
    await page.getByRole('button', { name: 'Try Again' }).click();
    await expect(queue(page)).toHaveText('Nothing to reviewWhat clients hand in comes here.');
  });

  await test.step('lists the longest waiting first', async () => {
    await ask(client, 'Not handed in');
    await handedIn(client, 'Passport', ['Front.txt', 'Back.txt']);
    setNow(START - DAY_MS);
    const { id } = await unavailable(client, 'P60', 'My employer never sent one.');
    setNow(START);
    await page.getByRole('link', { name: 'Dashboard' }).click();
    await page.getByRole('heading', { name: 'Client Dashboard' }).waitFor();
    await page.reload();
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Work' }).click();
    await expect(rows(page)).toHaveText([
      /^P60since Tue.*The client doesn’t have it“My employer never sent one.”Mia Wood/,
      /^Passportsince \d\d:\d\d2 filesMia Wood/,
    ]);
    await expect(page).toHaveTitle(/To Review · /);
    await expect(title(page, 'P60')).toHaveAttribute('href', `/adviser/client/${client.id}#request-${id}`);
    await expect(row(page, 'P60').getByRole('button')).toHaveText(['Ask for More', 'Send Back']);
    await expect(row(page, 'Passport').getByRole('button')).toHaveText([
      'Passport',
      'Review',
      'Ask for More',
      'Send Back',
    ]);
    await row(page, 'Passport').getByRole('link', { name: 'Mia Wood' }).click();
    await expect(page).toHaveURL(`/adviser/client/${client.id}`);
  });
});

test('the queue is worked through by single keys, without closing the dialog', async ({
  page,
  api,
  client,
  adviser,
}) => {
  test.slow();
  for (const name of ['Passport', 'Payslips', 'P60', 'Will']) await handedIn(client, name, ['One.txt', 'Two.txt']);
  const decisions = () => api.sent('POST /api/requests/{id}/decision').length;
  const accept = (name: string) => review(page, name).getByRole('button', { name: 'Accept' });
  await page.goto('/chase');
  await title(page, 'Passport').waitFor();

  await test.step('a does nothing until a row has the focus, then shows the first file', async () => {
    await page.keyboard.press('a');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await page.keyboard.press('j');
    await expectFocusShown(title(page, 'Passport'));
    await page.keyboard.press('a');
    await expect(review(page, 'Passport')).toContainText('Mia Wood · Request 1 of 4');
    await expect(review(page, 'Passport')).toContainText('File 1 of 2: One.txt');
    await expect(textIn(page, 'One.txt')).toBeVisible();
    await expect(shown(page, 'One.txt')).toBeFocused();
    await expect(shown(page, 'One.txt').getByRole('status')).toHaveText('The file is shown.');
  });

  await test.step('a says what is left to open until each file was', async () => {
    await expect(accept('Passport')).toHaveAccessibleDescription('Open all 2 files first, 1 left');
    await page.keyboard.press('a');
    await expect(review(page, 'Passport').getByRole('alert')).toHaveText('Open all 2 files first, 1 left');
    await page.keyboard.press(']');
    await expect(review(page, 'Passport')).toContainText('File 2 of 2: Two.txt');
    await expect(textIn(page, 'Two.txt')).toBeVisible();
    await expect(shown(page, 'Two.txt')).toBeFocused();
    await page.keyboard.press(']');
    await expect(review(page, 'Passport')).toContainText('File 2 of 2');
    await expect(review(page, 'Passport')).not.toContainText('Open all');
    expect(decisions()).toBe(0);
  });

  await test.step('a accepts, says what, and shows the next request', async () => {
    await page.keyboard.press('a');
    await expect(review(page, 'Payslips')).toContainText('Mia Wood · Request 1 of 3');
    await expect(shown(page, 'One.txt')).toBeFocused();
    await expectToast(page, 'Request Accepted', '“Passport” of Mia Wood');
  });

  await test.step('Undo in the toast brings it back, and its files count as opened', async () => {
    await toastOf(page).getByRole('button', { name: 'Undo' }).click();
    await expectToast(page, 'Acceptance Undone', '“Passport” of Mia Wood');
    await expect(review(page, 'Payslips')).toContainText('Request 2 of 4');
    await dismissToast(page);
    await page.keyboard.press('k');
    await expect(textIn(page, 'Two.txt')).toBeVisible();
    await expect(review(page, 'Passport')).toContainText('Request 1 of 4');
    await page.keyboard.press('a');
    await expectToast(page, 'Request Accepted', '“Passport” of Mia Wood');
    await dismissToast(page);
  });

  await test.step('a held key does not accept the next request too', async () => {
    await review(page, 'Payslips').getByRole('button', { name: 'Next File' }).click();
    await expect(accept('Payslips')).not.toHaveAttribute('aria-disabled');
    const before = decisions();
    await page.evaluate(() => {
      const held = new KeyboardEvent('keydown', { key: 'a', repeat: true, bubbles: true, cancelable: true });
      document.activeElement?.dispatchEvent(held);
    });
    await expect(review(page, 'Payslips').getByRole('button', { name: 'Next File' })).toBeFocused();
    expect(decisions()).toBe(before);
  });

  await test.step('r sends back with a reason, and Escape returns to the files', async () => {
    const dialog = page.getByRole('dialog', { name: 'Send Back' });
    await page.keyboard.press('r');
    await dialog.waitFor();
    await page.keyboard.press('Escape');
    await expect(review(page, 'Payslips')).toContainText('File 2 of 2');
    await page.keyboard.press('r');
    await enterOn(page, dialog.getByRole('button', { name: 'A page is missing.' }));
    await dialog.getByRole('textbox').press('Control+Enter');
    await expectToast(page, 'Request Sent Back', '“Payslips” of Mia Wood');
    await expectToast(page, 'Request Sent Back', 'The client is told within half an hour.');
    await expect(review(page, 'P60')).toContainText('Request 1 of 2');
    await dismissToast(page);
  });

  await test.step('arrows and buttons show other files and requests, Escape returns to the row, and m asks for more', async () => {
    const reason = page.getByRole('dialog', { name: 'Ask for More' });
    await page.keyboard.press('ArrowRight');
    await expect(review(page, 'P60')).toContainText('File 2 of 2');
    await page.keyboard.press('ArrowLeft');
    await expect(review(page, 'P60')).toContainText('File 1 of 2');
    await review(page, 'P60').getByRole('button', { name: 'Next Request' }).click();
    await expect(review(page, 'Will').getByRole('button', { name: 'Next Request' })).toHaveAttribute('aria-disabled');
    await expect(review(page, 'Will').getByRole('button', { name: 'Next Request' })).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(title(page, 'Will')).toBeFocused();
    await page.keyboard.press('k');
    await page.keyboard.press('m');
    await reason.getByRole('textbox').fill('Page 2 too');
    await page.keyboard.press('Control+Enter');
    await expect(reason).toBeHidden();
    await expect(title(page, 'Will')).toBeFocused();
    await expect(said(page)).toHaveText('Asked for more of “P60” of Mia Wood. 1 left to review.');
  });

  await test.step('accepting the last one leaves the empty list focused', async () => {
    await page.keyboard.press('Enter');
    await expect(textIn(page, 'One.txt')).toBeVisible();
    await expect(review(page, 'Will').getByRole('button', { name: 'Next Request' })).toHaveCount(0);
    await page.keyboard.press(']');
    await expect(accept('Will')).not.toHaveAttribute('aria-disabled');
    await page.keyboard.press('a');
    await expect(queue(page)).toContainText('Nothing to review');
    await expect(queue(page)).toBeFocused();
    await expect(said(page)).toHaveText('Accepted “Will” of Mia Wood. Nothing left to review.');
  });
  const { body } = await adviser.call('GET /api/clients/{id}/requests', { params: client.params });
  expect(body).toMatchObject([
    { title: 'Passport', state: 'approved' },
    { title: 'Payslips', state: 'open', round: 2, reason: 'A page is missing.' },
    { title: 'P60', state: 'open', round: 1, reason: 'Page 2 too' },
    { title: 'Will', state: 'approved' },
  ]);
});

test('the dialog shows pictures and PDFs, says what other files are, and asks before it opens a large one', async ({
  page,
  api,
  client,
}) => {
  const request = await ask(client, 'Papers');
  await sendFor(request, client, 'photo.png', PNG);
  await sendFor(request, client, 'statement.pdf', pdf());
  await sendFor(request, client, 'letter.docx', office('docx'));
  await sendFor(request, client, 'scan.txt');
  await client.own.call('POST /api/requests/{id}/submit', { params: { id: request.id } });
  const documents: Document[] = await client.read('GET /api/clients/{id}/documents');
  const large = documents.map((one) => (one.name === 'scan.txt' ? { ...one, fileSize: 48 * MB } : one));
  api.answers('GET /api/clients/{id}/documents', () => large);
  const dialog = review(page, 'Papers');
  const sent = () => api.sent(DOWNLOAD).length;
  await page.goto('/chase');

  await test.step('a picture that could not be loaded can be tried again', async () => {
    api.fails(DOWNLOAD);
    await page.getByRole('button', { name: 'Review: Papers' }).click();
    await expect(dialog.getByRole('alert')).toContainText('The file could not be opened');
    await expect(dialog).toContainText('Open all 4 files first');
    api.recovers();
    api.answers('GET /api/clients/{id}/documents', () => large);
    await dialog.getByRole('button', { name: 'Try Again' }).click();
    await expect(dialog.getByRole('img', { name: 'photo.png' })).toBeVisible();
    await expect(dialog).toContainText('Open all 4 files first, 3 left');
  });

  await test.step('a PDF has a frame if the browser can show it, and going back downloads nothing again', async () => {
    await showsPdfs(page, false);
    await page.keyboard.press(']');
    await expect(shown(page, 'statement.pdf')).toContainText('This browser does not show PDFs within a page.');
    await page.keyboard.press('[');
    await showsPdfs(page, true);
    // The tests' browser has no viewer.
    api.expected.push(/request failed: GET blob:/);
    await page.keyboard.press(']');
    await expect(dialog.locator('iframe')).toHaveAttribute('title', 'statement.pdf');
    await expect(dialog).toContainText('2 left');
    const before = sent();
    await page.keyboard.press('[');
    await expect(dialog.getByRole('img', { name: 'photo.png' })).toBeVisible();
    expect(sent()).toBe(before);
  });

  await test.step('a file without preview counts as opened once it was downloaded', async () => {
    await page.keyboard.press(']');
    await page.keyboard.press(']');
    await expect(shown(page, 'letter.docx')).toContainText('This type of file has no preview. Download it to open it.');
    await expect(dialog).toContainText('2 left');
    await shown(page, 'letter.docx').getByRole('button', { name: 'Download' }).click();
    await expect(dialog).toContainText('1 left');
  });

  await test.step('a large file is opened by a button that says its size', async () => {
    const before = sent();
    await page.keyboard.press(']');
    await expect(shown(page, 'scan.txt')).toContainText(/This file is large: 49152\.0 KB \(48\sMB\)/);
    expect(sent()).toBe(before);
    await dialog.getByRole('button', { name: 'Show File' }).click();
    await expect(textIn(page, 'scan.txt')).toBeVisible();
    await expect(dialog.getByRole('button', { name: 'Accept' })).not.toHaveAttribute('aria-disabled');
  });

  await test.step('fills a phone, and is accessible', async () => {
    await expectAccessible(page);
    await page.setViewportSize({ width: 390, height: 844 });
    expect(await dialog.boundingBox()).toEqual({ x: 0, y: 0, width: 390, height: 844 });
    await expectToFit(page, 'the dialog of a request', 390);
  });
});

test('a request that changed meanwhile stays, says so, and is decided at the second try', async ({
  page,
  client,
  watch,
}) => {
  watch.expected.push(/^409 POST /, /status of 409/);
  const { id } = await handedIn(client, 'Passport', ['Front.txt']);
  await page.goto('/chase');
  await title(page, 'Passport').click();
  const accept = page.getByRole('button', { name: 'Accept' });
  await expect(accept).not.toHaveAttribute('aria-disabled');
  await client.own.call('POST /api/requests/{id}/cannot', { params: { id }, body: { reason: 'It was stolen' } });
  await accept.click();
  await expectToast(page, 'Error', 'Failed to decide on the request');
  await expect(toastOf(page)).toContainText(
    'This changed while you looked at it. It is shown now. Try again if yours is still right.',
  );
  await expect(rows(page)).toHaveText([/^Passport.*“It was stolen”/]);
  await dismissToast(page);
  await title(page, 'Passport').click();
  await expect(review(page, 'Passport')).toContainText('“It was stolen”');
  await accept.click();
  await expectToast(page, 'Request Accepted');
  await expect(rows(page)).toHaveCount(0);
});

test('admins filter the requests by adviser', async ({ page, adviser, admin: _ }) => {
  await handedIn(await clientOf(adviser, { name: 'Mia Wood' }), 'Passport', ['Front.txt']);
  const tom = await newAdviser('Tom Reed');
  await newClient(tom);
  await handedIn(await clientOf(tom, { name: 'Ola Berg' }), 'P60', ['P60.txt']);
  await page.goto('/chase');
  await expect(rows(page)).toHaveText([/Mia WoodAdviser: Ruth Amari/, /Ola BergAdviser: Tom Reed/]);
  const choice = page.getByRole('combobox', { name: 'Adviser' });
  await choice.selectOption('Tom Reed');
  await expect(rows(page)).toHaveText([/^P60/]);
  await page.reload();
  await expect(rows(page)).toHaveText([/^P60/]);
  await choice.selectOption('My clients');
  await page.getByRole('button', { name: 'Show All Requests' }).click();
  await expect(rows(page)).toHaveCount(2);
});

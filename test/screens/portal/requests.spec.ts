import { writeFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import type { DocumentRequest } from '#shared/contract/requests.ts';
import type { ClientDesk } from '../../support/acts.ts';
import { pickFile } from '../../support/browser/documents.ts';
import { enterOn, expectFocusShown } from '../../support/browser/keyboard.ts';
import { test } from '../../support/browser/people.ts';
import { photo } from '../../support/browser/photos.ts';
import { dismissToast, expectToast } from '../../support/browser/toast.ts';
import { expect } from '../../support/browser/watched.ts';
import { inDays } from '../../support/days.ts';
import { largeFile } from '../../support/large-file.ts';
import { ask, decide, handedIn, sendFor, unavailable } from '../../support/requests.ts';
import { expectStates } from '../accessibility/states.ts';

const UPLOAD = 'POST /api/clients/{id}/documents';
const SUBMIT = 'POST /api/requests/{id}/submit';
const CANNOT = 'POST /api/requests/{id}/cannot';
const DEALT_WITH = 'Ruth Amari has already dealt with this. Your page shows it now.';
const NO_CONNECTION = 'There is no connection to the server. Please check your connection and try again.';
const THROTTLED = 'You can send 60 messages an hour. Please try again in 12 minutes.';
const WHY = 'Why don’t you have it? One sentence is enough.';
const PHOTO = { name: 'IMG_1.txt', mimeType: 'text/plain', buffer: Buffer.from('a photo') };

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

const section = (page: Page) => page.getByRole('region', { name: 'What We Need from You' });
const row = (page: Page, title: string) => section(page).getByRole('listitem').filter({ hasText: title }).first();
const head = (page: Page, title: string) => row(page, title).locator('summary').first();
const button = (page: Page, title: string, name: string) => row(page, title).getByRole('button', { name, exact: true });
const nextStep = (page: Page) => page.getByRole('region', { name: 'Your next step' });

async function openPortal(page: Page, { token }: { token: string }) {
  await page.goto(`/portal/${token}`);
  await expect(page.getByRole('button', { name: 'Upload Document', exact: true })).toBeVisible();
}

const stateOf = async (client: ClientDesk, { id }: DocumentRequest) => {
  const all: DocumentRequest[] = await client.read('GET /api/clients/{id}/requests');
  return all.find((one) => one.id === id);
};

/** Requests one document in each state. */
async function askInEachState(client: ClientDesk) {
  const passport = { help: 'The page with your photo.', stageId: `${client.id}.2.3` };
  await ask(client, 'Passport', passport, inDays(1));
  const added = await ask(client, 'P60', {}, inDays(2));
  for (const name of ['p60-1.txt', 'p60-2.txt']) await sendFor(added, client, name);
  await handedIn(client, 'Payslips', ['payslips.txt']);
  await decide(client, await handedIn(client, 'Pension statement', ['a.txt']), 'return', 'The date is cut off.');
  await decide(client, await handedIn(client, 'Bank statement', ['b.txt']), 'more', 'Page 2 is missing.');
  await decide(client, await handedIn(client, 'Trust deed', ['deed.txt']), 'approve');
  await decide(client, await ask(client, 'Old lease'), 'waive', 'Seen at the branch');
  await unavailable(client, 'Tax return', 'Lost');
}

test('each state of a request is in words, accessible, and fits all widths', async ({ page, client }) => {
  test.slow();
  await client.addTask({ title: 'Sign the letter', dueDate: inDays(1) });
  await askInEachState(client);
  const expectRows = async () => {
    await expect(section(page)).toContainText('3 of 7 sent · 1 accepted');
    await expect(page.getByRole('progressbar', { name: '3 of 7 sent · 1 accepted' })).toHaveAttribute(
      'aria-valuenow',
      '43',
    );
    await expect(section(page).getByText('Trust deed', { exact: true })).toBeHidden();
    await section(page).getByText('2 done', { exact: true }).click();
    for (const [title, ...words] of [
      ['Passport', 'Please send this', /Due \d{1,2} [A-Z][a-z]+ \d{4}/, 'Urgent', 'The page with your photo.'],
      ['P60', '2 files sent. Is that everything?', 'p60-1.txt'],
      ['Payslips', 'Ruth Amari is looking at it'],
      ['Pension statement', 'Please send this again', '“The date is cut off.”'],
      ['Bank statement', 'We need a little more', '“Page 2 is missing.”'],
      ['Tax return', 'Ruth Amari is looking at it'],
      ['Trust deed', 'Accepted, thank you'],
      ['Old lease', 'No longer needed'],
    ] as const)
      for (const text of words) await expect(row(page, title)).toContainText(text);
    await expect(section(page)).not.toContainText('Seen at the branch');
  };
  await expectStates(page, [
    [
      'portal with requests',
      async () => {
        await openPortal(page, client);
        await expectRows();
        await expect(button(page, 'Passport', 'Add Files or Photos')).toBeVisible();
        await expect(button(page, 'Passport', 'That’s Everything')).toHaveCount(0);
      },
      'both engines',
      'at each width',
    ],
    [
      'portal with files not handed in',
      async () => {
        await head(page, 'P60').click();
        await expect(button(page, 'P60', 'That’s Everything')).toBeVisible();
        await expect(row(page, 'P60')).toContainText('If you do nothing, we pass it to Ruth Amari in half an hour.');
        await button(page, 'P60', 'I Don’t Have This').click();
        await expect(row(page, 'P60').getByLabel(WHY)).toBeFocused();
      },
      'at each width',
    ],
    [
      'portal with a request sent back',
      async () => {
        await head(page, 'Pension statement').click();
        await expect(button(page, 'Pension statement', 'Add Files or Photos')).toBeVisible();
      },
      'at each width',
    ],
    [
      'portal with a request without a document',
      async () => {
        await head(page, 'Tax return').click();
        await expect(row(page, 'Tax return')).toContainText('Ruth Amari knows and will tell you here what to do.');
        await expect(row(page, 'Tax return')).toContainText('You wrote: “Lost”');
        await expect(button(page, 'Tax return', 'Found It? Add a File')).toBeVisible();
      },
      'at each width',
    ],
  ]);

  await test.step('names the first of requests and tasks, a request first on equal days, and the stage whose turn it is', async () => {
    await expect(nextStep(page)).toHaveText(/Passport.*Due .*Urgent/);
    await nextStep(page).getByRole('link', { name: 'Go to This' }).click();
    await expect(head(page, 'Passport')).toBeFocused();
    await expect(button(page, 'Passport', 'Add Files or Photos')).toBeInViewport();
    await expect(page.getByRole('button', { name: /^Information Gathering/ })).toContainText('Your turn');
    const link = page.getByRole('link', { name: /^To do.*5 open/ });
    await expect(link).toHaveAttribute('href', '#requests');
  });

  await test.step('shows all of it in the preview, and sends nothing', async () => {
    await page.goto(`/portal/${client.token}?preview`);
    await expect(page.getByText('Nothing can be sent from here.')).toBeVisible();
    await expectRows();
    await expect(section(page).getByRole('button')).toHaveCount(0);
  });
});

test('a client sends files, hands them in, and sends them again', async ({ page, api, client }) => {
  await page.clock.install();
  const request = await ask(client, 'Passport', {}, inDays(5));
  await openPortal(page, client);
  const add = () => button(page, 'Passport', 'Add Files or Photos').click();
  await expect(button(page, 'Passport', 'Take a Photo')).toHaveCount(1);
  await expect(nextStep(page)).toContainText('Passport');

  await test.step('keeps a file that could not be sent, and adds it on another try', async () => {
    api.cuts(UPLOAD);
    await pickFile(page, PHOTO, add);
    await expect(row(page, 'Passport')).toContainText('IMG_1.txt was not sent');
    await expect(row(page, 'Passport')).toContainText(NO_CONNECTION);
    await expect(button(page, 'Passport', 'That’s Everything')).toHaveCount(0);
    api.recovers();
    await button(page, 'Passport', 'Try Again').click();
    await expectToast(page, 'Document Uploaded');
    await expect(head(page, 'Passport')).toContainText('1 file sent. Is that everything?');
    await dismissToast(page);
  });

  await test.step('keeps the files if handing in fails', async () => {
    api.cuts(SUBMIT);
    await button(page, 'Passport', 'That’s Everything').click();
    await expectToast(page, 'Error', NO_CONNECTION);
    await expect(button(page, 'Passport', 'That’s Everything')).toBeEnabled();
    api.recovers();
    await dismissToast(page);
  });

  await test.step('hands in once by keyboard, thanks in place, and focuses the title', async () => {
    const answer = api.holds(SUBMIT);
    const sent = api.countsFromNow(SUBMIT);
    await button(page, 'Passport', 'That’s Everything').press('Enter');
    await expect(button(page, 'Passport', 'One moment...')).toHaveAttribute('aria-busy', 'true');
    await page.keyboard.press('Enter');
    answer();
    await expect(row(page, 'Passport').getByText('Thank you. Ruth Amari looks at it next.')).toBeVisible();
    await expectFocusShown(head(page, 'Passport'));
    await expect(head(page, 'Passport')).toContainText('Ruth Amari is looking at it');
    await expect(nextStep(page)).toContainText('Nothing');
    await expect(section(page)).toContainText('1 of 1 sent');
    await expect(section(page).getByRole('status').filter({ hasText: 'That’s everything, thank you.' })).toBeVisible();
    expect(sent()).toBe(1);
  });

  await test.step('adds another file while the adviser looks at it', async () => {
    await pickFile(page, PHOTO, () => button(page, 'Passport', 'Add Another File').click());
    await expectToast(page, 'Document Uploaded');
    expect(await stateOf(client, request)).toMatchObject({ state: 'submitted', files: 2 });
  });

  await test.step('asks for new files once it is sent back', async () => {
    await decide(client, request, 'return', 'The date is cut off.');
    await page.clock.fastForward(30_000);
    await expect(head(page, 'Passport')).toContainText('Please send this again');
    await expect(row(page, 'Passport')).toContainText('“The date is cut off.”');
    await expect(row(page, 'Passport').getByText(/files? added|Thank you/)).toHaveCount(0);
    const earlier = row(page, 'Passport').locator('details details');
    await expect(earlier.getByText('IMG_1.txt').first()).toBeHidden();
    await earlier.getByText('Sent before, not needed any more').click();
    await expect(earlier.getByText('IMG_1.txt')).toHaveCount(2);
    await expect(row(page, 'Passport').getByRole('group', { name: 'Files: Passport' })).toHaveCount(0);
    await expect(button(page, 'Passport', 'Remove IMG_1.txt')).toHaveCount(0);
    await expect(nextStep(page)).toContainText('Please send this again');
    await expect(button(page, 'Passport', 'That’s Everything')).toHaveCount(0);
    await pickFile(page, PHOTO, add);
    await expect(head(page, 'Passport')).toContainText('1 file sent. Is that everything?');
    await button(page, 'Passport', 'That’s Everything').click();
    await expect(head(page, 'Passport')).toContainText('Ruth Amari is looking at it');
  });

  await test.step('says that nothing more is needed once all is settled', async () => {
    await decide(client, request, 'approve');
    await page.clock.fastForward(30_000);
    await expect(section(page)).toContainText('Thank you. Nothing more from you for now.');
    await expect(section(page)).toContainText('1 of 1 sent · 1 accepted');
  });
});

test('two photos become one PDF with the title of the request, and a large file is continued after a reload', async ({
  page,
  api,
  client,
}) => {
  const request = await ask(client, 'Passport');
  await openPortal(page, client);
  const add = () => button(page, 'Passport', 'Add Files or Photos').click();

  await test.step('offers one PDF', async () => {
    const image = await photo(page, { width: 200, height: 100 });
    const files = ['IMG_1.jpg', 'IMG_2.jpg'].map((name) => ({ name, mimeType: 'image/jpeg', buffer: image }));
    await pickFile(page, files, add);
    const dialog = page.getByRole('dialog', { name: 'Put the 2 photos into one PDF?' });
    await dialog.getByRole('button', { name: 'Send', exact: true }).click();
    await expect(row(page, 'Passport').getByRole('group', { name: 'Files: Passport' })).toContainText('Passport.pdf');
    expect(await stateOf(client, request)).toMatchObject({ state: 'open', files: 1 });
    await dismissToast(page);
  });

  const path = test.info().outputPath('scan.bin');
  await writeFile(path, largeFile(6 * 1024 * 1024));

  await test.step('keeps the request of a large file, and names it there while it is unfinished', async () => {
    api.cuts('POST /api/uploads/{id}/parts/{index}', ({ params }) => params.index === '1');
    await pickFile(page, path, add);
    await expect(row(page, 'Passport')).toContainText('No connection. 66% has arrived. We go on by ourselves');
    await expect(button(page, 'Passport', 'That’s Everything')).toHaveCount(0);
    const asked = page.waitForEvent('dialog');
    await page.evaluate(() => window.setTimeout(() => window.location.reload()));
    await (await asked).accept();
    api.recovers();
    await expect(row(page, 'Passport')).toContainText('“scan.bin” was only partly sent.');
    await row(page, 'Passport').getByRole('link', { name: 'Send the Rest' }).click();
    await expect(page.locator('#unfinished')).toBeFocused();
    await pickFile(page, path, () => page.getByRole('button', { name: 'Choose: scan.bin' }).click());
    await expectToast(page, 'Document Uploaded');
    await expect(row(page, 'Passport')).not.toContainText('was only partly sent');
    expect(await stateOf(client, request)).toMatchObject({ state: 'open', files: 2 });
    await expect(head(page, 'Passport')).toContainText('2 files sent. Is that everything?');
    await dismissToast(page);
  });

  await test.step('says where a large file is if its request was settled meanwhile', async () => {
    const go = api.holds('POST /api/uploads/{id}/finish');
    await pickFile(page, path, add);
    await expect(row(page, 'Passport')).toContainText('Checking...');
    await decide(client, request, 'waive', 'Seen at the branch');
    go();
    await expectToast(
      page,
      'Document Uploaded',
      'Ruth Amari has already dealt with “Passport”. You can find your file under Your Documents.',
    );
    await dismissToast(page);
    const file = page.getByRole('region', { name: 'Your Documents' }).getByRole('listitem').first();
    await expect(file).toContainText('Ruth Amari has already dealt with “Passport”.');
    await page.reload();
    await expect(file).toContainText('scan.bin');
    await expect(file).not.toContainText('has already dealt with');
  });
});

test('a client says that it does not have a document, and keeps the text until it is sent', async ({
  page,
  api,
  client,
}) => {
  await page.clock.install();
  const request = await ask(client, 'P60');
  await openPortal(page, client);
  const open = button(page, 'P60', 'I Don’t Have This');
  const field = page.getByLabel(WHY);
  const tell = button(page, 'P60', 'Tell Ruth Amari');

  await test.step('keeps the text when the form is closed, and after a reload', async () => {
    await enterOn(page, open);
    await expectFocusShown(field);
    await expect(field).toHaveAttribute('placeholder', 'For example: my employer never sent one.');
    await expect(tell).toBeDisabled();
    await page.keyboard.type('I am self-employed');
    await button(page, 'P60', 'Cancel').click();
    await expect(field).toHaveCount(0);
    await expect(open).toBeFocused();
    await page.reload();
    await head(page, 'P60').click();
    await expect(head(page, 'P60')).toContainText('Answer not sent yet');
    await head(page, 'P60').click();
    await open.click();
    await expect(field).toHaveValue('I am self-employed');
  });

  await test.step('keeps the text if it could not be sent, or is too long', async () => {
    api.fails(CANNOT, 429, THROTTLED);
    await tell.click();
    await expectToast(page, 'Error', THROTTLED);
    await expect(field).toHaveValue('I am self-employed');
    api.recovers();
    await field.fill('a'.repeat(1001));
    await expect(row(page, 'P60')).toContainText('1 character too many: at most 1,000 fit');
    await expect(tell).toBeDisabled();
    await field.fill('I am self-employed');
    await dismissToast(page);
  });

  await test.step('tells the adviser, and focuses the title', async () => {
    await tell.click();
    await expect(row(page, 'P60')).toContainText('Ruth Amari knows and will tell you here what to do.');
    await expect(head(page, 'P60')).toBeFocused();
    expect(await stateOf(client, request)).toMatchObject({ state: 'submitted', answer: 'I am self-employed' });
    await expect(row(page, 'P60')).toContainText('You wrote: “I am self-employed”');
  });

  await test.step('keeps the words beside a file that was found later', async () => {
    await pickFile(page, PHOTO, () => button(page, 'P60', 'Found It? Add a File').click());
    await expectToast(page, 'Document Uploaded');
    await expect(row(page, 'P60')).toContainText('You wrote: “I am self-employed”');
    await expect(button(page, 'P60', 'Add Another File')).toBeVisible();
  });
});

test('a request that is settled, full or deleted meanwhile says so, and the page is read again', async ({
  page,
  api,
  client,
  watch,
}) => {
  watch.expected.push(/^(400|404|409) POST /, /status of (400|404|409)/);
  const passport = await ask(client, 'Passport');
  const p60 = await ask(client, 'P60');
  const payslips = await ask(client, 'Payslips');
  const will = await ask(client, 'Will');
  await sendFor(passport, client, 'passport.txt');
  await openPortal(page, client);

  await test.step('if it was accepted before “Done”', async () => {
    await decide(client, passport, 'approve');
    await button(page, 'Passport', 'That’s Everything').click();
    await expectToast(page, 'Error', DEALT_WITH);
    await expect(section(page)).toContainText('1 of 4 sent · 1 accepted');
    await dismissToast(page);
  });

  await test.step('if it was waived before a file came', async () => {
    await head(page, 'P60').click();
    await decide(client, p60, 'waive');
    await pickFile(page, PHOTO, () => button(page, 'P60', 'Add Files or Photos').click());
    await expectToast(page, 'Upload Failed', DEALT_WITH);
    await expect(section(page)).toContainText('1 of 3 sent · 1 accepted');
    await dismissToast(page);
  });

  await test.step('if it has 20 files', async () => {
    api.fails(UPLOAD, 409, 'Up to 20 files for one thing');
    await head(page, 'Payslips').click();
    await pickFile(page, PHOTO, () => button(page, 'Payslips', 'Add Files or Photos').click());
    await expectToast(page, 'Upload Failed', '20 files are the most here. Please add the rest under Your Documents.');
    await expect(button(page, 'Payslips', 'Choose Another File')).toBeVisible();
    await expect(button(page, 'Payslips', 'Try Again')).toHaveCount(0);
    api.recovers();
    await dismissToast(page);
  });

  await test.step('if it was deleted', async () => {
    for (const [{ id, title }, act] of [
      [payslips, () => pickFile(page, PHOTO, () => button(page, 'Payslips', 'Choose Another File').click())],
      [
        will,
        async () => {
          await head(page, 'Will').click();
          await button(page, 'Will', 'I Don’t Have This').click();
          await page.getByLabel(WHY).fill('Lost');
          await button(page, 'Will', 'Tell Ruth Amari').click();
        },
      ],
    ] as const) {
      await client.by('DELETE /api/requests/{id}', { params: { id } });
      await act();
      await expectToast(page, title === 'Will' ? 'Error' : 'Upload Failed', DEALT_WITH);
      await expect(row(page, title)).toHaveCount(0);
      await dismissToast(page);
    }
  });
});

test('a client removes a wrong file by keyboard until it is handed in', async ({ page, api, client, watch }) => {
  const REMOVE = 'DELETE /api/documents/{id}';
  const request = await ask(client, 'Passport');
  await sendFor(request, client, 'passport.txt');
  await openPortal(page, client);
  await pickFile(page, PHOTO, () => button(page, 'Passport', 'Add Files or Photos').click());
  await expectToast(page, 'Document Uploaded');
  await dismissToast(page);
  const files = row(page, 'Passport').getByRole('group', { name: 'Files: Passport' });
  const yes = button(page, 'Passport', 'Yes, Remove It');

  await test.step('asks first, and returns to the button', async () => {
    await enterOn(page, button(page, 'Passport', 'Remove IMG_1.txt'));
    await expect(page.getByRole('group', { name: 'Remove IMG_1.txt' })).toBeFocused();
    await expect(page.getByRole('alert').filter({ hasText: 'Remove this file? It is deleted at once.' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(button(page, 'Passport', 'Remove IMG_1.txt')).toBeFocused();
  });

  await test.step('keeps the file if it could not be removed', async () => {
    await page.keyboard.press('Enter');
    api.cuts(REMOVE);
    await enterOn(page, yes);
    await expectToast(page, 'Error', NO_CONNECTION);
    api.recovers();
    await dismissToast(page);
    await expect(files).toContainText('IMG_1.txt');
  });

  await test.step('removes it, says so, and goes on to the list of files', async () => {
    const answer = api.holds(REMOVE);
    await enterOn(page, yes);
    await expect(button(page, 'Passport', 'Removing...')).toHaveAttribute('aria-busy', 'true');
    answer();
    await expectToast(page, 'File Removed');
    await expect(files).not.toContainText('IMG_1.txt');
    await expect(row(page, 'Passport').getByText('1 file added', { exact: true })).toHaveCount(0);
    await expect(files.locator('[tabindex="-1"]').first()).toBeFocused();
    expect(await stateOf(client, request)).toMatchObject({ state: 'open', files: 1 });
    await dismissToast(page);
  });

  await test.step('says why if the last file was handed in meanwhile', async () => {
    watch.expected.push(/^409 DELETE/, /status of 409/);
    await button(page, 'Passport', 'Remove passport.txt').click();
    await client.own.call(SUBMIT, { params: { id: request.id } });
    await yes.click();
    await expectToast(page, 'Error', 'This has been handed in already. Tell your adviser if a file is wrong.');
    await expect(head(page, 'Passport')).toContainText('Ruth Amari is looking at it');
    await expect(button(page, 'Passport', 'Remove passport.txt')).toHaveCount(0);
  });
});

test('removing the only file takes the focus to the title, and the request is to be sent again', async ({
  page,
  client,
}) => {
  await sendFor(await ask(client, 'Passport'), client, 'passport.txt');
  await openPortal(page, client);
  await button(page, 'Passport', 'Remove passport.txt').click();
  await enterOn(page, button(page, 'Passport', 'Yes, Remove It'));
  await expect(head(page, 'Passport')).toContainText('Please send this');
  await expect(head(page, 'Passport')).toBeFocused();
  await expect(button(page, 'Passport', 'That’s Everything')).toHaveCount(0);
});

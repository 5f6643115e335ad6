import { readFile } from 'node:fs/promises';
import { enterOn, expectFocusShown, tabTo, typeInto } from '../support/browser/keyboard.ts';
import { test } from '../support/browser/people.ts';
import { expectToast } from '../support/browser/toast.ts';
import { expect } from '../support/browser/watched.ts';

// A client's work through the secret link, without a session, by keyboard alone at the width of a phone.

test.use({ viewport: { width: 390, height: 844 } });

const LETTER = { name: 'letter.txt', mimeType: 'text/plain', buffer: Buffer.from('Dear Ruth') };

test('a portal link opens the journey without a session, until it is replaced', async ({
  page,
  context,
  watch,
  client,
  admin,
}) => {
  await context.clearCookies();
  watch.expected.push(/could not be decoded/);
  for (const tail of ['', '.', '”', '%E2%80%8B', '%', '/read this.', '.pdf?from=chat.'])
    await test.step(`opens with "${tail}" after the link`, async () => {
      await page.goto(`/portal/${client.token}${tail}`);
      await expect(page.getByRole('heading', { name: "Mia Wood's Journey" })).toBeVisible();
    });
  expect(await context.cookies()).toEqual([]);
  // Ends reads by the old link before it is replaced.
  await page.waitForLoadState('networkidle');
  watch.expected.push(/^401 GET .*\/api\/portal\//, /status of 401/);
  await admin.call('POST /api/clients/{id}/token/regenerate', { params: { id: client.id } });
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Access Denied' })).toBeVisible();
});

test('by keyboard, a client opens a stage, uploads a document for it and downloads it', async ({ page, client }) => {
  // Waits from the start: the browser has to intercept the chooser before the key is pressed.
  const chooser = page.waitForEvent('filechooser', { timeout: 0 });
  await page.goto(`/portal/${client.token}`);
  const journey = page.getByRole('region', { name: 'Your Investment Journey' });
  const stage = journey.getByRole('button', { name: /^First Meeting/ });
  await enterOn(page, stage);
  await expect(stage).toHaveAttribute('aria-expanded', 'true');
  const upload = journey.getByRole('button', { name: 'Upload Document for First Meeting' });
  await expect(upload).toBeVisible();
  await page.keyboard.press('Tab');
  await expectFocusShown(upload);
  await page.keyboard.press('Enter');
  await (await chooser).setFiles(LETTER);
  await expectToast(page, 'Document Uploaded');
  await expectFocusShown(upload);

  const download = journey.getByRole('button', { name: 'Download letter.txt' });
  await tabTo(page, download, 'Shift+Tab');
  const saved = page.waitForEvent('download');
  await page.keyboard.press('Enter');
  expect((await saved).suggestedFilename()).toBe('letter.txt');
  expect(await readFile(await (await saved).path())).toEqual(LETTER.buffer);
  await expectFocusShown(download);
  await tabTo(page, stage, 'Shift+Tab');
  await page.keyboard.press('Space');
  await expect(stage).toHaveAttribute('aria-expanded', 'false');
});

test('by keyboard, a client saves notes on a task and marks it complete', async ({ page, adviser, client }) => {
  const params = { id: client.id };
  await adviser.call('POST /api/clients/{id}/tasks', { params, body: { title: 'Send your passport' } });
  await page.goto(`/portal/${client.token}`);
  await enterOn(page, page.getByRole('link', { name: 'Go to This Task' }));
  const notes = page.getByLabel('Add Notes:');
  await enterOn(page, page.getByRole('button', { name: 'Add a Note' }));
  await typeInto(page, notes, 'It is a bit dark');
  await enterOn(page, page.getByRole('button', { name: 'Save Notes' }));
  await expectToast(page, 'Task Updated');
  await expect(page.getByText('Your Notes:')).toBeVisible();
  await expect(notes).toBeHidden();
  await expectFocusShown(page.getByRole('button', { name: 'Add a Note' }));
  await enterOn(page, page.getByRole('button', { name: 'Mark Complete' }));
  await expect(page.getByRole('img', { name: 'Completed' })).toBeVisible();
  await expectFocusShown(page.getByRole('heading', { name: 'Send your passport' }));
  // The completion is held back for ten seconds.
  await expectToast(page, 'Task Updated', 'The task has been marked as complete.');
  const { body } = await adviser.call('GET /api/clients/{id}/tasks', { params });
  expect(body).toMatchObject([{ status: 'completed', clientNotes: expect.stringMatching(/\d\nIt is a bit dark$/) }]);
});

test('by keyboard, a client reads and writes messages', async ({ page, adviser, client }) => {
  const params = { id: client.id };
  const content = 'How is the passport coming on?';
  await adviser.call('POST /api/clients/{id}/messages', { params, body: { content } });
  await page.goto(`/portal/${client.token}`);
  await enterOn(page, page.getByRole('link', { name: 'Ask Ruth Amari' }));
  const field = page.getByRole('textbox', { name: 'Message' });
  await typeInto(page, field, 'Nearly done');
  await page.keyboard.press('Shift+Enter');
  await page.keyboard.type('Mia');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('region', { name: 'Messages' }).getByRole('listitem')).toHaveText([
    new RegExp(content.replace('?', '\\?')),
    /Nearly done\s+Mia/,
  ]);
  await expect(field).toHaveValue('');
  await expectFocusShown(field);
  // The list shows the message before the server has it.
  await expect
    .poll(async () => (await adviser.call('GET /api/clients/{id}/messages', { params })).body)
    .toMatchObject([{ content }, { content: 'Nearly done\nMia', senderType: 'client' }]);
});

test('by keyboard, a client asks for help and sees the answer', async ({ page, adviser, client }) => {
  const params = { id: client.id };
  await adviser.call('POST /api/clients/{id}/tasks', { params, body: { title: 'Send your passport' } });
  await page.goto(`/portal/${client.token}`);
  const next = page.getByRole('region', { name: 'Your next step' });
  const knows = next.getByText('Ruth Amari has been told that you need help');
  await enterOn(page, next.getByRole('button', { name: 'I Need Help with This' }));
  await expectFocusShown(page.getByRole('textbox', { name: 'What is unclear?' }));
  await page.keyboard.type('Which page?');
  await enterOn(page, page.getByRole('button', { name: 'Ask Ruth Amari for Help' }));
  await expect(knows).toBeVisible();
  expect((await adviser.call('GET /api/clients/{id}', { params })).body.stuckSince).not.toBeNull();

  await adviser.call('POST /api/clients/{id}/messages', { params, body: { content: 'The one with your photo' } });
  // The page polls immediately when it gets the focus.
  await page.evaluate(() => window.dispatchEvent(new Event('focus')));
  await expect(knows).toHaveCount(0);
  const answer = next.getByRole('link', { name: 'Ask Ruth Amari 1 new message' });
  await enterOn(page, answer);
  const messages = page.getByRole('region', { name: 'Messages' });
  await expect(messages.getByText('I need help with “Send your passport”: Which page?')).toBeVisible();
  await expect(messages.getByText('The one with your photo')).toBeInViewport();
  await tabTo(page, page.getByRole('button', { name: 'Back to your page' }), 'Shift+Tab');
  await page.keyboard.press('Enter');
  await expect(next.getByRole('link', { name: 'Ask Ruth Amari' })).toBeVisible();
  await expect(answer).toHaveCount(0);
});

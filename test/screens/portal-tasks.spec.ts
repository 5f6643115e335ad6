import type { Page } from '@playwright/test';
import type { Task } from '#shared/contract/tasks.ts';
import { expectAccessible } from '../support/browser/axe.ts';
import { shoot } from '../support/browser/shoot.ts';
import { expectToast } from '../support/browser/toast.ts';
import { aMessage, aTask, stageIdOf } from '../support/stub/builders.ts';
import { expect, test as screen } from './screen.ts';

const card = (page: Page, title: string) =>
  page.getByRole('region', { name: 'Your Tasks' }).getByRole('listitem').filter({ hasText: title });
const notes = (page: Page) => page.getByLabel('Add Notes:');
const message = (page: Page) => page.getByRole('textbox', { name: 'Message' });

/** A client's open portal with one task. */
const test = screen.extend<{ task: Task }>({
  task: async ({ page, firm, client }, use) => {
    const task = aTask({ description: 'A photo is enough' });
    firm.tasks = [task];
    await page.goto(`/portal/${client.token}`);
    await expect(page.getByRole('region', { name: 'Your Tasks' })).toBeVisible();
    await use(task);
  },
});
test.use({ viewport: { width: 390, height: 844 } });

test('tasks come with what is to be known of them, the next one first', async ({ page, firm, client, task }) => {
  const dueDate = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
  firm.tasks.push(
    aTask({ title: 'Sign the letter', stageId: stageIdOf(client.id, 1), dueDate }),
    aTask({ title: 'Not for clients', responsibility: 'adviser' }),
  );
  await page.reload();
  await expect(card(page, 'Sign the letter')).toHaveText(/First Meeting.*Urgent.*Due: [A-Z][a-z]{2} \d{1,2}, \d{4}/);
  await expect(card(page, task.title)).toHaveText(/A photo is enough.*Unknown Stage/);
  await expect(card(page, task.title).getByRole('img', { name: 'Pending' })).toBeVisible();
  await expect(page.getByText('Not for clients')).toHaveCount(0);
  const next = page.getByRole('region', { name: 'Your next step' });
  await expect(next).toHaveText(/Sign the letter.*and 1 more task after this/);
  await expectAccessible(page);
  await shoot(page, 'portal-tasks');
  await next.getByRole('link', { name: 'Go to this task' }).click();
  await expect(card(page, 'Sign the letter').getByRole('heading')).toBeInViewport();
});

test('notes are added, by keyboard too, and never lost', async ({ page, task }) => {
  await expect(notes(page)).toHaveAttribute('placeholder', 'Add your notes or comments here...');
  const save = page.getByRole('button', { name: 'Save Notes' });
  await expect(save).toBeDisabled();
  await notes(page).fill('   ');
  await expect(save).toBeDisabled();
  await notes(page).press('Control+Enter');
  await expectToast(page, 'Error', 'Please enter some notes');
  await notes(page).fill(' It is a bit dark ');
  await notes(page).press('Tab');
  await page.keyboard.press('Enter');
  await expectToast(page, 'Task Updated', 'Your notes have been saved.');
  await expect(notes(page)).toHaveValue('');
  await expect(card(page, task.title)).toHaveText(/Your Notes:It is a bit dark/);
  await notes(page).fill('A better one follows');
  await save.click();
  await expect(card(page, task.title)).toHaveText(/It is a bit dark\s+A better one follows/);
});

test('a task is marked complete once', async ({ page, api, task }) => {
  await page.getByRole('button', { name: 'Mark Complete' }).dblclick();
  await expectToast(page, 'Task Updated', 'The task has been marked as complete.');
  await expect(card(page, task.title).getByRole('img', { name: 'Completed' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Mark Complete' })).toHaveCount(0);
  await expect(notes(page)).toHaveCount(0);
  await expect(page.getByRole('heading', { name: task.title })).toBeFocused();
  expect(api.sent('PATCH /api/tasks/{id}')).toHaveLength(1);
});

test('notes wait while they are saved', async ({ page, api, task: _ }) => {
  const answered = api.holds('PATCH /api/tasks/{id}');
  await notes(page).fill('It is a bit dark');
  await page.getByRole('button', { name: 'Save Notes' }).click();
  await expect(page.getByRole('button', { name: 'Saving...' })).toBeDisabled();
  await notes(page).press('Control+Enter');
  answered();
  await expectToast(page, 'Task Updated', 'Your notes have been saved.');
  expect(api.sent('PATCH /api/tasks/{id}')).toHaveLength(1);
});

for (const [what, act] of [
  ['complete', (page: Page) => page.getByRole('button', { name: 'Mark Complete' }).click()],
  [
    'note',
    async (page: Page) => {
      await notes(page).fill('A draft');
      await page.getByRole('button', { name: 'Save Notes' }).click();
    },
  ],
] as const)
  test(`a ${what} that is not saved is said, and nothing is lost`, async ({ page, api, task: _ }) => {
    api.fails('PATCH /api/tasks/{id}');
    await act(page);
    await expectToast(page, 'Error', 'Failed to update task');
    await expect(page.getByRole('button', { name: 'Mark Complete' })).toBeEnabled();
    await expect(notes(page)).toHaveValue(what === 'note' ? 'A draft' : '');
  });

async function choose(page: Page, file: { name: string; mimeType: string; buffer: Buffer }) {
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Upload Document', exact: true }).click();
  await (await chooser).setFiles(file);
}
const LETTER = { name: 'Letter.txt', mimeType: 'text/plain', buffer: Buffer.from('Dear Ruth') };

test('a document is sent and can be had back', async ({ page, task: _ }) => {
  await choose(page, LETTER);
  await expectToast(page, 'Document Uploaded', 'Your document has been securely encrypted and stored.');
  const documents = page.getByRole('region', { name: 'Your Documents' });
  await expect(documents).toHaveText(/Letter\.txt.*uploaded by you · 0\.0 KB/);
  const saved = page.waitForEvent('download');
  await documents.getByRole('button', { name: 'Download Letter.txt' }).click();
  expect((await saved).suggestedFilename()).toBe('Letter.txt');
});

test('one that does not get through is kept for another try', async ({ page, api, task: _ }) => {
  api.fails('POST /api/clients/{id}/documents', 500, 'The store is full');
  await choose(page, LETTER);
  await expectToast(page, 'Upload Failed', 'The store is full');
  await expect(page.getByRole('alert').getByText('Letter.txt was not uploaded')).toBeVisible();
  api.recovers();
  await page.getByRole('button', { name: 'Try Again' }).click();
  await expectToast(page, 'Document Uploaded');
});

/** Expects that another file is asked for, as the same one can only be refused again. */
async function expectAnotherChoice(page: Page) {
  await expect(page.getByRole('button', { name: 'Choose Another File' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Try Again' })).toHaveCount(0);
}

test('a file that the server refuses is said in its words, clear of the toast, and another one is asked for', async ({
  page,
  api,
  task: _,
}) => {
  const words = 'Programs and scripts cannot be sent here. Please send a PDF or a photo instead.';
  api.fails('POST /api/clients/{id}/documents', 400, words);
  await choose(page, { ...LETTER, name: 'Letter.pdf.exe' });
  await expectToast(page, 'Upload Failed', words);
  const box = page.getByRole('alert');
  await expect(box).toContainText(words);
  await expectAnotherChoice(page);
  const toast = page.getByRole('region', { name: /notifications/i }).getByRole('status');
  const [said, shown] = await Promise.all([box.boundingBox(), toast.boundingBox()]);
  expect((said?.y ?? 0) + (said?.height ?? 0)).toBeLessThanOrEqual(shown?.y ?? 0);
  api.recovers();
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Choose Another File' }).click();
  await (await chooser).setFiles(LETTER);
  await expectToast(page, 'Document Uploaded');
  await expect(box).toHaveCount(0);
});

for (const [what, size, words] of [
  ['too large', 4 * 1024 * 1024 + 1, /4 MB/],
  ['empty', 0, /empty/],
] as const)
  test(`a file that is ${what} is not sent`, async ({ page, api, task: _ }) => {
    await choose(page, { ...LETTER, buffer: Buffer.alloc(size) });
    await expectToast(page, 'Upload Failed');
    await expect(page.getByRole('alert').getByText(words)).toBeVisible();
    await expectAnotherChoice(page);
    expect(api.sent('POST /api/clients/{id}/documents')).toHaveLength(0);
  });

/** A photo of noise, which no format makes small, as large as a phone's camera takes them. */
const photo = async (page: Page) =>
  Buffer.from(
    await page.evaluate(async () => {
      const noise = new ImageData(2800, 900);
      for (let i = 0; i < noise.data.length; i++) noise.data[i] = i % 4 === 3 ? 255 : Math.random() * 256;
      const canvas = new OffscreenCanvas(noise.width, noise.height);
      canvas.getContext('2d')?.putImageData(noise, 0, 0);
      const blob = await canvas.convertToBlob({ type: 'image/jpeg', quality: 1 });
      const reader = new FileReader();
      const read = new Promise((resolve) => {
        reader.onload = resolve;
      });
      reader.readAsDataURL(blob);
      await read;
      return String(reader.result).split(',')[1] ?? '';
    }),
    'base64',
  );
const LIMIT = 4 * 1024 * 1024;

test('a photo that is too large is made smaller, and sent', async ({ page, firm, task: _ }) => {
  const buffer = await photo(page);
  expect(buffer.length).toBeGreaterThan(LIMIT);
  await choose(page, { name: 'IMG_0042.JPEG', mimeType: 'image/jpeg', buffer });
  await expectToast(page, 'Document Uploaded');
  expect(firm.documents).toMatchObject([{ name: 'IMG_0042.jpg', type: 'image/jpeg', uploadedBy: 'client' }]);
  const [saved = Buffer.alloc(0)] = firm.files.values();
  expect(saved.length).toBeLessThanOrEqual(LIMIT);
  const width = await page.evaluate(
    async (bytes) => (await createImageBitmap(new Blob([new Uint8Array(bytes)]))).width,
    [...saved],
  );
  expect(width).toBe(2600);
});

for (const [what, prepare] of [
  ['cannot be read', async () => undefined],
  [
    'cannot be made smaller',
    (page: Page) =>
      page.evaluate(() => {
        OffscreenCanvas.prototype.convertToBlob = () => Promise.reject(new DOMException('no', 'EncodingError'));
      }),
  ],
] as const)
  test(`a large photo that ${what} is kept, and the limit is said`, async ({ page, api, task: _ }) => {
    const buffer = what === 'cannot be read' ? Buffer.alloc(LIMIT + 1) : await photo(page);
    await prepare(page);
    await choose(page, { name: 'passport.jpg', mimeType: 'image/jpeg', buffer });
    await expectToast(page, 'Upload Failed', 'Files can be at most 4 MB. Please choose a smaller file.');
    await expect(page.getByRole('alert').getByText('passport.jpg was not uploaded')).toBeVisible();
    await expectAnotherChoice(page);
    expect(api.sent('POST /api/clients/{id}/documents')).toHaveLength(0);
  });

test('a document that is refused without a word', async ({ page, api, task: _ }) => {
  api.fails('POST /api/clients/{id}/documents', 500, '');
  await choose(page, LETTER);
  await expectToast(page, 'Upload Failed', 'Failed to upload document');
});

test('a download that fails says so', async ({ page, api, task: _ }) => {
  await choose(page, LETTER);
  await expectToast(page, 'Document Uploaded');
  api.fails('GET /api/documents/{id}/download');
  await page.getByRole('button', { name: 'Download Letter.txt' }).click();
  await expectToast(page, 'Download Failed', 'Failed to download document');
});

test('messages go both ways', async ({ page, firm, task: _ }) => {
  const content = 'How is the passport coming on?';
  firm.messages = [aMessage({ content })];
  await page.reload();
  await page.getByRole('link', { name: 'Ask Ruth Amari' }).click();
  const messages = page.getByRole('region', { name: 'Messages' });
  await expect(messages.getByText(content)).toBeInViewport();
  await message(page).fill('Nearly done');
  await message(page).press('Enter');
  await expectToast(page, 'Message Sent');
  await expect(messages.getByRole('listitem').last()).toHaveText(/Nearly done.*You/);
});

test('a message that is not sent stays', async ({ page, api, task: _ }) => {
  api.fails('POST /api/clients/{id}/messages');
  await message(page).fill('Nearly done');
  await page.getByRole('button', { name: 'Send' }).click();
  await expectToast(page, 'Error', 'Failed to send message');
  await expect(message(page)).toHaveValue('Nearly done');
});

import type { Locator, Page } from '@playwright/test';
import type { ClientDesk } from '../../support/acts.ts';
import { pickFile } from '../../support/browser/documents.ts';
import { expectFocusShown, tabTo } from '../../support/browser/keyboard.ts';
import { test } from '../../support/browser/people.ts';
import { expect } from '../../support/browser/watched.ts';
import { inDays } from '../../support/days.ts';
import { expectStates } from '../accessibility/states.ts';

const SCREEN = 844;
const UPLOAD = 'POST /api/clients/{id}/documents';

test.use({ viewport: { width: 390, height: SCREEN }, hasTouch: true, isMobile: true });

const tasks = (page: Page) => page.getByRole('region', { name: 'Your Tasks' });
const row = (page: Page, title: string) => tasks(page).getByRole('listitem').filter({ hasText: title }).first();
const head = (page: Page, title: string) => row(page, title).locator('summary');
const button = (page: Page, title: string, name: string) => row(page, title).getByRole('button', { name, exact: true });
const heightOf = async (at: Locator) => (await at.boundingBox())?.height ?? 0;
const topOf = async (at: Locator) => (await at.boundingBox())?.y ?? 0;

async function openPortal(page: Page, { token }: { token: string }) {
  await page.goto(`/portal/${token}`);
  await expect(page.getByRole('button', { name: 'Upload Document', exact: true })).toBeVisible();
}

/** Adds tasks that are due one a day, the first of them three days ago. */
async function addTasks(client: ClientDesk, from: number, to: number) {
  for (let i = from; i <= to; i++)
    await client.addTask({
      title: i % 3 === 0 ? `Send statement ${i} of your pension with the old employer` : `Send statement ${i}`,
      description: 'A photo of each page is enough',
      stageId: `${client.id}.2`,
      dueDate: inDays(i - 4),
    });
}

test('0, 1, 5 and 48 open tasks are accessible, and fit in few screens of a phone', async ({ page, client }) => {
  test.slow();
  await expectStates(page, [
    ['portal of a new client', () => openPortal(page, client), 'at each width'],
    [
      'portal with 1 task',
      async () => {
        await addTasks(client, 1, 1);
        const [{ id }] = await client.read('GET /api/clients/{id}/tasks');
        await client.setTask(id, { addNote: 'Page 2 is a bit dark' }, client.own);
        await page.reload();
        await expect(button(page, 'Send statement 1', 'Add Files')).toBeVisible();
        expect(await heightOf(row(page, 'Send statement 1'))).toBeLessThanOrEqual(460);
        expect(await topOf(button(page, 'Send statement 1', 'Add Files'))).toBe(
          await topOf(button(page, 'Send statement 1', 'Mark Complete')),
        );
      },
      'at each width',
    ],
    [
      'portal with 5 tasks',
      async () => {
        await addTasks(client, 2, 5);
        await page.reload();
        await expect(tasks(page).getByRole('listitem')).toHaveCount(5);
        // Each has a field for a note in view.
        expect(await heightOf(tasks(page))).toBeLessThanOrEqual(1.1 * SCREEN);
      },
      'at each width',
    ],
    [
      'portal with 48 tasks',
      async () => {
        await addTasks(client, 6, 48);
        await page.reload();
        await expect(tasks(page).getByRole('listitem')).toHaveCount(48);
        expect(await heightOf(tasks(page))).toBeLessThanOrEqual(8 * SCREEN);
        await page.getByRole('navigation', { name: 'On this page' }).getByRole('link', { name: 'Journey' }).tap();
        await expect(page.getByRole('heading', { name: 'Your Investment Journey' })).toBeInViewport();
      },
      'at each width',
    ],
  ]);
});

test('one row is open at a time, and a folded one says what is unfinished in it', async ({ page, api, client }) => {
  await client.addTask({ title: 'Send your passport', dueDate: inDays(1) });
  await client.addTask({ title: 'Sign the letter' });
  const { body: last } = await client.addTask({ title: 'Call us', description: 'Nine to five' });
  await openPortal(page, client);
  await expect(button(page, 'Send your passport', 'Mark Complete')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Mark Complete' })).toHaveCount(1);
  await expect(row(page, 'Sign the letter')).toContainText('No due date');

  await test.step('keeps a row in place by keyboard, while a longer one above it folds', async () => {
    await row(page, 'Send your passport').getByLabel('Add Notes:').fill('It is a bit dark');
    await tabTo(page, head(page, 'Sign the letter'));
    const before = await topOf(head(page, 'Sign the letter'));
    await page.keyboard.press('Enter');
    await expect(button(page, 'Sign the letter', 'Mark Complete')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Mark Complete' })).toHaveCount(1);
    await expectFocusShown(head(page, 'Sign the letter'));
    // Less than the folded form: a line about it has come above.
    expect(Math.abs((await topOf(head(page, 'Sign the letter'))) - before)).toBeLessThan(30);
    await expect(row(page, 'Send your passport')).toContainText('Note not saved yet');
  });

  await test.step('shows an upload and its failure in the folded row', async () => {
    const answered = api.holds(UPLOAD);
    const file = { name: 'Letter.txt', mimeType: 'text/plain', buffer: Buffer.from('Dear Ruth') };
    await pickFile(page, file, () => button(page, 'Sign the letter', 'Add Files').click());
    await expect(page.getByRole('progressbar', { name: 'Uploading Letter.txt' })).toBeVisible();
    await head(page, 'Sign the letter').click();
    await expect(head(page, 'Sign the letter')).toContainText('Sending 1 file...');
    await expect(page.getByRole('button', { name: 'Mark Complete' })).toHaveCount(0);
    api.fails(UPLOAD, 500, 'The store is full');
    answered();
    await expect(head(page, 'Sign the letter')).toContainText('1 file not sent');
    api.recovers();
  });

  await test.step('keeps Undo in sight in a row that is folded', async () => {
    await head(page, 'Send your passport').click();
    await expect(row(page, 'Send your passport').getByLabel('Add Notes:')).toHaveValue('It is a bit dark');
    await button(page, 'Send your passport', 'Mark Complete').click();
    await button(page, 'Send your passport', 'Yes, It Is Done').click();
    await head(page, 'Send your passport').click();
    await expect(row(page, 'Send your passport')).toContainText('Thank you.');
    await button(page, 'Send your passport', 'Undo').click();
    await expect(head(page, 'Send your passport')).toBeFocused();
  });

  await test.step('opens the task that the address names', async () => {
    await page.goto(`/portal/${client.token}#task-${last.id}`);
    await page.reload();
    await expect(row(page, 'Call us').getByText('Nine to five')).toBeInViewport();
    await expect(page.getByRole('button', { name: 'Mark Complete' })).toHaveCount(1);
  });

  await test.step('prints what is folded', async () => {
    await head(page, 'Call us').click();
    await expect(row(page, 'Call us').getByText('Nine to five')).toBeHidden();
    await page.emulateMedia({ media: 'print' });
    await expect.poll(() => heightOf(row(page, 'Call us').getByText('Nine to five'))).toBeGreaterThan(10);
  });
});

import type { Page } from '@playwright/test';
import { Caller } from '../../support/api.ts';
import { expectAccessible } from '../../support/browser/axe.ts';
import { pickFile } from '../../support/browser/documents.ts';
import { expectToFit } from '../../support/browser/fit.ts';
import { test } from '../../support/browser/people.ts';
import { expectToast } from '../../support/browser/toast.ts';
import { expect } from '../../support/browser/watched.ts';
import { upload } from '../../support/builders.ts';
import { newPerson } from '../../support/people/persons.ts';
import { ask } from '../../support/requests.ts';

const COMPLETE = 'PATCH /api/tasks/{id}';
const UPLOAD = 'POST /api/clients/{id}/documents';
const UNSENT = '1 file was not sent. Please choose it again.';

const message = (page: Page) => page.getByRole('textbox', { name: 'Message', exact: true });
const note = (page: Page) => page.getByLabel('Add Notes:');
const tasks = (page: Page) => page.getByRole('region', { name: 'Your Tasks' });
const holder = (page: Page) => page.getByText(/^You (are|act for) /);
const bubble = (page: Page, text: string) => page.getByRole('listitem').filter({ hasText: text });

async function openPortal(page: Page, { token }: { token: string }, line?: string) {
  await page.goto(`/portal/${token}`);
  await expect(page.getByRole('heading', { name: "Mia Wood's Journey" })).toBeVisible();
  await expect(message(page)).toBeVisible();
  if (line) await expect(holder(page)).toHaveText(line);
}

test('two people who share a browser neither see nor send what the other has begun', async ({
  page,
  api,
  adviser,
  client,
  context,
}) => {
  const { body: task } = await client.addTask({ title: 'Send your passport' });
  await client.setTask(task.id, { addNote: 'Here' }, client.own);
  const rob = await newPerson(adviser, client, { name: 'Rob Wood' });
  await openPortal(page, client, 'You are Mia Wood.');

  await test.step('texts', async () => {
    await message(page).fill('Dear Ruth,');
    await note(page).fill('It is in my old name');
    await openPortal(page, rob, 'You are Rob Wood.');
    await expect(message(page)).toHaveValue('');
    await expect(note(page)).toHaveValue('');
    await message(page).fill('Good morning');
    await message(page).press('Enter');
    await expectToast(page, 'Message Sent');
    await openPortal(page, client);
    await expect(message(page)).toHaveValue('Dear Ruth,');
    await expect(note(page)).toHaveValue('It is in my old name');
  });

  await test.step('files that were not sent', async () => {
    api.cuts(UPLOAD);
    const file = { name: 'a.pdf', mimeType: 'application/pdf', buffer: Buffer.from('A letter') };
    await pickFile(page, file, () => page.getByRole('button', { name: 'Upload Document', exact: true }).click());
    await expectToast(page, 'Upload Failed');
    api.recovers();
    page.once('dialog', (dialog) => dialog.accept());
    await openPortal(page, rob);
    await expect(tasks(page)).toBeVisible();
    await expect(page.getByText(UNSENT)).toHaveCount(0);
    await openPortal(page, client);
    await expect(page.getByText(UNSENT)).toBeVisible();
  });

  await test.step('tasks that were completed offline', async () => {
    await page.waitForLoadState('networkidle');
    await context.setOffline(true);
    await tasks(page).getByRole('button', { name: 'Mark Complete' }).click();
    await expect(tasks(page)).toContainText('You are offline. This will be sent when you are back online.');
    await page.close();
    await context.setOffline(false);
    const next = await context.newPage();
    await openPortal(next, rob);
    await expect(tasks(next).getByRole('img', { name: 'Pending' })).toBeVisible();
    expect(api.sent(COMPLETE)).toEqual([]);
    await openPortal(next, client);
    await expect(tasks(next)).toContainText('Thank you.');
    await expect.poll(() => api.sent(COMPLETE).length).toBe(1);
    const lastBy = async () => (await client.auditLog())[0]?.actorName;
    await expect.poll(lastBy).toBe('Mia Wood');
  });
});

test('each person is named, unless the client has only one', async ({ page, adviser, client }) => {
  await openPortal(page, client);
  await expect(holder(page)).toHaveCount(0);
  const rob = await newPerson(adviser, client, { name: 'Rob Wood' });
  const attorney = { name: 'Ann Lee', kind: 'attorney', powerSeenOn: '2026-11-02' };
  const ann = await newPerson(adviser, client, attorney);
  const ofRob = new Caller(rob.token);
  await client.write('Our passports are on their way', ofRob);
  await upload(ofRob, client.id, 'A letter', 'Letter.txt');
  const { id } = await ask(client, 'Payslips');
  await ofRob.call('POST /api/requests/{id}/cannot', { params: { id }, body: { reason: 'Lost' } });
  const letter = page.getByRole('region', { name: 'Your Documents' }).getByRole('listitem');
  const answer = page.locator('blockquote');

  await test.step('the first one, who reads who wrote', async () => {
    await page.reload();
    await expect(holder(page)).toHaveText('You are Mia Wood.');
    await expect(bubble(page, 'on their way')).toContainText('Rob Wood');
    await expect(letter).toContainText('· Rob Wood ·');
    await expect(answer).toHaveText('Rob Wood wrote: “Lost”');
    await page.setViewportSize({ width: 390, height: 844 });
    await expect(page.getByText('Rob Wood: Our passports are on their way')).toBeVisible();
  });

  await test.step('the second one', async () => {
    await page.goto(`/portal/${rob.token}`);
    await expect(holder(page)).toHaveText('You are Rob Wood.');
    await expect(page.getByText('You: Our passports are on their way')).toBeVisible();
    await expect(letter).toContainText('· you ·');
    await expect(answer).toHaveText('You wrote: “Lost”');
  });

  await test.step('an attorney, on a small phone at twice the text size too', async () => {
    await page.goto(`/portal/${ann.token}`);
    await expect(holder(page)).toHaveText('You act for Mia Wood.');
    await expectAccessible(page);
    await page.evaluate(() => {
      document.documentElement.style.fontSize = '200%';
    });
    await expectToFit(page, 'page of an attorney at twice the text size', 320);
  });

  await test.step('nobody in a preview', async () => {
    await page.goto(`/portal/${client.id}?preview`);
    await expect(page.getByText('You see what Mia Wood sees.')).toBeVisible();
    await expect(holder(page)).toHaveCount(0);
  });
});

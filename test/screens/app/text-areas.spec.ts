import type { Locator } from '@playwright/test';
import { aTask, expect, openClient, test } from '../screen.ts';

// A text area is as high as the rows that it was given, before anything is typed, and grows with what is.

const rowsOf = (area: Locator) =>
  area.evaluate((element: HTMLTextAreaElement) => {
    const { lineHeight, paddingTop, paddingBottom } = getComputedStyle(element);
    const room = element.clientHeight - Number.parseFloat(paddingTop) - Number.parseFloat(paddingBottom);
    return { given: element.rows, shown: Math.round((room / Number.parseFloat(lineHeight)) * 10) / 10 };
  });

async function expectRows(area: Locator, rows: number) {
  await expect(area).toBeVisible();
  expect(await rowsOf(area)).toEqual({ given: rows, shown: rows });
}

test('notes, tasks and messages of an adviser', async ({ page, client }) => {
  await openClient(page, client);
  await expectRows(page.getByLabel('Message', { exact: true }), 2);
  await page.getByRole('button', { name: 'Edit notes' }).click();
  const notes = page.getByRole('dialog').getByLabel('Notes');
  await expectRows(notes, 8);
  await notes.fill('Line\n'.repeat(12));
  expect((await rowsOf(notes)).shown).toBeGreaterThan(12);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Discard', exact: true }).click();
  await page.getByRole('button', { name: 'Assign Task' }).click();
  await expectRows(page.getByRole('dialog').getByLabel('Description'), 3);
});

test('notes of a client', async ({ page, firm, client }) => {
  firm.tasks = [aTask()];
  await page.goto(`/portal/${client.token}`);
  await page.getByRole('button', { name: 'Add a Note' }).click();
  await expectRows(page.getByLabel('Add Notes:'), 2);
});

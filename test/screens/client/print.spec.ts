import type { Page } from '@playwright/test';
import { clientOf } from '../../support/acts.ts';
import { openClient } from '../../support/browser/client-page.ts';
import { test } from '../../support/browser/people.ts';
import { setTheme } from '../../support/browser/theme.ts';
import { expect } from '../../support/browser/watched.ts';
import { upload } from '../../support/builders.ts';
import { inDays } from '../../support/days.ts';

const A4 = { format: 'A4', margin: { top: '12mm', bottom: '12mm', left: '12mm', right: '12mm' } };

async function pagesOf(page: Page): Promise<number> {
  const pdf = (await page.pdf(A4)).toString('latin1');
  return pdf.match(/\/Type\s*\/Page\b(?!s)/g)?.length ?? 0;
}

const ink = (page: Page) => page.evaluate(() => getComputedStyle(document.body).color);

test('a printed client’s page is a file note of one A4 page, however much data there is', async ({ page, adviser }) => {
  const client = await clientOf(adviser, {
    name: 'Anneliese von Hohenstein-Featherstonehaugh',
    email: 'mia@clients.example',
  });
  const long = 'as agreed for all plans and accounts '.repeat(5);
  const advice = { initial: 1500, ongoing: 900, how: long, agreedOn: '2026-11-03', about: long };
  await client.change({ advice });
  await page.route('**/api/settings', async (route) => {
    const response = await route.fetch();
    const { legal, ...settings } = await response.json();
    const statusLine = `Authorised and regulated ${'by the authority '.repeat(16)}`;
    await route.fulfill({ response, json: { ...settings, legal: { ...legal, statusLine, frn: '123456' } } });
  });
  await client.change({ description: 'Wary of markets after 2008; wants income, not growth.\n'.repeat(100) });
  for (const number of ['1.1', '1.2', '1']) await client.setStage(number, { status: 'completed' });
  await client.setStage('2', { status: 'in_progress' });
  await client.setStage('2.2', { notRequired: true });
  const done = (await client.addTask({ title: 'Long since done' })).body;
  await client.setTask(done.id, { status: 'completed' });
  for (let i = 0; i < 40; i++)
    await upload(adviser, client.id, 'A statement', `${'Bank statement '.repeat(8)}${i}.txt`, `${client.id}.1`);
  for (let i = 0; i < 30; i++)
    await client.addTask({ title: `Send payslip ${i + 1} ${'of many '.repeat(20)}`, dueDate: inDays(i) });
  await openClient(page, client);
  await setTheme(page, 'dark');

  await test.step('shows no file note on the screen', async () => {
    await expect(page.getByText('File note')).toHaveCount(0);
  });

  await test.step('prints contact, status, notes, tasks and stages in short', async () => {
    await page.emulateMedia({ media: 'print' });
    const paper = page.getByRole('main');
    await expect(paper).toHaveCount(1);
    for (const words of [
      /Harbour Financial Planning\s· File note\s· Printed \d{1,2} \w+ \d{4}/,
      'mia@clients.example · 020 7946 0000 · Adviser: Ruth Amari',
      'Status: On Target · Journey: 14%, Information Gathering',
      'Notes (internal: for advisers only)',
      /^Charges: £1,500 once and £900 a year, agreed on 3 Nov 2026\s· Advice about as agreed/,
      /^Authorised and regulated .*\s· FCA number 123456$/,
      /Wary of markets.* … \(shortened\)/s,
      'and 22 more',
      'and 34 more',
      /Send payslip 1 .*\(Client Action; due \d{1,2} \w+ \d{4}\)/,
    ])
      await expect(paper.getByText(words)).toBeVisible();
    const row = paper.getByRole('row', { name: /^1 First Meeting Completed/ });
    await expect(row).toContainText(/1\.1, 1\.2/);
    await expect(paper.getByRole('row', { name: /^2 Information Gathering In Progress/ })).toContainText(
      'not required: 2.2',
    );
    await expect(paper.getByText('Long since done')).toHaveCount(0);
    await expect(paper.getByText(/Assigned the task/)).toHaveCount(6);
  });

  await test.step('prints no buttons or navigation, in ink on white', async () => {
    await expect(page.getByRole('button')).toHaveCount(0);
    await expect(page.getByRole('navigation')).toHaveCount(0);
    const [red = 255] = ((await ink(page)).match(/\d+/g) ?? []).map(Number);
    expect(red).toBeLessThan(80);
    await expect(page.locator('html')).toHaveCSS('background-color', 'rgb(255, 255, 255)');
  });

  await test.step('fits on one page of A4', async () => {
    expect(await pagesOf(page)).toBe(1);
    await page.emulateMedia({ media: null });
    expect(await pagesOf(page), 'as the browser prints it').toBe(1);
    await expect(page.getByText('File note')).toHaveCount(0);
  });
});

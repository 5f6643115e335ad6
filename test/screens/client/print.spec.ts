import type { Page } from '@playwright/test';
import { aDocument, anActivity, aTask, expect, inDays, openClient, setTheme, stageIdOf, test } from '../screen.ts';

const A4 = { format: 'A4', margin: { top: '12mm', bottom: '12mm', left: '12mm', right: '12mm' } };

async function pagesOf(page: Page): Promise<number> {
  const pdf = (await page.pdf(A4)).toString('latin1');
  return pdf.match(/\/Type\s*\/Page\b(?!s)/g)?.length ?? 0;
}

const ink = (page: Page) => page.evaluate(() => getComputedStyle(document.body).color);

test('a printed client’s page is a file note of one A4 page, however much data there is', async ({
  page,
  firm,
  client,
}) => {
  Object.assign(firm.client(client.id), {
    name: 'Anneliese von Hohenstein-Featherstonehaugh',
    description: 'Wary of markets after 2008; wants income, not growth.\n'.repeat(100),
  });
  const many = <T>(count: number, make: (i: number) => T) => Array.from({ length: count }, (_, i) => make(i));
  firm.setStages(client, { 1: 'completed', 1.1: 'completed', 1.2: 'completed', 2: 'in_progress', 2.2: 'not_required' });
  firm.tasks = many(30, (i) => aTask({ title: `Send payslip ${i + 1} ${'of many '.repeat(20)}`, dueDate: inDays(i) }));
  firm.tasks.push(aTask({ title: 'Long since done', status: 'completed' }));
  firm.documents = many(40, (i) =>
    aDocument({ name: `${'Bank statement '.repeat(8)}${i}.pdf`, stageId: stageIdOf(client.id, 1) }),
  );
  firm.activity = many(60, () =>
    anActivity({ summary: 'Assigned a task: Send the last three payslips, front and back' }),
  );
  await openClient(page, { ...client, name: 'Anneliese' });
  await setTheme(page, 'dark');

  await test.step('shows no file note on the screen', async () => {
    await expect(page.getByText('File note')).toHaveCount(0);
  });

  await test.step('prints contact, status, notes, tasks and stages in short', async () => {
    await page.emulateMedia({ media: 'print' });
    const paper = page.getByRole('main');
    await expect(paper).toHaveCount(1);
    for (const words of [
      /Harbour Financial Planning · File note · Printed \d{1,2} \w+ \d{4}/,
      'mia@clients.example · 020 7946 0000 · Adviser: Ruth Amari',
      'Status: On Target · Journey: 14%, Information Gathering',
      'Notes (internal: for advisers only)',
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
    await expect(paper.getByText(/Assigned a task/)).toHaveCount(6);
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

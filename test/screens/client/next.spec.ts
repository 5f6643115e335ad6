import type { Page } from '@playwright/test';
import { openClient } from '../../support/browser/client-page.ts';
import { expectToFit } from '../../support/browser/fit.ts';
import { test } from '../../support/browser/people.ts';
import { expect } from '../../support/browser/watched.ts';
import { inDays } from '../../support/days.ts';
import { lettersOf } from '../../support/loas.ts';
import { ask, handedIn } from '../../support/requests.ts';

const next = (page: Page) => page.getByRole('region', { name: 'Next' });

test('the client’s page says what is next, and for whom, and leads there', async ({ page, adviser, client }) => {
  await openClient(page, client);
  await expect(next(page)).toHaveText('Nobody has anything to do. Assign a task, or ask for something.');

  await client.addTask({ title: 'Write the report', responsibility: 'adviser', dueDate: inDays(-2) });
  await client.addTask({ title: 'Sign', responsibility: 'client' });
  await handedIn(client, 'Payslip', ['May.txt']);
  await ask(client, 'Passport');
  const { id } = await lettersOf(adviser, client.id).made('Aviva', { sent: { on: inDays(-2), how: 'email' } });
  await page.reload();
  await expect(next(page)).toHaveText(
    /^You:Write the report, 2 days late1 document to reviewClient:1 document1 task.*Aviva:waiting for 2 working days, next chase on/,
  );
  for (const width of [320, 390, 1280]) await expectToFit(page, 'next', width);
  const dots = await next(page)
    .getByRole('listitem')
    .evaluateAll((items) => items.map((item) => getComputedStyle(item, '::after').content));
  const dot = '"\u00A0·"';
  expect(dots).toEqual([dot, 'none', dot, dot, dot, 'none', 'none']);

  await next(page).getByRole('link', { name: '1 document to review' }).click();
  await expect(page).toHaveURL(/#requests$/);
  await next(page)
    .getByRole('link', { name: /^waiting for 2 working days/ })
    .click();
  await expect(page).toHaveURL(`/adviser/client/${client.id}#loa-${id}`);
});

test('a next step that arrives late causes no layout shift on a phone', async ({ page, client }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const { promise: isDrawn, resolve: sendTasks } = Promise.withResolvers<void>();
  await page.route(`**/api/clients/${client.id}/tasks`, (route) => isDrawn.then(() => route.continue()));
  await page.goto(`/adviser/client/${client.id}`);
  const progress = page.getByRole('region', { name: 'Progress' });
  await expect(progress).toBeVisible();
  await page.evaluate(() => document.fonts.ready);
  const before = await progress.boundingBox();
  sendTasks();
  await expect(next(page)).toHaveText(/^Nobody has anything to do/);
  expect((await progress.boundingBox())?.y).toBe(before?.y);
});

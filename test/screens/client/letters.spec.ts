import type { Page } from '@playwright/test';
import { openClient, panel } from '../../support/browser/client-page.ts';
import { test } from '../../support/browser/people.ts';
import { expect } from '../../support/browser/watched.ts';
import { inDays } from '../../support/days.ts';
import { addPlan, noteLetter, noteStep, sentAgo } from '../../support/loas.ts';
import { expectStates } from '../accessibility/states.ts';

const stages = (page: Page) => panel(page, 'Journey Stages');
const plans = (page: Page) => stages(page).getByRole('list', { name: 'Plans' });
/** Row of the plan with a number. By its element, as an open dialog hides the page from roles. */
const row = (page: Page, planNumber: string) =>
  page.locator('ul[aria-label=Plans] > li').filter({ has: page.getByText(planNumber, { exact: true }).first() });

const openPlans = async (page: Page) => {
  await stages(page)
    .getByRole('button', { name: /^2\. Information/ })
    .click();
  await plans(page).waitFor();
};

test('each plan shows its letter in a line, and the card is accessible and fits', async ({ page, client }) => {
  test.slow();
  const plan = (number: string, provider?: string) => addPlan(client, provider, number);
  const sent = async (number: string, days = 16) => noteLetter(client, [await plan(number)], sentAgo(days));
  await plan('NONE');
  await noteLetter(client, [await plan('OLD')], { signedOn: inDays(-95) });
  await sent('SENT');
  await sent('TODAY', 0);
  await noteStep(client, await sent('CONFIRMED'), 'acknowledged', { on: inDays(-10), ref: 'AV-77' });
  const confirmed = await noteStep(client, await sent('PART'), 'acknowledged', { on: inDays(-10) });
  const chased = await noteStep(client, confirmed, 'chased', {
    how: 'phone',
    whom: 'Sam in servicing',
    ref: 'CALL-9',
    note: 'They had lost the first page.',
    promisedOn: inDays(7),
  });
  await noteStep(client, chased, 'part', { gaps: ['transfer value', 'charges'] });
  await noteStep(client, await sent('ANSWERED'), 'received', { on: inDays(-5) });
  await noteStep(client, await sent('RETURNED'), 'rejected', { why: 'signature' });
  await noteStep(client, await sent('CLOSED'), 'closed');
  const both = [await plan('FIRST', 'Zurich'), await plan('SECOND', 'Zurich')];
  await noteLetter(client, both, { scope: 'servicing' });
  await openClient(page, client);
  await openPlans(page);

  for (const [number, line] of [
    ['NONE', 'No letter yet'],
    ['OLD', 'To send'],
    ['OLD', 'Signed 95 days ago: some providers refuse letters older than 90 days.'],
    ['SENT', 'Sent 12 working days ago'],
    ['TODAY', 'Sent on 25 Nov 2026'],
    ['CONFIRMED', 'Confirmed on 15 Nov 2026, asked 12 working days ago'],
    ['PART', 'Part of it came: transfer value and charges are missing'],
    ['ANSWERED', 'Answered on 20 Nov 2026, after 9 working days'],
    ['RETURNED', 'Returned: signature'],
    ['CLOSED', 'Not needed'],
    ['FIRST', 'Servicing'],
    ['SECOND', 'In the letter for FIRST'],
  ] as const)
    await expect(row(page, number).getByText(line, { exact: true })).toBeVisible();
  await expect(row(page, 'SECOND').getByRole('button')).toHaveCount(1);

  await row(page, 'PART').getByText('4 steps').click();
  await expect(row(page, 'PART').locator('ol')).toContainText(
    /Part Came on 25 Nov 2026.*Chased.*spoke to Sam in servicing · reference CALL-9.*lost the first page/,
  );
  await expectStates(page, [['letters of a client', async () => undefined, 'both engines', 'at each width']]);
});

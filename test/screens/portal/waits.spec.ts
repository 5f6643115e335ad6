import type { Page } from '@playwright/test';
import { sayLongDay } from '#shared/rules/say-date.ts';
import { workingDaysBetween, workingDaysLater } from '#shared/rules/working-days.ts';
import { clientOf } from '../../support/acts.ts';
import { expectToFit } from '../../support/browser/fit.ts';
import { test } from '../../support/browser/people.ts';
import { expect } from '../../support/browser/watched.ts';
import type { Person } from '../../support/builders.ts';
import { inDays } from '../../support/days.ts';
import { lettersOf } from '../../support/loas.ts';
import { expectStates } from '../accessibility/states.ts';

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

const SECRETS = /Sam Okoro|Ring after lunch|REF-77|transfer value|Ink, please/;
/** Working days of five answers: half came within 8, nine of ten within 21. */
const ANSWERS = [3, 5, 8, 13, 21];
const SENT = { sent: { on: inDays(-16), how: 'email', ref: 'REF-77' } };

const unfold = (page: Page, stage: string) => page.getByRole('button', { name: new RegExp(`^${stage}`) }).click();
const providers = (page: Page) =>
  page
    .getByRole('list')
    .filter({ has: page.getByText('4821') })
    .last()
    .getByRole('listitem');
const nextStep = (page: Page) => page.getByRole('region', { name: 'Your next step' });

async function openPortal(page: Page, { token }: { token: string }, query = '') {
  await page.goto(`/portal/${token}${query}`);
  await expect(page.getByText('Secure & Private')).toBeVisible();
}

/** Stores answers of a provider about another client. */
async function answeredBy(adviser: Person, provider: string) {
  const { made, step } = lettersOf(adviser, (await clientOf(adviser)).id);
  const on = inDays(-60);
  for (const days of ANSWERS) {
    const loa = await made(provider, { sent: { on, how: 'post' } });
    await step(loa, 'received', { on: workingDaysLater(on, days, []) });
  }
}

/** Notes a letter in each state. Aviva is the provider with figures. */
async function letterInEachState(adviser: Person, { id }: { id: string }) {
  const { made, note, addPlan, step } = lettersOf(adviser, id);
  const chased = { how: 'phone', whom: 'Sam Okoro', note: 'Ring after lunch', promisedOn: inDays(3) };
  await step(await made('Aviva', SENT), 'chased', chased);
  await made('Zurich', SENT);
  await step(await made('Scottish Widows', SENT), 'acknowledged', { on: inDays(-12), ref: 'REF-77' });
  await step(await made('Legal & General', SENT), 'part', { gaps: ['transfer value'] });
  await step(await made('Royal London', SENT), 'received', { on: inDays(-2) });
  await step(await made('Phoenix', SENT), 'rejected', { why: 'signature', note: 'Ink, please' });
  await step(await made('Standard Life', SENT), 'closed');
  await made('Canada Life');
  const plans = [await addPlan('Prudential', 'P1'), await addPlan('Prudential', 'P2'), await addPlan('Prudential')];
  await note(plans, { provider: 'Prudential', ...SENT });
}

test('the portal shows what each provider has done, accessible and at all widths', async ({
  page,
  adviser,
  client,
}) => {
  test.slow();
  await client.setStage('1', { status: 'completed' });
  await client.setStage('2', { status: 'in_progress' });
  await answeredBy(adviser, 'Aviva');
  await letterInEachState(adviser, client);
  const asked = `Asked ${workingDaysBetween(inDays(-16), inDays(0), [])} working days ago`;
  const UNKNOWN = 'We will tell you here when it arrives.';
  const expectRows = () =>
    expect(providers(page)).toHaveText([
      `Avivapension •••ending in 4821${asked}. Answers usually take 8 to 21 working days.`,
      `Zurichpension •••ending in 4821${asked}. ${UNKNOWN}`,
      `Scottish Widowspension •••ending in 4821${asked}, they confirmed on ${sayLongDay(inDays(-12))}. ${UNKNOWN}`,
      'Legal & Generalpension •••ending in 4821Some of it has arrived, we have asked for the rest.',
      `Royal Londonpension •••ending in 4821Arrived on ${sayLongDay(inDays(-2))}.`,
      'Phoenixpension •••ending in 4821We are sending this again.',
      `Prudentialpension •••ending in 4821,2 more pensions${asked}. ${UNKNOWN}`,
    ]);
  await expectStates(page, [
    [
      'portal with providers',
      async () => {
        await openPortal(page, client);
        await expect(nextStep(page)).toContainText('We are waiting for 6 of 7 providers. You need do nothing.');
        await unfold(page, 'Information Gathering');
        await expectRows();
      },
      'both engines',
      'at each width',
    ],
    [
      'portal with providers in the third stage',
      async () => {
        await unfold(page, 'Research');
        await expectRows();
      },
    ],
    [
      'preview with providers',
      async () => {
        await openPortal(page, client, '?preview');
        await expect(nextStep(page)).toContainText('We are waiting for 6 of 7 providers.');
        await unfold(page, 'Information Gathering');
        await expectRows();
      },
      'at each width',
    ],
  ]);
  expect(await page.content()).not.toMatch(SECRETS);

  await test.step('fits a small phone at twice the text size, with a long name', async () => {
    await lettersOf(adviser, client.id).made('Wesleyan Assurance Society and General Reinsurance', SENT);
    await openPortal(page, client);
    await unfold(page, 'Information Gathering');
    await expect(providers(page)).toHaveCount(8);
    await page.evaluate(() => {
      document.documentElement.style.fontSize = '200%';
    });
    await expectToFit(page, 'providers at twice the text size', 320);
  });
});

test('the wait is in the next step only while the client has nothing to do, and follows the letters', async ({
  page,
  adviser,
  client,
}) => {
  const { made, step } = lettersOf(adviser, client.id);
  await openPortal(page, client);
  await expect(nextStep(page)).toContainText('Nothing to do just yet');
  await expect(nextStep(page)).not.toContainText('waiting for');
  await unfold(page, 'Information Gathering');
  await expect(page.getByRole('heading', { name: 'Your Providers' })).toHaveCount(0);

  const loa = await made('Aviva', SENT);
  await page.reload();
  await expect(nextStep(page)).toContainText('We are waiting for one provider. You need do nothing.');

  await client.addTask({ title: 'Sign the letter' });
  await page.reload();
  await expect(nextStep(page)).toContainText('Sign the letter');
  await expect(nextStep(page)).not.toContainText('waiting for');

  await client.setStage('1', { status: 'completed' });
  const [task] = await client.read('GET /api/clients/{id}/tasks');
  await client.setTask(task.id, { status: 'completed' });
  await step(loa, 'received');
  await page.reload();
  await expect(nextStep(page)).toContainText('Nothing needed from you right now');
  await expect(nextStep(page)).not.toContainText('waiting for');
});

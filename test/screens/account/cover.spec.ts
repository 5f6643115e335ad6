import type { Page } from '@playwright/test';
import { clientOf } from '../../support/acts.ts';
import { openClient, panel } from '../../support/browser/client-page.ts';
import { enter, test } from '../../support/browser/people.ts';
import { dismissToast, expectToast } from '../../support/browser/toast.ts';
import { expect } from '../../support/browser/watched.ts';
import { newAdmin, newAdviser, PASSWORD } from '../../support/builders.ts';
import { setNow } from '../../support/clock.ts';
import { worksWith } from '../../support/people/colleagues.ts';

const COVER = 'PATCH /api/account/cover';
const DAYS = { from: '2026-12-01', until: '2026-12-14' };
const card = (page: Page) => page.getByRole('region', { name: 'While You Are Away' });
const save = (page: Page) => card(page).getByRole('button', { name: 'Save Cover' }).click();

test('an adviser names a colleague for an absence, makes it longer and ends it', async ({ page, adviser, watch }) => {
  watch.expected.push(/^40[03] /, /status of 40[03]/);
  const hannah = await newAdviser('Hannah Pryce');
  await worksWith(await newAdmin(), adviser, await newAdviser('Sam Okafor'));
  await page.goto('/account');
  await expect(card(page)).toContainText('Nobody covers for you.');
  await expect(card(page)).toContainText('You work with Sam Okafor.');
  const colleague = card(page).getByLabel('Colleague');
  const from = card(page).getByLabel('From');
  const until = card(page).getByLabel('Until');

  await test.step('shows what is wrong at its field, and keeps the input', async () => {
    await save(page);
    await expect(colleague).toHaveAccessibleDescription('Choose somebody');
    await expect(colleague).toBeFocused();
    await expect(from).toHaveAccessibleDescription('Must be a date');
    await colleague.selectOption('Hannah Pryce');
    await from.fill('2026-12-14');
    await until.fill('2026-12-01');
    await save(page);
    await expect(until).toHaveAccessibleDescription('The last day is before the first');
    await expect(from).toHaveValue('2026-12-14');
    await dismissToast(page);
  });

  await test.step('names the colleague after re-authentication', async () => {
    setNow(Date.now() + 11 * 60_000);
    await from.fill(DAYS.from);
    await until.fill(DAYS.until);
    await save(page);
    const identity = page.getByRole('dialog', { name: 'Confirm It’s You' });
    await identity.getByLabel('Your password', { exact: true }).fill(PASSWORD);
    await identity.getByRole('button', { name: 'Confirm' }).click();
    await expectToast(page, 'Cover Saved', 'Hannah Pryce sees your clients from 1 to 14 December 2026.');
    await expect(card(page)).toContainText('Hannah Pryce sees your clients from 1 to 14 December 2026.');
    await dismissToast(page);
  });

  await test.step('makes it longer', async () => {
    await until.fill('2026-12-18');
    await save(page);
    await expectToast(page, 'Cover Saved', 'Hannah Pryce sees your clients from 1 to 18 December 2026.');
    expect((await hannah.call('GET /api/account')).body.works).toMatchObject([{ name: 'Ruth Amari', named: true }]);
    await dismissToast(page);
  });

  await test.step('ends it', async () => {
    await card(page).getByRole('button', { name: 'Remove Cover' }).press('Enter');
    await expectToast(page, 'Cover Removed');
    await expect(card(page)).toContainText('Nobody covers for you.');
    await expect(card(page)).toBeFocused();
    await expect(colleague).toHaveValue('');
  });
});

test('clients and colleagues read who acts for an adviser who is away', async ({ page, context, adviser }) => {
  const hannah = await newAdviser('Hannah Pryce');
  const mia = await clientOf(adviser, { name: 'Mia Wood' });
  const open = () => page.goto(`/portal/${mia.token}`);
  const messages = page.getByRole('region', { name: 'Messages' });
  await open();
  await expect(messages).toContainText('No messages yet');
  await expect(messages).not.toContainText('is away');

  await adviser.call(COVER, { body: { colleagueId: hannah.id, from: '2026-11-25', until: '2026-12-14' } });
  await mia.addTask({ title: 'Own' });
  await mia.by('POST /api/clients/{id}/tasks', { body: { title: 'Covered' } }, hannah);
  await open();
  const away = 'Ruth Amari is away until Monday 14 December. Hannah Pryce looks after your messages.';
  await expect(messages.getByText(away)).toBeVisible();

  await openClient(page, mia);
  await expect(panel(page, 'Audit Log').getByRole('listitem').first()).toHaveText(
    /^Hannah Pryce for Ruth AmariAssigned the task “Covered”/,
  );
  await enter(context, hannah);
  await page.goto('/inbox');
  const notice = page.getByRole('link', { name: /^You cover for Ruth Amari from 25 November to 14 December 2026/ });
  await expect(notice).toHaveAttribute('href', '/account');
});

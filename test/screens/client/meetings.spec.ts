import { expectAccessible } from '../../support/browser/axe.ts';
import { openClient, panel } from '../../support/browser/client-page.ts';
import { expectToFit } from '../../support/browser/fit.ts';
import { enterOn } from '../../support/browser/keyboard.ts';
import { test } from '../../support/browser/people.ts';
import { dismissToast, expectToast } from '../../support/browser/toast.ts';
import { expect } from '../../support/browser/watched.ts';

test('an adviser sets, moves and removes a meeting’s date by keyboard; Today and the portal show it', async ({
  page,
  api,
  client,
}) => {
  await openClient(page, { id: client.id, name: 'Mia Wood' });
  const stages = panel(page, 'Journey Stages');
  const button = (label: string) => stages.getByRole('button', { name: `${label}: First Meeting`, exact: true });
  const dialog = page.getByRole('dialog', { name: 'Date of First Meeting' });
  const inHeader = page.getByRole('link', { name: /^First Meeting: / });
  const save = async (date: string, time: string) => {
    await dialog.getByLabel('Date').fill(date);
    await dialog.getByLabel('Time').fill(time);
    await enterOn(page, dialog.getByRole('button', { name: 'Save' }));
    await expectToast(page, 'Date Saved');
    await expect(button('Edit Date')).toBeFocused();
    await dismissToast(page);
  };

  await test.step('sets a date, and moves it', async () => {
    await enterOn(page, button('Set Date'));
    await expect(dialog.getByLabel('Date')).toHaveValue('');
    await expect(dialog.getByText('The client’s page shows this date. Nobody is emailed.')).toBeVisible();
    await expect(inHeader).toHaveCount(0);
    await dialog.getByLabel('Date').fill('2037-01-01');
    await dialog.getByLabel('Time').fill('10:30');
    await dialog.getByRole('button', { name: 'Save' }).press('Enter');
    await expect(dialog.getByText('Choose a date between 2000 and 2036')).toBeVisible();
    await dialog.getByLabel('Date').fill('2027-03-28');
    await dialog.getByLabel('Time').fill('01:30');
    await dialog.getByRole('button', { name: 'Save' }).press('Enter');
    await expect(dialog.getByLabel('Time')).toHaveAccessibleDescription(/^The clocks go forward on this day/);
    const isPast = dialog.getByText('This day is past.');
    for (const [day, count] of [
      ['2026-11-25', 0],
      ['2026-11-24', 1],
    ] as const) {
      await dialog.getByLabel('Date').fill(day);
      await expect(isPast).toHaveCount(count);
    }
    await save('2026-12-04', '10:30');
    await expect(stages.getByText('Fri 4 December 2026, 10:30')).toBeVisible();
    for (const width of [320, 390, 1280]) await expectToFit(page, 'a meeting’s date', width);
    await expectAccessible(page);
    const sent = api.countsFromNow('PATCH /api/stages/{stageId}');
    await enterOn(page, button('Edit Date'));
    await expect(dialog.getByLabel('Time')).toHaveValue('10:30');
    await enterOn(page, dialog.getByRole('button', { name: 'Save' }));
    await expect(dialog).toBeHidden();
    expect(sent()).toBe(0);
  });

  await test.step('offers to complete the step that books it', async () => {
    await enterOn(page, button('Edit Date'));
    await dialog.getByLabel('Date').fill('2026-11-25');
    await dialog.getByLabel('Time').fill('15:00');
    await enterOn(page, dialog.getByRole('button', { name: 'Save' }));
    await page.getByRole('button', { name: 'Complete 1.1' }).click();
    await expectToast(page, 'Stage Updated');
    await dismissToast(page);
    await expect(stages.getByRole('listitem').filter({ hasText: 'Appointment Booked' })).toContainText('Reopen');
  });

  await test.step('shows the next meeting in the header, as a link to its step', async () => {
    await expect(inHeader).toHaveText('First Meeting: Wed 25 November 2026, 15:00');
    await stages.getByRole('button', { name: /^1\. First Meeting/ }).click();
    await enterOn(page, inHeader);
    await expect(stages.getByRole('listitem').filter({ hasText: 'Appointment Booked' })).toBeFocused();
  });

  await test.step('removes the date, and Undo returns it', async () => {
    await enterOn(page, button('Remove Date'));
    await expectToast(page, 'Date Removed');
    await expect(button('Set Date')).toBeFocused();
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(stages.getByText('Wed 25 November 2026, 15:00')).toBeVisible();
  });

  await test.step('shows today’s meeting in Today, which leads to its stage', async () => {
    await page.goto('/dashboard');
    const row = page.getByRole('region', { name: 'Today' }).getByRole('listitem').first();
    await expect(row).toHaveText(/Mia Wood.*First Meeting at 15:00.*Meeting today/);
    await enterOn(page, row.getByRole('link', { name: 'First Meeting at 15:00' }));
    await expect(stages.getByText('Wed 25 November 2026, 15:00')).toBeVisible();
    await expect(stages.getByRole('listitem').filter({ hasText: 'Appointment Booked' })).toBeFocused();
  });

  await test.step('shows the meeting in the portal until it has been held', async () => {
    const nextStep = page.getByRole('region', { name: 'Your next step' });
    await page.goto(`/portal/${client.token}`);
    await expect(nextStep.getByText('Your first meeting: Wednesday 25 November 2026, 15:00')).toBeVisible();
    await page.getByRole('button', { name: /^First Meeting/ }).click();
    await expect(page.getByText('For Wednesday 25 November 2026, 15:00')).toBeVisible();
    for (const width of [320, 390, 1280]) await expectToFit(page, 'a meeting in the portal', width);
    await expectAccessible(page);
    await client.setStage('1.2', { status: 'completed' });
    await page.reload();
    await expect(nextStep).toBeVisible();
    await expect(nextStep.getByText('Your first meeting')).toHaveCount(0);
  });
});

test.describe('in another time zone', () => {
  test.use({ timezoneId: 'Asia/Tokyo' });

  test('a meeting is shown and set in London’s time, and says so', async ({ page, client }) => {
    await client.setStage('1.1', { bookedFor: '2026-12-04T23:30:00Z' });
    await page.goto(`/portal/${client.token}`);
    await expect(page.getByText('Friday 4 December 2026, 23:30 (London time)')).toBeVisible();
    await openClient(page, { id: client.id, name: 'Mia Wood' });
    await page.getByRole('button', { name: 'Edit Date: First Meeting' }).click();
    await expect(page.getByRole('dialog').getByLabel('Date')).toHaveValue('2026-12-04');
  });
});

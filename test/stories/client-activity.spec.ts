import type { Page } from '@playwright/test';
import type { Client } from '#shared/contract/clients.ts';
import { expectAccessible } from '../support/browser/axe.ts';
import { openClient, panel } from '../support/browser/client-page.ts';
import { failing, holding } from '../support/browser/failing.ts';
import { expect } from '../support/browser/watched.ts';
import type { Person } from '../support/builders.ts';
import { recordsFor } from '../support/crowd.ts';
import { test } from './people.ts';

// A client's record on screen: its newest lines at once, all of it on request.

const activity = (page: Page) => panel(page, 'Activity');
const entries = (page: Page) => activity(page).getByRole('listitem');
const show = (page: Page) => activity(page).getByRole('button', { name: 'Show earlier activity' });

test('records what happened, newest first, and more of it when asked', async ({ page, adviser, client }) => {
  for (let i = 1; i <= 9; i++)
    await adviser.call('POST /api/clients/{id}/tasks', { params: { id: client.id }, body: { title: `Task ${i}` } });
  await openClient(page, client);
  await expect(entries(page)).toHaveCount(8);
  await expect(entries(page).first()).toContainText('Task 9');
  await expect(entries(page).first()).toContainText('Ruth Amari');
  await expect(entries(page).first().getByRole('time')).toHaveAttribute('title', /\d{4}/);
  await show(page).click();
  await expect(entries(page)).toHaveCount(11);
  await expect(show(page)).toHaveCount(0);
});

const STEPS = 203;

/** Opens a client of so many lines that they take three pages, and shows the first of them. */
async function openLong(page: Page, adviser: Person, client: Client) {
  // Before them stand the client's creation and that its link was seen then.
  const summaries = Array.from({ length: STEPS }, (_, i) => `Step ${i + 1}.`);
  await recordsFor(adviser, client.id, summaries);
  await openClient(page, client);
  await show(page).click();
  await expect(entries(page)).toHaveCount(100);
}

test.describe('a long record', () => {
  test('is shown to its beginning, page by page, by the keyboard too', async ({ page, adviser, client }) => {
    await openLong(page, adviser, client);
    await expect(activity(page).getByRole('status')).toHaveText('Earlier entries shown: 92');
    await show(page).focus();
    await page.keyboard.press('Enter');
    await expect(entries(page)).toHaveCount(200);
    // The focus is where the new entries begin.
    await expect(entries(page).nth(99)).toBeFocused();
    await page.keyboard.press('Tab');
    await expect(show(page)).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(entries(page)).toHaveCount(STEPS + 2);
    await expect(entries(page).nth(199)).toBeFocused();
    await expect(entries(page).last()).toContainText('Added the client');
    await expect(activity(page).getByRole('status')).toHaveText('Earlier entries shown: 197');
    await expect(show(page)).toHaveCount(0);
    const shown = await entries(page)
      .getByText(/^Step \d+\.$/)
      .allTextContents();
    expect(shown).toEqual(Array.from({ length: STEPS }, (_, i) => `Step ${STEPS - i}.`));
    await expectAccessible(page);
  });

  test('says that earlier entries are on their way', async ({ page, adviser, client }) => {
    await openLong(page, adviser, client);
    const release = await holding(page, 'GET /api/clients/{id}/activity');
    await show(page).click();
    const busy = activity(page).getByRole('button', { name: 'Loading earlier activity...' });
    await expect(busy).toHaveAttribute('aria-busy', 'true');
    await expect(busy).toBeFocused();
    release();
    await expect(entries(page)).toHaveCount(200);
  });

  test('says why earlier entries cannot be had, and tries again', async ({ page, adviser, client, watch }) => {
    await openLong(page, adviser, client);
    await failing(page, watch, 'GET /api/clients/{id}/activity', 500, '');
    await show(page).click();
    await expect(activity(page).getByRole('alert')).toHaveText(
      'Earlier activity could not be loaded. Something went wrong on our side. Please try again.',
    );
    await expect(entries(page)).toHaveCount(100);
    await page.unrouteAll();
    await activity(page).getByRole('button', { name: 'Try again' }).click();
    await expect(entries(page)).toHaveCount(200);
    await expect(activity(page).getByRole('alert')).toHaveCount(0);
  });
});

import type { Page } from '@playwright/test';
import { londonInstant } from '#shared/rules/london.ts';
import { clientOf } from '../../support/acts.ts';
import { openClient, panel } from '../../support/browser/client-page.ts';
import { test } from '../../support/browser/people.ts';
import { expect } from '../../support/browser/watched.ts';
import { upload } from '../../support/builders.ts';
import { setNow } from '../../support/clock.ts';
import { pdf } from '../../support/files/pdfs.ts';
import { mailsTo } from '../../support/mail.ts';
import { storeEntriesFor } from '../../support/people/crowd.ts';

const activity = (page: Page) => panel(page, 'Audit Log');
const entries = (page: Page) => activity(page).getByRole('listitem');
const show = (page: Page) => activity(page).getByRole('button', { name: 'Show Earlier Entries' });

const FIRST = 8;
const PAGE = 100;
const STEPS = 4 * PAGE + 3;
const summaryOf = (step: number) => `Deleted the task “Step ${step}”`;
const titles = Array.from({ length: STEPS }, (_, i) => `Step ${i + 1}`);

test('a client’s audit log shows 8 entries, and another page on each request', async ({
  page,
  adviser,
  api,
  client,
}) => {
  await storeEntriesFor(adviser, client.id, titles);
  await openClient(page, client);
  await expect(entries(page)).toHaveCount(FIRST);
  await expect(entries(page).first()).toContainText(summaryOf(STEPS));
  await show(page).click();
  await expect(entries(page)).toHaveCount(PAGE);
  await expect(activity(page).getByRole('status')).toHaveText(`Earlier entries shown: ${PAGE - FIRST}`);

  await test.step('shows that earlier entries are loading', async () => {
    const release = api.holds('GET /api/clients/{id}/activity');
    await show(page).click();
    const busy = activity(page).getByRole('button', { name: 'Loading earlier entries...' });
    await expect(busy).toHaveAttribute('aria-busy', 'true');
    await expect(busy).toBeFocused();
    release();
    await expect(entries(page)).toHaveCount(2 * PAGE);
  });

  await test.step('reports why earlier entries failed to load, and retries on request', async () => {
    api.fails('GET /api/clients/{id}/activity', 500, '');
    await show(page).click();
    await expect(activity(page).getByRole('alert')).toHaveText(
      'Earlier entries could not be loaded. Something went wrong on our side. Please try again.',
    );
    await expect(entries(page)).toHaveCount(2 * PAGE);
    api.recovers();
    await activity(page).getByRole('button', { name: 'Try Again' }).click();
    await expect(entries(page)).toHaveCount(3 * PAGE);
    await expect(activity(page).getByRole('alert')).toHaveCount(0);
  });

  await test.step('focuses the entry before the new ones, by keyboard', async () => {
    await show(page).focus();
    await page.keyboard.press('Enter');
    await expect(entries(page)).toHaveCount(4 * PAGE);
    await expect(entries(page).nth(3 * PAGE - 1)).toBeFocused();
    await page.keyboard.press('Tab');
    await expect(show(page)).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(entries(page)).toHaveCount(STEPS + 2);
    await expect(entries(page).nth(4 * PAGE - 1)).toBeFocused();
    await expect(entries(page).last()).toContainText('Added the client');
    await expect(activity(page).getByRole('status')).toHaveText(`Earlier entries shown: ${STEPS + 2 - FIRST}`);
    await expect(show(page)).toHaveCount(0);
    const shown = await entries(page)
      .getByText(/^Deleted the task “Step \d+”$/)
      .allTextContents();
    expect(shown).toEqual(titles.map((_, i) => summaryOf(STEPS - i)));
  });
});

test('audit entries are grouped by day and actor, with old and new values of changed fields', async ({
  page,
  adviser,
}) => {
  const now = londonInstant('2026-11-18', '15:30');
  // First, because Playwright's clock counts from the time of the test at which it is installed.
  await page.clock.install({ time: now });
  // In quiet hours: an email to the client would add an entry.
  const at = (day: number, hour: number) => setNow(londonInstant(`2026-11-${day}`, `0${hour}:05`));
  at(16, 4);
  const client = await clientOf(adviser, { name: 'Mia Wood', email: 'mia@old.example' });
  at(16, 5);
  const task = (await client.addTask({ title: 'Sign', stageId: `${client.id}.2.3` })).body;
  at(17, 6);
  await client.change({ status: 'urgent', email: 'mia@clients.example', description: 'Prefers the phone.' });
  at(17, 7);
  await client.write('Where do I sign?', client.own);
  at(18, 6);
  await client.setTask(task.id, {
    status: 'in_progress',
    dueDate: '2026-11-30',
    responsibility: 'adviser',
    stageId: null,
  });
  at(18, 7);
  await upload(adviser, client.id, pdf(), 'terms.pdf');
  // Waits for the jobs, so that they run in quiet hours.
  expect(await mailsTo('mia@clients.example')).toEqual([]);
  setNow(now);
  await openClient(page, client);
  const days = activity(page).getByRole('heading', { level: 3 });
  await expect(days).toHaveText(['Today', 'Yesterday', 'Mon, 16 Nov 2026']);
  await expect(entries(page)).toHaveText([
    'Ruth AmariUploaded terms.pdf07:05',
    'Set the task “Sign” to in progress. Changed the task “Sign”Status: Outstanding → to In ProgressStage: 2.3 Factfind Completed → to noneFor: Client Action → to Adviser ActionDue: none → to 30 Nov 202606:05',
    'Mia WoodSent a message07:05',
    'Ruth AmariSet the status to urgent. Changed email, notesEmail: mia@old.example → to mia@clients.exampleStatus: On Target → to Urgent06:05',
    'Ruth AmariAssigned the task “Sign”05:05',
    'Viewed the portal link04:05',
    'Added the client04:05',
  ]);
  await expect(entries(page).first().getByRole('time')).toHaveAttribute('title', '18 Nov 2026, 07:05');
});

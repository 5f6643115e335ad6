import type { Page } from '@playwright/test';
import { londonInstant } from '#shared/rules/london.ts';
import { anActivity, expect, openClient, panel, test } from '../screen.ts';

const activity = (page: Page) => panel(page, 'Audit Log');
const entries = (page: Page) => activity(page).getByRole('listitem');
const show = (page: Page) => activity(page).getByRole('button', { name: 'Show Earlier Entries' });

const FIRST = 8;
const PAGE = 20;
const STEPS = 4 * PAGE + 3;

test('a client’s audit log shows 8 entries, and another page on each request', async ({ page, firm, api, client }) => {
  firm.pages.activity = PAGE;
  const steps = Array.from({ length: STEPS }, (_, i) => anActivity({ summary: `Step ${i + 1}.` }));
  firm.activity = [anActivity(), anActivity({ summary: 'Viewed the portal link' }), ...steps];
  await openClient(page, client);
  await expect(entries(page)).toHaveCount(FIRST);
  await expect(entries(page).first()).toContainText(`Step ${STEPS}.`);
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
      .getByText(/^Step \d+\.$/)
      .allTextContents();
    expect(shown).toEqual(Array.from({ length: STEPS }, (_, i) => `Step ${STEPS - i}.`));
  });
});

test('audit entries are grouped by day and actor, with old and new values of changed fields', async ({
  page,
  firm,
  client,
}) => {
  await page.clock.install({ time: londonInstant('2026-11-18', '15:30') });
  const at = (day: number, hour: number) =>
    londonInstant(`2026-11-${day}`, `${hour}:05`.padStart(5, '0')).toISOString();
  const byMia = { actorType: 'client', actorId: client.id, actorName: 'Mia Wood' } as const;
  firm.activity = [
    anActivity({ at: at(16, 9), summary: 'Added the client' }),
    anActivity({
      at: at(17, 10),
      action: 'client-status',
      summary: 'Set the status to urgent. Changed email, notes',
      changes: [
        { field: 'email', was: 'mia@old.example', is: 'mia@clients.example' },
        { field: 'status', was: 'on_target', is: 'urgent' },
      ],
    }),
    anActivity({ at: at(17, 11), action: 'message-sent', summary: 'Sent a message', ...byMia }),
    anActivity({
      at: at(18, 9),
      action: 'task-changed',
      summary: 'Set the task “Sign” to in progress. Changed the task “Sign”',
      changes: [
        { field: 'status', was: 'pending', is: 'in_progress' },
        { field: 'dueDate', was: null, is: '2026-11-30' },
        { field: 'responsibility', was: 'client', is: 'adviser' },
        { field: 'stage', was: '2.3', is: null },
      ],
    }),
    anActivity({ at: at(18, 10), action: 'document-uploaded', summary: 'Uploaded terms.pdf' }),
  ];
  await openClient(page, client);
  const days = activity(page).getByRole('heading', { level: 3 });
  await expect(days).toHaveText(['Today', 'Yesterday', 'Mon, 16 Nov 2026']);
  await expect(entries(page)).toHaveText([
    'Ruth AmariUploaded terms.pdf10:05',
    'Set the task “Sign” to in progress. Changed the task “Sign”Status: Outstanding → to In ProgressDue: none → to 30 Nov 2026For: Client Action → to Adviser ActionStage: 2.3 Factfind Completed → to none09:05',
    'Mia WoodSent a message11:05',
    'Ruth AmariSet the status to urgent. Changed email, notesEmail: mia@old.example → to mia@clients.exampleStatus: On Target → to Urgent10:05',
    'Ruth AmariAdded the client09:05',
  ]);
  await expect(entries(page).first().getByRole('time')).toHaveAttribute('title', '18 Nov 2026, 10:05');
});

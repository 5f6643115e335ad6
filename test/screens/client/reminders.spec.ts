import type { Page } from '@playwright/test';
import type { FullClient } from '#shared/contract/clients.ts';
import type { Reminders } from '#shared/contract/reminders.ts';
import { saveSettings } from '../../support/acts.ts';
import { openClient, panel, refresh } from '../../support/browser/client-page.ts';
import { test } from '../../support/browser/people.ts';
import { expectToast } from '../../support/browser/toast.ts';
import { expect } from '../../support/browser/watched.ts';
import { demoAdmin } from '../../support/builders.ts';
import { inDays } from '../../support/days.ts';

// Failed changes of reminders are tested in screens/dialogs.

const READ = 'GET /api/clients/{id}/reminders';
const BUTTONS = ['Send One Now', 'End Pause', 'Pause Until…', 'Change Reminders'] as const;
const [SEND, END, PAUSE, CHANGE] = BUTTONS;

const about = ['P60', 'Will'].map((title) => ({ kind: 'request' as const, id: title, title, dueDate: null }));
const ON: Reminders = {
  disabled: false,
  state: 'on',
  until: null,
  stoppedAt: null,
  plannedAt: null,
  lastOn: null,
  sent: 4,
  sinceVisit: 4,
  next: '2026-12-08',
  why: 'waiting',
  about,
};
const UNDELIVERED = 'none: mail to this address was not delivered';
const NONE = { next: null } as const;

type Row = [change: Partial<Reminders>, text: string, buttons: readonly string[], client?: Partial<FullClient>];
const STATES: readonly Row[] = [
  [{}, 'next on Tuesday 8 December, about 2 things', [SEND, PAUSE]],
  [{ why: null }, 'next on Tuesday 8 December, about 2 things', [SEND, PAUSE]],
  [{ about: about.slice(1) }, 'next on Tuesday 8 December, about 1 thing', [SEND, PAUSE]],
  [{ lastOn: inDays(0), why: 'recent' }, 'next on Tuesday 8 December, about 2 things', [PAUSE]],
  [{ ...NONE, state: 'off', why: 'off' }, 'off for the firm', [SEND, CHANGE]],
  [{ ...NONE, state: 'off', why: 'off', disabled: true }, 'off for this client', [SEND, CHANGE]],
  [
    { ...NONE, state: 'off', why: 'off', until: '2026-12-18' },
    'off for the firm, paused until 18 December',
    [END, CHANGE],
  ],
  [{ ...NONE, why: 'nothing', about: [] }, 'none: nothing is open', [PAUSE]],
  [{ ...NONE, why: 'completed' }, 'none: the journey is completed', [PAUSE], { completed: true }],
  [{ ...NONE, why: 'suspended' }, 'none: the portal is suspended', [PAUSE], { portalSuspended: true }],
  [{ ...NONE, why: 'undelivered' }, UNDELIVERED, [PAUSE], { mailProblem: 'bounced' }],
  [{ ...NONE, state: 'paused', why: 'paused', until: '2026-12-18' }, 'paused until 18 December', [END, CHANGE]],
  [{ ...NONE, state: 'silent', why: 'silent' }, 'none: 4 were sent and the page was not opened. Phone?', [SEND, PAUSE]],
  [{ ...NONE, why: 'waiting', until: '2027-03-05' }, 'none before 5 March', [SEND, PAUSE]],
  [{ ...NONE, why: 'waiting' }, 'none: no more are planned', [SEND, PAUSE]],
  [{ ...NONE, why: 'visited' }, 'none in the next 60 days', [SEND, PAUSE]],
  [
    { ...NONE, state: 'stopped', why: 'stopped', stoppedAt: '2026-12-03T09:00:00Z' },
    'stopped by the client on 3 December',
    [],
  ],
];

const foot = (page: Page) => panel(page, 'Requests').locator(':scope > :last-child');

test('the foot of the requests says when the next reminder leaves, or why none does', async ({ page, api, client }) => {
  const read = api.holds(READ);
  await page.goto(`/adviser/client/${client.id}`);
  await expect(panel(page, 'Requests')).toContainText('Nothing asked for yet');
  read();
  await expect(foot(page)).toHaveText('Reminders: none: nothing is openPause Until…');
  const full = await client.now();
  for (const [change, text, buttons, facts] of STATES)
    await test.step(`shows “${text}”`, async () => {
      api.answers(READ, () => ({ ...ON, ...change }));
      api.answers('GET /api/clients/{id}', () => ({ ...full, ...facts }));
      await refresh(page);
      await expect(foot(page).getByText('Reminders: ')).toHaveText(`Reminders: ${text}`);
      for (const name of BUTTONS)
        await expect(foot(page).getByRole('button', { name })).toHaveCount(buttons.includes(name) ? 1 : 0);
    });

  await test.step('reports a read that failed, and retries it', async () => {
    api.fails(READ);
    await page.reload();
    await expect(foot(page)).toContainText('The reminders could not be loaded');
    api.recovers();
    await foot(page).getByRole('button', { name: 'Try Again' }).click();
    await expect(foot(page)).toContainText('Reminders: none: nothing is open');
  });
});

test('the adviser of a client with only a task sends a reminder, and reads how many were sent', async ({
  page,
  api,
  client,
}) => {
  await saveSettings(await demoAdmin(), {
    reminders: { requests: true, tasks: true, at: '09:00', tries: 4 },
  });
  await client.addTask({ title: 'Sign the letter', dueDate: inDays(13) });
  await openClient(page, client);

  await test.step('the button leaves once it was pressed, and the panel takes the focus', async () => {
    await expect(foot(page)).toContainText('Reminders: next on Monday 7 December, about 1 thing');
    await foot(page).getByRole('button', { name: SEND }).press('Enter');
    await expectToast(page, 'Reminder Sent', 'It is on its way.');
    await expect(panel(page, 'Requests')).toBeFocused();
    await expect.poll(async () => (await client.now()).reminders).toBe(1);
    await page.reload();
    await expect(foot(page)).toContainText('Reminders: next');
    await expect(foot(page).getByRole('button', { name: SEND })).toHaveCount(0);
    await expect(page.getByRole('main')).toContainText('1 reminder since the last visit');
  });

  await test.step('the header, the cards and the table show reminders and the last visit', async () => {
    const seen = { ...(await client.now()), reminders: 3, lastVisit: `${inDays(-14)}T12:00:00Z` };
    api.answers('GET /api/clients/{id}', () => seen);
    api.answers('GET /api/clients', () => [{ ...seen, waitingFor: ['client'] }]);
    await page.reload();
    const main = page.getByRole('main');
    await expect(main.getByText('3 reminders since the last visit')).toBeVisible();
    await expect(main.getByText('Last visit 14 days ago', { exact: true })).toBeVisible();
    await page.goto('/clients');
    const card = page.getByRole('article', { name: client.name });
    await expect(card.getByTitle('Last visit 14 days ago')).toHaveText('3 reminders since the last visit');
    await page.goto('/clients?view=table');
    await expect(page.getByTitle('3 reminders since the last visit')).toBeVisible();
    await page.getByRole('button', { name: 'Columns' }).click();
    await page.getByRole('menuitemcheckbox', { name: 'Last visit' }).click();
    await expect(page.getByRole('cell', { name: '14 days ago' })).toBeVisible();
  });
});

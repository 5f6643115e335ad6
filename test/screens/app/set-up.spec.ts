import type { Page } from '@playwright/test';
import type { ListedAdviser } from '#shared/contract/advisers.ts';
import { UNNAMED_FIRM } from '#shared/rules/firm.ts';
import { recommendedIn } from '#shared/settings.ts';
import { clientOf, saveSettings } from '../../support/acts.ts';
import { expectAccessible } from '../../support/browser/axe.ts';
import { enterOn } from '../../support/browser/keyboard.ts';
import { enter, test } from '../../support/browser/people.ts';
import { shoot } from '../../support/browser/shoot.ts';
import { expect } from '../../support/browser/watched.ts';
import { demoAdmin, newAdmin, newAdviser, type Person } from '../../support/builders.ts';
import { appFor } from '../../support/people/factors.ts';

const RECOMMENDATION = 'Your account has no second factor yet.';
const card = (page: Page) => page.getByRole('region', { name: 'Finish Setting Up' });
const rows = (page: Page) => card(page).getByRole('listitem');
const open = async (page: Page) => {
  await page.goto('/dashboard');
  await page.getByRole('link', { name: 'All Clients' }).waitFor();
};

interface Step {
  label: string;
  leadsTo: string;
  /** Text of the page, or of the dialog that it opens. */
  shows: string;
  /** Does everything but the last part of the step. */
  almost?: (admin: Person) => Promise<unknown>;
  finish: (admin: Person) => Promise<unknown>;
}

const STEPS: readonly Step[] = [
  {
    label: 'Add your firm’s name, phone and hours',
    leadsTo: '/admin/settings#firm',
    shows: 'Shown to clients in emails and on their portal.',
    almost: (admin) =>
      saveSettings(admin, { firm: { name: UNNAMED_FIRM, phone: '020 7946 0182', hours: 'Weekdays 9 to 5' } }),
    finish: (admin) => saveSettings(admin, { firm: { name: 'Amari & Lund' } }),
  },
  {
    label: 'Add your legal lines',
    leadsTo: '/admin/settings#legal',
    shows: 'What the law wants clients to be told.',
    almost: (admin) =>
      saveSettings(admin, { legal: { statusLine: 'Authorised', privacyUrl: 'https://amari.example/privacy' } }),
    finish: (admin) => saveSettings(admin, { legal: { complaints: 'https://amari.example/complaints' } }),
  },
  {
    label: 'Set up your second factor',
    leadsTo: '/account#second-factor',
    shows: 'Add a Passkey',
    finish: ({ id }) => appFor(id),
  },
  {
    label: 'Review the recommendations',
    leadsTo: '/admin/settings#recommendations',
    shows: 'Apply 7 Settings',
    almost: (admin) => saveSettings(admin, { staff: recommendedIn('staff') }),
    finish: (admin) => saveSettings(admin, { portal: recommendedIn('portal') }),
  },
  {
    label: 'Invite a colleague',
    leadsTo: '/admin#invite',
    shows: 'Send Invitation',
    finish: () => newAdviser('Ruth Amari'),
  },
  {
    label: 'Add your first client',
    leadsTo: '/dashboard',
    shows: 'Create Client',
    finish: async (admin) => clientOf(await newAdviser(), { name: `Client of ${admin.name}` }),
  },
];

test.beforeEach(async ({ api }) => {
  const accounts = async () => (await (await demoAdmin()).call('GET /api/advisers')).body as ListedAdviser[];
  const others = (await accounts()).map(({ id }) => id);
  // A new firm has one account, while each test also has the demo firm’s.
  api.answers('GET /api/advisers', async () => (await accounts()).filter(({ id }) => !others.includes(id)));
});

test('an admin’s set-up steps lead to where each is done, and are ticked by facts', async ({ page, admin }) => {
  test.slow();
  await open(page);
  await expect(rows(page)).toHaveText(STEPS.map(({ label }) => label));
  await expectAccessible(page);

  for (const { label, leadsTo, shows } of STEPS)
    await test.step(`leads by keyboard to: ${label}`, async () => {
      const role = leadsTo === '/dashboard' ? 'button' : 'link';
      await enterOn(page, card(page).getByRole(role, { name: label }));
      await expect(page).toHaveURL(leadsTo);
      await expect(page.getByText(shows).first()).toBeVisible();
      await open(page);
    });

  await test.step('closing a dialog that a step opened leaves its page, also after a reload', async () => {
    await page.goto('/admin#invite');
    await page.getByRole('dialog', { name: 'Invite a Colleague' }).getByRole('button', { name: 'Cancel' }).click();
    await expect(page).toHaveURL('/admin');
    await page.reload();
    await expect(page.getByRole('button', { name: 'Invite a Colleague' })).toBeVisible();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await open(page);
  });

  for (const [i, { label, almost, finish }] of STEPS.entries())
    await test.step(`ticks only when done: ${label}`, async () => {
      const done = (upTo: number) => STEPS.map((step, at) => `${step.label}${at < upTo ? 'Done' : ''}`);
      if (almost) {
        await almost(admin);
        await open(page);
        await expect(rows(page)).toHaveText(done(i));
      }
      await finish(admin);
      await open(page);
      if (i + 1 < STEPS.length) await expect(rows(page)).toHaveText(done(i + 1));
      else await expect(card(page)).toHaveCount(0);
      if (i > 0) return;
      await expectAccessible(page);
      await shoot(page, 'set-up');
    });
});

test('set-up steps come after the page, for admins until dismissed', async ({ page, context, api, admin: _ }) => {
  const today = page.getByRole('region', { name: 'Today' });
  const top = async () => (await today.boundingBox())?.y;

  await test.step('keeps the page in place when the steps arrive', async () => {
    const release = api.holds('GET /api/advisers');
    await open(page);
    await expect(today).toContainText('Nothing is waiting for you today.');
    await expect(card(page).getByRole('status', { name: 'Loading the steps...' })).toBeVisible();
    const before = await top();
    release();
    await expect(rows(page)).toHaveCount(STEPS.length);
    expect(await top()).toBe(before);
    // The card has a step for the second factor.
    await expect(page.getByText(RECOMMENDATION)).toHaveCount(0);
  });

  await test.step('shows the steps without ticks if a read fails', async () => {
    api.fails('GET /api/advisers');
    api.fails('GET /api/account');
    await open(page);
    await expect(rows(page)).toHaveText(STEPS.map(({ label }) => label));
    api.recovers();
  });

  await test.step('moves the focus on when dismissed, and then reads nothing for the card', async () => {
    await enterOn(page, card(page).getByRole('button', { name: 'Dismiss these steps' }));
    await expect(card(page)).toHaveCount(0);
    await expect(today).toBeFocused();
    await expect(page.getByText(RECOMMENDATION)).toBeVisible();
    const reads = api.countsFromNow('GET /api/advisers');
    await page.goto('/dashboard', { waitUntil: 'networkidle' });
    await expect(card(page)).toHaveCount(0);
    expect(reads()).toBe(0);
  });

  await test.step('is dismissed for one account, and never shown to advisers', async () => {
    await enter(context, await newAdmin());
    await open(page);
    await expect(card(page)).toBeVisible();
    await enter(context, await newAdviser());
    await open(page);
    await expect(card(page)).toHaveCount(0);
  });
});

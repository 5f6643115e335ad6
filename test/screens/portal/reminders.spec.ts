import type { Page } from '@playwright/test';
import { openPortal, saveSettings } from '../../support/acts.ts';
import { Caller } from '../../support/api.ts';
import { expectFocusShown } from '../../support/browser/keyboard.ts';
import { test } from '../../support/browser/people.ts';
import { dismissToast, expectToast } from '../../support/browser/toast.ts';
import { expect } from '../../support/browser/watched.ts';
import { newAdmin } from '../../support/builders.ts';
import { START, setNow } from '../../support/clock.ts';

const [READ, PAUSE, STOP] = [
  'GET /api/reminders/{key}',
  'POST /api/reminders/{key}/pause',
  'POST /api/reminders/{key}/stop',
] as const;
const ON =
  'While something that we asked you for is still open, we send you a short reminder now and then: never two within two days, and we stop after a few.';
const PAUSED = 'Paused until 9 December 2026.';
const STOPPED =
  'Stopped. You still get new requests, answers to your messages, and codes. Your adviser can see that you stopped them.';
const OFF = 'Reminder emails are switched off.';
const FAILURE = 'Failed to change reminder emails';

test.use({ viewport: { width: 390, height: 844 } });

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const status = (page: Page) => page.getByRole('main').getByRole('status');
const keyOf = async (token: string) => (await openPortal(token)).body.reminders.key as string;

async function expectState(page: Page, text: string, buttons: readonly string[]) {
  await expect(status(page)).toHaveText(text);
  const shown = page.getByRole('main').getByRole('button');
  await expect(shown).toHaveText([...buttons]);
  for (const one of await page.getByRole('button').all())
    expect((await one.boundingBox())?.height).toBeGreaterThanOrEqual(44);
}

test('a client pauses, stops and starts reminder emails by the link in one', async ({ page, context, api, client }) => {
  await context.clearCookies();
  const key = await keyOf(client.token);
  const press = async (name: string, text: string, buttons: readonly string[]) => {
    await button(page, name).press('Enter');
    await expectState(page, text, buttons);
    await expect(status(page)).toBeFocused();
  };

  await test.step('changes nothing when it opens, also from a link with punctuation', async () => {
    await page.goto(`/reminders/${key}”.`);
    await expect(page.getByRole('heading', { level: 1, name: 'Reminder emails' })).toBeVisible();
    await expect(page).toHaveTitle(/^Reminder emails · /);
    await expectState(page, ON, ['Pause for Two Weeks', 'Stop Reminder Emails']);
    expect(await client.actions()).not.toContainEqual(expect.stringMatching('reminders'));
  });

  await test.step('sends a press once, and disables the other button meanwhile', async () => {
    const answered = api.holds(PAUSE);
    await button(page, 'Pause for Two Weeks').press('Enter');
    await expectFocusShown(button(page, 'Pausing...'));
    await page.keyboard.press('Enter');
    await expect(button(page, 'Stop Reminder Emails')).toBeDisabled();
    answered();
    await expectState(page, PAUSED, ['Start Again', 'Stop Reminder Emails']);
    await expect(status(page)).toBeFocused();
    expect(api.sent(PAUSE)).toEqual([expect.objectContaining({ params: { key }, body: undefined })]);
  });

  await press('Start Again', ON, ['Pause for Two Weeks', 'Stop Reminder Emails']);
  await press('Stop Reminder Emails', STOPPED, ['Start Again']);

  await test.step('keeps the page after a failure, and says what to do', async () => {
    api.fails('POST /api/reminders/{key}/resume', 500, '');
    await button(page, 'Start Again').press('Enter');
    await expectToast(page, 'Error', FAILURE);
    await expectToast(page, 'Error', 'Something went wrong on our side. Please try again.');
    await dismissToast(page);
    await expectState(page, STOPPED, ['Start Again']);
    api.recovers();
  });

  await test.step('stops emails that the firm has switched off, so that they stay off', async () => {
    await button(page, 'Start Again').click();
    await expectState(page, ON, ['Pause for Two Weeks', 'Stop Reminder Emails']);
    await saveSettings(await newAdmin(), { reminders: { requests: false, tasks: false } });
    await page.reload();
    await expectState(page, OFF, ['Stop Reminder Emails']);
    await press('Stop Reminder Emails', STOPPED, ['Start Again']);
  });
});

test('a link of more than 60 days stops reminder emails, and says how they start again', async ({ page, client }) => {
  const key = await keyOf(client.token);
  setNow(START + 61 * 24 * 60 * 60_000);
  await page.goto(`/reminders/${key}`);
  await expectState(page, ON, ['Stop Reminder Emails']);
  await button(page, 'Stop Reminder Emails').click();
  await expectState(page, `${STOPPED} To start them again, please use the link in a newer email.`, []);
  setNow(START);
});

test('a reminder link that does not work says what to do', async ({ page, api, client, watch }) => {
  watch.expected.push(/^404 GET .*\/api\/reminders\//, /status of 404/);
  await saveSettings(await newAdmin(), { firm: { phone: '020 7946 0123' } });
  const key = await keyOf(client.token);
  const expectUnknown = async () => {
    await expect(page.getByRole('heading', { name: 'This link no longer works' })).toBeVisible();
    await expect(page.getByText('Please use the link in a newer email, or phone us.')).toBeVisible();
    await expect(page.getByRole('link', { name: /^Phone .*020 7946 0123/ })).toHaveAttribute('href', 'tel:02079460123');
    await expect(page.getByRole('main').getByRole('button')).toHaveCount(0);
  };

  await test.step('an unknown key', async () => {
    await page.goto(`/reminders/${key.slice(0, -1)}${key.endsWith('A') ? 'B' : 'A'}`);
    await expectUnknown();
  });

  await test.step('a state that cannot be read, before and after a press', async () => {
    api.fails(READ);
    await page.goto(`/reminders/${key}`);
    await expect(page.getByRole('alert')).toContainText('This page could not be loadedOut of order');
    api.recovers();
    await button(page, 'Try Again').click();
    await expect(status(page)).toHaveText(ON);
    api.fails(READ);
    await button(page, 'Stop Reminder Emails').click();
    await expect(page.getByRole('alert')).toContainText('This page could not be loaded');
    api.recovers();
    await button(page, 'Try Again').click();
    await expect(status(page)).toHaveText(STOPPED);
  });

  await test.step('a client who is deleted meanwhile', async () => {
    watch.expected.push(/^404 POST .*\/api\/reminders\//);
    await client.remove();
    await button(page, 'Start Again').click();
    await expectUnknown();
  });
});

test('the foot of the portal shows reminder emails, and links to their page', async ({ page, api, client }) => {
  const foot = page.getByText(/^Reminder emails: /);
  const change = page.getByRole('link', { name: 'Change reminder emails' });
  const toFoot = async () => {
    await page.getByRole('heading', { name: 'Secure & Private' }).waitFor();
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
  };
  const open = async (address = `/portal/${client.token}`) => {
    await page.goto(address);
    await toFoot();
  };

  await test.step('leads to the page and shows its change after Back', async () => {
    await open();
    await expect(foot).toHaveText('Reminder emails: on.');
    await expect(page.locator('#devices')).toHaveText('Reminder emails: on.Change');
    await change.click();
    await expect(status(page)).toHaveText(ON);
    await button(page, 'Pause for Two Weeks').click();
    await expect(status(page)).toHaveText(PAUSED);
    await button(page, 'Back to Your Page').click();
    await toFoot();
    await expect(foot).toHaveText('Reminder emails: paused until 9 December 2026.');
  });

  await test.step('shows staff the state without the link', async () => {
    await new Caller().call(STOP, { params: { key: await keyOf(client.token) } });
    await open(`/portal/${client.id}?preview`);
    await expect(foot).toHaveText('Reminder emails: stopped.');
    await expect(change).toHaveCount(0);
  });

  await test.step('shows nothing where they are off', async () => {
    const portal = (await openPortal(client.token)).body;
    api.answers('GET /api/portal/{token}', () => ({ ...portal, reminders: { state: 'off', until: null, key: null } }));
    await open();
    await expect.poll(() => api.sent('GET /api/portal/devices').length).toBeGreaterThan(1);
    await expect(foot).toHaveCount(0);
  });
});

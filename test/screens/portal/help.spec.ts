import type { Page } from '@playwright/test';
import { saveSettings } from '../../support/acts.ts';
import { enterOn, expectFocusShown, tabTo } from '../../support/browser/keyboard.ts';
import { test } from '../../support/browser/people.ts';
import { dismissToast, expectToast } from '../../support/browser/toast.ts';
import { expect } from '../../support/browser/watched.ts';
import { newAdmin } from '../../support/builders.ts';
import { inDays } from '../../support/days.ts';
import { ask } from '../../support/requests.ts';

const CALL = 'POST /api/clients/{id}/stuck';
const HELP = 'I Need Help';

test.use({ viewport: { width: 390, height: 844 } });

const next = (page: Page) => page.getByRole('region', { name: 'Your next step' });
const tasks = (page: Page) => page.getByRole('region', { name: 'Your Tasks' });
const field = (page: Page) => page.getByRole('textbox', { name: 'What is unclear? (optional)' });
const send = (page: Page) => page.getByRole('button', { name: 'Ask Ruth Amari for Help' });
const told = 'Ruth Amari has been told that you need help';

test('a client asks for help with a task and a question, by keyboard', async ({ page, api, client }) => {
  const { body: task } = await client.addTask({ title: 'Send your passport' });
  const { body: done } = await client.addTask({ title: 'Done long ago' });
  await client.setTask(done.id, { status: 'completed' });
  await page.goto(`/portal/${client.token}`);
  const help = tasks(page).getByRole('button', { name: HELP });
  await expect(help).toHaveCount(1);
  await expect(help).toHaveAccessibleDescription('Send your passport');

  await test.step('Escape closes the field and keeps what was typed', async () => {
    await enterOn(page, help);
    await expectFocusShown(field(page));
    await expect(help).toHaveAttribute('aria-expanded', 'true');
    await page.keyboard.type('Which page?');
    await page.keyboard.press('Escape');
    await expect(field(page)).toHaveCount(0);
    await expectFocusShown(help);
    await page.keyboard.press('Enter');
    await expect(field(page)).toHaveValue('Which page?');
  });

  await test.step('keeps what was typed after a refusal, and says when to try again', async () => {
    const words = 'You can send 60 messages an hour. Please try again in 12 minutes.';
    api.fails(CALL, 429, words);
    await enterOn(page, send(page));
    await expectToast(page, 'Error', words);
    await expect(field(page)).toHaveValue('Which page?');
    api.cuts(CALL);
    await dismissToast(page);
    await enterOn(page, send(page));
    await expectToast(page, 'Error', 'Failed to ask for help');
    await expect(field(page)).toHaveValue('Which page?');
    api.recovers();
  });

  await test.step('notifies the adviser once if Enter is pressed twice', async () => {
    await dismissToast(page);
    const sent = api.countsFromNow(CALL);
    const answered = api.holds(CALL);
    await tabTo(page, send(page));
    await page.keyboard.press('Enter');
    await expect(page.getByRole('button', { name: 'Asking...' })).toHaveAttribute('aria-busy', 'true');
    await page.keyboard.press('Enter');
    answered();
    await expectToast(page, 'Your Adviser Knows', 'The answer will be in your messages.');
    expect(sent()).toBe(1);
    expect(api.sent(CALL).at(-1)?.body).toEqual({ ref: task.id, text: 'Which page?' });
    await expect(field(page)).toHaveCount(0);
    await expectFocusShown(tasks(page).locator('summary', { hasText: 'Send your passport' }));
    await expect(page.getByText(told)).toHaveCount(1);
    await expect(page.getByRole('region', { name: 'Messages' })).toContainText(
      'I need help with “Send your passport”: Which page?',
    );
  });
});

test('a client asks for help on the next step, and again once answered', async ({ page, api, client }) => {
  await page.clock.install();
  const { body: task } = await client.addTask({ dueDate: inDays(1) });
  await client.addTask({ title: 'Sign the letter' });
  await page.setViewportSize({ width: 390, height: 600 });
  await page.goto(`/portal/${client.token}`);
  const help = next(page).getByRole('button', { name: HELP });
  const nav = page.getByRole('navigation', { name: 'On this page' });
  const top = (await nav.boundingBox())?.y ?? 0;
  // Leaves room only for the field below it.
  await help.evaluate((at, to) => window.scrollBy(0, at.getBoundingClientRect().bottom - to), top - 160);
  await help.click();
  await expect(field(page)).toBeFocused();
  const button = await send(page).boundingBox();
  expect((button?.y ?? 0) + (button?.height ?? 0), 'clear of the bar').toBeLessThanOrEqual(top);
  await send(page).click();
  await expectToast(page, 'Your Adviser Knows');
  expect(api.sent(CALL)).toMatchObject([{ body: { ref: task.id, text: null } }]);
  await expect(next(page)).toContainText(told);
  await expect(next(page).getByRole('time')).toHaveText(/^\d\d:\d\d$/);
  await expect(tasks(page).getByRole('button', { name: HELP })).toHaveCount(0);
  await expect(next(page).getByRole('button', { name: HELP })).toHaveCount(0);
  await expect(page.getByRole('heading', { name: 'Your next step' })).toBeFocused();

  await client.write('The first one');
  await page.clock.fastForward(30_000);
  await expect(page.getByText(told)).toHaveCount(0);
  await expect(next(page).getByRole('button', { name: HELP })).toBeVisible();
});

test('a call for help stays with its task, and ends with it', async ({ page, client }) => {
  await page.clock.install();
  const { body: passport } = await client.addTask({ title: 'Send your passport', dueDate: inDays(1) });
  await client.setTask(passport.id, { addNote: 'Here' }, client.own);
  await client.addTask({ title: 'Sign the letter', dueDate: inDays(5) });
  await client.by('POST /api/clients/{id}/stuck', { body: { ref: passport.id, text: null } }, client.own);
  await page.goto(`/portal/${client.token}`);
  await expect(next(page)).toContainText(told);
  const letter = tasks(page).locator('summary', { hasText: 'Sign the letter' });
  await letter.click();
  await expect(tasks(page).getByRole('button', { name: HELP })).toHaveAccessibleDescription('Sign the letter');

  await tasks(page).locator('summary', { hasText: 'Send your passport' }).click();
  await tasks(page).getByRole('button', { name: 'Mark Complete' }).click();
  await expect(next(page)).toContainText('Sign the letter');
  await expect(page.getByText(told)).toHaveCount(0);
  await expect(next(page).getByRole('button', { name: HELP })).toBeVisible();
  await page.clock.fastForward(10_000);
  await expect.poll(async () => (await client.now()).stuckSince).toBeNull();
});

test('help with a requested document names it, and ends when the document is handed in', async ({ page, client }) => {
  const request = await ask(client, 'Passport');
  await page.goto(`/portal/${client.token}`);
  await next(page).getByRole('button', { name: 'I Need Help with This' }).click();
  await field(page).fill('Which page?');
  await send(page).click();
  await expect(next(page)).toContainText(told);
  await expect(page.getByRole('region', { name: 'Messages' })).toContainText(
    'I need help with “Passport”: Which page?',
  );
  const row = page.getByRole('region', { name: 'What We Need from You' });
  await expect(row.getByRole('button', { name: HELP })).toHaveCount(0);
  await client.own.call('POST /api/requests/{id}/cannot', { params: { id: request.id }, body: { reason: 'Lost' } });
  await page.reload();
  await expect(page.getByText(told)).toHaveCount(0);
  expect((await client.now()).stuckSince).toBeNull();
});

test('a typed question stays with its task when another task comes first', async ({ page, api, client }) => {
  await page.clock.install();
  const { body: task } = await client.addTask({ title: 'Send your passport', dueDate: inDays(5) });
  await page.goto(`/portal/${client.token}`);
  await next(page).getByRole('button', { name: HELP }).click();
  await field(page).fill('Which page?');
  await client.addTask({ title: 'Sign the letter', dueDate: inDays(1) });
  await client.by('POST /api/clients/{id}/stuck', { body: { ref: null, text: null } }, client.own);
  await page.clock.fastForward(30_000);
  await expect(next(page)).toContainText('Sign the letter');
  const still = page.getByRole('textbox', { name: 'What is unclear about “Send your passport”? (optional)' });
  await expect(still).toHaveValue('Which page?');
  await expect(still).toBeFocused();
  await send(page).click();
  await expect(next(page).getByRole('button', { name: HELP })).toBeVisible();
  await expect(tasks(page)).toContainText(told);
  await tasks(page).locator('summary', { hasText: 'Send your passport' }).click();
  await expect(tasks(page)).toContainText('You asked for help');
  expect(api.sent(CALL)).toMatchObject([{ body: { ref: task.id, text: 'Which page?' } }]);
});

test('a client asks for help without a task, and sees when a task is gone', async ({ page, api, client, watch }) => {
  const { body: task } = await client.addTask({ title: 'Send your passport' });
  await page.goto(`/portal/${client.token}`);

  await test.step('reports a deleted task, and removes it', async () => {
    await tasks(page).getByRole('button', { name: HELP }).click();
    await field(page).fill('Which page?');
    await client.by('DELETE /api/tasks/{id}', { params: { id: task.id } });
    watch.expected.push(/^400 POST .*\/stuck$/, /status of 400/);
    await send(page).click();
    await expectToast(page, 'Error', 'Failed to ask for help');
    await expect(page.getByText('Ruth Amari has taken this off your list.')).toBeVisible();
    await expect(tasks(page)).toHaveCount(0);
  });

  await test.step('sends a question without a task', async () => {
    const sent = api.countsFromNow(CALL);
    await next(page).getByRole('button', { name: HELP }).click();
    await field(page).fill('  What happens now?  ');
    await field(page).press('Control+Enter');
    await expect(next(page)).toContainText(told);
    expect(sent()).toBe(1);
    expect(api.sent(CALL).at(-1)?.body).toEqual({ ref: null, text: 'What happens now?' });
  });
});

test('the portal shows the firm’s name, phone and hours from its settings', async ({ page, client }) => {
  const adviser = page.getByRole('main');
  const admin = await newAdmin();
  await saveSettings(admin, { firm: { phone: 'By appointment' } });
  await page.goto(`/portal/${client.token}`);
  await expect(adviser).toContainText('Ruth Amari');
  await expect(adviser).toContainText('By appointment');
  await expect(page.getByRole('link', { name: /By appointment/ })).toHaveCount(0);

  const hours = 'Monday to Friday, 9 to 5.30, and on the first Saturday of every month by appointment';
  await saveSettings(admin, { firm: { name: 'Quayside Advice', phone: '+44 (0)20 7946 0123', hours } });
  await page.reload();
  const number = adviser.getByRole('link', { name: 'Phone Quayside Advice: +44 (0)20 7946 0123' });
  await expect(number).toHaveAttribute('href', 'tel:+442079460123');
  await expect(number).toHaveText('+44 (0)20 7946 0123');
  await expect(adviser).toContainText(hours);
  await expect(page).toHaveTitle("Mia Wood's Journey · Quayside Advice");
  await expect(page.getByRole('banner')).toContainText('Quayside Advice');
});

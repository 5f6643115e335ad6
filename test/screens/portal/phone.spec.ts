import type { Page } from '@playwright/test';
import { saveSettings } from '../../support/acts.ts';
import { setWidth } from '../../support/browser/fit.ts';
import { enterOn, expectFocusShown, tabTo } from '../../support/browser/keyboard.ts';
import { test } from '../../support/browser/people.ts';
import { expectToast } from '../../support/browser/toast.ts';
import { expect } from '../../support/browser/watched.ts';
import { newAdmin, upload } from '../../support/builders.ts';
import { inDays } from '../../support/days.ts';

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

test.beforeEach(async ({ page, adviser, client }) => {
  await saveSettings(await newAdmin(), { firm: { phone: '020 7946 0123', hours: 'Monday to Friday, 9 to 5.30' } });
  await client.setStage('1', { status: 'completed' });
  await client.setStage('2', { status: 'in_progress' });
  await client.addTask({
    title: 'Send three payslips',
    description: 'The last three',
    stageId: `${client.id}.2`,
    dueDate: inDays(2),
  });
  const { body: noted } = await client.addTask({ title: 'Sign the letter' });
  await client.setTask(noted.id, { addNote: 'Page 2' }, client.own);
  const { body: done } = await client.addTask({ title: 'Done long ago' });
  await client.setTask(done.id, { status: 'completed' });
  for (let i = 0; i < 7; i++) await upload(adviser, client.id, 'Our terms', `Terms ${i}.txt`);
  await client.write('Hello', client.own);
  await client.write('Good morning');
  await page.goto(`/portal/${client.token}`);
  await expect(page.getByRole('button', { name: 'Upload Document', exact: true })).toBeVisible();
});

const bar = (page: Page) => page.getByRole('navigation', { name: 'On this page' });
const region = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const title = (page: Page, name: string) => page.getByRole('heading', { name, exact: true });

async function unfold(page: Page) {
  await region(page, 'Your Tasks').getByRole('button', { name: 'I Need Help with This' }).click();
  await page.getByRole('button', { name: 'Mark Complete' }).click();
  await page.getByRole('button', { name: /^Information Gathering/ }).click();
  await page.getByText('1 done').click();
  await expect(page.getByLabel('Add Notes:').first()).toBeVisible();
}

/** Lists targets under 44 px, controls and sentences under 16 px, and any text under 14 px. */
const tooSmall = (page: Page) =>
  page.evaluate(() => {
    const CONTROL = 'a, button, input, select, textarea, summary';
    const shown = (element: Element) =>
      element.checkVisibility({ visibilityProperty: true }) && element.getBoundingClientRect().width > 1;
    const named = (element: Element, what: string) => `${what}: ${element.outerHTML.slice(0, 100)}`;
    const targets = [...document.body.querySelectorAll(CONTROL)].filter(shown).flatMap((element) => {
      const { width, height } = element.getBoundingClientRect();
      return Math.min(width, height) < 43.9 ? [named(element, `${width} by ${height} px`)] : [];
    });
    const texts: string[] = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const element = walker.currentNode.parentElement;
      if (!element || !walker.currentNode.nodeValue?.trim() || !shown(element)) continue;
      const size = Number.parseFloat(getComputedStyle(element).fontSize);
      // Secondary text: the header, the bar, and the author and time of messages.
      const isBeside = element.closest('header, nav, [role=log]') !== null;
      const least = !isBeside && element.matches('a, button, textarea, label, p, h2, h3') ? 16 : 14;
      if (size < least) texts.push(named(element, `text of ${size} px`));
    }
    return [...targets, ...texts];
  });

test('the portal on a phone shows the next step first, and no small text or targets', async ({ page }) => {
  await test.step('shows the firm, the adviser and the phone number first', async () => {
    await expect(page.getByRole('banner')).toContainText('Harbour Financial Planning');
    await expect(page.getByRole('main').getByRole('link').first()).toHaveAttribute('href', 'tel:02079460123');
    await expect(page.getByText('Your adviser: Ruth Amari')).toBeInViewport();
    await expect(page.getByText('Monday to Friday, 9 to 5.30').first()).toBeInViewport();
    await expect(page.getByRole('heading', { level: 2 })).toHaveText([
      'Your next step',
      'Your Tasks',
      'Your Investment Journey',
      'Your Documents',
      'Messages',
      'Secure & Private',
    ]);
  });

  await test.step('leads to each section from a bar at the foot, with counts of what is new', async () => {
    await expect(bar(page).getByRole('link')).toHaveText([
      'To do, 2 open',
      'Journey',
      'Documents',
      'Messages, 1 new message',
    ]);
    const before = await page.evaluate(() => window.history.length);
    for (const [link, heading] of [
      ['Documents', 'Your Documents'],
      ['Journey', 'Your Investment Journey'],
      ['To do', 'Your Tasks'],
    ] as const) {
      await enterOn(page, bar(page).getByRole('link', { name: link }));
      await expectFocusShown(title(page, heading));
      await expect(title(page, heading)).toBeInViewport();
    }
    expect(await page.evaluate(() => window.history.length)).toBe(before);
  });

  await test.step('keeps the focus and the end of the page clear of the bar', async () => {
    const top = (await bar(page).boundingBox())?.y ?? 0;
    for (let stops = 0; stops < 12; stops++) {
      await page.keyboard.press('Tab');
      const bottom = await page.evaluate(() => document.activeElement?.getBoundingClientRect().bottom ?? 0);
      expect(bottom).toBeLessThanOrEqual(top + 1);
    }
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
    const note = await region(page, 'Secure & Private').boundingBox();
    expect((note?.y ?? 0) + (note?.height ?? 0)).toBeLessThan((await bar(page).boundingBox())?.y ?? 0);
  });

  await test.step('shows three documents, and all on request', async () => {
    const documents = region(page, 'Your Documents');
    await expect(documents.getByRole('listitem')).toHaveCount(3);
    await documents.getByRole('button', { name: 'Show All 7 Documents' }).tap();
    await expect(documents.getByRole('listitem')).toHaveCount(7);
  });

  await test.step('explains each stage, and whose turn it is', async () => {
    const journey = region(page, 'Your Investment Journey');
    const research = journey.getByRole('button', { name: /^Research/ });
    await expect(journey.getByRole('button', { name: /^Information Gathering/ })).toContainText('Your turn');
    await expect(research).toContainText('Not started');
    await research.tap();
    await expect(journey.getByText(/^We look at what you have/)).toBeVisible();
    await expect(journey.getByText('Cashflow ModelA forecast of how long your money will last.')).toBeVisible();
    await research.tap();
  });

  await test.step('has no small text or target, folded or unfolded', async () => {
    expect(await tooSmall(page)).toEqual([]);
    await unfold(page);
    expect(await tooSmall(page)).toEqual([]);
    await setWidth(page, 1280, 800);
    await expect(bar(page)).toBeHidden();
  });
});

test('the portal’s messages fill the screen of a phone, and Back closes them', async ({ page, api, client }) => {
  const before = page.url();
  await bar(page).getByRole('link', { name: 'Messages' }).tap();
  await expect(title(page, 'Messages')).toBeFocused();
  await expect(bar(page)).toBeHidden();
  await expect(title(page, 'Your Tasks')).toBeHidden();
  expect(await region(page, 'Messages').boundingBox()).toMatchObject({ x: 0, y: 0, width: 390, height: 844 });
  await expect(page.getByText('Good morning')).toBeInViewport();
  await expect
    .poll(() => client.read('GET /api/clients/{id}/messages'))
    .toMatchObject([{ content: 'Hello' }, { content: 'Good morning', read: true }]);
  expect(await tooSmall(page)).toEqual([]);

  await test.step('shows a message immediately, before it is sent', async () => {
    const taken = api.holds('POST /api/clients/{id}/messages');
    const field = page.getByRole('textbox', { name: 'Message' });
    await field.fill('Here they are');
    await page.getByRole('button', { name: 'Send' }).tap();
    const bubble = page.getByRole('log').getByRole('listitem').last();
    await expect(bubble).toHaveText('You · Sending...Here they are');
    await expect(field).toHaveValue('');
    taken();
    await expectToast(page, 'Message Sent');
    await expect(bubble).toHaveText(/^You\s· just nowHere they are/);
    await expect(page.getByRole('log').getByText('Here they are')).toHaveCount(1);
    const [toast, composer] = await Promise.all([
      page.getByRole('status').filter({ hasText: 'Message Sent' }).boundingBox(),
      field.boundingBox(),
    ]);
    expect((toast?.y ?? 0) + (toast?.height ?? 0)).toBeLessThanOrEqual(composer?.y ?? 0);
  });

  await test.step('Back returns to the same place, and keeps what was typed', async () => {
    await page.getByRole('textbox', { name: 'Message' }).fill('Half a mess');
    await page.goBack();
    await expect(page).toHaveURL(before);
    await expect(bar(page).getByRole('link', { name: 'Messages' })).toBeFocused();
    await page.getByRole('link', { name: 'Open Messages' }).tap();
    await expect(page.getByRole('textbox', { name: 'Message' })).toHaveValue('Half a mess');
    await page.getByRole('button', { name: 'Back to your page' }).tap();
    await expect(page).toHaveURL(before);
    await expect(title(page, 'Your Tasks')).toBeVisible();
  });

  await test.step('opens the messages from their address, and the way back leads to the page', async () => {
    await page.goto(`${before}#messages`);
    await page.reload();
    await expect(page.getByRole('log').getByText('Good morning')).toBeInViewport();
    await tabTo(page, page.getByRole('button', { name: 'Back to your page' }), 'Shift+Tab');
    await page.keyboard.press('Enter');
    await expect(title(page, 'Your Tasks')).toBeVisible();
    await expect(page).toHaveURL(/[^#]$/);
  });
});

test('late fonts and data move nothing in view in the portal', async ({ page }) => {
  await page.addInitScript(() => {
    Reflect.set(window, 'shifts', 0);
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        Reflect.set(window, 'shifts', Reflect.get(window, 'shifts') + Reflect.get(entry, 'value'));
    }).observe({ type: 'layout-shift', buffered: true });
  });
  // Fonts load last, as on a slow connection.
  const { promise: isDrawn, resolve: sendFonts } = Promise.withResolvers<void>();
  await page.route('**/*.woff2', (route) => isDrawn.then(() => route.continue()));
  await page.reload({ waitUntil: 'domcontentloaded' });
  await expect(page.getByRole('button', { name: 'Upload Document', exact: true })).toBeVisible();
  await expect(page.getByText('Good morning')).toBeAttached();
  const number = page.getByRole('link', { name: /^Phone / }).first();
  const before = await number.boundingBox();
  sendFonts();
  await page.evaluate(() => document.fonts.ready);
  expect((await number.boundingBox())?.y).toBe(before?.y);
  expect(await page.evaluate(() => Reflect.get(window, 'shifts'))).toBeLessThan(0.001);
});

test('the return key makes a new line, and the message field stays wide with large text', async ({ page, api }) => {
  await bar(page).getByRole('link', { name: 'Messages' }).click();
  const field = page.getByRole('textbox', { name: 'Message', exact: true });
  const send = page.getByRole('button', { name: 'Send', exact: true });
  await field.pressSequentially('Good morning,');
  await field.press('Enter');
  await field.pressSequentially('it is here');
  await expect(field).toHaveValue('Good morning,\nit is here');
  await expect(field).not.toHaveAttribute('enterkeyhint', 'send');

  for (const width of [320, 390]) {
    await setWidth(page, width);
    await page.evaluate(() => {
      document.documentElement.style.fontSize = '200%';
    });
    const [box, button] = [await field.boundingBox(), await send.boundingBox()];
    expect(box?.width, `at ${width} px`).toBeGreaterThan(0.75 * width);
    expect(button?.y, `at ${width} px`).toBeGreaterThanOrEqual((box?.y ?? 0) + (box?.height ?? 0));
  }
  expect(api.sent('POST /api/clients/{id}/messages')).toHaveLength(0);
  await send.click();
  await expectToast(page, 'Message Sent');
});

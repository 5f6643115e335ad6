import type { Page } from '@playwright/test';
import { type ClientDesk, clientOf, openPortal, saveSettings } from '../../support/acts.ts';
import { openClient, panel } from '../../support/browser/client-page.ts';
import { expectToFit } from '../../support/browser/fit.ts';
import { test } from '../../support/browser/people.ts';
import { expect } from '../../support/browser/watched.ts';
import { newAdmin, upload } from '../../support/builders.ts';
import { inDays } from '../../support/days.ts';
import { lettersOf } from '../../support/loas.ts';
import { messagesFor, tasksFor } from '../../support/people/crowd.ts';

// Browser text sizes of 150 % and 200 %, for people with poor eyesight (WCAG 1.4.4, 1.4.10).

test.use({ hasTouch: true, viewport: { width: 390, height: 844 } });

const WIDTHS = [320, 390, 412];
const SIZES = [150, 200];

const setTextSize = (page: Page, percent: number) =>
  page.evaluate((size) => {
    document.documentElement.style.fontSize = `${size}%`;
  }, percent);

/** Scrolls to the end, as sections load when they come into view. */
const scrollThrough = async (page: Page) => {
  await page.evaluate(async () => {
    const next = () => new Promise((done) => requestAnimationFrame(done));
    for (let y = 0; y < document.documentElement.scrollHeight; y += 400) {
      window.scrollTo(0, y);
      await next();
    }
  });
  await expect(page.locator('.chakra-skeleton')).toHaveCount(0);
};

/** Returns pairs of texts in the header and the bar that overlap. */
const overlaps = (page: Page) =>
  page.evaluate(() => {
    const SLACK = 2;
    const range = document.createRange();
    const boxes = [...document.querySelectorAll('header *, nav *')]
      .filter((element) => element.checkVisibility() && getComputedStyle(element).position !== 'absolute')
      .flatMap((element) => [...element.childNodes])
      .filter((node) => node.nodeType === Node.TEXT_NODE && node.nodeValue?.trim())
      .flatMap((node) => {
        range.selectNodeContents(node);
        return [...range.getClientRects()].map((box) => ({ box, node }));
      })
      .filter(({ box }) => box.width > 1);
    return boxes.flatMap(({ box: a, node }, i) =>
      boxes
        .slice(i + 1)
        .filter(({ box: b, node: other }) => {
          const width = Math.min(a.right, b.right) - Math.max(a.left, b.left);
          const height = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
          return other !== node && width > 0 && height > SLACK;
        })
        .map((other) => `${node.nodeValue} / ${other.node.nodeValue}`),
    );
  });

/** Expects a page that fits, and a header of at most `highest` pixels, at each width and size. */
async function expectReadable(page: Page, name: string, highest: number) {
  for (const percent of SIZES) {
    await setTextSize(page, percent);
    for (const width of WIDTHS) {
      const what = `${name} at ${percent} %`;
      await expectToFit(page, what, width);
      expect.soft(await overlaps(page), `${what}, ${width} px`).toEqual([]);
      const height = (await page.getByRole('banner').boundingBox())?.height;
      expect.soft(height, `header of ${what}, ${width} px`).toBeLessThanOrEqual(highest);
    }
  }
}

/** Expects a page of staff that fits at each size, and all of its sections. */
async function expectStaffPage(page: Page, path: string, title: string) {
  await page.goto(path);
  await expect(page.getByRole('heading', { name: title, level: 1 })).toBeVisible();
  for (const percent of SIZES) {
    await setTextSize(page, percent);
    await scrollThrough(page);
    await expectToFit(page, `${path} at ${percent} %`, 390);
  }
}

const overdueTasks = async (client: ClientDesk) => {
  await client.addTask({ title: 'Send three payslips', dueDate: inDays(-3) });
  await client.addTask({ title: 'Read the payslips', dueDate: inDays(-3), responsibility: 'adviser' });
};

test('a client’s page fits a phone at 150 % and 200 % text size', async ({ page, adviser, client, admin: _ }) => {
  test.slow();
  await client.setStage('1', { status: 'in_progress' });
  await client.setStage('1.1', { bookedFor: `${inDays(2)}T10:30:00Z` });
  await overdueTasks(client);
  await upload(adviser, client.id, 'Our terms', 'Terms of business.txt');
  await expectStaffPage(page, `/adviser/client/${client.id}`, client.name);
  for (const opener of ['Details of First Meeting', 'Ask for Documents', 'Start Fact-Find…', 'Pause Until…'])
    await test.step(`the dialog of ${opener} fits`, async () => {
      await page.getByRole('button', { name: opener }).click();
      await expect(page.getByRole('dialog')).toBeVisible();
      await expectToFit(page, opener, 390);
      await page.keyboard.press('Escape');
      await expect(page.getByRole('dialog')).toHaveCount(0);
    });
});

test('the screens of staff fit a phone at 150 % and 200 % text size', async ({ page, client, admin: _ }) => {
  test.slow();
  await client.by('POST /api/clients/{id}/messages', { params: { id: client.id }, body: { content: 'Good morning' } });
  await overdueTasks(client);
  for (const [path, shown] of [
    ['/dashboard', 'Client Dashboard'],
    ['/clients', 'Client Onboarding Dashboard'],
    ['/tasks', 'Pending Adviser Tasks'],
    ['/pending-tasks', 'Pending Tasks'],
    ['/inbox', 'Inbox'],
    ['/chase', 'To Review'],
    ['/account', 'Your Account'],
    ['/admin', 'Admin Panel'],
    ['/admin/settings#portal', 'Settings'],
  ] as const)
    await test.step(path, () => expectStaffPage(page, path, shown));
});

test('plans and letters of a client wrap between words at 200 % text size', async ({ page, adviser, client }) => {
  await lettersOf(adviser, client.id).made('Royal London', { sent: { on: inDays(-16), how: 'post' } });
  await openClient(page, client);
  const letters = panel(page, 'Plans & Letters');
  await expect(letters).toContainText('Sent 12 working days ago');
  for (const percent of SIZES) {
    await setTextSize(page, percent);
    const outside = await letters.evaluate((card) =>
      [...card.querySelectorAll('*')].flatMap((element) =>
        element.getBoundingClientRect().right > card.getBoundingClientRect().right ? element.outerHTML : [],
      ),
    );
    expect.soft(outside, `at ${percent} %`).toEqual([]);
    const lines = await letters
      .getByText('Royal London')
      .first()
      .evaluate((name) => name.getClientRects().length);
    expect.soft(lines, `lines of the provider at ${percent} %`).toBe(1);
  }
});

test('the portal and the sign-in stay readable at 200 % text size', async ({ page, context, adviser, watch }) => {
  const firm = { phone: '020 7946 0123', hours: 'Monday to Friday, 9 to 5.30' };
  const admin = await newAdmin();
  await saveSettings(admin, { firm });
  await saveSettings(admin, { legal: { frn: '123456', complaints: 'Write to us.' } });
  const client = await clientOf(adviser, { name: 'Bartholomew-Wolfeschlegelsteinhausenbergerdorff' });
  await client.setStage('1', { status: 'completed' });
  await client.setStage('2', { status: 'in_progress' });
  await client.addTask({ title: 'Send three payslips', stageId: `${client.id}.2.3`, dueDate: inDays(2) });
  const done = (await client.addTask({ title: 'Done long ago' })).body;
  await client.setTask(done.id, { status: 'completed' });
  await upload(adviser, client.id, 'Our terms', 'Terms of business.txt');
  await messagesFor(client.id, Array(145).fill('Good morning'), 'adviser');
  await page.goto(`/portal/${client.token}`);
  await expect(page.getByRole('button', { name: 'Upload Document', exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Mark Complete' }).click();
  await page.getByRole('button', { name: /^Information Gathering/ }).click();
  await expectReadable(page, 'portal', 250);
  await expect(page.getByRole('banner').getByRole('link', { name: 'Back to Login' })).toBeVisible();

  await test.step('the portal stays readable with 48 tasks', async () => {
    const { id, token } = await clientOf(adviser);
    await tasksFor(adviser, id, 48, { title: 'Send your pension statement', dueDate: inDays(-3) });
    await page.goto(`/portal/${token}`);
    await expect(page.getByRole('heading', { name: 'Send your pension statement' })).toHaveCount(48);
    await expect(page.getByRole('button', { name: 'Upload Document', exact: true })).toBeVisible();
    await expectReadable(page, 'portal with 48 tasks', 250);
  });

  await test.step('the portal of a new client stays readable', async () => {
    await page.goto(`/portal/${(await clientOf(adviser)).token}`);
    await expect(page.getByText('Nothing to do just yet')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Upload Document', exact: true })).toBeVisible();
    await expectReadable(page, 'portal of a new client', 250);
  });

  await test.step('a denied link stays readable', async () => {
    watch.expected.push(/^401 GET .*\/api\/portal\//, /status of 401/);
    await page.goto('/portal/not-a-token');
    await expect(page.getByRole('heading', { name: 'Access Denied' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'How to complain' })).toBeVisible();
    await expectReadable(page, 'denied', 250);
  });

  await test.step('the page of reminder emails stays readable', async () => {
    await page.goto(`/reminders/${(await openPortal(client.token)).body.reminders.key}`);
    await expect(page.getByRole('button', { name: 'Stop Reminder Emails' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'How to complain' })).toBeVisible();
    await expectReadable(page, 'reminder emails', 250);
  });

  await test.step('the sign-in stays readable', async () => {
    await context.clearCookies();
    await page.evaluate(() => localStorage.removeItem('signed in'));
    await page.goto('/');
    await expect(page.getByRole('heading', { name: 'Adviser Login' })).toBeVisible();
    await expectReadable(page, 'sign-in', 700);
  });
});

import type { Locator, Page } from '@playwright/test';
import { clientOf } from '../../support/acts.ts';
import { openClient, panel } from '../../support/browser/client-page.ts';
import { enterOn, expectFocusShown, tabTo } from '../../support/browser/keyboard.ts';
import { test } from '../../support/browser/people.ts';
import { expect } from '../../support/browser/watched.ts';

const STEP_MS = 10;

/** Counts the style rules that Emotion inserted, and lists its other rules. */
const kindsOfRules = (page: Page) =>
  page.evaluate(() => {
    const sheets = [...document.styleSheets].filter(
      ({ ownerNode }) => ownerNode instanceof HTMLElement && ownerNode.dataset.emotion === 'css',
    );
    const rules = sheets.flatMap(({ cssRules }) => [...cssRules]);
    const others = rules.filter((rule) => !(rule instanceof CSSStyleRule));
    return { styles: rules.length - others.length, others: others.map(({ cssText }) => cssText.split(/[\s{]*\{/)[0]) };
  });

const rowsOf = (area: Locator) =>
  area.evaluate((element: HTMLTextAreaElement) => {
    const { lineHeight, paddingTop, paddingBottom } = getComputedStyle(element);
    const room = element.clientHeight - Number.parseFloat(paddingTop) - Number.parseFloat(paddingBottom);
    return { given: element.rows, shown: Math.round((room / Number.parseFloat(lineHeight)) * 10) / 10 };
  });

async function expectRows(area: Locator, rows: number) {
  await expect(area).toBeVisible();
  expect(await rowsOf(area)).toEqual({ given: rows, shown: rows });
}

test('a client’s page links figures to sections, sizes text areas, and inserts single style rules', async ({
  page,
  client,
}) => {
  await openClient(page, client);

  await test.step('inserts single style rules and one layer, so that other elements are not restyled', async () => {
    const { styles, others } = await kindsOfRules(page);
    expect(styles).toBeGreaterThan(100);
    expect(others).toEqual(['@layer recipes']);
  });

  await test.step('focuses a stage from its tile, and the tasks from their count, by keyboard', async () => {
    const progress = panel(page, 'Progress');
    await enterOn(page, progress.getByRole('button', { name: /^5\. Second Meeting/ }));
    await expectFocusShown(panel(page, 'Journey Stages').getByRole('button', { name: /^5\. Second Meeting/ }));
    await tabTo(page, progress.getByRole('button', { name: /Outstanding Tasks/ }), 'Shift+Tab');
    await page.keyboard.press('Enter');
    await expectFocusShown(panel(page, 'Client Tasks'));
  });

  await test.step('sizes text areas by their rows, and grows them with their text', async () => {
    await expectRows(page.getByLabel('Message', { exact: true }), 2);
    await page.getByRole('button', { name: 'Edit notes' }).click();
    const notes = page.getByRole('dialog').getByLabel('Notes');
    await expectRows(notes, 8);
    await notes.fill('Line\n'.repeat(12));
    expect((await rowsOf(notes)).shown).toBeGreaterThan(12);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Discard', exact: true }).click();
    await page.getByRole('button', { name: 'Assign Task' }).click();
    await expectRows(page.getByRole('dialog').getByLabel('Description'), 3);
  });
});

test('a client’s page scrolls to a sent message after 100 ms, and opens tooltips after 700 ms', async ({
  page,
  adviser,
}) => {
  await page.clock.install({ time: '2029-12-31T09:00:00Z' });
  const client = await clientOf(adviser);
  for (let i = 1; i <= 6; i++) await client.write('A long answer\n'.repeat(9));
  await openClient(page, client);
  const log = panel(page, 'Messages').getByRole('log');
  const leftBelow = () =>
    log.evaluate(({ scrollHeight, scrollTop, clientHeight }) => Math.round(scrollHeight - scrollTop - clientHeight));
  await expect.poll(leftBelow).toBe(0);

  await test.step('scrolls to a sent message 100 ms after it is shown', async () => {
    await panel(page, 'Messages').getByLabel('Message').fill('And one more');
    await page.clock.pauseAt('2030-01-01T09:00:00Z');
    await page.keyboard.press('Enter');
    await expect
      .poll(async () => {
        await page.clock.runFor(STEP_MS);
        return log.getByText('And one more').count();
      })
      .toBe(1);
    await page.clock.runFor(100 - 2 * STEP_MS);
    expect(await leftBelow()).toBeGreaterThan(0);
    await page.clock.runFor(2 * STEP_MS);
    expect(await leftBelow()).toBe(0);
  });

  await test.step('opens a tooltip after 700 ms, closes it after 300 ms, and opens the next immediately meanwhile', async () => {
    const over = (name: string) =>
      page.getByRole('region', { name: 'External tools' }).getByRole('button', { name }).hover();
    const open = page.locator('[role=tooltip][data-state=open]');
    for (const name of ['CashCalc', 'Intelliflo']) {
      await over(name);
      await page.clock.runFor(699);
      await expect(open).toHaveCount(0);
      await page.clock.runFor(1);
      await expect(open).toHaveText(`No ${name} link set`);
      await page.getByRole('heading', { level: 1 }).hover();
      await page.clock.runFor(299);
      await expect(open).toHaveCount(1);
      await page.clock.runFor(1);
      await expect(open).toHaveCount(0);
    }
    await over('Dynamic Planner');
    await page.clock.runFor(700);
    await expect(open).toHaveText('No Dynamic Planner link set');
    await over('PipeDrive');
    await expect(open).toHaveText('No PipeDrive link set');
  });
});

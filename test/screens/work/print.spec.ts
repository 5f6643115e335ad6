import { clientOf, quietSince } from '../../support/acts.ts';
import { test } from '../../support/browser/people.ts';
import { setTheme } from '../../support/browser/theme.ts';
import { expect } from '../../support/browser/watched.ts';
import { inDays } from '../../support/days.ts';

/** A4 within margins of 12 mm, in CSS pixels. */
const PAPER = { width: 703, height: 1032 };
const CONTROLS = ['navigation', 'button', 'combobox', 'searchbox'] as const;
const STAGE = { stage: 1, title: 'First Meeting', n: 6, median: 8, ninth: 21, few: [], before: { n: 9, median: 12 } };
const PERSON = { active: 19, stuck: 12, open: 17, overdue: 11, review: 13, chase: 14, unread: 15, help: 10 };

test('stuck clients and figures are printed without controls, in ink on white', async ({
  page,
  api,
  adviser,
  admin: _,
}) => {
  await quietSince(await clientOf(adviser, { name: 'Mia Wood' }), inDays(-60));
  api.answers('GET /api/insight', () => ({
    from: '2026-09-01',
    to: '2026-11-25',
    stages: [STAGE],
    months: [{ month: '2026-11', added: 2, completed: 1, median: null, few: [40] }],
    people: [{ adviserId: adviser.id, adviserName: 'Catherine Featherstonehaugh', ...PERSON }],
    peopleAt: null,
  }));
  await page.setViewportSize(PAPER);
  for (const [path, text, facts] of [
    ['/chase/stuck', '1 client on 25 Nov 2026', ['Mia Wood', 'Adviser: Ruth Amari', 'Nobody has anything to do']],
    ['/chase/figures', 'The firm,', ['4 days faster', '1 Sep 2026 to 25 Nov 2026', '19', 'Help']],
  ] as const)
    await test.step(path, async () => {
      await page.goto(path);
      await page.locator('tbody').first().waitFor();
      await expect(page.getByText(text)).toBeHidden();
      await setTheme(page, 'dark');
      await page.emulateMedia({ media: 'print' });
      await expect(page.getByText(text)).toBeVisible();
      for (const fact of facts) await expect(page.getByText(fact).filter({ visible: true }).first()).toBeVisible();
      for (const role of CONTROLS) await expect(page.getByRole(role), `no ${role}`).toHaveCount(0);
      await expect(page.locator('html')).toHaveCSS('background-color', 'rgb(255, 255, 255)');
      const over = await page
        .locator('table')
        .evaluateAll((tables) =>
          tables.map(({ scrollWidth, parentElement }) => scrollWidth - (parentElement?.clientWidth ?? 0)),
        );
      expect(Math.max(...over), 'nothing is cut off').toBeLessThanOrEqual(0);
      await page.emulateMedia({ media: null });
    });

  await test.step('bars keep their colour on paper, and columns stay beside each other', async () => {
    await page.emulateMedia({ media: 'print' });
    await expect(
      page.getByRole('table', { name: 'Load of each adviser' }).getByText('To Review').first(),
    ).toBeVisible();
    const bar = page.getByRole('table', { name: 'Days in each stage' }).getByRole('img');
    await expect(bar).toHaveCSS('print-color-adjust', 'exact');
  });
});

import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';
import { secondOpinion } from './equal-access.ts';
import { setTheme, THEMES } from './theme.ts';

const WCAG_2_2_AA = ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'];

/** What colours may get wrong: the rest of a screen is the same in both themes, and scanned in light. */
const OF_COLOURS = ['color-contrast', 'link-in-text-block'];

const DIALOG = 'dialog, [role=dialog], [role=alertdialog]';

// Legacy mode looks at one page without opening another for its result, as there are no frames of other origins.
/** Expects that axe finds nothing on the open dialog, else on the screen, in light and in dark, nor does a second engine. */
export async function expectAccessible(page: Page) {
  const part = (await page.locator(DIALOG).count()) > 0 ? DIALOG : 'html';
  for (const theme of THEMES) {
    await setTheme(page, theme);
    const axe = new AxeBuilder({ page }).include(part).setLegacyMode();
    const { violations } = await (theme === 'light' ? axe.withTags(WCAG_2_2_AA) : axe.withRules(OF_COLOURS)).analyze();
    const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`);
    expect.soft(found, `axe in ${theme}`).toEqual([]);
  }
  await setTheme(page, 'light');
  expect.soft(await secondOpinion(page, part), 'Equal Access').toEqual([]);
}

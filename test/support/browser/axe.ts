import { expect, type Page } from '@playwright/test';
import type * as axeCore from 'axe-core';
import { engine } from './engine.ts';
import { secondOpinion } from './equal-access.ts';
import { setTheme } from './theme.ts';

declare global {
  interface Window {
    axe: typeof axeCore;
  }
}

const bringAxe = engine('axe', 'axe-core/axe.min.js');

const WCAG_2_2_AA = ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'];

/** What colours may get wrong: the rest of a screen is the same in both themes, and scanned in light. */
const OF_COLOURS = ['color-contrast', 'link-in-text-block'];

const DIALOG = 'dialog, [role=dialog], [role=alertdialog]';

/** What axe finds wrong on a part of the page by some of its rules. */
async function violations(page: Page, part: string, runOnly: axeCore.RunOptions['runOnly']): Promise<string[]> {
  await bringAxe(page);
  const found = await page.evaluate(
    async ({ part, runOnly }) => {
      const { violations } = await window.axe.run(part, { runOnly, resultTypes: ['violations'] });
      return violations.map(({ id, nodes }) => ({ id, html: nodes.map(({ html }) => html) }));
    },
    { part, runOnly },
  );
  return found.map(({ id, html }) => `${id}: ${html.join(' | ')}`);
}

/** Lets bars that stay scroll away: what is half under one counts as too small to press. Gives what lets them stay again. */
async function withoutBars(page: Page) {
  const bars = await page.evaluateHandle(() => {
    const staying = [...document.querySelectorAll<HTMLElement>('main > div')];
    return staying.filter((element) => getComputedStyle(element).position === 'sticky');
  });
  const place = (position: string) =>
    bars.evaluate((elements, to) => {
      for (const { style } of elements) style.position = to;
    }, position);
  await place('static');
  return () => place('');
}

/** Expects that axe finds nothing on the open dialog, else on the screen, in light and in dark, nor does a second engine. */
export async function expectAccessible(page: Page) {
  const part = (await page.locator(DIALOG).count()) > 0 ? DIALOG : 'html';
  const back = await withoutBars(page);
  await setTheme(page, 'light');
  const inLight = await violations(page, part, { type: 'tag', values: WCAG_2_2_AA });
  expect.soft(inLight, 'axe in light').toEqual([]);
  expect.soft(await secondOpinion(page, part), 'Equal Access').toEqual([]);
  await setTheme(page, 'dark');
  const inDark = await violations(page, part, { type: 'rule', values: OF_COLOURS });
  expect.soft(inDark, 'axe in dark').toEqual([]);
  await setTheme(page, 'light');
  await back();
}

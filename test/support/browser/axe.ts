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

/** Rules about colours; the others give the same result in both themes. */
const OF_COLOURS = ['color-contrast', 'link-in-text-block'];

const DIALOG = 'dialog, [role=dialog], [role=alertdialog]';

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

/** Unsticks sticky bars, because targets half under one count as too small. Returns the undo. */
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

/** The second engine is slow, so it runs weekly (`EQUAL_ACCESS=1`), and checks one state of each page. */
type Engines = 'axe' | 'both engines';

/** Expects no finding on the open dialog, or else the page: axe in both themes, and Equal Access if requested. */
export async function expectAccessible(page: Page, engines: Engines = 'axe') {
  const part = (await page.locator(DIALOG).count()) > 0 ? DIALOG : 'html';
  const back = await withoutBars(page);
  await setTheme(page, 'light');
  const inLight = await violations(page, part, { type: 'tag', values: WCAG_2_2_AA });
  expect.soft(inLight, 'axe in light').toEqual([]);
  if (engines === 'both engines' && process.env.EQUAL_ACCESS)
    expect.soft(await secondOpinion(page, part), 'Equal Access').toEqual([]);
  await setTheme(page, 'dark');
  const inDark = await violations(page, part, { type: 'rule', values: OF_COLOURS });
  expect.soft(inDark, 'axe in dark').toEqual([]);
  await setTheme(page, 'light');
  await back();
}

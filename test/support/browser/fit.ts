import { expect, type Page } from '@playwright/test';
import { settled } from './theme.ts';

/** Returns content outside its card, frame, dialog or badge’s box, squeezed icons, and lines that begin with a dot. */
const misplaced = (page: Page) =>
  page.evaluate(() => {
    const CARD = 'section, article, header, [role=dialog], [role=alertdialog]';
    const CONTROL = 'a, button, input, select, textarea, .lucide';
    const SLACK = 1;
    const boxesOf = (element: Element) => {
      const range = document.createRange();
      const texts = [...element.childNodes].filter(
        (node) => node.nodeType === Node.TEXT_NODE && node.nodeValue?.trim(),
      );
      return [
        ...(element.matches(CONTROL) ? [element.getBoundingClientRect()] : []),
        ...texts.flatMap((text) => {
          range.selectNodeContents(text);
          return [...range.getClientRects()];
        }),
      ];
    };
    /** The containing block of an absolutely positioned element, else the parent. */
    const outer = (element: HTMLElement): HTMLElement | null => {
      const place = element.offsetParent;
      const isPlaced = getComputedStyle(element).position === 'absolute' && place instanceof HTMLElement;
      return isPlaced ? place : element.parentElement;
    };
    /** The card or frame around an element; null if something in between clips it. */
    const cardOf = (element: Element): Element | null => {
      for (let around = element.parentElement; around; around = outer(around)) {
        const { borderLeftWidth, borderRightWidth, overflowX } = getComputedStyle(around);
        const isFramed = [borderLeftWidth, borderRightWidth].every((width) => Number.parseFloat(width) > 0);
        if (around.matches(CARD) || isFramed) return around;
        if (overflowX !== 'visible') return null;
      }
      return null;
    };
    const isOutside = (element: Element) => {
      const card = cardOf(element)?.getBoundingClientRect();
      if (!card || getComputedStyle(element).overflowX === 'hidden') return false;
      return boxesOf(element).some(({ left, right }) => left < card.left - SLACK || right > card.right + SLACK);
    };
    /** True for a badge or another pill that is wider than the box around it. At 320 px and 200 % its word may be. */
    const isWide = (element: Element) => {
      const around = element.parentElement;
      const isPill = element.matches('span') && Number.parseFloat(getComputedStyle(element).borderRadius) > 999;
      if (window.innerWidth <= 320 || !around || !isPill || getComputedStyle(around).display === 'inline') return false;
      return element.getBoundingClientRect().right > around.getBoundingClientRect().right + SLACK;
    };
    /** True for a dialog, or a part of one, that scrolls sideways. */
    const isSideways = (element: Element) =>
      element.closest('[role=dialog], [role=alertdialog]') !== null &&
      ['auto', 'scroll'].includes(getComputedStyle(element).overflowX) &&
      element.scrollWidth > element.clientWidth + SLACK;
    const isSqueezed = (element: Element) => {
      const { width, height } = element.getBoundingClientRect();
      return element.matches('.lucide') && Math.abs(width - height) > SLACK;
    };
    /** True if a line begins with the dot between two facts. */
    const isSplit = (element: Element) =>
      [...element.childNodes].some((node) => {
        const dot = node.nodeType === Node.TEXT_NODE ? (node.nodeValue?.indexOf('·') ?? -1) : -1;
        if (dot < 1) return false;
        const range = document.createRange();
        range.setStart(node, dot - 1);
        range.setEnd(node, dot + 1);
        return new Set([...range.getClientRects()].map(({ top }) => top)).size > 1;
      });
    const shown = [...document.body.querySelectorAll('*')].filter((element) => element.checkVisibility());
    const named = (what: string, elements: Element[]) =>
      elements.map((element) => `${what}: ${element.textContent.slice(0, 40)} ${element.outerHTML.slice(0, 120)}`);
    return [
      ...named('outside', shown.filter(isOutside)),
      ...named('wide', shown.filter(isWide)),
      ...named('scrolls sideways', shown.filter(isSideways)),
      ...named('squeezed', shown.filter(isSqueezed)),
      ...named('split', shown.filter(isSplit)),
    ];
  });

/** Applies the page's style rules and counts them. */
const countRules = (page: Page) =>
  page.evaluate(() => {
    document.body.getBoundingClientRect();
    const countOf = (rules: CSSRuleList): number =>
      [...rules].reduce((sum, rule) => sum + 1 + ('cssRules' in rule ? countOf(rule.cssRules as CSSRuleList) : 0), 0);
    return [...document.styleSheets].reduce((sum, { cssRules }) => sum + countOf(cssRules), 0);
  });

/**
 * Sets the viewport's width and waits for its layout. Chromium keeps the former width's styles if an inserted rule waits for the
 * same frame. So rules are applied before, and the change is repeated if one was inserted meanwhile.
 */
export async function setWidth(page: Page, width: number, height = 900) {
  const before = page.viewportSize();
  for (;;) {
    const rules = await countRules(page);
    await page.setViewportSize({ width, height });
    // On a busy machine the size is reported before its styles apply.
    await page.waitForFunction((wanted) => window.matchMedia(`(width: ${wanted}px)`).matches, width);
    await page.evaluate(() => new Promise((next) => requestAnimationFrame(() => requestAnimationFrame(next))));
    if ((await countRules(page)) === rules) return settled(page);
    if (before) await page.setViewportSize(before);
  }
}

/** Expects no horizontal overflow of the page or of a card at a width in pixels. */
export async function expectToFit(page: Page, name: string, width: number) {
  await setWidth(page, width);
  const overflow = await page.evaluate(() => (document.scrollingElement?.scrollWidth ?? 0) - window.innerWidth);
  expect.soft(overflow, `${name} at ${width} px sticks out`).toBeLessThanOrEqual(0);
  expect.soft(await misplaced(page), `${name} at ${width} px`).toEqual([]);
}

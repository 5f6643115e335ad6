import { expect, type Page } from '@playwright/test';
import { settled } from './theme.ts';

/** What of the page in view lies outside of the card, frame or header that it belongs to, and icons that are squeezed. */
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
    /** What an element is laid out in: for one with a place of its own not the element that it is written in. */
    const outer = (element: HTMLElement): HTMLElement | null => {
      const place = element.offsetParent;
      const isPlaced = getComputedStyle(element).position === 'absolute' && place instanceof HTMLElement;
      return isPlaced ? place : element.parentElement;
    };
    /** The card or frame around an element; none where something in between cuts off what is too wide. */
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
    const isSqueezed = (element: Element) => {
      const { width, height } = element.getBoundingClientRect();
      return element.matches('.lucide') && Math.abs(width - height) > SLACK;
    };
    const shown = [...document.body.querySelectorAll('*')].filter((element) => element.checkVisibility());
    const named = (what: string, elements: Element[]) =>
      elements.map((element) => `${what}: ${element.outerHTML.slice(0, 120)}`);
    return [...named('outside', shown.filter(isOutside)), ...named('squeezed', shown.filter(isSqueezed))];
  });

/**
 * Makes the window as wide, in pixels, and waits until everything has taken its new place: what the page draws otherwise at
 * that width is there with the next frame, and without motion too there are transitions.
 */
export async function setWidth(page: Page, width: number) {
  await page.setViewportSize({ width, height: 900 });
  // On a busy machine the size is reported a moment before the styles of that width apply.
  await page.waitForFunction((wanted) => window.matchMedia(`(width: ${wanted}px)`).matches, width);
  await page.evaluate(() => new Promise(requestAnimationFrame));
  await settled(page);
}

const eventually = expect.configure({ soft: true }).poll;

/**
 * Expects that nothing on the screen sticks out sideways at a width in pixels: not of the page, nor of its own card. Waits for
 * that, as a busy browser may apply the styles of a width some frames after it has the width.
 */
export async function expectToFit(page: Page, name: string, width: number) {
  await setWidth(page, width);
  const overflow = () => page.evaluate(() => (document.scrollingElement?.scrollWidth ?? 0) - window.innerWidth);
  await eventually(overflow, `${name} at ${width} px sticks out`).toBeLessThanOrEqual(0);
  await eventually(() => misplaced(page), `${name} at ${width} px`).toEqual([]);
}

import type { Page } from '@playwright/test';

/**
 * Opens a page and returns what it fetched, besides typefaces, before its first heading was drawn. The page counts, so that the
 * machine's speed does not decide whether lazy code is included.
 */
export async function requestsOfFirstView(page: Page, address: string): Promise<string[]> {
  await page.addInitScript(() => {
    new MutationObserver((_, observer) => {
      // The static outline in the HTML has no heading.
      if (!document.querySelector('#root h1')) return;
      observer.disconnect();
      const fetched = performance
        .getEntries()
        .filter(({ entryType }) => ['navigation', 'resource'].includes(entryType));
      Object.assign(window, { fetched: fetched.map(({ name }) => name) });
    }).observe(document, { childList: true, subtree: true });
  });
  await page.goto(address);
  const fetched: string[] = await (await page.waitForFunction(() => Reflect.get(window, 'fetched'))).jsonValue();
  return fetched.filter((name) => !name.endsWith('.woff2'));
}

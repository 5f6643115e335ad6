import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';

/** Returns a function that loads a checking engine into a page once. */
export function engine(name: 'axe' | 'ace', script: string): (page: Page) => Promise<void> {
  const source = readFileSync(new URL(`../../../node_modules/${script}`, import.meta.url), 'utf8');
  return async (page) => {
    if (!(await page.evaluate((name) => name in window, name))) await page.evaluate(source);
  };
}

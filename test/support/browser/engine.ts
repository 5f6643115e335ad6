import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';

/** A function that brings a checking engine, a script of an installed package, into a page that does not have it yet. */
export function engine(name: 'axe' | 'ace', script: string): (page: Page) => Promise<void> {
  const source = readFileSync(new URL(`../../../node_modules/${script}`, import.meta.url), 'utf8');
  return async (page) => {
    if (!(await page.evaluate((name) => name in window, name))) await page.evaluate(source);
  };
}

import type { Page } from '@playwright/test';
import { expect, test } from '../screen.ts';

// How the app's styles come into the page.

/** The kinds of the rules that Emotion inserted, each once. */
const kindsOfRules = (page: Page) =>
  page.evaluate(() => {
    const sheets = [...document.styleSheets].filter(
      ({ ownerNode }) => ownerNode instanceof HTMLElement && ownerNode.dataset.emotion === 'css',
    );
    const rules = sheets.flatMap(({ cssRules }) => [...cssRules]);
    const others = rules.filter((rule) => !(rule instanceof CSSStyleRule));
    return { styles: rules.length - others.length, others: others.map(({ cssText }) => cssText.split(/[\s{]*\{/)[0]) };
  });

test('no rule has the browser look at every element anew, but for one block of each layer', async ({
  page,
  client,
}) => {
  await page.goto(`/adviser/client/${client.id}`);
  await expect(page.getByRole('heading', { name: 'Activity' })).toBeVisible();
  const { styles, others } = await kindsOfRules(page);
  expect(styles).toBeGreaterThan(100);
  expect(others).toEqual(['@layer recipes']);
});

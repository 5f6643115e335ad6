import { openClient, panel } from '../../support/browser/client-page.ts';
import { test } from '../../support/browser/people.ts';
import { setTheme } from '../../support/browser/theme.ts';
import { expect } from '../../support/browser/watched.ts';

test('a client’s page has no motion or transition under reduced motion', async ({ page, client }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await openClient(page, client);
  await panel(page, 'Progress')
    .getByRole('button', { name: /^5\. Second Meeting/ })
    .click();
  await page.getByRole('button', { name: 'Edit name' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  const moving = await page.evaluate(() =>
    document
      .getAnimations()
      .filter(({ effect }) => Number(effect?.getComputedTiming().duration) > 1)
      .map(({ effect }) => (effect instanceof KeyframeEffect ? effect.target?.outerHTML.slice(0, 80) : 'animation')),
  );
  expect(moving).toEqual([]);
  // Transitions of 0 ms count too: thousands of them delayed each change of colours by most of a second.
  const started = await page.evaluateHandle(() => {
    const counter = { transitions: 0 };
    document.addEventListener('transitionrun', () => (counter.transitions += 1), true);
    return counter;
  });
  await setTheme(page, 'dark');
  await expect(page.locator('html')).toHaveClass(/dark/);
  await page.evaluate(() => new Promise(requestAnimationFrame));
  expect(await started.jsonValue()).toEqual({ transitions: 0 });
});

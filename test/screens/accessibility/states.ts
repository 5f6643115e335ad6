import type { Page } from '@playwright/test';
import { expectAccessible } from '../../support/browser/axe.ts';
import { shoot } from '../../support/browser/shoot.ts';
import { expect, test } from '../../support/browser/watched.ts';

type Check = 'both engines' | 'at each width';
/** A state of an open page: its name, the way to it from the state before, and its checks besides axe. */
export type State = readonly [name: string, open: () => Promise<unknown>, ...checks: Check[]];

const dialogOf = (page: Page) => page.getByRole('dialog').or(page.getByRole('alertdialog'));

/** Presses a button and waits for its dialog, which may still have to load. */
export async function pressForDialog(page: Page, name: string) {
  await page.getByRole('button', { name, exact: true }).click();
  await dialogOf(page).waitFor();
}

/** Closes the open dialog, and discards what was typed in it. */
async function leaveDialog(page: Page) {
  const dialog = dialogOf(page);
  const question = page.getByRole('group', { name: 'Discard changes?' });
  if ((await dialog.count()) === 0) return;
  if ((await question.count()) === 0) await page.keyboard.press('Escape');
  await expect.poll(async () => (await question.count()) > 0 || (await dialog.count()) === 0).toBe(true);
  if ((await question.count()) > 0) await question.getByRole('button', { name: 'Discard', exact: true }).click();
  await expect(dialog).toHaveCount(0);
}

/** Scans each state once, after closing the dialog of the one before. */
export async function expectStates(page: Page, states: readonly State[]) {
  for (const [name, open, ...checks] of states)
    await test.step(name, async () => {
      await leaveDialog(page);
      await open();
      await expectAccessible(page, checks.includes('both engines') ? 'both engines' : 'axe');
      if (checks.includes('at each width')) await shoot(page, name);
    });
}

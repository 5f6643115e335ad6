import { expect, type Locator, type Page } from '@playwright/test';

const MOST_STOPS = 200;

/** Returns true if an element's focus is visible: by an outline that nothing cuts off on more than one side. */
function showsFocus(element: Element): boolean {
  const isOutlined = ({ outlineStyle, outlineWidth }: CSSStyleDeclaration) =>
    outlineStyle !== 'none' && Number.parseFloat(outlineWidth) > 0;
  // The link of a card covers the card with this.
  if (isOutlined(getComputedStyle(element, '::before'))) return true;
  const style = getComputedStyle(element);
  const reach = Number.parseFloat(style.outlineOffset) + Number.parseFloat(style.outlineWidth);
  const own = element.getBoundingClientRect();
  const cutBy = (around: Element) => {
    const { left, right, top, bottom } = around.getBoundingClientRect();
    const over = [left - own.left, own.right - right, top - own.top, own.bottom - bottom];
    return getComputedStyle(around).overflow !== 'visible' && over.filter((by) => by + reach > 0.5).length > 1;
  };
  const around: Element[] = [];
  for (let at = element.parentElement; at && at !== document.body; at = at.parentElement) around.push(at);
  return isOutlined(style) && !around.some(cutBy);
}

export async function expectFocusShown(target: Locator) {
  await expect(target).toBeFocused();
  await expect.poll(() => target.evaluate(showsFocus), `the focus is shown on ${target}`).toBe(true);
}

export async function tabTo(page: Page, target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab') {
  await expect(target).toBeVisible();
  // Located again only after React replaced it: locating it at each stop takes longer than everything else.
  let element = await target.elementHandle();
  const state = () =>
    element?.evaluate((found) => (found === document.activeElement ? 'here' : found.isConnected ? 'ahead' : 'gone'));
  for (let stops = 0; stops < MOST_STOPS; stops++) {
    const at = await state();
    if (at === 'here') break;
    if (at === 'ahead') await page.keyboard.press(key);
    else element = await target.elementHandle();
  }
  await expectFocusShown(target);
}

export async function enterOn(page: Page, target: Locator) {
  await tabTo(page, target);
  await page.keyboard.press('Enter');
}

/** Replaces the text of a field, because Tab selects it; appends in a text area. */
export async function typeInto(page: Page, field: Locator, text: string) {
  await tabTo(page, field);
  await page.keyboard.type(text);
}

/** Tabs once through a dialog and expects the focus to stay in it. */
export async function goRound(page: Page, dialog: Locator) {
  const box = await dialog.elementHandle();
  // Not by `:focus`, which a date field lacks while its calendar button has it.
  const expectFocusIn = () =>
    expect.poll(() => box?.evaluate((element) => element.contains(document.activeElement))).toBe(true);
  await expectFocusIn();
  const first = await page.evaluateHandle(() => document.activeElement);
  for (let i = 0; i < MOST_STOPS; i++) {
    await page.keyboard.press('Tab');
    await expectFocusIn();
    if (await first.evaluate((element) => element === document.activeElement)) return;
  }
  throw new Error('Tab does not come round');
}

export async function openDialog(page: Page, opener: Locator, name: string) {
  await enterOn(page, opener);
  const dialog = page.getByRole('dialog', { name }).or(page.getByRole('alertdialog', { name }));
  await goRound(page, dialog);
  return dialog;
}

/** Closes a dialog with Escape; the focus returns to its opener. */
export async function leave(page: Page, dialog: Locator, opener: Locator) {
  await expect(dialog).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expectFocusShown(opener);
}

/** Opens a confirmation, whose focus starts on Cancel, and accepts it. */
export async function confirm(page: Page, opener: Locator, name: string, yes: string) {
  await enterOn(page, opener);
  const dialog = page.getByRole('alertdialog', { name });
  await expectFocusShown(dialog.getByRole('button', { name: 'Cancel' }));
  await goRound(page, dialog);
  await enterOn(page, dialog.getByRole('button', { name: yes, exact: true }));
  await expect(dialog).toBeHidden();
}

import { expect, type Locator, type Page } from '@playwright/test';

const MOST_STOPS = 200;

/** Whether one sees that an element has the focus: by an outline that nothing around cuts off on more than one side. */
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

/** Expects the focus on something, and that one can see it there. */
export async function expectFocusShown(target: Locator) {
  await expect(target).toBeFocused();
  await expect.poll(() => target.evaluate(showsFocus), `the focus is shown on ${target}`).toBe(true);
}

/** Presses Tab, or Shift+Tab, until something has the focus and shows it. */
export async function tabTo(page: Page, target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab') {
  await expect(target).toBeVisible();
  // Found once, and again where it is drawn anew: to find it by its name at each stop takes longer than all the rest.
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

/** Goes to a button or link and presses Enter on it. */
export async function enterOn(page: Page, target: Locator) {
  await tabTo(page, target);
  await page.keyboard.press('Enter');
}

/** Goes to a field and types; what it held is replaced, as Tab selects it, except in a field of several lines. */
export async function typeInto(page: Page, field: Locator, text: string) {
  await tabTo(page, field);
  await page.keyboard.type(text);
}

/** Goes once round with Tab: the focus is in the dialog and does not leave it. */
async function goRound(page: Page, dialog: Locator) {
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

/** Opens a dialog with Enter on its button; the focus goes into it and stays there. */
export async function openDialog(page: Page, opener: Locator, name: string) {
  await enterOn(page, opener);
  const dialog = page.getByRole('dialog', { name }).or(page.getByRole('alertdialog', { name }));
  await goRound(page, dialog);
  return dialog;
}

/** Takes a dialog back with Escape; the focus is where it was opened. */
export async function leave(page: Page, dialog: Locator, opener: Locator) {
  await expect(dialog).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expectFocusShown(opener);
}

/** Opens a question, which starts on its harmless answer, and answers yes. */
export async function confirm(page: Page, opener: Locator, name: string, yes: string) {
  await enterOn(page, opener);
  const dialog = page.getByRole('alertdialog', { name });
  await expectFocusShown(dialog.getByRole('button', { name: 'Cancel' }));
  await goRound(page, dialog);
  await enterOn(page, dialog.getByRole('button', { name: yes, exact: true }));
  await expect(dialog).toBeHidden();
}

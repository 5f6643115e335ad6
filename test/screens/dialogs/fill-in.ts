import type { Locator } from '@playwright/test';

/** Types a text, chooses an option or ticks a box. */
export async function fillIn(field: Locator, value: string) {
  const kind = await field.evaluate(({ tagName }) => tagName);
  if (kind === 'SELECT') return field.selectOption({ label: value });
  return (await field.getAttribute('type')) === 'checkbox' ? field.check() : field.fill(value);
}

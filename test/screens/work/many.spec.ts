import { test } from '../../support/browser/people.ts';
import { countRenders, rendersOf } from '../../support/browser/renders.ts';
import { expect } from '../../support/browser/watched.ts';
import { inDays } from '../../support/days.ts';
import { lettersOf } from '../../support/loas.ts';

/** Budget of components that a tick renders: the row, the provider’s box and the bar. */
const A_TICK = 40;

test('a board of 500 letters is drawn whole, and ticking one renders its row and the bar', async ({
  page,
  api,
  adviser,
  client,
}) => {
  await lettersOf({ call: client.by }, client.id).made('Aviva', { sent: { on: inDays(-10), how: 'post' } });
  const [letter] = (await adviser.call('GET /api/loas/board')).body;
  const letters = Array.from({ length: 500 }, (_, i) => ({
    ...letter,
    id: `${letter.id}${i}`,
    clientName: `Client ${i}`,
    ...(i < 300 && { provider: `Provider ${i % 30}`, providerKey: `provider-${i % 30}` }),
  }));
  api.answers('GET /api/loas/board', () => letters);
  await countRenders(page);
  await page.goto('/chase/providers');
  await expect(page.getByRole('checkbox')).toHaveCount(531);
  const tick = page.getByRole('checkbox', { name: 'Select Client 499, Aviva' });
  await tick.scrollIntoViewIfNeeded();
  const before = await rendersOf(page);
  await tick.click();
  await expect(page.getByRole('region', { name: 'Selected letters' })).toContainText('1 selected');
  const count = (await rendersOf(page)) - before;
  test.info().annotations.push({ type: 'components drawn for a tick', description: String(count) });
  expect(count).toBeLessThanOrEqual(A_TICK);
});

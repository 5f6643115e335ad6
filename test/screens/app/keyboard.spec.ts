import { anotherClient } from '../../support/stub/builders.ts';
import { enterOn, expect, expectFocusShown, leave, openClient, panel, tabTo, test, typeInto } from '../screen.ts';

// By keyboard alone: finding one's way. What changes something is done by keyboard on the real stack.

test('find a client from the dashboard', async ({ page, firm, client }) => {
  firm.clients.push(anotherClient('Ola Berg'));
  await page.goto('/tasks');
  await enterOn(page, page.getByRole('navigation').getByRole('link', { name: 'Dashboard' }));
  await typeInto(page, page.getByRole('searchbox', { name: 'Search clients' }), 'wood');
  const results = page.getByRole('region', { name: 'Search Results' }).getByRole('link');
  await expect(results).toHaveCount(1);
  await page.keyboard.press('Tab');
  await expectFocusShown(results);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`/adviser/clients/${client.id}`);
  // The page that had the focus is gone, and the one before it with Back.
  const isLost = () => page.evaluate(() => document.activeElement === document.body);
  await expect.poll(isLost).toBe(false);
  await page.goBack();
  await expect(page).toHaveURL('/dashboard');
  await expect.poll(isLost).toBe(false);
});

test('open the only client found with Enter, and none where there are several', async ({ page, firm, client }) => {
  firm.clients.push(anotherClient('Ola Wood'));
  await page.goto('/dashboard');
  const search = page.getByRole('searchbox', { name: 'Search clients' });
  const results = page.getByRole('region', { name: 'Search Results' }).getByRole('link');
  await typeInto(page, search, 'wood');
  await expect(results).toHaveCount(2);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/dashboard');
  await search.fill('');
  await page.keyboard.type('mia');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`/adviser/clients/${client.id}`);
});

test('narrow the list of clients by filter and by name', async ({ page, firm, client }) => {
  firm.clients.push(anotherClient('Ola Berg'));
  await page.goto('/dashboard');
  await enterOn(page, page.getByRole('link', { name: 'Urgent Clients' }));
  await expect(page).toHaveURL('/clients?filter=urgent');
  await enterOn(page, page.getByRole('link', { name: 'Clear filter' }));
  await expect(page).toHaveURL('/clients');
  await expect(page.getByRole('article')).toHaveCount(2);
  await expectFocusShown(page.getByRole('region', { name: 'Clients' }));
  await page.keyboard.press('Tab');
  await expectFocusShown(page.getByRole('searchbox', { name: 'Search clients' }));
  // One letter is enough; the cards are drawn anew after each.
  await page.keyboard.type('w');
  await expect(page.getByRole('article')).toHaveCount(1);
  await enterOn(page, page.getByRole('link', { name: 'Mia Wood', exact: true }));
  await expect(page).toHaveURL(`/adviser/client/${client.id}`);
});

test('leave the palette for where one was', async ({ page }) => {
  await page.goto('/clients');
  const search = page.getByRole('searchbox', { name: 'Search clients' });
  await tabTo(page, search);
  await page.keyboard.press('Control+k');
  const palette = page.getByRole('dialog', { name: 'Find a Client, Screen or Action' });
  await expectFocusShown(palette.getByRole('combobox'));
  await page.keyboard.press('Shift+Tab');
  await expectFocusShown(palette.getByRole('button', { name: 'Close' }));
  await leave(page, palette, search);
});

test('go to a stage by its tile, and to the tasks by their count', async ({ page, client }) => {
  await openClient(page, client);
  const progress = panel(page, 'Progress');
  await enterOn(page, progress.getByRole('button', { name: /^5\. Second Meeting/ }));
  await expectFocusShown(panel(page, 'Journey Stages').getByRole('button', { name: /^5\. Second Meeting/ }));
  await tabTo(page, progress.getByRole('button', { name: /Outstanding Tasks/ }), 'Shift+Tab');
  await page.keyboard.press('Enter');
  await expectFocusShown(panel(page, 'Client Tasks'));
});
